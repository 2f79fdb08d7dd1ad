import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemoryDriver } from '../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer } from '../testing/server.ts';
import { BUILT_IN } from './built-in.ts';
import { createCatalog, loadCatalog } from './catalog.ts';
import { CatalogConfig } from './config.ts';
import { compareVersions } from './versions.ts';

const { promise } = createMemoryDriver();
const folder = mkdtempSync(path.join(tmpdir(), 'acacia-catalog-'));
let files = 0;
function fileOf(content: unknown): string {
  const file = path.join(folder, `catalog-${++files}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('the built-in catalog', () => {
  const catalog = loadCatalog(null, promise);

  test('holds to what a catalog file may hold', () => {
    expect(CatalogConfig.parse(BUILT_IN)).toEqual(BUILT_IN);
  });

  test('offers us-east-1 first, emulated, by its shown name', () => {
    expect(catalog.regions[0]).toEqual({
      name: 'us-east-1',
      description: 'US East (N. Virginia)',
      platform: 'AWS',
      emulated: true,
    });
    expect(catalog.regions.every(({ name, description }) => name !== description)).toBe(true);
  });

  test.each([
    ['TG-00', 'us-east-1', 1, 2.8],
    ['TG-8', 'us-east-1', 32, 89.6],
    ['TG-16', 'us-east-1', 64, 124.8],
    ['TG-0', 'eu-west-1', 2.25, 6.3],
    ['TG-64', 'sa-east-1', 352, 686.4],
  ])('%s in %s costs %d, with high availability %d', (name, region, plain, ha) => {
    expect(catalog.type(name, 'AWS', region, 4096)).toMatchObject({
      cost_per_hour: plain,
      cost_per_hour_with_ha: ha,
      disabled: false,
    });
  });

  test('says of a size what the driver makes of it', () => {
    expect(catalog.type('TG-16', 'AWS', 'us-east-1', 4096)).toMatchObject({
      runs_with: 'An entry of a Map, in place of 1024 GB.',
      high_availability: '2 entries in place of one.',
    });
  });

  test('a size has as much room for the graph as half of its memory', () => {
    expect(catalog.graphBytes('TG-4')).toBe(128 * 2 ** 30);
    expect(catalog.memoryGiB('TG-4', true)).toBe(768);
    expect(catalog.memoryGiB('TG-16', true)).toBe(2048);
  });
});

test.each(['', 'zh/'])('the guide %s names each field of a catalog file', (language) => {
  const guide = readFileSync(
    new URL(`../../../../docs/guides/${language}sizes-and-plans.md`, import.meta.url),
    'utf8',
  );
  const fields: string[] = [];
  JSON.stringify(z.toJSONSchema(CatalogConfig, { io: 'input' }), (key, value: unknown) => {
    if (key === 'properties') fields.push(...Object.keys(z.record(z.string(), z.unknown()).parse(value)));
    return value;
  });
  expect(fields).toContain('storage_price');
  expect(fields.filter((field) => !guide.includes(`\`${field}\``))).toEqual([]);
});

describe('a catalog file', () => {
  test('replaces the built-in one', () => {
    const catalog = loadCatalog(
      fileOf({
        providers: [{ id: 'own', name: 'Ours', platform: 'AWS', type: 'private', status: 'Active' }],
        regions: [
          { name: 'here', platform: 'AWS', description: 'Our cellar', emulated: false },
          { name: 'ap-south-1', platform: 'AWS', price_factor: 2 },
          { name: 'us-east-1', platform: 'AWS' },
        ],
        versions: [
          { name: '4.2.1', image: 'a' },
          { name: '4.10.0', image: 'b' },
        ],
        sizes: [{ name: 'S', cpus: 1, memory: 2, price: 0.5 }],
        quotas: BUILT_IN.quotas,
      }),
      promise,
    );
    expect(catalog.regions.map(({ description }) => description)).toEqual([
      'US East (N. Virginia)',
      'Our cellar',
      'Asia Pacific (Mumbai)',
    ]);
    expect(catalog.newestVersion).toBe('4.10.0');
    expect(catalog.types('AWS', 'ap-south-1', 1)).toMatchObject([
      { typeName: 'S', cost_per_hour: 1, partition: 1, disabled: true },
    ]);
    expect(catalog.types('AWS', 'nowhere', 1)).toBeUndefined();
    expect(catalog.types('GCP', 'here', 1)).toBeUndefined();
  });

  test.each([
    ['a file that is none', '{', 'JSON'],
    ['nothing', {}, 'providers:'],
    ['no size', { ...BUILT_IN, sizes: [] }, 'sizes: must hold at least one'],
    [
      'a negative price',
      { ...BUILT_IN, sizes: [{ name: 'S', cpus: 1, memory: 1, price: -1 }] },
      'sizes.0.price:',
    ],
    [
      'a version that is none',
      { ...BUILT_IN, versions: [{ name: '4.2', image: 'x' }] },
      'versions.0.name: must be three numbers, such as 4.2.1',
    ],
    [
      'a name twice',
      { ...BUILT_IN, regions: [BUILT_IN.regions[0], BUILT_IN.regions[0]] },
      'regions.1.name: is the name of another region',
    ],
    ['a tier that lacks', { ...BUILT_IN, quotas: { free: BUILT_IN.quotas.free } }, 'quotas.paid:'],
    ['a word too much', { ...BUILT_IN, color: 'green' }, 'color'],
    [
      'a size named as pausing is',
      { ...BUILT_IN, sizes: [{ name: 'Pause', cpus: 1, memory: 1, price: 1 }] },
      "sizes.0.name: must not be 'Pause'",
    ],
  ])('with %s is refused with the field at fault', (_what, content, sentence) => {
    expect(() => loadCatalog(fileOf(content), promise)).toThrow(sentence);
  });

  test('that is not there is refused by its name', () => {
    expect(() => loadCatalog('/nowhere/catalog.json', promise)).toThrow('/nowhere/catalog.json');
  });

  test('does not share its prices with another', () => {
    const sizes = BUILT_IN.sizes.map((size) => ({ ...size, price: size.price * 2 }));
    const dear = createCatalog({ ...BUILT_IN, sizes }, promise);
    expect(dear.type('TG-00', 'AWS', 'us-east-1', 16).cost_per_hour).toBe(2);
  });
});

test('versions are compared number by number', () => {
  expect(['4.2.1', '4.10.0', '4.2.0', '3.11.9'].toSorted(compareVersions)).toEqual([
    '3.11.9',
    '4.2.0',
    '4.2.1',
    '4.10.0',
  ]);
  expect(compareVersions('4.2.1', '4.2.1')).toBe(0);
});

describe('with what is stored', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startTestPostgres();
  });
  afterAll(() => postgres.stop());

  test('a catalog without a size or region that is in use does not start', async () => {
    const first = await startTestServer(postgres);
    const workgroup_id = await first.workgroup('Here');
    await first.workspace(workgroup_id, 'Running');
    await first.stop();
    const start = (config: object) =>
      startTestServer(postgres, {
        database: first.database,
        environment: { ACACIA_CATALOG: fileOf({ ...BUILT_IN, ...config }) },
      });
    await expect(start({ sizes: BUILT_IN.sizes.slice(1) })).rejects.toThrow(
      "The workspace 'Running' has the size 'TG-00', which the catalog lacks.",
    );
    await expect(start({ regions: BUILT_IN.regions.slice(1) })).rejects.toThrow(
      "The workgroup 'Here' is in the region 'us-east-1', which the catalog lacks.",
    );
    await expect(start({ providers: BUILT_IN.providers.slice(1) })).rejects.toThrow(
      "The workgroup 'Here' is of the cloud provider 'aws', which the catalog lacks.",
    );
  });

  test('sizes are those of a provider, where it is', async () => {
    const providers = [
      ...BUILT_IN.providers,
      { id: 'ours', name: 'Ours', platform: 'AWS', type: 'private', region: 'eu-west-1', status: 'Active' },
    ];
    const server = await startTestServer(postgres, {
      environment: { ACACIA_CATALOG: fileOf({ ...BUILT_IN, providers }) },
    });
    const types = async (query: Record<string, string>) => {
      const { status, body } = await server.call('listWorkspaceTypes', { query });
      return [status, body.ErrorDetails?.[0]?.FieldName];
    };
    const ours = { platform: 'AWS', cloud_provider_id: 'ours' };
    expect(await types({ ...ours, region: 'eu-west-1' })).toEqual([200, undefined]);
    expect(await types({ ...ours, region: 'us-east-1' })).toEqual([400, 'region']);
    expect(await types({ platform: 'AWS', cloud_provider_id: 'none' })).toEqual([400, 'cloud_provider_id']);
    expect(await types({ platform: 'AWS', cloud_provider_id: 'gcp' })).toEqual([400, 'cloud_provider_id']);
    const body = { name: 'Elsewhere', cloud_provider_id: 'ours', platform: 'AWS', region: 'us-east-1' };
    const made = await server.call('createWorkgroup', { body });
    expect([made.status, made.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'region']);
    const group = await server.call('createWorkgroup', { body: { ...body, region: 'eu-west-1' } });
    expect(group.result).toMatchObject({ shared_storage: true, cloud_provider: providers.at(-1) });
    await server.stop();
  });

  test('another tier is taken at the next start, and kept without being named', async () => {
    const first = await startTestServer(postgres);
    const tierOf = async (server: typeof first) => {
      const { result } = await server.call('getQuota');
      return [result['tier'], result['max_workspace_memory']];
    };
    expect(await tierOf(first)).toEqual(['enterprise', 4096]);
    await first.stop();
    const { database } = first;
    const second = await startTestServer(postgres, { database, environment: { ACACIA_TIER: 'premium' } });
    expect(await tierOf(second)).toEqual(['premium', 2048]);
    await second.stop();
    const third = await startTestServer(postgres, { database });
    expect(await tierOf(third)).toEqual(['premium', 2048]);
    await third.stop();
  });
});
