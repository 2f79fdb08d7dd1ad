import { repeats } from '@acacia/base/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type { EdgeType, GraphSchema, VertexType } from '@acacia/language';
import { assembleSnapshot } from '../graph/assemble.ts';
import { attributeColumn } from '../graph/columns.ts';
import { buildEdgeTable } from '../graph/edge-table.ts';
import { buildVertexTable } from '../graph/vertex-table.ts';
import type { RunOptions } from '../engine.ts';
import { createQueryRunner } from './runner.ts';

const VERTICES = 40_000;
const EDGES = 500_000;

const node: VertexType = {
  name: 'Node',
  primaryId: { name: 'id', type: 'INT', asAttribute: true, isPrimaryKey: true },
  attributes: [
    { name: 'weight', type: { kind: 'scalar', name: 'INT' } },
    { name: 'tag', type: { kind: 'scalar', name: 'STRING' } },
  ],
};
const link: EdgeType = {
  name: 'Link',
  directed: true,
  pairs: [{ from: 'Node', to: 'Node' }],
  attributes: [{ name: 'cost', type: { kind: 'scalar', name: 'INT' } }],
  discriminator: [],
};
const schema: GraphSchema = { name: 'g', vertexTypes: [node], edgeTypes: [link], tuples: [], queries: [] };

/** A number below `limit` that looks drawn. */
const drawn = (index: number, limit: number): number => (Math.imul(index + 1, 2654435761) >>> 0) % limit;
const texts = Array.from({ length: VERTICES }, (_, id) => `tag${drawn(id, 7)}`);

const snapshot = assembleSnapshot({
  graph: 'g',
  version: 1,
  vertexTables: [
    buildVertexTable({
      typeIndex: 0,
      type: node,
      ids: Array.from({ length: VERTICES }, (_, id) => String(id)),
      columns: new Map([
        [
          'weight',
          attributeColumn(
            { kind: 'scalar', name: 'INT' },
            Array.from({ length: VERTICES }, (_, id) => drawn(id, 1000)),
          ),
        ],
        ['tag', attributeColumn({ kind: 'scalar', name: 'STRING' }, texts)],
      ]),
    }),
  ],
  edgeTables: [
    buildEdgeTable({
      type: link,
      fromIndex: 0,
      toIndex: 0,
      fromSize: VERTICES,
      toSize: VERTICES,
      from: Uint32Array.from({ length: EDGES }, (_, row) => drawn(row, VERTICES)),
      // Few vertices have most of the edges.
      to: Uint32Array.from({ length: EDGES }, (_, row) =>
        Math.floor((drawn(row + 7, 1000) / 1000) ** 4 * VERTICES),
      ),
      columns: new Map([
        [
          'cost',
          attributeColumn(
            { kind: 'scalar', name: 'INT' },
            Array.from({ length: EDGES }, (_, row) => drawn(row, 100)),
          ),
        ],
      ]),
    }),
  ],
  edgeTypes: [link],
  vectors: [],
});

const runners = [1, 2].map((workers) => createQueryRunner({ workers, memoryLimitBytes: 512 * 2 ** 20 }));
afterAll(() => Promise.all(runners.map((runner) => runner.close())));

const run = async (threads: 1 | 2, body: string, options: RunOptions = { profile: true }) =>
  (runners[threads - 1] as (typeof runners)[number]).run({
    text: `INTERPRET QUERY () FOR GRAPH g { ${body} }`,
    schema,
    schemaVersion: 1,
    snapshot,
    parameters: {},
    options,
  });

const PATTERN = 'S:s -(Link>:e)- Node:t';
const QUERIES: Readonly<Record<string, string>> = {
  'numbers of vertices': `SumAccum<INT> @sum; SumAccum<DOUBLE> @half; MinAccum<INT> @min; MaxAccum<DOUBLE> @max;
    OrAccum @or; AndAccum @and; SumAccum<INT> @@check; SumAccum<DOUBLE> @@halves;
    S = SELECT t FROM ${PATTERN} ACCUM t.@sum += e.cost, t.@half += e.cost * 0.5, t.@min += s.weight,
      t.@max += s.weight * 0.25, t.@or += (s.weight > 990), t.@and += (s.weight > 10);
    S = SELECT s FROM S:s ACCUM @@check += s.@sum * 3 + s.@min, @@halves += s.@half + s.@max,
      IF s.@or THEN @@check += 1 END, IF s.@and THEN @@check += 2 END;
    PRINT S.size() AS size, @@check, @@halves;`,
  // Keys come in the order of the scan: the first of several as frequent ones is the same.
  'maps of vertices': `MapAccum<INT, INT> @votes; SumAccum<INT> @label, @@check, @@keys;
    A = SELECT s FROM S:s POST-ACCUM s.@label = s.id % 5000;
    FOREACH i IN RANGE[1, 3] DO
      T = SELECT t FROM S:s -(<Link:e)- Node:t ACCUM t.@votes += (s.@label -> 1)
        POST-ACCUM (t) INT most = 0, INT best = 0,
          FOREACH (label, votes) IN t.@votes DO IF votes > most THEN most = votes, best = label END END,
          @@keys += t.@votes.size(), t.@label = best, IF i % 2 == 0 THEN t.@votes.clear() END;
    END;
    S = SELECT s FROM S:s ACCUM @@check += s.@label * (s.id % 7 + 1);
    PRINT T.size() AS size, @@keys, @@check;`,
  'values from before': `MinAccum<INT> @least; SumAccum<INT> @@sum; SumAccum<INT> @@moved;
    S = SELECT s FROM S:s POST-ACCUM s.@least = s.weight;
    FOREACH i IN RANGE[1, 3] DO
      T = SELECT t FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%" AND s.@least < t.@least ACCUM t.@least += s.@least, @@moved += 1;
    END;
    S = SELECT s FROM S:s ACCUM @@sum += s.@least;
    PRINT @@sum, @@moved, T.size() AS last;`,
  // Where a page holds such integers already, the query stays in its thread.
  'integers beyond doubles': `SumAccum<INT> @wide; SumAccum<INT> @@all; MaxAccum<INT> @@most;
    S = SELECT t FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%"
      ACCUM t.@wide += (CASE WHEN s.id > 30000 THEN 1000000000000000 ELSE 1 END), @@all += 100000000000000003;
    S = SELECT s FROM S:s ACCUM @@most += s.@wide;
    PRINT @@all, @@most;`,
  'global accumulators': `TYPEDEF TUPLE<INT cost, INT id> Pair;
    MinAccum<INT> @@min; MaxAccum<STRING> @@text; AvgAccum @@mean; SetAccum<STRING> @@tags; BagAccum<STRING> @@bag;
    MapAccum<STRING, SumAccum<INT>> @@byTag; HeapAccum<Pair>(5, cost DESC, id ASC) @@top; OrAccum @@any;
    GroupByAccum<STRING tag, INT small, SumAccum<INT> sum, MaxAccum<INT> most> @@groups;
    S = SELECT s FROM ${PATTERN} WHERE e.cost > 79 ACCUM @@min += e.cost + 5, @@text += t.tag, @@mean += e.cost,
      @@tags += s.tag, @@bag += s.tag, @@byTag += (t.tag -> e.cost), @@top += Pair(e.cost, s.weight),
      @@any += (e.cost > 98), @@groups += (s.tag, e.cost / 50 -> t.weight, s.weight);
    PRINT @@min, @@text, @@mean, @@tags, @@bag, @@byTag, @@top, @@any, @@groups;`,
  'lists in the order of the scan': `ListAccum<INT> @@list;
    S = SELECT s FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%" AND e.cost == 7 AND s.weight < 300 ACCUM @@list += s.id;
    PRINT @@list;`,
  'variables of the query': `INT most = 40; STRING tag = "tag3"; SetAccum<STRING> @@wanted; SumAccum<INT> @@n;
    @@wanted += tag; @@wanted += "tag5"; T = {Node.*}; T = SELECT t FROM T:t WHERE t.weight > 500;
    S = SELECT s FROM S:s -(Link>:e)- T:t WHERE e.cost < most AND upper(s.tag + t.tag) LIKE "%TAG%" AND s.tag IN @@wanted ACCUM @@n += t.weight;
    PRINT S.size() AS size, @@n;`,
  'grouped tables': `SELECT s.tag AS tag, count(*) AS n, count(DISTINCT t.tag) AS tags, sum(e.cost) AS cost, min(t.tag) AS least,
        max(s.weight) AS most, sum(100000000000000003) AS wide INTO T
      FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%" GROUP BY s.tag HAVING count(*) > 5;
    SELECT s.weight / 100 AS w, t.tag AS tag, count(*) AS n INTO U FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%"
      GROUP BY s.weight / 100, t.tag ORDER BY n DESC, w, tag LIMIT 12;
    SELECT t AS t, sum(e.cost) AS cost INTO V FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%" AND t.id < 20 GROUP BY t;
    SELECT count(*) AS n, max(e.cost) AS most INTO W FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG9%";
    PRINT T, U, V, W;`,
  'counted walks and cycles': `SumAccum<INT> @@n; SumAccum<INT> @@m;
    S = SELECT s FROM Node:s -(Link>:e)- Node:t -(Link>:f)- Node:u WHERE e.cost > 50 AND f.cost < 70 AND u.weight > 500 ACCUM @@n += 1;
    S = SELECT s FROM Node:s -(Link>:e)- Node:t -(Link>:f)- Node:u, Node:s -(Link>:g)- Node:u WHERE s.weight > 700 ACCUM @@m += 1;
    SELECT s.tag AS tag, count(*) AS n INTO T FROM Node:s -(Link>:e)- Node:t -(Link>:f)- Node:u WHERE f.cost > 50 GROUP BY s.tag;
    PRINT @@n, @@m, T;`,
  'values of own vertices': `SumAccum<DOUBLE> @rank = 1; SumAccum<INT> @n; MaxAccum<INT> @most; OrAccum @done; SumAccum<INT> @@moved;
    MaxAccum<DOUBLE> @@least; SumAccum<INT> @@check; SumAccum<INT> @@wide;
    FOREACH i IN RANGE[1, 3] DO
      S = SELECT s FROM S:s POST-ACCUM (s) s.@rank = s.@rank * 0.5 + s.weight, s.@n += 1, s.@most += s.weight * i,
        IF pow(sin(s.weight * 1.5), 2) + cos(s.@n) > 1 THEN s.@done += TRUE, @@moved += s.@n END,
        @@least += s.@rank - s.@rank', @@wide += 100000000000000003;
    END;
    S = SELECT s FROM S:s ACCUM @@check += s.@n * 7 + s.@most, IF s.@done THEN @@check += 1 END, @@least += s.@rank;
    PRINT @@moved, @@least, @@check, @@wide;`,
  'tables of rows': `SELECT s.id AS a, t.tag AS b, e.cost AS c INTO T FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%"
      ORDER BY c DESC, b LIMIT 40 OFFSET 3;
    SELECT DISTINCT s.tag AS a, t.tag AS b INTO U FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%" LIMIT 9;
    SELECT s.id AS a INTO V FROM ${PATTERN} WHERE upper(s.tag + t.tag) LIKE "%TAG%" AND e.cost == 7 AND t.id == 0;
    PRINT T, U, V;`,
};

describe('rows shared by query workers', () => {
  it.each(Object.entries(QUERIES))(
    'give what one worker gives: %s',
    async (_, body) => {
      const text = `S = {Node.*}; ${body}`;
      const alone = await run(1, text);
      const threads = (outcome: typeof alone): number =>
        Math.max(...(outcome.profile ?? []).map((row) => row.threads));
      expect(threads(alone)).toBe(1);
      let helped = 0;
      for (let round = 0; round < repeats(1, 3) || (helped < 2 && round < 60); round += 1) {
        const together = await run(2, text);
        expect(together.printed.values()).toEqual(alone.printed.values());
        helped = Math.max(helped, threads(together));
      }
      expect(helped).toBe(2);
    },
    120_000,
  );

  it('are distinct over all parts with PER, with the planner and without', async () => {
    const plain = createQueryRunner({ workers: 1, memoryLimitBytes: 512 * 2 ** 20, optimise: false });
    const text = `INTERPRET QUERY () FOR GRAPH g SYNTAX v2 { SumAccum<INT> @@n; S = {Node.*};
      T = SELECT t FROM ${PATTERN} WHERE e.cost < 30 PER (t) ACCUM @@n += 1; PRINT T.size() AS size, @@n; }`;
    const request = { text, schema, schemaVersion: 1, snapshot, parameters: {}, options: {} };
    for (const runner of [...runners, plain]) {
      const [{ size, '@@n': rows } = {}] = (await runner.run(request)).printed.values();
      expect(rows).toBe(size);
    }
    await plain.close();
  });

  it('compare sets of vertices by sets and by numbers', async () => {
    const compared = (op: string, element: string, value: string): string => `
      SetAccum<${element}> @near; SumAccum<INT> @@sizes, @@made; S = {Node.*};
      T = SELECT s FROM ${PATTERN} WHERE e.cost < 20 ACCUM s.@near += ${value};
      T = SELECT s FROM ${PATTERN} ACCUM @@sizes += COUNT(s.@near ${op} t.@near),
        SET<${element}> both = s.@near ${op} t.@near, @@made += both.size();
      T = SELECT s FROM S:s WHERE s.id < 3 ACCUM @@sizes += (s.@near ${op} s.@near).size(),
        SET<${element}> both = s.@near ${op} s.@near, @@made += both.size();
      PRINT @@sizes > 0 OR "${op}" == "MINUS" AS some, @@sizes == @@made AS same;`;
    const bodies = [
      compared('INTERSECT', 'VERTEX', 't'),
      compared('UNION', 'INT', 't.id'),
      compared('MINUS', 'INT', '0 - t.id'),
      compared('INTERSECT', 'STRING', 't.tag'),
    ];
    for (const body of bodies)
      expect((await run(1, body)).printed.values()).toEqual([{ some: true, same: true }]);
  });

  it('fail as one worker fails', async () => {
    const body = `S = {Node.*}; SumAccum<INT> @@n;
      S = SELECT s FROM ${PATTERN} ACCUM @@n += 10 / (e.cost - 42);`;
    for (const threads of [1, 2] as const) {
      await expect(run(threads, body)).rejects.toMatchObject({ code: 'GSQL-2500' });
    }
    expect((await run(2, 'PRINT 1 AS n;')).printed.values()).toEqual([{ n: 1 }]);
  });

  it.each([
    `SumAccum<DOUBLE> @x; WHILE TRUE DO S = SELECT t FROM Node:s -(Link>:e)- Node:t ACCUM t.@x += e.cost; END;`,
    `SumAccum<INT> @@n; S = SELECT s FROM Node:s -(Link>)- Node:t -(Link>)- Node:u -(Link>)- Node:v
       WHERE s.weight != v.weight ACCUM @@n += 1;`,
    `S = {Node.*}; WHILE TRUE DO T = SELECT s FROM S:s ORDER BY s.tag DESC, s.weight ASC; PRINT T.size(); END;`,
  ])('stop in both threads, and leave them to others: %#', async (body) => {
    await expect(run(2, body, { timeLimitMs: 60 })).rejects.toMatchObject({ code: 'REST-3000' });
    const next = await Promise.all([1, 2].map((n) => run(2, `PRINT ${n} AS n;`)));
    expect(next.map(({ printed }) => printed.values())).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });
});
