/** Actions on the canvas, with their limit and requests. */
import type { WireGraphSchema, WireVertex } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
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

export interface ExpandOptions {
  /** Names of edge types; null: all. */
  readonly edgeTypes: readonly string[] | null;
  /** Neighbours for each vertex. */
  readonly limit: number;
}

/** An addition that would pass the limit, until the person decides how much of it to add. */
export interface TooMany {
  readonly addition: WireGraphParts;
  readonly size: number;
  /** New vertices that fit. */
  readonly room: number;
}

const EXPANDED_AT_ONCE = 4;

export function useExploration(store: ExplorationStore, place: GraphPlace, schema: WireGraphSchema) {
  const state = useSyncExternalStore(store.subscribe, store.get);
  const [tooMany, setTooMany] = useState<TooMany | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  /** Adds elements, or asks how many of them when they are too many. Edges to existing vertices are added too. */
  const add = useCallback(
    (addition: WireGraphParts) => {
      const { parts } = store.get();
      const size = sizeWith(parts, addition);
      if (size <= ELEMENT_LIMIT) store.step({ kind: 'add', parts: addition });
      else setTooMany({ addition, size, room: roomFor(parts, addition) });
    },
    [store],
  );

  /** One request at a time: a new one aborts the previous. Failures are shown. */
  const during = useCallback(async (what: string, work: (signal: AbortSignal) => Promise<void>) => {
    abort.current?.abort();
    const mine = new AbortController();
    abort.current = mine;
    setBusy(what);
    setNotice(null);
    try {
      await work(mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) toast.error(error);
    } finally {
      if (abort.current === mine) setBusy(null);
    }
  }, []);

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
        async (signal) => {
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
          if (total === 0) setNotice('It has no neighbours along these edges.');
          else if (shown < total)
            setNotice(`${shown} of ${total} neighbours were added. Raise the limit to see more.`);
          if (found.vertices.size > 0) add(found);
        },
      ),
    [during, place, types, add],
  );

  const connect = useCallback(
    (keys: readonly string[]) =>
      during('Looking for edges', async (signal) => {
        const found = await edgesAmong(place, keys.map(vertexOfKey), types(null), signal);
        if (found.edges.size === 0) setNotice('There are no edges among these vertices.');
        else add(found);
      }),
    [during, place, types, add],
  );

  /** @returns the keys of the path, for selecting it; null when there is none */
  const findPath = useCallback(
    async (source: VertexRef, target: VertexRef, longest: number): Promise<WireGraphParts | null> => {
      let path: WireGraphParts | null = null;
      await during(`Looking for a path from ${source.id} to ${target.id}`, async (signal) => {
        path = await shortestPath(place, source, target, types(null), longest, signal);
        if (path === null) {
          setNotice(`No path of at most ${longest} edges joins ${source.id} and ${target.id}.`);
          return;
        }
        add(path);
      });
      return path;
    },
    [during, place, types, add],
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
    state,
    step: store.step,
    add,
    addVertices,
    refresh,
    expand,
    connect,
    findPath,
    tooMany,
    dismissTooMany: () => setTooMany(null),
    busy,
    cancel: () => abort.current?.abort(),
    notice,
    dismissNotice: () => setNotice(null),
  };
}
