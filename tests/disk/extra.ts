/** Operations beside those of `tests/crash`: schemas, vectors, undone loads, and files of our own. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '@acacia/engine';
import type { KeptFiles } from '../../apps/workspace/src/storage/kept-files.ts';

const EXTRA = 'extra';
const ROWS = 40;

export const EXTRA_SETUP = `
CREATE VERTEX W (PRIMARY_ID id STRING, n INT)
CREATE GRAPH ${EXTRA} (W)
CREATE GLOBAL SCHEMA_CHANGE JOB vectors { ALTER VERTEX W ADD VECTOR ATTRIBUTE e (DIMENSION=3, METRIC="L2"); }
RUN GLOBAL SCHEMA_CHANGE JOB vectors
USE GRAPH ${EXTRA}
CREATE LOADING JOB rows FOR GRAPH ${EXTRA} { DEFINE FILENAME f; LOAD f TO VERTEX W VALUES ($0, $1); }
CREATE LOADING JOB vectors FOR GRAPH ${EXTRA} { DEFINE FILENAME f; LOAD f TO VECTOR ATTRIBUTE e ON VERTEX W VALUES ($0, SPLIT($1, ":")); }`;

async function load(engine: Engine, job: string, file: string, lines: readonly string[]): Promise<string> {
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  const id = await engine.startLoad(EXTRA, job, { files: { f: file } });
  const { state, error } = await engine.loadEnded(id);
  if (state !== 'finished') throw Object.assign(new Error(`The load ${state}: ${error}`), { code: 'LOAD' });
  return id;
}

/** A load that is still to be undone: where that was refused, another load would be undone to this one. */
let loaded: string | null = null;

/** Idempotent, so that it can be tried again: a type, rows and vectors of a number; every third is a load undone. */
export async function performExtra(engine: Engine, number: number, folder: string): Promise<void> {
  const file = path.join(folder, 'extra.csv');
  if (number % 3 === 0) {
    loaded ??= await load(
      engine,
      'rows',
      file,
      Array.from({ length: ROWS }, (_, n) => `undone${n},${n}`),
    );
    await engine.undoLoad(loaded);
    loaded = null;
    return;
  }
  if (number % 3 === 1) {
    if (engine.schema(null)?.vertexTypes.some(({ name }) => name === `X${number}`) === true) return;
    const code = await engine.executeGsql(
      `CREATE VERTEX X${number} (PRIMARY_ID id STRING)`,
      { graph: null },
      () => undefined,
    );
    if (code !== 0) throw Object.assign(new Error('The type was not made.'), { code: 'GSQL' });
    return;
  }
  const ids = Array.from({ length: ROWS }, (_, n) => `w${number}_${n}`);
  await load(
    engine,
    'rows',
    file,
    ids.map((id) => `${id},${number}`),
  );
  await load(
    engine,
    'vectors',
    file,
    ids.map((id) => `${id},1:2:${number}`),
  );
}

/** Results found of them: types, rows, and vectors by their last number. */
export interface Extras {
  readonly types: readonly string[];
  readonly rows: ReadonlyMap<number, number>;
  readonly vectors: ReadonlyMap<number, number>;
  readonly undone: number;
}

export async function extrasOf(engine: Engine): Promise<Extras> {
  const types = (engine.schema(null)?.vertexTypes ?? [])
    .map(({ name }) => name)
    .filter((name) => /^X\d+$/.test(name));
  const rows = new Map<number, number>();
  let undone = 0;
  for (const { v_id } of await engine.vertices(EXTRA, 'W', {})) {
    const [, number] = /^w(\d+)_/.exec(v_id) ?? [];
    if (number === undefined) undone += 1;
    else rows.set(Number(number), (rows.get(Number(number)) ?? 0) + 1);
  }
  const vectors = new Map<number, number>();
  const { results } = await engine.interpretQuery(
    `INTERPRET QUERY () FOR GRAPH ${EXTRA} SYNTAX v3 { S = SELECT v FROM (v:W); PRINT S WITH VECTOR; }`,
    EXTRA,
    {},
  );
  for (const [, id, last] of JSON.stringify(results).matchAll(
    /"w(\d+)_\d+"(?:(?!"v_id").)*?"e":\[1,2,(\d+)\]/g,
  )) {
    if (id === last) vectors.set(Number(id), (vectors.get(Number(id)) ?? 0) + 1);
  }
  return { types, rows, vectors, undone };
}

/** Differences from the result of `done` operations; `begun` is the last operation that may be under way. */
export function extraFaults(found: Extras, done: number, begun: number): string[] {
  const faults: string[] = [];
  for (let number = 1; number <= begun; number += 1) {
    const isSure = number <= done;
    if (number % 3 === 1 && isSure && !found.types.includes(`X${number}`))
      faults.push(`The type X${number} is lost.`);
    if (number % 3 !== 2) continue;
    for (const [what, counts] of Object.entries({ rows: found.rows, vectors: found.vectors })) {
      const count = counts.get(number) ?? 0;
      if (count !== ROWS && (isSure || count !== 0))
        faults.push(`Of the ${what} of operation ${number} there are ${count} of ${ROWS}.`);
    }
  }
  const isUndoing = begun > done && begun % 3 === 0;
  if (found.undone !== 0 && !(isUndoing && found.undone === ROWS))
    faults.push(`${found.undone} rows of a load that was undone are there.`);
  return faults;
}

const ALWAYS = 'documents/drafts/global.json';
const SOMETIMES = 'documents/drafts/graph-g.json';

/** Writes the number into one file, and into another that every second number removes. */
export async function keep(kept: KeptFiles, number: number): Promise<void> {
  await kept.write(ALWAYS, JSON.stringify({ number, filling: 'x'.repeat(number * 300) }));
  if (number % 2 === 0) await kept.remove(SOMETIMES);
  else await kept.write(SOMETIMES, JSON.stringify({ number }));
}

/** Differences from files that were kept `done` times, or with one more write under way. */
export async function keptFaults(kept: KeptFiles, done: number): Promise<string[]> {
  const numberIn = async (name: string): Promise<number> => {
    const text = await kept.read(name);
    return text === undefined ? 0 : (JSON.parse(text) as { number: number }).number;
  };
  const faults: string[] = [];
  const always = await numberIn(ALWAYS);
  if (always !== done && always !== done + 1) faults.push(`${ALWAYS} is of ${always}, not of ${done}.`);
  const sometimes = await numberIn(SOMETIMES);
  const expected = [done, done + 1].map((number) => (number % 2 === 0 ? 0 : number));
  if (!expected.includes(sometimes))
    faults.push(`${SOMETIMES} is of ${sometimes}, not of ${expected.join(' or ')}.`);
  return faults;
}
