/** Prepares and queries through Acacia's own APIs, as a program would: quicker than through the pages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { addressOf } from '../../apps/cloud/src/database/embedded/place.ts';
import { DATABASE, ROLE } from '../../apps/cloud/src/database/embedded/roles.ts';
import type { Stack } from './stack.ts';

export interface Answer {
  readonly status: number;
  /** The server's answer, as JSON or, where it is none, as text. */
  readonly body: Record<string, unknown>;
  readonly text: string;
}

export interface Place {
  readonly workgroupId: string;
  readonly workspaceId: string;
  readonly databaseId: string;
  /** Address of the workspace's own API, e.g. `http://localhost:14240`. */
  readonly host: string;
}

interface Sent {
  readonly body?: unknown;
  /** Sent as it is instead of as JSON. */
  readonly text?: string;
  readonly signal?: AbortSignal;
}

/** One person's access to a stack. */
export class Rest {
  readonly #stack: Stack;
  readonly token: string;

  constructor(stack: Stack, token: string) {
    this.#stack = stack;
    this.token = token;
  }

  static async of(stack: Stack, email?: string): Promise<Rest> {
    return new Rest(stack, await stack.token(email));
  }

  /** @param url a whole address, or a path of the cloud API below `/api` */
  async call(method: string, url: string, sent: Sent = {}): Promise<Answer> {
    const response = await fetch(url.startsWith('http') ? url : `${this.#stack.origin}/api${url}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      ...(sent.text === undefined ? {} : { body: sent.text }),
      ...(sent.signal === undefined ? {} : { signal: sent.signal }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      body: json ? (JSON.parse(text) as Record<string, unknown>) : {},
      text,
    };
  }

  /** The `Result` of a call of the cloud API that must succeed. */
  async cloud(method: string, url: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await this.call(method, url, body === undefined ? {} : { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body['Result'] as Record<string, unknown>;
  }

  /** A workgroup with a database, ready for a workspace; nothing runs yet. */
  async group(name: string): Promise<{ readonly workgroupId: string; readonly databaseId: string }> {
    const group = await this.cloud('POST', '/v2/workgroups', {
      name,
      cloud_provider_id: 'aws',
      platform: 'AWS',
      region: 'us-east-1',
    });
    const workgroupId = String(group['workgroup_id']);
    const database = await this.cloud('POST', `/v2/workgroups/${workgroupId}/databases`, { name });
    return { workgroupId, databaseId: String(database['database_id']) };
  }

  /** Asks for a read-write workspace; it is Pending at first. */
  async ask(
    group: { readonly workgroupId: string; readonly databaseId: string },
    name: string,
  ): Promise<Place> {
    const made = await this.cloud('POST', `/v2/workgroups/${group.workgroupId}/workspaces`, {
      name,
      tg_database_id: group.databaseId,
      tg_version: '4.2.1',
      workspace_type_name: 'TG-00',
    });
    return {
      ...group,
      workspaceId: String(made['workspace_id']),
      host: `http://${String(made['nginx_host'])}`,
    };
  }

  async workspace(place: Place): Promise<Record<string, unknown>> {
    return this.cloud('GET', `/v2/workgroups/${place.workgroupId}/workspaces/${place.workspaceId}`);
  }

  /** Waits until the workspace has the status. */
  async settled(place: Place, status: string): Promise<void> {
    await expect
      .poll(async () => (await this.workspace(place))['status'], { intervals: [50], timeout: 30_000 })
      .toBe(status);
  }

  /** A workgroup with an Active workspace of the same name. */
  async place(name: string): Promise<Place> {
    const place = await this.ask(await this.group(name), name);
    await this.settled(place, 'Active');
    return place;
  }

  /** Runs GSQL statements that must succeed; returns their output. */
  async gsql(place: Place, text: string, graph?: string): Promise<string> {
    const query = graph === undefined ? '' : `?graph=${graph}`;
    const answer = await this.call('POST', `${place.host}/gsql/v1/statements${query}`, { text });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toMatch(/error|fail/i);
    return answer.text;
  }

  /** Writes vertices and edges; returns the numbers accepted. */
  async upsert(place: Place, graph: string, body: unknown): Promise<unknown> {
    const answer = await this.call('POST', `${place.host}/restpp/graph/${graph}`, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body['results'];
  }

  async countOf(place: Place, graph: string, type: string): Promise<number> {
    const answer = await this.call('POST', `${place.host}/restpp/builtins/${graph}`, {
      body: { function: 'stat_vertex_number', type },
    });
    expect(answer.status, answer.text).toBe(200);
    return (answer.body['results'] as { count: number }[])[0]?.count ?? 0;
  }
}

/** Runs SQL on the control plane's database, for states that no page or call can reach yet. */
export async function sql(stack: Stack, text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({
    ...addressOf(path.join(stack.home, 'postgres')),
    user: ROLE,
    password: readFileSync(path.join(stack.home, 'postgres-password'), 'utf8').trim(),
    database: DATABASE,
  });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/**
 * Adds a person, whose account and membership have the given id, to the first organisation or to another one.
 * @param email also the person's name
 */
export async function addPerson(stack: Stack, id: string, email: string, orgId?: string): Promise<void> {
  await sql(stack, 'INSERT INTO accounts (id, email, name) VALUES ($1, $2, $2)', [id, email]);
  await sql(
    stack,
    `INSERT INTO memberships (id, org_id, account_id, joined_at)
     SELECT $1, coalesce($2, (SELECT id FROM organizations ORDER BY created_at LIMIT 1)), $1, now()`,
    [id, orgId ?? null],
  );
}
