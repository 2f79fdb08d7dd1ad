/** Brings the picture of the last visit back, and keeps the present one for the next. */
import { t } from '@acacia/texts';
import type { WireGraphSchema } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { edgesAmong, isOfTypes, type GraphPlace } from '../workspace-tool/graph-queries.ts';
import { vertexOfKey, type WireGraphParts } from '../workspace-tool/wire-graph.ts';
import type { ExplorationStore } from './exploration-store.ts';
import { storedExploration, storeExploration, type ExplorationPlace } from './stored-exploration.ts';

/** Pause after the last change until it is stored, in milliseconds. */
const STORED_AFTER_MS = 400;

export interface Kept {
  /** False until it is known whether there is a picture of the last visit. */
  readonly ready: boolean;
  /** Stores what is on the canvas soon. */
  readonly keep: () => void;
}

/** @param begins whether the exploration of the last visit is the one to go on with */
export function useKeptExploration(
  where: ExplorationPlace,
  place: GraphPlace,
  schema: WireGraphSchema,
  store: ExplorationStore,
  begins: (vertices: ReadonlySet<string>) => boolean,
): Kept {
  const [ready, setReady] = useState(() => store.get().parts.vertices.size > 0);
  const timer = useRef(0);
  const begun = useRef(false);
  const known = useRef(ready);

  const save = useCallback(() => {
    timer.current = 0;
    const { parts } = store.get();
    storeExploration(where, {
      vertices: [...parts.vertices.keys()],
      edges: [...parts.edges.keys()],
      places: store
        .places()
        .filter(([id]) => parts.vertices.has(id))
        .map(([id, x, y, pinned]) => [id, x, y, pinned]),
      view: store.view(),
      saved: store.saved(),
    }).catch((error: unknown) => toast.error(error));
  }, [where, store]);
  const keep = useCallback(() => {
    // Before it is known what there was, nothing may take its place.
    if (!known.current) return;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(save, STORED_AFTER_MS);
  }, [save]);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (ready) return;
    const restore = async (): Promise<void> => {
      const kept = await storedExploration(where);
      if (kept === null || kept.vertices.length === 0 || !begins(new Set(kept.vertices))) return;
      const found = await edgesAmong(place, kept.vertices.map(vertexOfKey).filter(isOfTypes(schema)));
      store.keepPlaces(kept.places);
      store.step({ kind: 'replace', parts: withEdges(found, new Set(kept.edges)), view: kept.view });
      store.setSaved(kept.saved ?? null);
      const gone = kept.vertices.length - found.vertices.size;
      if (gone > 0) toast.error(t`${gone} of the vertices of your last visit are gone.`);
    };
    restore()
      .catch((error: unknown) => toast.error(error))
      .finally(() => {
        known.current = true;
        setReady(true);
      });
  }, [ready, where, place, schema, store, begins]);

  useEffect(() => {
    if (!ready) return undefined;
    const stop = store.subscribe(keep);
    // A change that waits to be stored is stored as the page is left.
    const flush = (): void => {
      if (timer.current === 0) return;
      clearTimeout(timer.current);
      save();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      stop();
      flush();
    };
  }, [ready, store, keep, save]);
  return { ready, keep };
}

/** Edges that were not on the canvas stay away. */
const withEdges = ({ vertices, edges }: WireGraphParts, shown: ReadonlySet<string>): WireGraphParts => ({
  vertices,
  edges: new Map([...edges].filter(([key]) => shown.has(key))),
});
