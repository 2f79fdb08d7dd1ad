/** The saved exploration on the canvas: opens, saves, and settles what two people saved at once. */
import { t } from '@acacia/texts';
import { CloudError, type CloudInput } from '@acacia/api-client';
import {
  StaleExploration,
  type ExplorationEntry,
  type ExplorationView,
  type WireGraphSchema,
} from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useServices } from '../../../services/services.ts';
import { formCall, sendCall, type FormCall } from '../../../shell/copy-as/form-call.ts';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import type { ExplorationStore, SavedMark } from '../exploration-store.ts';
import { documentOf, keysOf, mergedKeys, type DocumentKeys } from './document.ts';
import { explorationKeys, explorationsQuery, type WorkspaceIds } from './explorations.ts';
import { restored } from './restore.ts';

/** A version that somebody else saved since the one on the canvas. */
interface SavedConflict {
  readonly id: string;
  readonly name: string;
  readonly theirs: ReturnType<typeof StaleExploration.parse>;
}

export interface Saved {
  /** Explorations of the graph that the person may open. */
  readonly entries: readonly ExplorationEntry[];
  readonly mark: SavedMark | null;
  /** The one on the canvas, as the list has it; undefined: none, or not any more. */
  readonly entry: ExplorationEntry | undefined;
  /** Whether somebody saved a newer version than the one on the canvas. */
  readonly isBehind: boolean;
  /** The one on the canvas was deleted, or is shared with the person no longer. */
  readonly isGone: boolean;
  readonly busy: boolean;
  readonly conflict: SavedConflict | null;
  readonly save: () => Promise<void>;
  readonly saveAs: (name: string) => Promise<void>;
  readonly saveAsCall: (name: string) => FormCall;
  readonly open: (id: string) => Promise<void>;
  readonly rename: (entry: ExplorationEntry, name: string) => Promise<void>;
  readonly renameCall: (entry: ExplorationEntry, name: string) => FormCall;
  readonly remove: (entry: ExplorationEntry) => Promise<void>;
  /** Takes the canvas off the saved exploration. */
  readonly leave: () => void;
  readonly mergeBoth: () => Promise<void>;
  /** @param looks whose filters, styles and groups the canvas has then */
  readonly takeTheirs: (looks: 'theirs' | 'mine') => Promise<void>;
  readonly dismissConflict: () => void;
}

interface SavedProps {
  readonly params: WorkspaceIds;
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly store: ExplorationStore;
  /** Id of the saved exploration that the address names. */
  readonly named: string | undefined;
  /** The picture of the last visit is known. */
  readonly ready: boolean;
}

export function useSaved({ params, place, schema, store, named, ready }: SavedProps): Saved {
  const { cloud, queryClient } = useServices();
  const navigate = useNavigate();
  const list = useQuery(explorationsQuery({ cloud }, params));
  const mark = useSyncExternalStore(store.subscribe, store.saved);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<SavedConflict | null>(null);
  const { graph } = place;
  const entries = (list.data ?? []).filter((entry) => entry.graph === graph);
  const entry = entries.find(({ exploration_id }) => exploration_id === mark?.id);

  const refresh = () => queryClient.invalidateQueries({ queryKey: explorationKeys.all(params.workspace_id) });
  const address = useCallback(
    (id: string | undefined) =>
      void navigate({
        to: '.',
        search: (previous) => ({
          ...previous,
          graph_name: graph,
          exploration: id,
          // The exploration says what is on the canvas.
          ...(id === undefined ? {} : { seeds: undefined }),
        }),
        replace: true,
      }),
    [navigate, graph],
  );
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };

  const show = async (
    keys: DocumentKeys,
    view: ExplorationView,
    saved: SavedMark,
    known?: string,
  ): Promise<void> => {
    const { parts, gone } = await restored(place, schema, keys);
    store.keepPlaces(keys.places);
    store.step({ kind: 'replace', parts, view });
    store.setSaved(saved);
    if (gone !== null) toast.error(known === undefined ? gone : t`${known}: ${gone}`);
  };

  const open = (id: string): Promise<void> =>
    during(async () => {
      const found = await cloud.getExploration({ params: { ...params, exploration_id: id } });
      if (found.graph !== graph) {
        // The page of the other graph opens it.
        await navigate({
          to: '.',
          search: (previous) => ({ ...previous, graph_name: found.graph, exploration: id, seeds: undefined }),
        });
        return;
      }
      const { document, version, name } = found;
      await show(keysOf(document), document.view, { id, version, changed: false }, name);
      address(id);
      // One that was shared a moment ago is not in the list yet.
      if (!entries.some(({ exploration_id }) => exploration_id === id)) await refresh();
    });

  const saveOver = async (id: string, version: number): Promise<void> => {
    const document = documentOf(store.get().parts, store.places(), store.view());
    const changes = store.changes();
    try {
      const saved = await cloud.saveExploration({
        params: { ...params, exploration_id: id },
        version,
        body: { document },
      });
      // Another exploration may have been opened, or this one left, until the answer came.
      if (store.saved()?.id === id)
        store.setSaved({ id, version: saved.version, changed: store.changes() !== changes });
      setConflict(null);
      await refresh();
      toast.success(t`Saved as version ${saved.version}.`);
    } catch (error) {
      const status = error instanceof CloudError ? error.status : 0;
      // The list says then that it is gone, or may not be saved any more.
      if (status === 403 || status === 404) await refresh();
      const theirs =
        error instanceof CloudError && status === 412
          ? StaleExploration.safeParse(error.standing).data
          : undefined;
      if (theirs === undefined) throw error;
      setConflict({ id, name: entry?.name ?? '', theirs });
    }
  };

  const newOne = (name: string): CloudInput<'createExploration'> => ({
    params,
    body: { name, graph, document: documentOf(store.get().parts, store.places(), store.view()) },
  });
  const saveAs = (name: string): Promise<void> =>
    during(async () => {
      const call = newOne(name);
      const changes = store.changes();
      const made = await cloud.createExploration(call);
      const changed = store.changes() !== changes;
      store.setSaved({ id: made.exploration_id, version: made.version, changed });
      setConflict(null);
      address(made.exploration_id);
      await refresh();
    });

  const renameCall = ({ exploration_id }: ExplorationEntry, name: string): FormCall =>
    formCall('renameExploration', { params: { ...params, exploration_id }, body: { name } });

  const leave = (): void => {
    store.setSaved(null);
    address(undefined);
  };

  // An address that was sent or reloaded opens its exploration, once.
  const opened = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!ready || named === undefined || opened.current === named) return;
    opened.current = named;
    if (store.saved()?.id === named) return;
    open(named).catch((error: unknown) => toast.error(error));
  });

  return {
    entries,
    mark,
    entry,
    isGone: mark !== null && entry === undefined && !busy && list.isSuccess,
    isBehind: entry !== undefined && mark !== null && entry.version > mark.version,
    busy,
    conflict,
    save: () => during(() => (mark === null ? Promise.resolve() : saveOver(mark.id, mark.version))),
    saveAs,
    saveAsCall: (name) => formCall('createExploration', newOne(name)),
    open,
    renameCall,
    rename: async (renamed, name) => {
      await sendCall(cloud, renameCall(renamed, name));
      await refresh();
    },
    remove: async ({ exploration_id }) => {
      await cloud.deleteExploration({ params: { ...params, exploration_id } });
      if (mark?.id === exploration_id) leave();
      await refresh();
    },
    leave,
    mergeBoth: () =>
      during(async () => {
        if (conflict === null) return;
        const { id, theirs } = conflict;
        const mine = keysOf(documentOf(store.get().parts, store.places(), store.view()));
        const both = mergedKeys(mine, keysOf(theirs.document));
        await show(both, store.view(), { id, version: theirs.version, changed: true });
        await saveOver(id, theirs.version);
      }),
    takeTheirs: (looks) =>
      during(async () => {
        if (conflict === null) return;
        const { id, theirs } = conflict;
        const isMine = looks === 'mine';
        await show(keysOf(theirs.document), isMine ? store.view() : theirs.document.view, {
          id,
          version: theirs.version,
          changed: isMine,
        });
        setConflict(null);
      }),
    dismissConflict: () => setConflict(null),
  };
}
