/**
 * The fraud graph of the guided welcome in both sizes: how long its installation takes, and each query that its guide
 * leads through.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createCloudClient, createWorkspaceClient, type CloudClient } from '@acacia/api-client';
import { Stack } from '../../tests/e2e/stack.ts';
import { timed } from './measure.ts';
import type { Report } from './report.ts';

const SOLUTION = 'transaction-fraud';
const GRAPH = 'Transaction_Fraud';
const SIZES = { sample: 100_000, full: 800_000 } as const;
const LOOK_EVERY = 100;

type Place = { readonly workgroup_id: string; readonly workspace_id: string };

/** A workgroup with an Active workspace. */
async function placeFor(cloud: CloudClient, name: string): Promise<Place & { readonly host: string }> {
  const { workgroup_id } = await cloud.createWorkgroup({
    body: { name, cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' },
  });
  const { database_id } = await cloud.createDatabase({ params: { workgroup_id }, body: { name } });
  const { workspace_id, nginx_host: host } = await cloud.createWorkspace({
    params: { workgroup_id },
    body: {
      name,
      tg_database_id: database_id,
      tg_version: '4.2.1',
      workspace_type_name: 'TG-00',
      auto_stop_minutes: 0,
    },
  });
  for (;;) {
    const { status, err_message } = await cloud.getWorkspace({ params: { workgroup_id, workspace_id } });
    if (status === 'Active') return { workgroup_id, workspace_id, host };
    if (status === 'Error') throw new Error(err_message);
    await delay(LOOK_EVERY);
  }
}

async function install(cloud: CloudClient, place: Place, size: keyof typeof SIZES): Promise<void> {
  const params = { workgroup_id: place.workgroup_id, workspace_id: place.workspace_id };
  const body = { name: 'Fraud', solution_catalog_id: SOLUTION, data_source_origin: size };
  const { id } = await cloud.installSolution({ params, body });
  for (;;) {
    const now = await cloud.getSolution({ params: { ...params, solution_id: id } });
    if (now.solution_status === 'installed') return;
    if (now.solution_status === 'install_error') throw new Error(now.gsql_log);
    await delay(LOOK_EVERY);
  }
}

export async function benchWelcome(): Promise<Report> {
  const stack = await Stack.create();
  const lines: string[] = [];
  const record: Record<string, object> = {};
  try {
    await stack.start();
    const token = await stack.token();
    const cloud = createCloudClient(`${stack.origin}/api`, async () => token);
    const { queriesDocs } = await cloud.getSolutionMeta({
      params: { solution_catalog_id: SOLUTION },
      query: {},
    });
    for (const [size, payments] of Object.entries(SIZES)) {
      const place = await placeFor(cloud, size);
      const { ms } = await timed(() => install(cloud, place, size as keyof typeof SIZES));
      const client = createWorkspaceClient(`http://${place.host}`, async () => token);
      const counts = await client.vertexCounts(GRAPH);
      const count = counts.find(({ v_type }) => v_type === 'Payment_Transaction')?.count;
      if (count !== payments) throw new Error(`${size}: ${count} payments, not ${payments}.`);
      const queries: Record<string, number> = {};
      for (const { name, parameters } of queriesDocs) {
        queries[name] = (await timed(() => client.runQuery(GRAPH, name, parameters))).ms;
      }
      const slowest = Object.entries(queries).toSorted(([, a], [, b]) => b - a)[0];
      lines.push(
        `${size}: ${counts.length} vertex types, ${payments} payments, installed in ${(ms / 1000).toFixed(1)} s`,
        `  slowest of ${queriesDocs.length} queries: ${slowest?.[0]}, ${slowest?.[1].toFixed(0)} ms`,
      );
      record[size] = { payments, installMs: ms, queries };
    }
    return { lines, record };
  } finally {
    await stack.remove();
  }
}
