/** Events between a look at a file and its load, and archives whose members lead elsewhere. */
import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTestS3 } from '@acacia/object-stores/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../engine.ts';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';
import { zipOf } from '../testing-zip.ts';

async function open(dataDir?: string): Promise<Engine> {
  const engine = await testEngine({
    sources: { allowed: '127.0.0.1' },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING, name STRING, n INT)\nCREATE GRAPH g (*)');
  return engine;
}

const jobText = (values: string, using = 'HEADER="true"'): string =>
  `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES (${values}) USING ${using}; }`;

async function load(engine: Engine, f: string, code = jobText('$"id", $"name", $"n"')) {
  return engine.loadEnded(await engine.startLoad('g', 'j', { files: { f }, code }));
}

const people = async (engine: Engine): Promise<Record<string, unknown>> =>
  Object.fromEntries((await engine.vertices('g', 'P')).map((each) => [each.v_id, each.attributes.name]));

it('members of an archive that lead out of it are written nowhere but among the files of the load', async () => {
  const dataDir = await temporaryFolder();
  const engine = await open(dataDir);
  const folder = path.join(await temporaryFolder(), 'deep', 'in');
  await mkdir(folder, { recursive: true });
  const evil = path.join(folder, 'evil.zip');
  await writeFile(evil, zipOf({ '../../out.csv': 'id,name,n\na,Ann,1\n' }));
  const status = await load(engine, evil);
  await expect(access(path.join(folder, '../../out.csv'))).rejects.toThrow('ENOENT');
  await expect(access(path.join(dataDir, 'out.csv'))).rejects.toThrow('ENOENT');
  expect(status.error).toMatch(/evil\.zip cannot be unpacked as zip: /);
  expect(await people(engine)).toEqual({});
  expect((await readdir(path.join(dataDir, 'loads'))).filter((name) => name.includes('.tmp'))).toEqual([]);
});

it('a file whose columns have changed since it was sampled is told by the column that it lacks', async () => {
  const engine = await open();
  const file = path.join(await temporaryFolder(), 'people.csv');
  await writeFile(file, 'id,name,n\na,Ann,1\n');
  expect((await load(engine, file)).error).toBeNull();
  await writeFile(file, 'id,town,n\nb,Bonn,2\n');
  expect((await load(engine, file)).error).toContain('name');
  expect(await people(engine)).toEqual({ a: 'Ann' });
});

it('a type that has changed under a mapping refuses the load and names what is gone', async () => {
  const engine = await open();
  const file = path.join(await temporaryFolder(), 'people.csv');
  await writeFile(file, 'id,name,n\na,Ann,1\n');
  await mustRun(
    engine,
    'CREATE GLOBAL SCHEMA_CHANGE JOB c { ALTER VERTEX P DROP ATTRIBUTE (n); }\nRUN GLOBAL SCHEMA_CHANGE JOB c',
  );
  await expect(load(engine, file)).rejects.toThrow(/P.*(?:2|3)/);
  expect(await people(engine)).toEqual({});
  expect((await load(engine, file, jobText('$"id", $"name"'))).error).toBeNull();
});

it('two loads at once are stored one after the other, each whole', async () => {
  const engine = await open();
  const folder = await temporaryFolder();
  const lines = (from: string): string =>
    `id,name,n\n${Array.from({ length: 2000 }, (_, at) => `${at},${from},1`).join('\n')}\n`;
  const files = ['one', 'two'].map((name) => path.join(folder, `${name}.csv`));
  for (const file of files) await writeFile(file, lines(path.basename(file, '.csv')));
  const summed = jobText('$"id", $"name", REDUCE(add($"n"))');
  const ended = await Promise.all(files.map((file) => load(engine, file, summed)));
  expect(ended.map(({ error }) => error)).toEqual([null, null]);
  const stored = await engine.vertices('g', 'P');
  expect(new Set(stored.map(({ attributes }) => Number(attributes.n)))).toEqual(new Set([2]));
  expect(new Set(stored.map(({ attributes }) => attributes.name)).size).toBe(1);
  expect(stored).toHaveLength(2000);
});

it('wrong keys of a store are told without them', async () => {
  const store = await startTestS3();
  onTestFinished(() => store.stop());
  const engine = await open();
  const settings = {
    type: 's3',
    'access.key': 'nobody',
    'secret.key': 'a-wrong-secret',
    'file.reader.settings.fs.s3a.endpoint': store.place.endpoint,
  };
  await mustRun(engine, `CREATE DATA_SOURCE s = """${JSON.stringify(settings)}"""`);
  const said = await load(engine, '$s:s3://acacia/people.csv').catch(String);
  expect(said).toMatch(/s3:\/\/acacia\/people\.csv cannot be read: access is denied/);
  expect(said).not.toContain('a-wrong-secret');
});
