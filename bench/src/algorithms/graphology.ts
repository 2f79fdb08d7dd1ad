/** Algorithms from graphology's libraries. */
import type { RandomGraph } from '../data/random-graph.ts';
import { requirePeer } from '../peers/install.ts';
import { best } from './hand-written.ts';
import { DAMPING, type LoopName, SOURCE } from './queries.ts';

interface Graph {
  addNode(node: number): void;
  addDirectedEdge(from: number | undefined, to: number | undefined, attributes: object): void;
  getEdgeAttribute(from: string | undefined, to: string | undefined, name: string): number;
}

interface Libraries {
  readonly DirectedGraph: new (options: object) => Graph;
  readonly pagerank: (graph: Graph, options: object) => Readonly<Record<string, number>>;
  readonly connectedComponents: (graph: Graph) => readonly (readonly string[])[];
  readonly bfsFromNode: (
    graph: Graph,
    node: number,
    visit: (node: string, attributes: object, depth: number) => void,
    options: object,
  ) => void;
  readonly singleSource: (
    graph: Graph,
    source: number,
    weight: string,
  ) => Readonly<Record<string, readonly string[]>>;
}

function load(): Libraries {
  const core = requirePeer('graphology') as Pick<Libraries, 'DirectedGraph'>;
  const components = requirePeer('graphology-components') as Pick<Libraries, 'connectedComponents'>;
  const traversal = requirePeer('graphology-traversal') as Pick<Libraries, 'bfsFromNode'>;
  const paths = requirePeer('graphology-shortest-path') as {
    readonly dijkstra: Pick<Libraries, 'singleSource'>;
  };
  const pagerank = requirePeer('graphology-metrics/centrality/pagerank') as Libraries['pagerank'];
  return {
    DirectedGraph: core.DirectedGraph,
    pagerank,
    connectedComponents: components.connectedComponents,
    bfsFromNode: traversal.bfsFromNode,
    singleSource: paths.dijkstra.singleSource,
  };
}

type Work = () => readonly number[];

/** Building its graph is not counted. */
export function graphologyAlgorithms(random: RandomGraph): Readonly<Partial<Record<LoopName, Work>>> {
  const library = load();
  const graph = new library.DirectedGraph({ allowSelfLoops: false });
  const { vertices, from, to, weight } = random;
  for (let vertex = 0; vertex < vertices; vertex++) graph.addNode(vertex);
  for (let row = 0; row < from.length; row++) {
    graph.addDirectedEdge(from[row], to[row], { weight: weight[row] });
  }
  return {
    pagerank: () => {
      const options = { alpha: DAMPING, maxIterations: 1000, tolerance: 1e-4, getEdgeWeight: null };
      const scores = library.pagerank(graph, options);
      return best(Float64Array.from({ length: vertices }, (_, vertex) => scores[String(vertex)] ?? 0));
    },
    components: () => {
      const found = library.connectedComponents(graph);
      return [found.length, found.reduce((most, { length }) => Math.max(most, length), 0)];
    },
    bfs: () => {
      let [reached, total] = [-1, 0];
      const visit = (_node: string, _attributes: object, depth: number): void => {
        reached += 1;
        total += depth;
      };
      library.bfsFromNode(graph, SOURCE, visit, { mode: 'outbound' });
      return [reached, total];
    },
    paths: () => {
      const routes = Object.values(library.singleSource(graph, SOURCE, 'weight'));
      const distance = new Map<string, number>();
      let total = 0;
      for (const route of routes.sort((a, b) => a.length - b.length)) {
        const [last, before] = [route.at(-1), route.at(-2)];
        const own =
          before === undefined
            ? 0
            : (distance.get(before) ?? Number.NaN) + graph.getEdgeAttribute(before, last, 'weight');
        distance.set(last ?? '', own);
        total += own;
      }
      return [routes.length - 1, total];
    },
  };
}
