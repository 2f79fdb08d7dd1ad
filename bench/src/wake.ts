/** How long the first request of a sleeping workspace waits: from its sending to its answer, through the gateway. */
import { setTimeout as delay } from 'node:timers/promises';
import { createCloudClient, type CloudClient } from '@acacia/api-client';
import { Stack } from '../../tests/e2e/stack.ts';
import { median, timed } from './measure.ts';
import type { BenchOptions } from './options.ts';
import type { Report } from './report.ts';

const GRAPH = 'Small';
const GSQL = `CREATE VERTEX Person (PRIMARY_ID id STRING, age INT)
CREATE UNDIRECTED EDGE Knows (FROM Person, TO Person)
CREATE GRAPH ${GRAPH} (Person, Knows)
USE GRAPH ${GRAPH}
CREATE QUERY friends(VERTEX<Person> p) { S = {p}; T = SELECT t FROM S:s -(Knows)- Person:t; PRINT T; }
INSTALL QUERY friends`;
const PERSONS = 10_000;
/** The first requests: one that needs no graph, and a query over it. */
const FIRST = {
  version: '/restpp/version',
  query: `/restpp/query/${GRAPH}/friends?p=1`,
} as const;

/** Milliseconds between two looks at a workspace. */
const LOOK_EVERY = 100;

interface Asleep {
  readonly cloud: CloudClient;
  readonly params: { readonly workgroup_id: string; readonly workspace_id: string };
}

async function settle({ cloud, params }: Asleep, status: string): Promise<void> {
  for (;;) {
    const workspace = await cloud.getWorkspace({ params });
    if (workspace.status === status) return;
    if (workspace.status === 'Error') throw new Error(workspace.err_message);
    await delay(LOOK_EVERY);
  }
}

async function ask(host: string, path: string, token: string, body?: string): Promise<void> {
  const response = await fetch(`http://${host}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok || text.includes('"error":true')) throw new Error(`${path} answered: ${text}`);
}

function people(): string {
  const vertices: Record<string, object> = {};
  const edges: Record<string, object> = {};
  for (let id = 0; id < PERSONS; id += 1) {
    vertices[id] = { age: { value: id % 90 } };
    edges[id] = { Knows: { Person: { [(id * 7 + 1) % PERSONS]: {} } } };
  }
  return JSON.stringify({ vertices: { Person: vertices }, edges: { Person: edges } });
}

export async function benchWake({ rounds }: BenchOptions): Promise<Report> {
  const stack = await Stack.create();
  try {
    await stack.start();
    const token = await stack.token();
    const cloud = createCloudClient(`${stack.origin}/api`, async () => token);
    const group = await cloud.createWorkgroup({
      body: { name: 'Bench', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' },
    });
    const { workgroup_id } = group;
    const { database_id } = await cloud.createDatabase({ params: { workgroup_id }, body: { name: 'Bench' } });
    const { workspace_id, nginx_host: host } = await cloud.createWorkspace({
      params: { workgroup_id },
      body: {
        name: 'Bench',
        tg_database_id: database_id,
        tg_version: '4.2.1',
        workspace_type_name: 'TG-00',
      },
    });
    const workspace: Asleep = { cloud, params: { workgroup_id, workspace_id } };
    await settle(workspace, 'Active');
    await ask(host, '/gsql/v1/statements', token, GSQL);
    await ask(host, `/restpp/graph/${GRAPH}`, token, people());
    const times: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, path] of Object.entries(FIRST)) {
        await cloud.pauseWorkspace({ params: workspace.params });
        await settle(workspace, 'Idle');
        const { ms } = await timed(() => ask(host, path, token));
        (times[name] ??= []).push(ms);
        await settle(workspace, 'Active');
      }
    }
    const summary = Object.entries(times).map(([name, samples]) => ({
      name,
      medianMs: median(samples),
      minMs: Math.min(...samples),
      maxMs: Math.max(...samples),
    }));
    return {
      lines: summary.map(
        ({ name, medianMs, minMs, maxMs }) =>
          `first ${name}: ${medianMs.toFixed(0)} ms (${minMs.toFixed(0)}–${maxMs.toFixed(0)})`,
      ),
      record: { rounds, persons: PERSONS, wakes: summary },
    };
  } finally {
    await stack.remove();
  }
}
