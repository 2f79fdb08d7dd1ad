/** The catalog, the kits' files, and the generated data by itself. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { GeneratedFile } from './generate/data-file.ts';
import { generateData } from './generate/generate-data.ts';
import { solutionCatalog, solutionKit } from './kit.ts';
import { installSteps, uninstallSteps } from './steps.ts';
import { rowsOf } from './testing/csv.ts';

const IDS = [
  'application-fraud',
  'customer-360-financial',
  'entity-resolution',
  'entity-resolution-kyc',
  'mule-account-detection',
  'network-infrastructure',
  'product-recommendation',
  'supply-chain-management',
  'transaction-fraud',
];

async function digest(id: string, seed: number): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await generateData(id, { seed, scale: 0.02 })) hash.update(await buffer(file.open()));
  return hash.digest('hex');
}

describe('the catalog', () => {
  it('shows all nine solutions by name', () => {
    const catalog = solutionCatalog();
    expect(catalog.map(({ name }) => name)).toEqual([
      'Application Fraud',
      'Customer 360 Financial',
      'Entity Resolution',
      'Entity Resolution KYC',
      'Mule Account Detection',
      'Network Infrastructure',
      'Product Recommendation',
      'Supply Chain Management',
      'Transaction Fraud',
    ]);
  });

  it('gives no kit for what is not there', () => {
    expect(solutionKit('no-such-solution')).toBeUndefined();
    expect(solutionKit('../solutions/transaction-fraud')).toBeUndefined();
    expect(solutionKit('src')).toBeUndefined();
  });
});

describe.each(IDS)('%s', (id) => {
  const kit = () => {
    const found = solutionKit(id);
    if (found === undefined) throw new Error(`There is no kit ${id}.`);
    return found;
  };

  it('tells the size that the generated data has', async () => {
    const rows = Object.fromEntries((await generateData(id)).map((file) => [file.name, file.rows]));
    const told = Object.entries(kit().meta.dataset.rows).map(([name, count]) => [`${name}.csv`, count]);
    expect(rows).toEqual(Object.fromEntries(told));
  });

  it('generates as many rows as it says, all of one width, the same for the same seed', async () => {
    for (const file of await generateData(id, { scale: 0.02 })) {
      const rows = await rowsOf([file], file.name.replace('.csv', ''));
      expect([file.name, rows.length]).toEqual([file.name, file.rows]);
    }
    expect(await digest(id, 7)).toBe(await digest(id, 7));
    expect(await digest(id, 7)).not.toBe(await digest(id, 8));
  });

  it('has a colour for every type and a description in every query', () => {
    const { queries, style, meta } = kit();
    const create = installSteps(kit()).find((step) => step.kind === 'create-graph');
    expect(create?.schema.GraphName).toBe(meta.graph);
    expect(create?.schema.VertexTypes.map((type) => type.Name).sort()).toEqual(
      Object.keys(style.vertexStyles).sort(),
    );
    expect(create?.schema.EdgeTypes.map((type) => type.Name).sort()).toEqual(
      Object.keys(style.edgeStyles).sort(),
    );
    const colours = Object.values(style.vertexStyles).map(({ fillColor }) => fillColor);
    expect(new Set(colours).size).toBe(colours.length);
    for (const [name, text] of queries) {
      const head = new RegExp(
        `^CREATE OR REPLACE QUERY ${name}\\([^{]*\\) FOR GRAPH ${meta.graph} SYNTAX v2 \\{\\s+/\\*\\s+\\S`,
      );
      expect(text).toMatch(head);
    }
    for (const feature of meta.features) expect([...queries.keys()]).toContain(feature);
  });

  it('documents at least ten queries, each with a question, and a guide that names only queries that are there', () => {
    const { queries, queriesDocs, guide } = kit();
    expect(queriesDocs.length).toBeGreaterThanOrEqual(10);
    expect(new Set(queriesDocs.map(({ name }) => name)).size).toBe(queriesDocs.length);
    for (const { name, title, question, description } of queriesDocs) {
      expect([name, title !== '', question.endsWith('?'), description !== '']).toEqual([
        name,
        true,
        true,
        true,
      ]);
    }
    expect([...guide.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
      'The story',
      'The graph',
      'A way through',
    ]);
    const named = [...guide.matchAll(/\*\*([a-z0-9_]+_[a-z0-9_]+)\*\*/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) expect([...queries.keys()]).toContain(name);
  });

  it('removes all files that it uploads, when it is installed and again when it is removed', () => {
    const uploads = installSteps(kit()).flatMap((step) => (step.kind === 'upload' ? [step.name] : []));
    expect(uploads.length).toBeGreaterThan(1);
    for (const steps of [installSteps(kit()), uninstallSteps(kit())]) {
      expect(steps.flatMap((step) => (step.kind === 'delete-file' ? [step.name] : []))).toEqual(uploads);
      expect(steps[0]?.kind).toBe('drop-graph');
    }
  });
});

it('has the sample within the full size: the same people, cards and fraud, and eight times as many in all', async () => {
  const of = (full: boolean) => generateData('transaction-fraud', { scale: 0.05, full });
  const [sample, full] = [await of(false), await of(true)];
  const lines = async (files: readonly GeneratedFile[], name: string): Promise<string[]> =>
    (await rowsOf(files, name)).map((row) => Object.values(row).join());
  for (const name of ['parties', 'party_details', 'cards', 'addresses']) {
    expect(await lines(full, name), name).toEqual(expect.arrayContaining(await lines(sample, name)));
  }
  // Payments have other numbers: those of all are counted by time.
  const planted = async (files: readonly GeneratedFile[]) =>
    (await rowsOf(files, 'transactions'))
      .filter((row) => row['is_fraud'] === '1')
      .map((row) => [row['unix_time'], row['amount'], row['card'], row['merchant']].join());
  expect(await planted(full)).toEqual(await planted(sample));
  for (const name of ['parties', 'cards', 'merchants', 'transactions']) {
    const rows = (files: readonly GeneratedFile[]) => files.find((file) => file.name === `${name}.csv`)?.rows;
    expect([name, rows(full)]).toEqual([name, 8 * (rows(sample) ?? 0)]);
  }
  const times = (await rowsOf(full, 'transactions')).map((row) => Number(row['unix_time']));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const { dataset } = solutionKit('transaction-fraud')?.meta ?? {};
  expect(Object.keys(dataset?.full_rows ?? {})).toEqual(Object.keys(dataset?.rows ?? {}));
  expect(dataset?.full_rows).toMatchObject({ parties: 64_000, cards: 80_000, transactions: 800_000 });
});

it('refuses a scale that is none, and a solution without data', async () => {
  await expect(generateData('transaction-fraud', { scale: 0 })).rejects.toThrow('The scale 0 is not between');
  await expect(generateData('transaction-fraud', { scale: Number.NaN })).rejects.toThrow('The scale NaN');
  await expect(generateData('no-such-solution')).rejects.toThrow("no sample data for 'no-such-solution'");
});
