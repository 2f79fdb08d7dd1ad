/**
 * Single writes, point reads and walks of two edges, one after another: ours over HTTP with JSON, each write
 * durable before it is answered; the peers by a call in their own process, each statement a transaction.
 */
import path from 'node:path';
import { GRAPH_SIZES, randomGraph, writeCsv } from './data/random-graph.ts';
import { randomGsql, randomStatements } from './data/random-schema.ts';
import { GRAPH, openBench } from './engine-bench.ts';
import { compare, timed, type Contender, type Run } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { openPeer, type PeerDatabase } from './peers/database.ts';
import { reportOfCases, type Named, type Report } from './report.ts';
import { startWorkspaceProcess, type Call } from './workspace-process.ts';

/** Calls of one run. */
const CALLS = 200;
const WALKS = `CREATE QUERY walks(INT source) FOR GRAPH ${GRAPH} SYNTAX v2 {
  SumAccum<INT> @@n;
  R = SELECT a FROM V:a -(E>)- V:b -(E>)- V:c WHERE a.id == source ACCUM @@n += 1;
  PRINT @@n;
}
INSTALL QUERY walks`;

interface Operation {
  readonly name: string;
  /** Returns a number for the comparison. */
  readonly http: (call: Call, id: number) => Promise<number>;
  readonly cypher: (id: number) => string;
}

const OPERATIONS: readonly Operation[] = [
  {
    name: 'read of a vertex',
    http: async (call, id) =>
      Number((await call('GET', `/restpp/graph/${GRAPH}/vertices/V/${id}`)).results[0]?.['v_id']),
    cypher: (id) => `MATCH (v:V) WHERE v.id = ${id} RETURN v.id`,
  },
  {
    name: 'walks of 2 edges from a vertex',
    http: async (call, id) =>
      Number((await call('GET', `/restpp/query/${GRAPH}/walks?source=${id}`)).results[0]?.['@@n']),
    cypher: (id) => `MATCH (a:V)-[:E]->(b:V)-[:E]->(c:V) WHERE a.id = ${id} RETURN count(*)`,
  },
  {
    name: 'upsert of an edge',
    http: async (call, id) => {
      const edges = { V: { [id]: { E: { V: { [id + 1]: { weight: { value: id % 100 } } } } } } };
      const { results } = await call('POST', `/restpp/graph/${GRAPH}`, { edges });
      return Number(results[0]?.['accepted_edges']);
    },
    cypher: (id) =>
      `MATCH (a:V), (b:V) WHERE a.id = ${id} AND b.id = ${id + 1} MERGE (a)-[e:E]->(b) SET e.weight = ${id % 100} RETURN 1`,
  },
];

export async function benchUpserts({ size, rounds }: BenchOptions): Promise<Report> {
  const { vertices, edges } = GRAPH_SIZES[size];
  const bench = await openBench(randomGsql(GRAPH));
  const peers: PeerDatabase[] = [];
  try {
    const files = writeCsv(randomGraph(vertices, edges), bench.folder);
    await bench.load({ ...files });
    await bench.gsql(`USE GRAPH ${GRAPH}\n${WALKS}`);
    await bench.release();
    for (const name of ['kuzu', 'ladybug'] as const) {
      const peer = await openPeer(name, path.join(bench.folder, `${name}.db`));
      peers.push(peer);
      for (const statement of randomStatements(name, files)) await peer.query(statement);
    }
    const server = await startWorkspaceProcess(bench.folder);
    const cases: Named[] = [];
    for (const operation of OPERATIONS) {
      const comparison = await compare(
        { name: 'acacia over HTTP', run: () => many(vertices, (id) => operation.http(server.call, id)) },
        peers.map((peer): Contender<number> => ({
          name: peer.name,
          run: () => asked(peer, vertices, operation),
        })),
        rounds,
        (a, b) => (a === b ? null : `${a} against ${b}`),
      );
      cases.push({ name: `${CALLS} × ${operation.name}`, comparison });
    }
    await server.close();
    const report = reportOfCases(cases);
    return { lines: report.lines, record: { vertices, edges, calls: CALLS, ...report.record } };
  } finally {
    for (const peer of peers) await peer.close();
    await bench.close();
  }
}

/** Vertices all over the graph, the same in each run. */
const idsOf = (vertices: number): readonly number[] =>
  Array.from({ length: CALLS }, (_, index) => (index * 7919 + 13) % (vertices - 1));

const many = (vertices: number, one: (id: number) => Promise<number>): Promise<Run<number>> =>
  timed(async () => {
    let sum = 0;
    for (const id of idsOf(vertices)) sum += await one(id);
    return sum;
  });

async function asked(peer: PeerDatabase, vertices: number, { cypher }: Operation): Promise<Run<number>> {
  let [result, ms] = [0, 0];
  for (const id of idsOf(vertices)) {
    const answered = await peer.query(cypher(id));
    result += Number(answered.rows[0]?.[0]);
    ms += answered.ms;
  }
  return { result, ms };
}
