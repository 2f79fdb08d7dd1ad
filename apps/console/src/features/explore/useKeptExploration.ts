/** Brings the picture of the last visit back, and keeps the present one for the next. */
import { t } from '@acacia/texts';
import type { WireGraphSchema } from '@acacia/contract';
import { errorText, toast } from '@acacia/ui';
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
  /** A picture of the last visit that could not be read, and both ways on; null: there is none. */
  readonly unread: UnreadPicture | null;
}

export interface UnreadPicture {
  /** Why it could not be read. */
  readonly reason: string;
  readonly onAgain: () => void;
  readonly onAnew: () => void;
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
  /** Counts the times that the picture is asked for. */
  const [tries, setTries] = useState(1);
  const tried = useRef(0);
  const [reason, setReason] = useState<string | null>(null);
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

  const begin = useCallback(() => {
    known.current = true;
    setReason(null);
    setReady(true);
  }, []);
  useEffect(() => {
    if (tried.current === tries) return;
    tried.current = tries;
    if (ready) return;
    const restore = async (): Promise<void> => {
      const kept = await storedExploration(where).catch((error: unknown) => {
        toast.error(error);
        return null;
      });
      if (kept === null || kept.vertices.length === 0 || !begins(new Set(kept.vertices))) return;
      const found = await edgesAmong(place, kept.vertices.map(vertexOfKey).filter(isOfTypes(schema)));
      store.keepPlaces(kept.places);
      store.step({ kind: 'replace', parts: withEdges(found, new Set(kept.edges)), view: kept.view });
      store.setSaved(kept.saved ?? null);
      const gone = kept.vertices.length - found.vertices.size;
      if (gone > 0) toast.error(t`${gone} of the vertices of your last visit are gone.`);
    };
    setReason(null);
    restore().then(begin, (error: unknown) => {
      // The empty canvas must not take its place: it is there once the workspace can be reached again.
      setReason(errorText(error));
    });
  }, [ready, tries, where, place, schema, store, begins, begin]);

  // Who brings other vertices onto the empty canvas begins without it.
  useEffect(() => {
    if (reason === null) return undefined;
    return store.subscribe(() => {
      if (store.get().parts.vertices.size > 0) begin();
    });
  }, [reason, store, begin]);

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
  const onAnew = () => {
    begin();
    keep();
  };
  const unread = reason === null ? null : { reason, onAgain: () => setTries((before) => before + 1), onAnew };
  return { ready, keep, unread };
}

/** Edges that were not on the canvas stay away. */
const withEdges = ({ vertices, edges }: WireGraphParts, shown: ReadonlySet<string>): WireGraphParts => ({
  vertices,
  edges: new Map([...edges].filter(([key]) => shown.has(key))),
});
