/** Actions on the canvas, with their limit and requests. */
import { t } from '@acacia/texts';
import type { ExplorationPattern, WireGraphSchema, WireVertex } from '@acacia/contract';
import { formatNumber, toast } from '@acacia/ui';
import { useCallback, useEffect, useRef, useSyncExternalStore, type Dispatch } from 'react';
import {
  connectionsAmong,
  edgesAmong,
  neighboursOf,
  pathsBetween,
  type GraphPlace,
} from '../workspace-tool/graph-queries.ts';
import {
  ELEMENT_LIMIT,
  merged,
  partsOf,
  shownName,
  vertexKey,
  vertexOfKey,
  type VertexRef,
  type WireGraphParts,
} from '../workspace-tool/wire-graph.ts';
import { useSchemaCheck } from '../workspace-tool/useGraphChoice.ts';
import { goneFrom, roomFor, sizeOf, sizeWith } from './exploration.ts';
import { MOST_MATCHES, patternGsql } from './find/pattern.ts';
import { firstPicture } from './first-picture.ts';
import type { ExplorationStore } from './exploration-store.ts';
import type { ExplorerAction, PathOptions } from './explorer-state.ts';
import { expansionNotice } from './walk/expansion-notice.ts';
import { alongRequest, walkRequest, type Walk } from './walk/walk.ts';

/** A request of its own: what it finds is dropped once another took its place or it was cancelled. */
interface Request {
  readonly signal: AbortSignal;
  readonly notice: (text: string) => void;
}

export function useExploration(
  store: ExplorationStore,
  workspaceId: string,
  place: GraphPlace,
  schema: WireGraphSchema,
  dispatch: Dispatch<ExplorerAction>,
) {
  const exploration = useSyncExternalStore(store.subscribe, store.get);
  const abort = useRef<AbortController | null>(null);
  const begun = useRef(0);
  const checkSchema = useSchemaCheck(workspaceId, place.graph);
  useEffect(() => () => abort.current?.abort(), []);
  useEffect(() => {
    const { vertices, edges } = goneFrom(store.get(), schema);
    if (vertices.size + edges.size === 0) return;
    const before = sizeOf(store.get().parts);
    store.step({ kind: 'gone', vertices, edges });
    const count = before - sizeOf(store.get().parts);
    if (count === 0) return;
    toast.error(
      count === 1
        ? t`An element left the canvas: its type was dropped.`
        : t`${formatNumber(count)} elements left the canvas: their types were dropped.`,
    );
  }, [store, schema]);

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
        if (signal.aborted) return null;
        toast.error(error);
        checkSchema();
        return null;
      } finally {
        dispatch({ kind: 'end', id });
      }
    },
    [dispatch, add, checkSchema],
  );

  const expand = useCallback(
    (vertices: readonly VertexRef[], walk: Walk) =>
      during(
        vertices.length === 1
          ? t`Expanding ${shownName(vertices[0]?.id ?? '')}`
          : t`Expanding ${formatNumber(vertices.length)} vertices`,
        async ({ signal, notice }) => {
          const request = walkRequest(vertices, walk, schema);
          if ('problem' in request) {
            notice(request.problem);
            return null;
          }
          const { parts, counts } = await neighboursOf(place, request, signal);
          const outcome = expansionNotice(vertices, walk, parts, counts);
          if (outcome !== null) notice(outcome);
          return parts.vertices.size > 0 ? parts : null;
        },
      ),
    [during, place, schema],
  );

  const connect = useCallback(
    (keys: readonly string[]) =>
      during(t`Looking for edges`, async ({ signal, notice }) => {
        const found = await edgesAmong(place, keys.map(vertexOfKey), signal);
        if (found.edges.size > 0) return found;
        notice(t`There are no edges among these vertices.`);
        return null;
      }),
    [during, place],
  );

  /** @returns the paths, for selecting them; null when there are none */
  const findPaths = useCallback(
    (keys: readonly string[], { which, longest, ...wanted }: PathOptions) => {
      const [source, target, ...others] = keys.map(vertexOfKey);
      if (source === undefined || target === undefined) return Promise.resolve(null);
      const [from, to] = [shownName(source.id), shownName(target.id)];
      const isAmong = others.length > 0;
      const words = isAmong
        ? t`Looking for paths among ${keys.length} vertices`
        : t`Looking for paths from ${from} to ${to}`;
      return during(words, async ({ signal, notice }) => {
        const along = alongRequest(wanted, schema);
        if ('problem' in along) {
          notice(along.problem);
          return null;
        }
        const found = isAmong
          ? await connectionsAmong(place, [source, target, ...others], { longest, along }, signal)
          : await pathsBetween(place, source, target, { which, longest, along }, signal);
        if (found === null) {
          notice(
            isAmong
              ? t`No two of these are joined by a path of at most ${Math.min(10, longest)} edges.`
              : t`No path of at most ${longest} edges joins ${from} and ${to}.`,
          );
          return null;
        }
        if (!('parts' in found)) return found;
        if (found.more) notice(t`There are more paths: these are the shortest 200.`);
        return found.parts;
      });
    },
    [during, place, schema],
  );

  /** @returns the matches of a pattern, for selecting them; null when there are none */
  const findMatches = useCallback(
    (pattern: ExplorationPattern) =>
      during(t`Finding matches`, async ({ signal, notice }) => {
        const { client, graph } = place;
        const gsql = patternGsql(pattern, schema, graph);
        if ('problem' in gsql) {
          notice(gsql.problem);
          return null;
        }
        const { results } = await client.interpretQuery(graph, gsql.text, {}, { signal });
        const found = partsOf(results);
        if (found.vertices.size === 0) {
          notice(t`Nothing matches the pattern.`);
          return null;
        }
        const rows = results.map((result) => result['Found']).find(Array.isArray);
        if (Array.isArray(rows) && rows.length >= pattern.limit) {
          const count = formatNumber(pattern.limit);
          notice(
            pattern.limit < MOST_MATCHES
              ? t`These are the first ${count} matches. Raise the limit to see more.`
              : t`These are the first ${count} matches, the most at once. Add a condition to see others.`,
          );
        }
        if (found.edges.size === 0) return found;
        // Rows of matches name their vertices alone.
        const vertices = [...found.vertices.keys()].map(vertexOfKey);
        return merged(
          found,
          partsOf((await client.subgraph(graph, { vertices, edgeTypes: [] }, { signal })).vertices),
        );
      }),
    [during, place, schema],
  );

  const showSome = useCallback(
    () =>
      during(t`Looking for vertices`, async ({ signal, notice }) => {
        const found = await firstPicture(place, schema, signal);
        if (found === null) notice(t`The graph has no vertices yet.`);
        return found;
      }),
    [during, place, schema],
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
    addParts: add,
    refresh,
    expand,
    connect,
    findPaths,
    findMatches,
    showSome,
    cancel: () => abort.current?.abort(),
  };
}
