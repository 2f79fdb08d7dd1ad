/** The algorithms as hand-written loops over typed arrays, as a program for one graph would have them. */
import type { RandomGraph } from '../data/random-graph.ts';
import { DAMPING, LABEL_ROUNDS, type LoopName, ROUNDS, SOURCE, TOP } from './queries.ts';

interface Adjacency {
  readonly offsets: Uint32Array;
  /** Ascending for each vertex. */
  readonly targets: Uint32Array;
  readonly weights: Uint32Array;
}

type Work = () => readonly number[];

interface Loops {
  readonly same: Work;
  readonly best?: { readonly title: string; readonly work: Work };
}

/**
 * Each loop takes the same steps as the query. Where a better algorithm goes vertex by vertex, which no query can, it
 * is `best`. Building the adjacency is not counted, as it is not for the others.
 */
export function handWritten(graph: RandomGraph): Readonly<Record<LoopName, Loops>> {
  const out = adjacency(graph, graph.from, graph.to);
  const back = adjacency(graph, graph.to, graph.from);
  const { vertices } = graph;
  return {
    pagerank: { same: () => pagerank(vertices, out) },
    components: {
      same: () => componentRounds(vertices, out, back),
      best: { title: 'union-find', work: () => components(graph) },
    },
    labels: { same: () => labels(vertices, back) },
    firstLabels: { same: () => firstLabels(vertices, back) },
    bfs: { same: () => bfs(vertices, out) },
    paths: {
      same: () => pathRounds(vertices, out),
      best: { title: "Dial's buckets", work: () => paths(vertices, out) },
    },
    triangles: { same: () => [triangles(vertices, out)] },
  };
}

const at = (array: ArrayLike<number>, index: number): number => array[index] as number;

function adjacency(graph: RandomGraph, from: Uint32Array, to: Uint32Array): Adjacency {
  const { vertices, weight } = graph;
  const order = Uint32Array.from(from, (_, row) => row).sort(
    (a, b) => at(from, a) - at(from, b) || at(to, a) - at(to, b),
  );
  const offsets = new Uint32Array(vertices + 1);
  for (const vertex of from) offsets[vertex + 1] = at(offsets, vertex + 1) + 1;
  for (let vertex = 0; vertex < vertices; vertex++) {
    offsets[vertex + 1] = at(offsets, vertex + 1) + at(offsets, vertex);
  }
  return { offsets, targets: order.map((row) => at(to, row)), weights: order.map((row) => at(weight, row)) };
}

/** Vertices with the highest scores, best first. */
export const best = (scores: ArrayLike<number>): readonly number[] =>
  Array.from({ length: scores.length }, (_, vertex) => vertex)
    .sort((a, b) => at(scores, b) - at(scores, a))
    .slice(0, TOP);

function pagerank(vertices: number, { offsets, targets }: Adjacency): readonly number[] {
  const score = new Float64Array(vertices).fill(1);
  const received = new Float64Array(vertices);
  for (let round = 0; round < ROUNDS; round++) {
    for (let vertex = 0; vertex < vertices; vertex++) {
      const [start, end] = [at(offsets, vertex), at(offsets, vertex + 1)];
      const share = at(score, vertex) / (end - start);
      for (let edge = start; edge < end; edge++) {
        const target = at(targets, edge);
        received[target] = at(received, target) + share;
      }
    }
    for (let vertex = 0; vertex < vertices; vertex++) {
      score[vertex] = 1 - DAMPING + DAMPING * at(received, vertex);
      received[vertex] = 0;
    }
  }
  return best(score);
}

/** Rounds: a vertex whose label fell passes it to its neighbours, which take the smallest of those before the round. */
function componentRounds(vertices: number, out: Adjacency, back: Adjacency): readonly number[] {
  const label = Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
  const next = label.slice();
  const seen = new Uint32Array(vertices);
  let [frontier, changed] = [label.slice(), new Uint32Array(vertices)];
  for (let [round, size] = [1, vertices]; size > 0; round++) {
    let found = 0;
    for (const { offsets, targets } of [out, back]) {
      for (let place = 0; place < size; place++) {
        const vertex = at(frontier, place);
        const offered = at(label, vertex);
        for (let edge = at(offsets, vertex), end = at(offsets, vertex + 1); edge < end; edge++) {
          const target = at(targets, edge);
          if (offered >= at(next, target)) continue;
          next[target] = offered;
          if (seen[target] === round) continue;
          seen[target] = round;
          changed[found++] = target;
        }
      }
    }
    for (let place = 0; place < found; place++) label[at(changed, place)] = at(next, at(changed, place));
    [frontier, changed, size] = [changed, frontier, found];
  }
  const sizes = new Uint32Array(vertices);
  for (const each of label) sizes[each] = at(sizes, each) + 1;
  return [sizes.filter((count) => count > 0).length, sizes.reduce((a, b) => Math.max(a, b), 0)];
}

/** Rounds: a vertex whose distance fell passes its neighbours their distances through it. */
function pathRounds(vertices: number, { offsets, targets, weights }: Adjacency): readonly number[] {
  const distance = new Float64Array(vertices).fill(Infinity);
  distance[SOURCE] = 0;
  const next = distance.slice();
  const seen = new Uint32Array(vertices);
  let [frontier, changed] = [Uint32Array.of(SOURCE), new Uint32Array(vertices)];
  for (let [round, size] = [1, 1]; size > 0; round++) {
    let found = 0;
    for (let place = 0; place < size; place++) {
      const vertex = at(frontier, place);
      const before = at(distance, vertex);
      for (let edge = at(offsets, vertex), end = at(offsets, vertex + 1); edge < end; edge++) {
        const target = at(targets, edge);
        const offered = before + at(weights, edge);
        if (offered >= at(next, target)) continue;
        next[target] = offered;
        if (seen[target] === round) continue;
        seen[target] = round;
        changed[found++] = target;
      }
    }
    for (let place = 0; place < found; place++) distance[at(changed, place)] = at(next, at(changed, place));
    [frontier, changed, size] = [changed, round === 1 ? new Uint32Array(vertices) : frontier, found];
  }
  const reached = distance.filter((value) => value < Infinity);
  return [reached.length - 1, reached.reduce((a, b) => a + b, 0)];
}

/** Union by the lower number, paths halved. */
function components({ vertices, from, to }: RandomGraph): readonly number[] {
  const parent = Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
  const root = (vertex: number): number => {
    let current = vertex;
    while (at(parent, current) !== current) {
      parent[current] = at(parent, at(parent, current));
      current = at(parent, current);
    }
    return current;
  };
  for (let edge = 0; edge < from.length; edge++) {
    const [a, b] = [root(at(from, edge)), root(at(to, edge))];
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  const sizes = new Uint32Array(vertices);
  for (let vertex = 0; vertex < vertices; vertex++) {
    const label = root(vertex);
    sizes[label] = at(sizes, label) + 1;
  }
  return [sizes.filter((size) => size > 0).length, sizes.reduce((a, b) => Math.max(a, b), 0)];
}

/** Each vertex takes the most frequent label among its in-neighbours, the lowest of several. */
function labels(vertices: number, { offsets, targets }: Adjacency): readonly number[] {
  let label = Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
  const votes = new Uint32Array(vertices);
  for (let round = 0; round < LABEL_ROUNDS; round++) {
    const next = label.slice();
    for (let vertex = 0; vertex < vertices; vertex++) {
      const [start, end] = [at(offsets, vertex), at(offsets, vertex + 1)];
      let [most, chosen] = [0, at(label, vertex)];
      for (let edge = start; edge < end; edge++) {
        const candidate = at(label, at(targets, edge));
        const count = at(votes, candidate) + 1;
        votes[candidate] = count;
        if (count > most || (count === most && candidate < chosen)) [most, chosen] = [count, candidate];
      }
      for (let edge = start; edge < end; edge++) votes[at(label, at(targets, edge))] = 0;
      next[vertex] = chosen;
    }
    label = next;
  }
  return [new Set(label).size, label.reduce((a, b) => a + b, 0)];
}

/** As `labels`, but the first of several stands, and a label has to win by more than the one before did. */
function firstLabels(vertices: number, { offsets, targets }: Adjacency): readonly number[] {
  let label = Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
  const won = new Uint32Array(vertices);
  const votes = new Uint32Array(vertices);
  for (let round = 0; round < LABEL_ROUNDS; round++) {
    const next = label.slice();
    for (let vertex = 0; vertex < vertices; vertex++) {
      const [start, end] = [at(offsets, vertex), at(offsets, vertex + 1)];
      for (let edge = start; edge < end; edge++) {
        const candidate = at(label, at(targets, edge));
        votes[candidate] = at(votes, candidate) + 1;
      }
      let [most, chosen] = [0, 0];
      for (let edge = start; edge < end; edge++) {
        const candidate = at(label, at(targets, edge));
        if (at(votes, candidate) > most) [most, chosen] = [at(votes, candidate), candidate];
        votes[candidate] = 0;
      }
      if (most <= at(won, vertex) || chosen === at(label, vertex)) continue;
      next[vertex] = chosen;
      won[vertex] = most;
    }
    label = next;
  }
  return [new Set(label).size, label.reduce((a, b) => a + b, 0)];
}

function bfs(vertices: number, { offsets, targets }: Adjacency): readonly number[] {
  const level = new Int32Array(vertices).fill(-1);
  const queue = new Uint32Array(vertices);
  level[SOURCE] = 0;
  queue[0] = SOURCE;
  let [tail, total] = [1, 0];
  for (let head = 0; head < tail; head++) {
    const vertex = at(queue, head);
    const next = at(level, vertex) + 1;
    for (let edge = at(offsets, vertex); edge < at(offsets, vertex + 1); edge++) {
      const target = at(targets, edge);
      if (level[target] !== -1) continue;
      level[target] = next;
      queue[tail++] = target;
      total += next;
    }
  }
  return [tail - 1, total];
}

/** Dial's buckets: weights are small whole numbers. */
function paths(vertices: number, { offsets, targets, weights }: Adjacency): readonly number[] {
  const distance = new Float64Array(vertices).fill(Infinity);
  const buckets: number[][] = [[SOURCE]];
  distance[SOURCE] = 0;
  let [reached, total] = [-1, 0];
  for (let length = 0; length < buckets.length; length++) {
    for (const vertex of buckets[length] ?? []) {
      if (distance[vertex] !== length) continue;
      // Each vertex counts once: the mark distinguishes a second entry of the same length.
      distance[vertex] = -length - 1;
      reached += 1;
      total += length;
      for (let edge = at(offsets, vertex); edge < at(offsets, vertex + 1); edge++) {
        const target = at(targets, edge);
        const found = length + at(weights, edge);
        if (found >= at(distance, target)) continue;
        distance[target] = found;
        while (buckets.length <= found) buckets.push([]);
        buckets[found]?.push(target);
      }
    }
  }
  return [reached, total];
}

/** Marks the targets of a vertex, then looks for marked targets of those. */
function triangles(vertices: number, { offsets, targets }: Adjacency): number {
  const mark = new Uint32Array(vertices);
  let found = 0;
  for (let a = 0; a < vertices; a++) {
    const [start, end] = [at(offsets, a), at(offsets, a + 1)];
    for (let edge = start; edge < end; edge++) mark[at(targets, edge)] = a + 1;
    for (let edge = start; edge < end; edge++) {
      const b = at(targets, edge);
      for (let next = at(offsets, b); next < at(offsets, b + 1); next++) {
        if (mark[at(targets, next)] === a + 1) found += 1;
      }
    }
  }
  return found;
}
