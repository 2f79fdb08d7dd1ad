/** Follows the shortest paths from where ends have met back to the ends. */
import { numberOf, typeIndexOf, type VertexRef } from '../graph/snapshot.ts';
import { degreeAt } from '../library/graph.ts';
import { account } from '../library/meter.ts';
import type { EdgeList } from './edge-list.ts';
import type { EndSearch, Pass } from './end-search.ts';
import { addAll, isEmpty, type EndSet } from './end-sets.ts';
import { edgeAt, vertexAt, type Walk } from './walk.ts';

/** Vertices of a pass that some ends came to. */
interface Side {
  readonly vertices: VertexRef[];
  /** For each vertex these ends. */
  readonly sets: EndSet[];
  /** All of these ends. */
  readonly ends: EndSet;
  edges: number;
}

/** Adds the edges of all shortest paths to a list, and their vertices to those that are kept. */
export function followBack(walk: Walk, search: EndSearch, edges: EdgeList): void {
  for (const pass of search.passes.toReversed()) {
    for (const [before, ends] of pass.from) {
      const far = sideOf(walk, search, pass, ends, true);
      if (isEmpty(far.ends)) continue;
      const near = sideOf(walk, search, before, far.ends, false);
      // The side with fewer edges is walked, never a hub for a few of its leaves.
      if (far.edges <= near.edges) addSteps(walk, search, edges, { walked: far, others: near, isBack: true });
      else addSteps(walk, search, edges, { walked: near, others: far, isBack: false });
    }
  }
}

/** @param areWanted only vertices that lead to the ends on shortest paths */
function sideOf(
  walk: Walk,
  { words, wanted }: EndSearch,
  { vertices, sets }: Pass,
  ends: EndSet,
  areWanted: boolean,
): Side {
  const side: Side = { vertices: [], sets: [], ends: new Uint32Array(words), edges: 0 };
  let last: EndSet = new Uint32Array(words);
  const these = new Uint32Array(words);
  for (const [at, vertex] of vertices.entries()) {
    const place = numberOf(vertex) * words;
    const all = wanted.ofType(typeIndexOf(vertex));
    let any = 0;
    let other = 0;
    for (let word = 0; word < words; word += 1) {
      const known = areWanted ? (all[place + word] as number) : ~0;
      const found = (sets[at * words + word] as number) & (ends[word] as number) & known;
      these[word] = found;
      any |= found;
      other |= found ^ (last[word] as number);
    }
    if (any === 0) continue;
    if (other !== 0) {
      last = these.slice();
      addAll(side.ends, last);
    }
    side.vertices.push(vertex);
    side.sets.push(last);
    side.edges += degreeAt(walk.ahead(vertex), numberOf(vertex));
  }
  account(16 * side.vertices.length);
  return side;
}

/** Adds the edges between vertices of two sides that share an end, and notes that the nearer ones are wanted. */
function addSteps(
  walk: Walk,
  search: EndSearch,
  edges: EdgeList,
  { walked, others, isBack }: { readonly walked: Side; readonly others: Side; readonly isBack: boolean },
): void {
  const { marks, words } = search;
  for (const [at, vertex] of others.vertices.entries()) marks.of(vertex).set(others.sets[at] as EndSet);
  const shared = new Uint32Array(words);
  for (const [index, vertex] of walked.vertices.entries()) {
    const ends = walked.sets[index] as EndSet;
    const number = numberOf(vertex);
    for (const config of walk.ahead(vertex)) {
      const marked = marks.ofType(config.toType);
      const end = config.ends[number] as number;
      for (let at = config.offsets[number] as number; at < end; at += 1) {
        walk.look();
        const place = (config.neighbours[at] as number) * words;
        let any = 0;
        for (let word = 0; word < words; word += 1) {
          shared[word] = (ends[word] as number) & (marked[place + word] as number);
          any |= shared[word] as number;
        }
        if (any === 0) continue;
        const [edge, reached] = [edgeAt(config, at), vertexAt(config, at)];
        if (!walk.mayPass(edge, isBack ? vertex : reached)) continue;
        edges.add(edge);
        search.want(isBack ? reached : vertex, shared);
      }
    }
  }
  for (const vertex of others.vertices) marks.of(vertex).fill(0);
}
