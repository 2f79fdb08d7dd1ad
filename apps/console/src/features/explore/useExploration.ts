/** Actions on the canvas, with their limit and requests. */
import type { WireGraphSchema, WireVertex } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useCallback, useEffect, useRef, useSyncExternalStore, type Dispatch } from 'react';
import {
  edgesAmong,
  neighboursOf,
  shortestPath,
  walkableEdgeTypes,
  type GraphPlace,
} from '../workspace-tool/graph-queries.ts';
import {
  merged,
  NO_PARTS,
  partsOf,
  vertexKey,
  vertexOfKey,
  type VertexRef,
  type WireGraphParts,
} from '../workspace-tool/wire-graph.ts';
import { ELEMENT_LIMIT, roomFor, sizeWith } from './exploration.ts';
import type { ExplorationStore } from './exploration-store.ts';
import type { ExpandOptions, ExplorerAction } from './explorer-state.ts';

const EXPANDED_AT_ONCE = 4;

/** A request of its own: what it finds is dropped once another took its place or it was cancelled. */
interface Request {
  readonly signal: AbortSignal;
  readonly notice: (text: string) => void;
}

export function useExploration(
  store: ExplorationStore,
  place: GraphPlace,
  schema: WireGraphSchema,
  dispatch: Dispatch<ExplorerAction>,
) {
  const exploration = useSyncExternalStore(store.subscribe, store.get);
  const abort = useRef<AbortController | null>(null);
  const begun = useRef(0);
  useEffect(() => () => abort.current?.abort(), []);

  /** Adds elements, or asks how many of them when they are too many. Edges to existing vertices are added too. */
  const add = useCallback(
    (addition: WireGraphParts) => {
      const { parts } = store.get();
      const size = sizeWith(parts, addition);
      if (size <= ELEMENT_LIMIT) store.step({ kind: 'add', parts: addition });
      else dispatch({ kind: 'tooMany', tooMany: { addition, size, room: roomFor(parts, addition) } });
    },
    [store, dispatch],
  );

  /** One request at a time: a new one aborts the previous. Failures are shown. */
  const during = useCallback(
    async (what: string, work: (request: Request) => Promise<WireGraphParts | null>) => {
      abort.current?.abort();
      const { signal } = (abort.current = new AbortController());
      const id = (begun.current += 1);
      dispatch({ kind: 'begin', id, what });
      try {
        const notice = (text: string): void => {
          if (!signal.aborted) dispatch({ kind: 'notice', id, text });
        };
        const found = await work({ signal, notice });
        if (signal.aborted || found === null) return null;
        add(found);
        return found;
      } catch (error) {
        if (!signal.aborted) toast.error(error);
        return null;
      } finally {
        dispatch({ kind: 'end', id });
      }
    },
    [dispatch, add],
  );

  const types = useCallback(
    (names: readonly string[] | null) =>
      walkableEdgeTypes(schema).filter((type) => names === null || names.includes(type.Name)),
    [schema],
  );

  const expand = useCallback(
    (vertices: readonly VertexRef[], options: ExpandOptions) =>
      during(
        vertices.length === 1
          ? `Expanding ${vertices[0]?.id ?? ''}`
          : `Expanding ${vertices.length} vertices`,
        async ({ signal, notice }) => {
          const waiting = [...vertices];
          let found = NO_PARTS;
          let total = 0;
          let shown = 0;
          const work = async () => {
            for (let vertex = waiting.shift(); vertex !== undefined; vertex = waiting.shift()) {
              const near = await neighboursOf(place, vertex, types(options.edgeTypes), options.limit, signal);
              total += near.total;
              shown += Math.min(near.total, options.limit);
              found = merged(found, near.parts);
            }
          };
          await Promise.all(Array.from({ length: EXPANDED_AT_ONCE }, work));
          if (total === 0) notice('It has no neighbours along these edges.');
          else if (shown < total) {
            notice(`${shown} of ${total} neighbours were added. Raise the limit to see more.`);
          }
          return found.vertices.size > 0 ? found : null;
        },
      ),
    [during, place, types],
  );

  const connect = useCallback(
    (keys: readonly string[]) =>
      during('Looking for edges', async ({ signal, notice }) => {
        const found = await edgesAmong(place, keys.map(vertexOfKey), types(null), signal);
        if (found.edges.size > 0) return found;
        notice('There are no edges among these vertices.');
        return null;
      }),
    [during, place, types],
  );

  /** @returns the path, for selecting it; null when there is none */
  const findPath = useCallback(
    (source: VertexRef, target: VertexRef, longest: number) =>
      during(`Looking for a path from ${source.id} to ${target.id}`, async ({ signal, notice }) => {
        const path = await shortestPath(place, source, target, types(null), longest, signal);
        if (path === null) {
          notice(`No path of at most ${longest} edges joins ${source.id} and ${target.id}.`);
        }
        return path;
      }),
    [during, place, types],
  );

  const addVertices = useCallback((vertices: readonly WireVertex[]) => add(partsOf(vertices)), [add]);
  const refresh = useCallback(
    (vertex: WireVertex) => {
      const known = store.get().parts.vertices.get(vertexKey({ type: vertex.v_type, id: vertex.v_id }));
      if (known !== undefined) store.step({ kind: 'refresh', parts: partsOf(vertex) });
    },
    [store],
  );

  return {
    exploration,
    step: store.step,
    addVertices,
    refresh,
    expand,
    connect,
    findPath,
    cancel: () => abort.current?.abort(),
  };
}
