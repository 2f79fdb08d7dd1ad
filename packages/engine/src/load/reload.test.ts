import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { TargetCounts } from '../load-status.ts';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';

const VERTICES = 60;

const SCHEMA = `
CREATE VERTEX V (PRIMARY_ID id INT)
CREATE DIRECTED EDGE E (FROM V, TO V, n INT, s STRING)
CREATE UNDIRECTED EDGE U (FROM V, TO V, n INT)
CREATE GRAPH g (*)
USE GRAPH g
CREATE LOADING JOB v FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX V VALUES ($0) }
CREATE LOADING JOB e FOR GRAPH g { DEFINE FILENAME f; LOAD f TO EDGE E VALUES ($0, $1, $2, $3) }
CREATE LOADING JOB u FOR GRAPH g { DEFINE FILENAME f; LOAD f TO EDGE U VALUES ($0, $1, $2) }`;

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly n: number | '';
}

/** Every pair of vertices once, in no order: more edges than are looked up one by one. */
const edges: readonly Edge[] = Array.from({ length: VERTICES * VERTICES }, (_, index) => {
  const mixed = (index * 7919) % (VERTICES * VERTICES);
  return { from: Math.floor(mixed / VERTICES), to: mixed % VERTICES, n: index % 10 };
}).filter(({ from, to }) => from <= to);

async function load(engine: Engine, job: string, lines: readonly string[]): Promise<TargetCounts> {
  const file = path.join(await temporaryFolder(), 'f.csv');
  await writeFile(file, lines.join('\n'));
  const status = await engine.loadEnded(await engine.startLoad('g', job, { files: { f: file } }));
  const [counts] = status.files;
  const target = counts?.edge[0] ?? counts?.vertex[0];
  if (status.state !== 'finished' || target === undefined) throw new Error(status.error ?? status.state);
  return target;
}

async function started(): Promise<Engine> {
  const engine = await testEngine();
  await mustRun(engine, SCHEMA);
  await load(
    engine,
    'v',
    Array.from({ length: VERTICES }, (_, id) => String(id)),
  );
  return engine;
}

const lineOf = ({ from, to, n }: Edge): string => `${from},${to},${n},t${n}`;
const turned = ({ from, to, n }: Edge): string => `${to},${from},${n}`;

describe('edges that are loaded again', () => {
  it('as they are leave the store as it is', async () => {
    const engine = await started();
    expect(await load(engine, 'e', edges.map(lineOf))).toMatchObject({ newObject: edges.length });
    const before = await engine.checksums();
    const again = await load(engine, 'e', edges.map(lineOf).reverse());
    expect(again).toMatchObject({ validObject: edges.length, newObject: 0, updatedObject: edges.length });
    expect(await engine.checksums()).toEqual(before);
  });

  it('with other values have those, and keep what is not given', async () => {
    const changed = edges.map((edge, index): Edge => (index % 5 === 0 ? { ...edge, n: 77 } : edge));
    const given = changed.map((edge, index) => (index % 7 === 0 ? { ...edge, n: '' as const } : edge));
    const expected = changed.map((edge, index) => (index % 7 === 0 ? (edges[index] ?? edge) : edge));
    const [twice, once] = [await started(), await started()];
    await load(twice, 'e', edges.map(lineOf));
    await load(
      twice,
      'e',
      given.map(({ from, to, n }) => `${from},${to},${n},${n === '' ? '' : `t${n}`}`),
    );
    // An empty text is a value of its own.
    await load(
      once,
      'e',
      expected.map((edge, index) => (index % 7 === 0 ? lineOf(edge).replace(/t\d+$/, '') : lineOf(edge))),
    );
    expect(await twice.checksums()).toEqual(await once.checksums());
  });

  it('with new ones among them, twice in a file, or from their other end count once', async () => {
    const engine = await started();
    const [some, others] = [edges.slice(0, 1200), edges.slice(1200)];
    expect(await load(engine, 'u', some.map(turned))).toMatchObject({ newObject: 1200 });
    const counts = await load(engine, 'u', [...edges.map(lineOf), ...edges.map(turned)]);
    expect(counts).toMatchObject({ validObject: 2 * edges.length, newObject: others.length });
    const whole = await started();
    await load(whole, 'u', edges.map(lineOf));
    expect(await engine.checksums()).toEqual(await whole.checksums());
  });
});
