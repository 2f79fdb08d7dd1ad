import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const CODE = `
/** @param {STRING} text @returns {STRING} */
function initials(text) { return text.split(' ').map((word) => word[0]).join(''); }
/** @param {INT} a @param {INT} b @returns {INT} */
function plus(a, b) { return BigInt(a) + BigInt(b); }
/** @param {STRING} text @returns {BOOL} */
function isEven(text) { return Number(text) % 2 === 0; }
/** @param {DOUBLE} x @returns {DOUBLE} */
function root(x) { if (x < 0) throw new Error('no root of ' + x); return Math.sqrt(x); }
/** @param {DATETIME} at @returns {INT} */
function yearOf(at) { return new Date(at * 1000).getUTCFullYear(); }
let count = 0;
/** @returns {INT} */
function next() { count += 1; return count; }
/** @param {STRING} text @returns {STRING} */
function forever(text) { for (;;) text += ''; }
/** @param {LIST<INT>} all @returns {INT} */
function total(all) { return 0; }
`;

async function open(job: string): Promise<Engine> {
  const engine = await testEngine();
  await mustRun(
    engine,
    `CREATE VERTEX P (PRIMARY_ID id STRING, name STRING, n INT, x DOUBLE)
     CREATE DIRECTED EDGE E (FROM P, TO P, n INT)
     CREATE GRAPH g (*)`,
  );
  await engine.putFunctions('TokenBank', CODE);
  await mustRun(engine, `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; ${job} }`);
  return engine;
}

async function start(engine: Engine, lines: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'f.csv');
  await writeFile(file, lines);
  return engine.startLoad('g', 'j', { files: { f: file } });
}

const load = async (engine: Engine, lines: string): Promise<LoadStatus> =>
  engine.loadEnded(await start(engine, lines));

const people = async (engine: Engine): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await engine.vertices('g', 'P')).map(({ v_id, attributes: { name, n, x } }) => [v_id, [name, n, x]]),
  );

describe('functions in JavaScript', () => {
  it('give values and tell which lines are loaded', async () => {
    const engine = await open(
      `LOAD f TO VERTEX P VALUES (gsql_lower(initials($0)), initials(gsql_upper($0)), plus(plus($1, 1), $1), root($2))
         WHERE isEven($1) AND root($2) < 10 AND plus($1, "1") > 0;`,
    );
    const status = await load(
      engine,
      'Ann Lee,2,16\nBob Ray,3,16\nCy Fox,4,400\nDee Poe,x,1\nEve Zoe,9007199254740994,1\nFay May,6,-1\n',
    );
    expect(status).toMatchObject({
      state: 'finished',
      files: [{ vertex: [{ validObject: 2, failedCondition: 2, invalidAttribute: 2 }] }],
    });
    expect(await people(engine)).toEqual({
      al: ['AL', 5, 4],
      ez: ['EZ', 18014398509481989n, 1],
    });
    expect((await engine.rejectedRows(status.id, 10)).map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'InvalidAttribute(load vertex:P): a of the function plus: INT is expected, but it is x'],
      [6, 'InvalidAttribute(load vertex:P): the function root failed: Error: no root of -1 (line 9)'],
    ]);
  });

  it('stand wherever a value does: tables, filters, DELETE, times, and for each row without arguments', async () => {
    const engine = await open(
      `DEFINE INPUT_LINE_FILTER even = isEven($1);
       LOAD f TO TEMP_TABLE t (id, part) VALUES (initials($0), flatten($2, ";", 1)) WHERE yearOf($3) == "2020"
         USING REJECT_LINE_RULE="even";
       LOAD TEMP_TABLE t TO VERTEX P VALUES ($"part", initials($"id"), next(), _);`,
    );
    const status = await load(
      engine,
      'Ann Lee,1,a;b,2020-05-01\nBob Ray,2,c,2020-05-01\nCy Fox,3,d,2021-01-01\nDee Poe,5,e,2020-01-01 00:00:00\n',
    );
    expect(status).toMatchObject({ state: 'finished', files: [{ rejectLine: 1 }] });
    const loaded = await people(engine);
    expect(Object.keys(loaded).sort()).toEqual(['a', 'b', 'e']);
    expect(
      Object.values(loaded)
        .map((each) => (each as number[])[1])
        .sort(),
    ).toEqual([1, 2, 3]);
    await mustRun(engine, 'DROP JOB j', 'g');
    await mustRun(
      engine,
      'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; DELETE VERTEX P (PRIMARY_ID initials($0)) FROM f WHERE isEven($1); }',
    );
    expect(await load(engine, 'a x,1\nax,2\nex,2\n')).toMatchObject({ state: 'finished' });
    expect(Object.keys(await people(engine)).sort()).toEqual(['b']);
  });

  it('never hold up the end of a load', async () => {
    const engine = await open('LOAD f TO VERTEX P VALUES ($0, forever($1), _, _);');
    const id = await start(engine, 'a,1\n');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(engine.loadStatus(id)?.state).toBe('running');
    const from = performance.now();
    engine.abortLoad(id);
    expect((await engine.loadEnded(id)).state).toBe('aborted');
    expect(performance.now() - from).toBeLessThan(2000);
  });

  it('are refused where they cannot be called, and disable jobs when they go', async () => {
    const engine = await open('LOAD f TO VERTEX P VALUES (initials($0), _, _, _);');
    const create = async (value: string): Promise<string> =>
      (
        await gsql(
          engine,
          `CREATE LOADING JOB k FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, ${value}, _, _); }`,
        )
      ).output;
    expect(await create('initials($0, $1)')).toContain('takes 1 arguments');
    expect(await create('total($0)')).toContain('cannot be called by a loading job');
    expect(await create('shout($0)')).toContain('shout');
    await engine.putFunctions('TokenBank', '');
    await expect(start(engine, 'a\n')).rejects.toThrow('is disabled');
  });
});
