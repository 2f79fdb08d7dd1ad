/** Ten rounds of PageRank: GSQL, a hand-written loop over typed arrays (the limit), graphology's library. */
import { DirectedGraph } from 'graphology';
import pagerankModule from 'graphology-metrics/centrality/pagerank.js';
import { GRAPH, openBench } from './engine-graph.ts';
import { compare, type Comparison } from './measure.ts';
import { randomGraph, writeCsv, type RandomGraph } from './random-graph.ts';

/** A CommonJS module whose types describe its `default`. */
const pagerank = pagerankModule as unknown as typeof pagerankModule.default;

const ROUNDS = 10;
const DAMPING = 0.85;

const QUERY = `CREATE QUERY rank(INT rounds, INT top) FOR GRAPH ${GRAPH} SYNTAX v2 {
  SumAccum<DOUBLE> @received;
  SumAccum<DOUBLE> @score = 1;
  All = {V.*};
  INT i = 0;
  WHILE i < rounds DO
    S = SELECT s FROM All:s -(E>:e)- V:t
        ACCUM t.@received += s.@score / s.outdegree("E");
    A = SELECT v FROM All:v
        POST-ACCUM v.@score = ${(1 - DAMPING).toFixed(2)} + ${DAMPING} * v.@received, v.@received = 0;
    i = i + 1;
  END;
  Best = SELECT v FROM All:v ORDER BY v.@score DESC LIMIT top;
  PRINT Best[Best.id AS id, Best.@score AS score];
}
INSTALL QUERY rank`;

/** Ids of the vertices with the highest rank, best first. */
type Top = readonly number[];
const TOP = 20;

const best = (scores: ArrayLike<number>): Top =>
  Array.from({ length: scores.length }, (_, id) => id)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, TOP);

/** The same formula over adjacency in typed arrays; building the adjacency is not counted, as it is not for the others. */
function handWritten({ vertices, from, to }: RandomGraph): () => Top {
  const offsets = new Uint32Array(vertices + 1);
  for (const source of from) offsets[source + 1] = (offsets[source + 1] ?? 0) + 1;
  for (let id = 0; id < vertices; id++) offsets[id + 1] = (offsets[id + 1] ?? 0) + (offsets[id] ?? 0);
  const next = offsets.slice();
  const targets = new Uint32Array(to.length);
  for (let row = 0; row < from.length; row++) {
    const source = from[row] ?? 0;
    targets[next[source] ?? 0] = to[row] ?? 0;
    next[source] = (next[source] ?? 0) + 1;
  }
  return () => {
    const score = new Float64Array(vertices).fill(1);
    const received = new Float64Array(vertices);
    for (let round = 0; round < ROUNDS; round++) {
      for (let id = 0; id < vertices; id++) {
        const start = offsets[id] ?? 0;
        const end = offsets[id + 1] ?? 0;
        const share = (score[id] ?? 0) / (end - start);
        for (let at = start; at < end; at++) {
          const target = targets[at] ?? 0;
          received[target] = (received[target] ?? 0) + share;
        }
      }
      for (let id = 0; id < vertices; id++) {
        score[id] = 1 - DAMPING + DAMPING * (received[id] ?? 0);
        received[id] = 0;
      }
    }
    return best(score);
  };
}

function withGraphology({ vertices, from, to }: RandomGraph): () => Top {
  const graph = new DirectedGraph({ allowSelfLoops: false });
  for (let id = 0; id < vertices; id++) graph.addNode(id);
  for (let row = 0; row < from.length; row++) graph.addDirectedEdge(from[row], to[row]);
  return () => {
    const scores = pagerank(graph, {
      alpha: DAMPING,
      maxIterations: 1000,
      tolerance: 1e-4,
      getEdgeWeight: null,
    });
    return best(Float64Array.from({ length: vertices }, (_, id) => scores[String(id)] ?? 0));
  };
}

export async function benchPagerank(): Promise<Comparison> {
  const graph = randomGraph(100_000, 1_000_000);
  const bench = await openBench();
  try {
    await bench.load(writeCsv(graph, bench.folder));
    await bench.gsql(`USE GRAPH ${GRAPH}\n${QUERY}`);
    const gsql = async (): Promise<Top> => {
      const { results } = await bench.engine.runQuery(GRAPH, 'rank', { rounds: ROUNDS, top: TOP });
      const rows = results[0]?.['Best'] as readonly { attributes: { id: number } }[];
      return rows.map(({ attributes }) => attributes.id);
    };
    const first = (top: Top): string => top.slice(0, 5).join(',');
    return await compare(
      { name: 'Acacia GSQL', run: gsql },
      [
        { name: 'hand-written loop', run: handWritten(graph) },
        { name: 'graphology-metrics (to convergence)', run: withGraphology(graph) },
      ],
      5,
      (ours, peer) => (first(ours) === first(peer) ? null : `${first(ours)} against ${first(peer)}`),
    );
  } finally {
    await bench.close();
  }
}
