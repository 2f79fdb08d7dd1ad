/**
 * A real Acacia with a workgroup, a workspace and a small graph in it, and people with few rights: the target of all
 * attacks. Every answer is judged as it arrives.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { addPerson, sql } from '../e2e/rest.ts';
import { Stack } from '../e2e/stack.ts';
import { faultsOf, type Answer } from './judge.ts';

/**
 * Callers: an organisation admin; a user of one workspace; a member without a role; a user who only reads; a stranger.
 */
export type Person = 'admin' | 'reader' | 'member' | 'bystander' | 'nobody';

export const GRAPH = 'Canary';
const SCHEMA = `CREATE VERTEX Person (PRIMARY_ID id STRING, age INT, note STRING) WITH primary_id_as_attribute="true"
CREATE UNDIRECTED EDGE Knows (FROM Person, TO Person, since INT)
CREATE GRAPH ${GRAPH} (Person, Knows)`;
const JOBS = `CREATE LOADING JOB load_people FOR GRAPH ${GRAPH} {
  DEFINE FILENAME f;
  LOAD f TO VERTEX Person VALUES ($0, $1, $2) USING SEPARATOR=",";
}
CREATE QUERY neighbours(VERTEX<Person> p, STRING word = "x", INT k = 1) FOR GRAPH ${GRAPH} {
  S = {p};
  T = SELECT t FROM S:s -(Knows)- Person:t LIMIT k;
  PRINT T, word;
}
INSTALL QUERY neighbours`;
const PEOPLE_IN_GRAPH = 1000;

/** Milliseconds that one attack may take: limits of the product end it long before. */
const PATIENCE = 60_000;

export interface Sent {
  readonly as?: Person;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly signal?: AbortSignal;
}

const Made = z.object({ Result: z.record(z.string(), z.unknown()) });

export class Stage {
  readonly stack: Stack;
  readonly workgroupId: string;
  readonly databaseId: string;
  readonly workspaceId: string;
  /** Address of the workspace, as `http://localhost:14240`. */
  readonly workspace: string;
  /** A text in `secret.csv` of the data folder, and of a folder elsewhere: nobody may read it. */
  readonly secret: string;
  /** The folder elsewhere that holds the secret: nothing may appear in it. */
  readonly outside: string;
  readonly #tokens: Map<Person, string>;
  readonly faults: string[] = [];
  /** Requests that were answered. */
  answered = 0;

  private constructor(fields: {
    stack: Stack;
    ids: Record<'workgroupId' | 'databaseId' | 'workspaceId' | 'workspace', string>;
    secret: string;
    outside: string;
    tokens: Map<Person, string>;
  }) {
    this.stack = fields.stack;
    this.workgroupId = fields.ids.workgroupId;
    this.databaseId = fields.ids.databaseId;
    this.workspaceId = fields.ids.workspaceId;
    this.workspace = fields.ids.workspace;
    this.secret = fields.secret;
    this.outside = fields.outside;
    this.#tokens = fields.tokens;
  }

  /** Starts it and makes all that attacks need. */
  static async open(): Promise<Stage> {
    const secret = `canary-${randomUUID()}`;
    let outside = '';
    const stack = await Stack.create((home) => {
      // A name that does not begin with the data folder's: an attack may name it, an answer the other may not.
      outside = mkdtempSync(path.join(tmpdir(), 'outside-'));
      for (const folder of [outside, home]) writeFileSync(path.join(folder, 'secret.csv'), `${secret},1,x\n`);
      return {};
    });
    try {
      await stack.start();
      const tokens = new Map<Person, string>([['admin', await stack.token()]]);
      const ids = await makePlace(stack, tokens.get('admin') ?? '');
      for (const person of ['reader', 'member', 'bystander'] as const) {
        await addWithRole(stack, person, person === 'member' ? undefined : ids);
        tokens.set(person, await stack.token(`${person}@acacia.local`));
      }
      const stage = new Stage({ stack, ids, secret, outside, tokens });
      await stage.#fill();
      return stage;
    } catch (error) {
      await stack.remove();
      throw error;
    }
  }

  async #fill(): Promise<void> {
    const run = async (text: string, where = '') => {
      const answer = await this.ask(`${this.workspace}/gsql/v1/statements${where}`, { as: 'admin', text });
      if (answer.status !== 200 || /error|fail/i.test(answer.text)) throw new Error(answer.text);
    };
    await run(SCHEMA);
    await run(JOBS, `?graph=${GRAPH}`);
    const ids = Array.from({ length: PEOPLE_IN_GRAPH }, (_, number) => `p${number}`);
    const json = {
      vertices: {
        Person: Object.fromEntries(ids.map((id, number) => [id, { age: { value: number } }])),
      },
      edges: {
        Person: Object.fromEntries(
          ids.map((id, number) => [id, { Knows: { Person: { [`p${(number * 7 + 1) % ids.length}`]: {} } } }]),
        ),
      },
    };
    const written = await this.ask(`${this.workspace}/restpp/graph/${GRAPH}`, { as: 'admin', json });
    if (written.status !== 200) throw new Error(written.text);
  }

  /** Sends a request and judges the answer; its violations become faults with the attack's name. */
  async attack(name: string, url: string, sent: Sent = {}): Promise<Answer | null> {
    try {
      const answer = await this.ask(url, sent);
      this.judge(`${name} (as ${sent.as ?? 'nobody'})`, answer);
      return answer;
    } catch (error) {
      // An answer that never came, or was cut off, is worse than any.
      if (sent.signal?.aborted !== true)
        this.faults.push(`${name} (as ${sent.as ?? 'nobody'}) was not answered: ${reasonOf(error)}`);
      return null;
    }
  }

  judge(name: string, answer: Answer): void {
    for (const fault of faultsOf(answer, [this.secret], [this.stack.home]))
      this.faults.push(`${name} ${fault}`);
  }

  /** Asks the cloud API by a path below `/api`, or any address. */
  async ask(url: string, { as = 'nobody', method, headers, json, text, signal }: Sent = {}): Promise<Answer> {
    const token = this.#tokens.get(as);
    const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
    const overdue = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url.startsWith('http') ? url : `${this.stack.origin}/api${url}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      signal: signal === undefined ? overdue : AbortSignal.any([signal, overdue]),
      ...(body === undefined ? {} : { body }),
    });
    const answer = { status: response.status, text: await response.text() };
    this.answered += 1;
    return answer;
  }

  /** Gives everybody a new access token: they are valid for an hour. */
  async renewTokens(): Promise<void> {
    for (const person of this.#tokens.keys()) {
      this.#tokens.set(
        person,
        await this.stack.token(person === 'admin' ? undefined : `${person}@acacia.local`),
      );
    }
  }

  /** The access token of somebody. */
  token(person: Person): string {
    return this.#tokens.get(person) ?? '';
  }

  /** Runs GSQL text as somebody. */
  gsql(name: string, as: Person, text: string, graph = GRAPH): Promise<Answer | null> {
    return this.attack(name, `${this.workspace}/gsql/v1/statements?graph=${graph}`, { as, text });
  }

  async close(): Promise<void> {
    await this.stack.remove();
    rmSync(this.outside, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

async function makePlace(stack: Stack, token: string) {
  const call = async (method: string, url: string, body?: unknown) => {
    const response = await fetch(`${stack.origin}/api${url}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} was answered ${response.status}: ${text}`);
    return Made.parse(JSON.parse(text)).Result;
  };
  const group = await call('POST', '/v2/workgroups', {
    name: 'Hostile',
    cloud_provider_id: 'aws',
    platform: 'AWS',
    region: 'us-east-1',
  });
  const workgroupId = String(group['workgroup_id']);
  const below = `/v2/workgroups/${workgroupId}`;
  const database = await call('POST', `${below}/databases`, { name: 'Canary' });
  const databaseId = String(database['database_id']);
  const made = await call('POST', `${below}/workspaces`, {
    name: 'Canary',
    tg_database_id: databaseId,
    tg_version: '4.2.1',
    workspace_type_name: 'TG-00',
  });
  const workspaceId = String(made['workspace_id']);
  const end = Date.now() + PATIENCE;
  while ((await call('GET', `${below}/workspaces/${workspaceId}`))['status'] !== 'Active') {
    if (Date.now() > end) throw new Error('The workspace did not become Active.');
    await delay(50);
  }
  return { workgroupId, databaseId, workspaceId, workspace: `http://${String(made['nginx_host'])}` };
}

/** Somebody of the first organisation, who may use the workspace where one is given. */
async function addWithRole(
  stack: Stack,
  name: string,
  use?: { readonly workgroupId: string; readonly workspaceId: string },
): Promise<void> {
  await addPerson(stack, name, `${name}@acacia.local`);
  if (use === undefined) return;
  await sql(
    stack,
    `INSERT INTO role_grants (membership_id, name, workgroup_id, workspace_id) VALUES ($1, 'workspace-users', $2, $3)`,
    [name, use.workgroupId, use.workspaceId],
  );
}
