import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { openEngine } from '../open.ts';

let engine: Engine;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'acacia-'));
  engine = await openEngine({ dataDir: folder, memoryLimitBytes: 256 * 2 ** 20, workers: 1 });
  await say(
    'CREATE VERTEX P (id STRING PRIMARY KEY, n INT);CREATE DIRECTED EDGE E (FROM P, TO P);CREATE GRAPH g (*)',
  );
  await say(
    'INTERPRET QUERY () { INSERT INTO P VALUES ("a", 1); INSERT INTO P VALUES ("b", 3); INSERT INTO E VALUES ("a", "b"); }',
  );
});

afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function say(text: string): Promise<string> {
  let output = '';
  await engine.executeGsql(text, { graph: 'g' }, (part) => {
    output += part;
  });
  return output;
}

async function results(text: string): Promise<unknown> {
  const output = await say(text);
  return (JSON.parse(output.slice(output.indexOf('{'))) as { results: unknown }).results;
}

it('prints a vertex set, or a table', async () => {
  expect(await results('SELECT s FROM (s:P {id: "b"})')).toEqual([
    { Result_Vertex_Set: [{ v_id: 'b', v_type: 'P', attributes: { id: 'b', n: 3 } }] },
  ]);
  expect(await results('SELECT s.n AS n, t FROM (s:P)-[:E]->(t)')).toEqual([
    { Result_Table: [{ n: 1, t: 'b' }] },
  ]);
});

it('prints the one row of aggregates alone without a list', async () => {
  expect(await results('SELECT count(*), max(s.n) AS m FROM (s:P)')).toEqual([
    { Result_Table: { count_lparen_1_rparen_: 2, m: 3 } },
  ]);
  expect(await results('SELECT type(s) AS t, count(*) AS c FROM (s:P)')).toEqual([
    { Result_Table: [{ t: 'P', c: 2 }] },
  ]);
});

it('prints the global accumulators of LET after it', async () => {
  const text =
    'BEGIN\nLET SumAccum<INT> @@n; SumAccum<INT> @c; IN SELECT s FROM (s:P)-[:E]->(t:P) ACCUM @@n += t.n, s.@c += 1\nEND';
  expect(await results(text)).toEqual([
    { Result_Vertex_Set: [{ v_id: 'a', v_type: 'P', attributes: { id: 'a', n: 1, '@c': 1 } }] },
    { '@@n': 3 },
  ]);
});

it('keeps the time limit of the session', async () => {
  const endless = 'INTERPRET QUERY () { INT i = 0; WHILE TRUE DO i = i + 1; END; PRINT i; }';
  expect(await say(`SET query_timeout = 300\n${endless}`)).toContain('longer than its time limit');
});
