/** Installing, breaking off, installing again and removing, beside somebody's own graph. */
import { repeats } from '@acacia/base/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generateData } from './generate/generate-data.ts';
import { installSteps, uninstallSteps } from './steps.ts';
import { kitOf } from './testing/installed.ts';
import { WorkspaceProcess } from './testing/workspace-process.ts';

const IDS = ['supply-chain-management', 'transaction-fraud'].slice(0, repeats(1, 2));

let workspace: WorkspaceProcess;

beforeEach(async () => {
  workspace = await WorkspaceProcess.start();
  await workspace.gsql(`
    CREATE VERTEX Own (PRIMARY_ID id STRING)
    CREATE UNDIRECTED EDGE Knows (FROM Own, TO Own)
    CREATE GRAPH Mine (Own, Knows)
    CREATE QUERY put() FOR GRAPH Mine { INSERT INTO Own VALUES ("a"); PRINT 1; }
    INSTALL QUERY put`);
  await workspace.query('Mine', 'put');
  await workspace.upload('own.csv', 'a\n');
}, 120_000);
afterEach(async () => {
  await workspace.stop();
});

async function expectOnlyOwn(graph: string): Promise<void> {
  expect(await workspace.graphs()).toEqual(['Mine']);
  expect(await workspace.get('/gsql/v1/schema')).toMatchObject({
    VertexTypes: [{ Name: 'Own' }],
    EdgeTypes: [{ Name: 'Knows' }],
  });
  expect(await workspace.counts('Mine')).toEqual({ Own: 1, Knows: 0 });
  expect(await workspace.get('/api/data-files')).toMatchObject([{ name: 'own.csv' }]);
  // A graph made anew under the same name has no style of the former one.
  await workspace.gsql(`CREATE GRAPH ${graph} ()`);
  expect(await workspace.get(`/api/graph-styles/local/${graph}`)).toEqual({
    vertexStyles: {},
    edgeStyles: {},
  });
}

it.each(IDS)(
  '%s is installed after an attempt that broke off, removed without a trace, and installed again',
  async (id) => {
    const kit = kitOf(id);
    const { graph } = kit.meta;
    const data = await generateData(id, { scale: 0.02 });
    const steps = installSteps(kit);
    for (const broken of [2, 5, steps.findIndex((step) => step.kind === 'load') + 2, steps.length - 1]) {
      for (const step of steps.slice(0, broken)) await workspace.perform(step, data);
    }
    for (const step of steps) await workspace.perform(step, data);
    const counts = await workspace.counts(graph);
    expect(await workspace.get('/api/data-files')).toMatchObject([{ name: 'own.csv' }]);
    expect(await workspace.get(`/api/graph-styles/local/${graph}`)).toEqual(kit.style);

    for (let time = 0; time < 2; time++) {
      for (const step of uninstallSteps(kit)) await workspace.perform(step, data);
    }
    await expectOnlyOwn(graph);

    for (const step of steps) await workspace.perform(step, data);
    expect(await workspace.counts(graph)).toEqual(counts);
  },
  180_000,
);

it('leaves types alone that somebody else has under the same names', async () => {
  await workspace.gsql('CREATE VERTEX City (PRIMARY_ID id STRING)');
  const kit = kitOf('transaction-fraud');
  const withoutData = installSteps(kit).filter(({ kind }) => kind === 'create-graph' || kind === 'style');
  for (const step of withoutData) await workspace.perform(step, []);
  expect((await workspace.graphs()).toSorted()).toEqual(['Mine', kit.meta.graph].toSorted());
  for (const step of uninstallSteps(kit)) await workspace.perform(step, []);
  expect(await workspace.graphs()).toEqual(['Mine']);
  expect(await workspace.get('/gsql/v1/schema')).toMatchObject({
    VertexTypes: [{ Name: 'Own' }, { Name: 'City' }],
  });
});
