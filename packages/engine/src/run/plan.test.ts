import { describe, expect, it } from 'vitest';
import type { PlanRow } from '../plan-row.ts';
import { planSocial } from './social.fixture.ts';

const planOf = (body: string, parameters = ''): readonly PlanRow[] =>
  planSocial(`CREATE QUERY q(${parameters}) FOR GRAPH social SYNTAX v2 {\n${body}\n}`);

/** A row on one line: depth, operator, rows in and out, cost. */
const lines = (body: string, parameters = ''): readonly string[] =>
  planOf(body, parameters).map(
    ({ depth, operator, rowsIn, rowsOut, cost }) =>
      `${'  '.repeat(depth)}${operator} ${rowsIn ?? '-'} ${rowsOut ?? '-'} ${cost ?? '-'}`,
  );

// The graph has 5 persons, 3 posts, and edges: 6 Knows, 3 Wrote, 2 Friend.
describe('the plan of a query', () => {
  it('has the operators that a run takes, with rows from the numbers of vertices and edges', () => {
    const body = 'S = {Person.*};\n  T = SELECT p FROM S:s -(Wrote>)- Post:p;\n  PRINT T;';
    expect(lines(body)).toMatchInlineSnapshot(`
      [
        "ASSIGN - 5 5",
        "SELECT 3 3 9",
        "  scan 3 3 3",
        "  count 3 3 6",
        "PRINT - - -",
      ]
    `);
  });

  it('begins at a key, and says among how many plans a run chooses', () => {
    const keyed = planOf('T = SELECT b FROM Person:a -(Knows>)- Person:b WHERE b.id == who;', 'STRING who');
    expect(keyed.map(({ operator, text, rowsIn }) => [operator, text, rowsIn])).toMatchInlineSnapshot(`
      [
        [
          "SELECT",
          "T = SELECT b FROM Person:a -(Knows>)- Person:b WHERE b.id == who",
          1,
        ],
        [
          "scan",
          "Person:b by id",
          1,
        ],
        [
          "count",
          "-(Knows>)-",
          1,
        ],
      ]
    `);
    const open = planOf('T = SELECT p FROM Person:a -(Wrote>)- Post:p WHERE a.age > 3 AND p.length > 3;');
    expect(open.find(({ operator }) => operator === 'scan')?.choices).toBe(2);
  });

  it('goes on with sets that were found before, and with what a caller gives', () => {
    const body = `start = {v};
  near = SELECT b FROM start:a -(Friend)- Person:b WHERE b.age > 3 LIMIT 1;
  near2 = SELECT b FROM near:a -(Friend*1..2)- Person:b;
  FOREACH i IN RANGE[1, 3] DO near = SELECT b FROM near:a -(Friend)- Person:b; END;`;
    expect(lines(body, 'VERTEX<Person> v')).toMatchInlineSnapshot(`
      [
        "ASSIGN - 1 1",
        "SELECT 5 1 8",
        "  scan 5 2 5",
        "  count 2 1 3",
        "  LIMIT - - -",
        "SELECT 1 1 1",
        "  scan 1 1 1",
        "  repeat 1 1 1",
        "FOREACH - - 1",
        "  SELECT 1 1 1",
        "    scan 1 1 1",
        "    expand 1 1 1",
      ]
    `);
  });

  it('runs nothing: writes, endless loops and missing parameters do not matter', () => {
    const endless = 'WHILE true DO INSERT INTO Person (PRIMARY_ID, age) VALUES (who, 1); END;';
    expect(planOf(endless, 'STRING who').map(({ operator }) => operator)).toEqual(['WHILE', 'INSERT']);
  });

  it('is refused for a text with a fault', () => {
    expect(() => planOf('T = SELECT x FROM Nobody:x;')).toThrow('Nobody');
  });
});
