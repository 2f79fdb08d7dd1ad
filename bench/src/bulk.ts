/**
 * Upserts of a thousand rows a request: new and changed vertices, and edges between random vertices, of which some are
 * there. Ours over HTTP from four connections, each request durable before it is answered; the peers by calls in their
 * own process, each statement a transaction.
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

const ROWS = 1_000;
/** Requests of one run. */
const REQUESTS = 4;
/** Requests of the run by which rows a second are counted; the peers would take minutes for as many. */
const LONG = 80;
const CONNECTIONS = 4;
const ATTRIBUTES = `CREATE GLOBAL SCHEMA_CHANGE JOB with_n { ALTER VERTEX V ADD ATTRIBUTE (n INT); }
RUN GLOBAL SCHEMA_CHANGE JOB with_n`;
/** Brings the graph into memory, as its first query does. */
const COUNT = `INTERPRET QUERY () FOR GRAPH ${GRAPH} SYNTAX v2 { SumAccum<INT> @@n; R = SELECT s FROM V:s -(E>)- V:t ACCUM @@n += 1; PRINT @@n; }`;

type Row = readonly [one: number, other: number];

interface Shape {
  readonly name: string;
  /** The rows of a request; `turn` counts all requests. */
  readonly rows: (turn: number, vertices: number) => readonly Row[];
  readonly body: (rows: readonly Row[]) => object;
  readonly cypher: string;
}

const list = (row: (at: number) => Row): Row[] => Array.from({ length: ROWS }, (_, at) => row(at));

const verticesOf = (rows: readonly Row[]): object => ({
  vertices: { V: Object.fromEntries(rows.map(([id, n]) => [id, { n: { value: n } }])) },
});

function edgesOf(rows: readonly Row[]): object {
  const sources: Record<string, { E: { V: Record<string, object> } }> = {};
  for (const [from, to] of rows) {
    const source = (sources[from] ??= { E: { V: {} } });
    source.E.V[to] = { weight: { value: (from + to) % 100 } };
  }
  return { edges: { V: sources } };
}

const MERGE_VERTEX = 'MERGE (v:V {id: r.a}) SET v.n = r.b';
const SHAPES: readonly Shape[] = [
  {
    name: 'new vertices',
    rows: (turn, vertices) => list((at) => [vertices + turn * ROWS + at, at]),
    body: verticesOf,
    cypher: MERGE_VERTEX,
  },
  {
    name: 'changed vertices',
    rows: (turn, vertices) => list((at) => [(turn * 7919 + at * 7) % vertices, turn + at]),
    body: verticesOf,
    cypher: MERGE_VERTEX,
  },
  {
    name: 'edges',
    rows: (turn, vertices) =>
      list((at) => [
        (turn * 104_729 + at * 7919) % vertices,
        (turn * 1_299_709 + at * 15_485_863) % vertices,
      ]),
    body: edgesOf,
    cypher: 'MATCH (a:V {id: r.a}), (b:V {id: r.b}) MERGE (a)-[e:E]->(b) SET e.weight = (r.a + r.b) % 100',
  },
];

export async function benchBulk({ size, rounds }: BenchOptions): Promise<Report> {
  const { vertices, edges } = GRAPH_SIZES[size];
  const bench = await openBench(randomGsql(GRAPH));
  const peers: PeerDatabase[] = [];
  try {
    const files = writeCsv(randomGraph(vertices, edges), bench.folder);
    await bench.load({ ...files });
    await bench.gsql(ATTRIBUTES);
    await bench.engine.interpretQuery(COUNT, GRAPH, {});
    await bench.release();
    for (const name of ['kuzu', 'ladybug'] as const) {
      const peer = await openPeer(name, path.join(bench.folder, `${name}.db`));
      peers.push(peer);
      for (const statement of randomStatements(name, files)) await peer.query(statement);
      await peer.query('ALTER TABLE V ADD n INT64 DEFAULT 0');
    }
    const server = await startWorkspaceProcess(bench.folder);
    await server.call('GET', `/restpp/graph/${GRAPH}/edges/V/1`);
    const cases: Named[] = [];
    const speeds: string[] = [];
    for (const shape of SHAPES) {
      const requests = inTurn(shape, vertices);
      const comparison = await compare(
        { name: 'acacia over HTTP', run: () => posted(server.call, requests(), shape) },
        peers.map((peer): Contender<number> => {
          const own = inTurn(shape, vertices);
          return { name: peer.name, run: () => asked(peer, own(), shape) };
        }),
        rounds,
        (a, b) => (a === b ? null : `${a} against ${b}`),
      );
      cases.push({ name: `${REQUESTS} × ${ROWS} ${shape.name}`, comparison });
      const { ms } = await posted(server.call, requests(LONG), shape);
      speeds.push(`${LONG} × ${ROWS} ${shape.name}: ${Math.round((LONG * ROWS * 1000) / ms)} rows a second`);
    }
    await server.close();
    const report = reportOfCases(cases);
    return {
      lines: [...report.lines, ...speeds],
      record: { vertices, edges, rows: ROWS, requests: REQUESTS, speeds, ...report.record },
    };
  } finally {
    for (const peer of peers) await peer.close();
    await bench.close();
  }
}

/** The requests of the next run: they go on where the last run ended. */
function inTurn({ rows }: Shape, vertices: number): (requests?: number) => (readonly Row[])[] {
  let turn = 0;
  return (requests = REQUESTS) => Array.from({ length: requests }, () => rows(turn++, vertices));
}

async function posted(
  call: Call,
  requests: readonly (readonly Row[])[],
  { body }: Shape,
): Promise<Run<number>> {
  const left = requests.map(body);
  let accepted = 0;
  const one = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { results } = await call('POST', `/restpp/graph/${GRAPH}`, next);
      const [counts] = results;
      accepted += Number(counts?.['accepted_vertices']) + Number(counts?.['accepted_edges']);
    }
  };
  const { ms } = await timed(() => Promise.all(Array.from({ length: CONNECTIONS }, one)));
  return { result: accepted, ms };
}

async function asked(
  peer: PeerDatabase,
  requests: readonly (readonly Row[])[],
  { cypher }: Shape,
): Promise<Run<number>> {
  let [result, ms] = [0, 0];
  for (const rows of requests) {
    const values = rows.map(([a, b]) => `{a: ${a}, b: ${b}}`).join(', ');
    ms += (await peer.query(`UNWIND [${values}] AS r ${cypher}`)).ms;
    result += rows.length;
  }
  return { result, ms };
}
