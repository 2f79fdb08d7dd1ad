/** Algorithms in plain GSQL beside loops over typed arrays, graphology, Kuzu's library and recursive Cypher. */
import { GRAPH_SIZES, randomGraph, writeCsv } from '../data/random-graph.ts';
import { randomGsql, randomStatements } from '../data/random-schema.ts';
import { GRAPH, openBench, type EngineBench } from '../engine-bench.ts';
import { compare, timed, type Contender } from '../measure.ts';
import type { BenchOptions } from '../options.ts';
import { openPeer, type PeerDatabase } from '../peers/database.ts';
import { installPeers } from '../peers/install.ts';
import { reportOfCases, type Named, type Report } from '../report.ts';
import { graphologyAlgorithms } from './graphology.ts';
import { handWritten } from './hand-written.ts';
import { ALGORITHMS, type Algorithm } from './queries.ts';

type Numbers = readonly number[];

/** Beyond it graphology's graph of objects takes too much memory. */
const GRAPHOLOGY_EDGES = 2_000_000;

export async function benchAlgorithms({ size, rounds, only }: BenchOptions): Promise<Report> {
  installPeers();
  const { vertices, edges } = GRAPH_SIZES[size];
  const graph = randomGraph(vertices, edges);
  const bench = await openBench(randomGsql(GRAPH));
  const peers: PeerDatabase[] = [];
  try {
    const files = writeCsv(graph, bench.folder);
    await bench.load({ ...files });
    await bench.gsql(installed());
    for (const name of ['kuzu', 'ladybug'] as const) {
      const peer = await openPeer(name, null);
      peers.push(peer);
      for (const statement of randomStatements(name, files)) await peer.query(statement);
    }
    await peers[0]?.query("CALL PROJECT_GRAPH('G', ['V'], ['E'])");
    const written = handWritten(graph);
    const library = edges <= GRAPHOLOGY_EDGES ? graphologyAlgorithms(graph) : {};
    const cases: Named[] = [];
    for (const algorithm of ALGORITHMS.filter(({ name }) => name.includes(only))) {
      const others = [
        inProcess('hand-written', written[algorithm.loop].same),
        ...otherWays(written[algorithm.loop].best),
        ...inProcessIf('graphology', library[algorithm.loop]),
        ...peers.flatMap((peer) => theirs(peer, algorithm)),
      ];
      const comparison = await compare(ours(bench, algorithm), others, rounds, (a, b) =>
        a.join() === b.join() ? null : `${algorithm.name}: ${a.join()} against ${b.join()}`,
      );
      cases.push({ name: algorithm.title, comparison });
    }
    const report = reportOfCases(cases);
    const note =
      'LadybugDB has its algorithms in an extension that it downloads; where that cannot be, it is compared by recursive Cypher alone.';
    return { lines: [...report.lines, note], record: { vertices, edges, note, ...report.record } };
  } finally {
    for (const peer of peers) await peer.close();
    await bench.close();
  }
}

const installed = (): string =>
  [
    `USE GRAPH ${GRAPH}`,
    ...ALGORITHMS.map(
      ({ name, parameters = '', gsql }) =>
        `CREATE QUERY ${queryName(name)}(${parameters}) FOR GRAPH ${GRAPH} SYNTAX v2 {\n${gsql}\n}`,
    ),
    `INSTALL QUERY ${ALGORITHMS.map(({ name }) => queryName(name)).join(', ')}`,
  ].join('\n');

const queryName = (name: string): string => `${name.replaceAll('-', '_')}_`;

const ours = ({ engine }: EngineBench, { name, given = {} }: Algorithm): Contender<Numbers> => ({
  name: 'acacia GSQL',
  run: async () => {
    const { result, ms } = await timed(() => engine.runQuery(GRAPH, queryName(name), given));
    return { result: numbersOf(result.results[0] ?? {}), ms };
  },
});

/** The numbers of a PRINT, or the ids of the vertices that it shows. */
function numbersOf(printed: Readonly<Record<string, unknown>>): Numbers {
  return Object.values(printed).flatMap((value) =>
    Array.isArray(value)
      ? value.map((vertex: { readonly attributes: { readonly id: number } }) => vertex.attributes.id)
      : Number(value),
  );
}

const inProcess = (name: string, work: () => Numbers): Contender<Numbers> => ({
  name,
  run: () => timed(work),
});

/** A loop with another algorithm than the query's: shown beside it, since a query of rounds cannot reach it. */
const otherWays = (
  best: { readonly title: string; readonly work: () => Numbers } | undefined,
): readonly Contender<Numbers>[] => (best === undefined ? [] : [inProcess(best.title, best.work)]);

const inProcessIf = (name: string, work: (() => Numbers) | undefined): readonly Contender<Numbers>[] =>
  work === undefined ? [] : [inProcess(name, work)];

function theirs(peer: PeerDatabase, { loop, kuzu, cypher }: Algorithm): readonly Contender<Numbers>[] {
  const contender = (title: string, text: string): Contender<Numbers> => ({
    name: title,
    run: async () => {
      const { rows, ms } = await peer.query(text);
      const first = rows[0] ?? [];
      return { result: (loop === 'pagerank' ? rows.map(([id]) => id) : first).map(Number), ms };
    },
  });
  return [
    ...(peer.name === 'kuzu' && kuzu !== undefined ? [contender('kuzu algo', kuzu)] : []),
    ...(cypher === undefined ? [] : [contender(`${peer.name} Cypher`, cypher)]),
  ];
}
