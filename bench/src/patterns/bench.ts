/** Counts, cycles, grouping and top-k queries over a social network: GSQL beside Cypher and SQL. */
import { socialGsql, socialStatements } from '../data/social-schema.ts';
import { SOCIAL_SIZES, writeSocialNetwork } from '../data/social-network.ts';
import { GRAPH, openBench, type EngineBench } from '../engine-bench.ts';
import { compare, timed, type Contender } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { openPeer, type PeerDatabase } from '../peers/database.ts';
import { DATABASES, type Row } from '../peers/protocol.ts';
import { reportOfCases, type Named, type Report } from '../report.ts';
import { PATTERNS, type PatternQuery } from './queries.ts';

type Rows = readonly Row[];

export async function benchPatterns({ size, rounds, only }: BenchOptions): Promise<Report> {
  const queries = PATTERNS.filter(({ name }) => name.includes(only));
  const bench = await openBench(socialGsql(GRAPH));
  const peers: PeerDatabase[] = [];
  try {
    const { files, rows } = writeSocialNetwork(bench.folder, SOCIAL_SIZES[size]);
    await bench.load(files);
    await bench.gsql(installed(queries));
    for (const name of DATABASES) {
      const peer = await openPeer(name, null);
      peers.push(peer);
      for (const statement of socialStatements(name, files)) await peer.query(statement);
    }
    const cases: Named[] = [];
    for (const query of queries) {
      const comparison = await compare(
        ours(bench, query),
        peers.map((peer) => theirs(peer, query)),
        rounds,
        (left, right) => difference(left, right, query.ordered === true),
      ).catch((error: unknown) => {
        throw new Error(`The case ${query.name} failed.`, { cause: error });
      });
      cases.push({ name: query.name, comparison });
    }
    const report = reportOfCases(cases);
    return { lines: report.lines, record: { persons: SOCIAL_SIZES[size], rows, ...report.record } };
  } finally {
    for (const peer of peers) await peer.close();
    await bench.close();
  }
}

const queryName = (query: PatternQuery): string => `q${PATTERNS.indexOf(query)}`;

const installed = (queries: readonly PatternQuery[]): string =>
  [
    `USE GRAPH ${GRAPH}`,
    ...queries.map(
      (query) => `CREATE QUERY ${queryName(query)}() FOR GRAPH ${GRAPH} SYNTAX v3 {\n${query.gsql}\n}`,
    ),
    `INSTALL QUERY ${queries.map(queryName).join(', ')}`,
  ].join('\n');

const ours = ({ engine }: EngineBench, query: PatternQuery): Contender<Rows> => ({
  name: 'acacia',
  run: async () => {
    const { result, ms } = await timed(() => engine.runQuery(GRAPH, queryName(query), {}));
    return { result: rowsOf(result.results[0] ?? {}), ms };
  },
});

const theirs = (peer: PeerDatabase, query: PatternQuery): Contender<Rows> => ({
  name: peer.name,
  run: async () => {
    const { rows, ms } = await peer.query(peer.name === 'duckdb' ? query.sql : query.cypher);
    return { result: rows, ms };
  },
});

/** The one thing that a query prints: a number, a table, or vertices with their attributes. */
function rowsOf(printed: Readonly<Record<string, unknown>>): Rows {
  const [value] = Object.values(printed);
  if (!Array.isArray(value)) return [[value]];
  return value.map((row: Readonly<Record<string, unknown>>): Row =>
    Object.values((row['attributes'] as Readonly<Record<string, unknown>> | undefined) ?? row),
  );
}

/** Doubles may differ in their last digits, as sums are taken in another order and printed shortened. */
const text = (row: Row): string =>
  row.map((value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value)).join('|');

function difference(left: Rows, right: Rows, ordered: boolean): string | null {
  const [a, b] = [left, right].map((rows) => (ordered ? rows.map(text) : rows.map(text).sort())) as [
    string[],
    string[],
  ];
  if (a.length !== b.length) return `${a.length} rows against ${b.length}`;
  const at = a.findIndex((row, index) => row !== b[index]);
  return at < 0 ? null : `${a[at] ?? ''} against ${b[at] ?? ''}`;
}
