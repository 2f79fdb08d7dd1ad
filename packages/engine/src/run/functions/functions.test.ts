import { describe, expect, it } from 'vitest';
import type { Engine, RunOptions } from '../../engine.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../../testing.ts';
import { openEngine } from '../../open.ts';

const CODE = `
const plus = (a, b) => a + b;
/** The sum.
 *  @param {INT} a
 *  @param {INT} b
 *  @returns {INT} */
function total(a, b) { return plus(a, b); }
/** @param {STRING} s  @param {DOUBLE} x  @param {BOOL} b  @returns {STRING} */
function show(s, x, b) { return s + ' ' + x + ' ' + b; }
/** @param {LIST<STRING>} words  @returns {SET<STRING>} */
function once(words) { return words.map((word) => word.toUpperCase()); }
/** @param {DATETIME} d  @returns {DATETIME} */
function later(d) { return d + 86400; }
let calls = 0;
/** @returns {INT} */
function tally() { calls += 1; return calls; }
/** @returns {INT} */
function forever() { for (;;) {} }
/** @returns {INT} */
function hungry() { const all = []; for (;;) all.push(new Uint8Array(1000000)); }
/** @returns {INT} */
function deep() { return deep() + 1; }
/** @returns {INT} */
function half() { return 0.5; }
/** @returns {INT} */
function bad() { return null.x; }
/** @returns {INT} */
function stubborn() { for (;;) { try { for (;;) {} } catch { } } }
/** @returns {INT} */
function typed() { const all = []; for (;;) all.push(new Uint8Array(1000000).fill(1)); }
/** @returns {INT} */
function texts() { const all = []; for (let n = 0; ; n++) all.push('x'.repeat(100000) + n); }
/** @returns {INT} */
function keyed() { const all = new Map(); for (let n = 0; ; n++) all.set('key' + n, [n]); }
/** @returns {INT} */
function resized() { const all = []; for (;;) { const b = new ArrayBuffer(1, { maxByteLength: 2e9 }); b.resize(1e7); all.push(b); } }
/** @returns {INT} */
function sought() { return /(a*)*b/.test('a'.repeat(60)) ? 1 : 0; }
/** @returns {LIST<INT>} */
function proxied() { return new Proxy([1], { get() { for (;;) {} } }); }
/** @returns {LIST<INT>} */
function hidden() { const list = [1, 2]; Object.defineProperty(list, 1, { get() { for (;;) {} } }); return list; }
/** @returns {INT} */
function jsoned() { return { toJSON() { for (;;) {} }, valueOf() { for (;;) {} } }; }
/** @returns {INT} */
function thrown() { const e = new Error(); Object.defineProperty(e, 'message', { get() { for (;;) {} } }); throw e; }
/** @returns {LIST<STRING>} */
function nested() { let list = []; for (let n = 0; n < 100000; n++) list = [list]; return list; }
/** @returns {LIST<STRING>} */
function shared() { return Array(5000).fill('x'.repeat(1000000)); }
/** @returns {LIST<DOUBLE>} */
function forged() { Array.prototype.toJSON = () => 'no'; JSON.stringify = () => 'no'; Array.isArray = () => true; return [1.5, -2, 1e300]; }
/** @returns {LIST<INT>} */
function large() { return [9007199254740993n, -1n, 3]; }
/** @returns {STRING} */
function world() {
  return ['require', 'process', 'fetch', 'setTimeout', 'console', 'Worker', 'postMessage', 'std', 'os', 'WebAssembly', 'Deno', 'importScripts']
    .filter((name) => name in globalThis).join();
}
/** @returns {STRING} */
function breakout() { return String(new Function('return typeof process')()) + typeof globalThis.constructor.constructor('return process'); }
`;

async function started(code = CODE): Promise<Engine> {
  const engine = await testEngine();
  await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING, n INT)\nCREATE GRAPH g (*)');
  await engine.write('g', [
    { kind: 'upsertVertex', type: 'P', id: 'a', attributes: { n: { value: 1 } } },
    { kind: 'upsertVertex', type: 'P', id: 'b', attributes: { n: { value: 2 } } },
  ]);
  await engine.putFunctions('ExprFunctions', code);
  return engine;
}

const run = async (engine: Engine, body: string, options: RunOptions = {}): Promise<unknown> =>
  (await engine.interpretQuery(`INTERPRET QUERY () { ${body} }`, 'g', {}, options)).results;

describe('functions in JavaScript', () => {
  it('take and give values of their types', async () => {
    const engine = await started();
    expect(await run(engine, 'PRINT total(2, 3) AS a, show("x", 1.5, TRUE) AS s;')).toEqual([
      { a: 5, s: 'x 1.5 true' },
    ]);
    expect(
      await run(
        engine,
        'ListAccum<STRING> @@w = ["a", "b", "a"]; PRINT once(@@w) AS o, later(to_datetime("2024-02-28 00:00:00")) AS d;',
      ),
    ).toEqual([{ o: ['A', 'B'], d: '2024-02-29 00:00:00' }]);
  });

  it('give what is in their lists, whatever they have made of the functions that read it', async () => {
    const engine = await started();
    expect(await run(engine, 'PRINT forged() AS f, large() AS l;')).toEqual([
      { f: [1.5, -2, 1e300], l: [9007199254740993n, -1, 3] },
    ]);
  });

  it('stand in every clause, and keep what they know for one run', async () => {
    const engine = await started();
    const body =
      'SumAccum<INT> @@n; S = SELECT p FROM P:p WHERE total(p.n, 1) > 2 ACCUM @@n += total(p.n, p.n); PRINT @@n, S.size() AS size, tally() + tally() AS c;';
    expect(await run(engine, body)).toEqual([{ '@@n': 4, size: 1, c: 3 }]);
    expect(await run(engine, 'PRINT tally() AS c;')).toEqual([{ c: 1 }]);
  });

  it.each([
    ['half()', 'the function half must give INT, but gave something else'],
    ['bad()', 'the function bad failed: TypeError: '],
    ['hungry()', 'the function hungry needs more than 64 MB'],
    ['deep()', 'the function deep failed: '],
    ['typed()', 'the function typed needs more than 64 MB'],
    ['texts()', 'the function texts needs more than 64 MB'],
    ['keyed()', 'the function keyed needs more than 64 MB'],
    ['resized()', 'the function resized needs more than 64 MB'],
    ['jsoned()', 'the function jsoned must give INT, but gave something else'],
    ['nested()', 'the function nested must give LIST<STRING> as an array, but gave something else'],
    ['shared()', 'the function shared needs more than 64 MB'],
  ])('fail alone: %s', async (call, message) => {
    const engine = await started();
    await expect(run(engine, `PRINT ${call};`, { timeLimitMs: 60_000 })).rejects.toThrow(message);
    expect(await run(engine, 'PRINT total(1, 1) AS a;')).toEqual([{ a: 2 }]);
  });

  it.each(['forever()', 'stubborn()', 'sought()', 'proxied()', 'hidden()', 'thrown()'])(
    'are stopped: %s',
    async (call) => {
      const engine = await started();
      await run(engine, 'PRINT total(1, 1);');
      const begun = performance.now();
      await expect(run(engine, `PRINT ${call};`, { timeLimitMs: 300 })).rejects.toMatchObject({
        code: 'REST-3000',
      });
      // 200 ms for the stop; the machine may be busy.
      expect(performance.now() - begun).toBeLessThan(5000);
      const abort = new AbortController();
      const running = run(engine, `PRINT ${call};`, { signal: abort.signal, timeLimitMs: 60_000 });
      setTimeout(() => abort.abort(), 200);
      await expect(running).rejects.toMatchObject({ code: 'GSQL-6500' });
      expect(await run(engine, 'PRINT total(1, 1) AS a;')).toEqual([{ a: 2 }]);
    },
  );

  it('reach nothing outside', async () => {
    const engine = await started();
    expect(await run(engine, 'PRINT world() AS w;')).toEqual([{ w: '' }]);
    expect(await run(engine, 'PRINT breakout() AS e;')).toEqual([{ e: 'undefinedfunction' }]);
  });

  it('are checked before a query runs', async () => {
    const engine = await started();
    await expect(run(engine, 'PRINT total(1);')).rejects.toThrow(
      'total takes 2 arguments (INT a, INT b), not 1.',
    );
    await expect(run(engine, 'PRINT total("x", 1);')).rejects.toThrow('The argument a');
    await expect(run(engine, 'PRINT totl(1, 2);')).rejects.toThrow('Did you mean total?');
    await expect(run(engine, 'PRINT plus(1, 2);')).rejects.toThrow('Function plus is not known');
  });

  it('are stored, make queries drafts when they go, and survive a restart', async () => {
    const dataDir = await temporaryFolder();
    let engine = await openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1 });
    await mustRun(engine, 'CREATE GRAPH g ()');
    await engine.putFunctions('ExprUtil', 'const twice = (x) => 2 * x;');
    await engine.putFunctions(
      'ExprFunctions',
      '/** @param {INT} x @returns {INT} */ function four(x) { return twice(twice(x)); }',
    );
    await mustRun(engine, 'CREATE QUERY q (INT x) { PRINT four(x) AS y; }\nINSTALL QUERY q', 'g');
    await engine.close();
    engine = await testEngine({ dataDir });
    expect((await engine.runQuery('g', 'q', { x: 3 })).results).toEqual([{ y: 12 }]);
    expect((await gsql(engine, 'CREATE QUERY four () { PRINT 1; }', { graph: 'g' })).code).toBe(0);
    await engine.putFunctions('ExprFunctions', '');
    await expect(engine.runQuery('g', 'q', { x: 3 })).rejects.toThrow('not installed');
  });

  it('are refused when two files clash', async () => {
    const engine = await testEngine();
    await engine.putFunctions('ExprUtil', 'const x = 1;');
    await expect(engine.putFunctions('ExprFunctions', 'const x = 2;')).rejects.toThrow('SyntaxError');
  });

  it.each([
    ['/** @returns {INT} */ function f() { return 1', 'SyntaxError'],
    ['/** @param {INT} a\n * @returns {INT} */ function f(b) {}', 'the parameter b of f has no type'],
    ['/** @param {INT} a */ function f(a) {}', 'f has no type for what it gives'],
    ['/** @returns {VERTEX} */ function f() {}', "'VERTEX' is not a type of a function's value"],
    ['/** @returns {INT} */ function abs() {}', 'abs is a function of GSQL'],
    ['/** @returns {INT} */ function tg_x() {}', 'cannot begin with tg_'],
    ['/** @returns {INT} */ async function f() {}', 'neither async nor a generator'],
    ['/** @returns {INT} */ function f() {}\n/** @returns {INT} */ function f() {}', 'f is defined twice'],
  ])('are refused: %s', async (code, message) => {
    const engine = await testEngine();
    await expect(engine.putFunctions('ExprFunctions', code)).rejects.toThrow(message);
  });
});
