import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { mustRun, testEngine } from '../testing.ts';
import type { Write } from '../writes.ts';

const SCHEMA = `
CREATE VERTEX P (PRIMARY_ID id INT, n INT, name STRING, tags LIST<INT>) WITH primary_id_as_attribute="true"
CREATE VERTEX Q (PRIMARY_ID id STRING, ok BOOL) WITH primary_id_as_attribute="true"
CREATE DIRECTED EDGE D (FROM P, TO P, DISCRIMINATOR(day INT), w DOUBLE) WITH REVERSE_EDGE="R"
CREATE UNDIRECTED EDGE U (FROM P, TO P, s STRING)
CREATE UNDIRECTED EDGE X (FROM P, TO Q)
CREATE GRAPH g (*)`;

/** Everything that a graph holds, read from its lists of neighbours in both directions. */
const CONTENT = `INTERPRET QUERY () FOR GRAPH g SYNTAX v2 {
  MapAccum<INT, STRING> @@p; MapAccum<STRING, BOOL> @@q; SetAccum<STRING> @@d, @@r, @@u, @@x, @@y;
  P = {P.*}; Q = {Q.*};
  A = SELECT p FROM P:p ACCUM @@p += (p.id -> (p.name + "/" + to_string(p.n)));
  B = SELECT q FROM Q:q ACCUM @@q += (q.id -> q.ok);
  C = SELECT t FROM P:s -(D>:e)- P:t ACCUM @@d += (to_string(s.id) + ">" + to_string(t.id) + " " + to_string(e.day) + " " + to_string(e.w));
  C = SELECT t FROM P:s -(<D:e)- P:t ACCUM @@r += (to_string(t.id) + ">" + to_string(s.id) + " " + to_string(e.day) + " " + to_string(e.w));
  C = SELECT t FROM P:s -(U:e)- P:t ACCUM @@u += (to_string(s.id) + "-" + to_string(t.id) + " " + e.s);
  F = SELECT t FROM P:s -(X)- Q:t ACCUM @@x += (to_string(s.id) + "-" + t.id);
  C = SELECT t FROM Q:s -(X)- P:t ACCUM @@y += (to_string(t.id) + "-" + s.id);
  PRINT A.size(), B.size(), @@p, @@q, @@d, @@r, @@u, @@x, @@y;
}`;

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([name, each]) => [name, sorted(each)] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value;

const content = async (engine: Engine): Promise<unknown> =>
  sorted((await engine.interpretQuery(CONTENT, 'g', {}, { timeLimitMs: 0 })).results);

/** mulberry32 */
const random = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const someWrites = (draw: (below: number) => number): Write[] =>
  Array.from({ length: 1 + draw(4) }, (): Write => {
    const p = (): { type: string; id: string } => ({ type: 'P', id: String(draw(12)) });
    const q = (): { type: string; id: string } => ({ type: 'Q', id: `q${draw(5)}` });
    switch (draw(9)) {
      case 0:
        return { kind: 'upsertVertex', ...p(), attributes: { n: { value: draw(100) } } };
      case 1:
        return { kind: 'upsertVertex', ...p(), attributes: { name: { value: `n${draw(6)}` } } };
      case 2:
        return { kind: 'upsertVertex', ...q(), attributes: { ok: { value: draw(2) === 1 } } };
      case 3:
        return { kind: 'deleteVertex', ...(draw(2) === 0 ? p() : q()) };
      case 4:
      case 5:
        return {
          kind: 'upsertEdge',
          type: 'D',
          from: p(),
          to: p(),
          attributes: { day: { value: draw(2) }, w: { value: draw(10) / 2 } },
        };
      case 6:
        return {
          kind: 'upsertEdge',
          type: 'U',
          from: p(),
          to: p(),
          attributes: { s: { value: `s${draw(3)}` } },
        };
      case 7:
        return { kind: 'upsertEdge', type: 'X', from: p(), to: q(), attributes: {} };
      default:
        return { kind: 'deleteEdge', type: draw(2) === 0 ? 'D' : 'U', from: p(), to: p() };
    }
  });

describe('after every write', () => {
  it('the graph in memory is what reading it anew gives', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const draw = random(7);
    await engine.write('g', Array.from({ length: 4 }, () => someWrites(draw)).flat());
    await content(engine);
    for (let round = 0; round < 40; round += 1) {
      for (let commits = 1 + draw(3); commits > 0; commits -= 1) await engine.write('g', someWrites(draw));
      const patched = await content(engine);
      if (round % 4 !== 3) continue;
      engine.forgetGraphs();
      expect(patched).toEqual(await content(engine));
    }
  });
});
