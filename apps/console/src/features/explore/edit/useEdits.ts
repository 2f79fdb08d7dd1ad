/** Staged edits of a graph: kept while the page is open, undone one by one, saved in one transaction. */
import { t } from '@acacia/texts';
import type { EditConflict, WireGraphSchema } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { GraphPlace } from '../../workspace-tool/graph-queries.ts';
import { useSchemaCheck } from '../../workspace-tool/useGraphChoice.ts';
import { edgeKey, partsOf } from '../../workspace-tool/wire-graph.ts';
import type { ExplorationStore } from '../exploration-store.ts';
import {
  deletedKeys,
  editRequest,
  madeByOthers,
  NOTHING_STAGED,
  stagedCount,
  stageEdge,
  stageVertex,
  unstaged,
  withStaged,
  writtenElements,
  type EdgeChange,
  type Staged,
  type VertexChange,
} from './edits.ts';

export interface Edits {
  readonly staged: Staged;
  /** Goes up with each change of what is staged. */
  readonly version: number;
  readonly busy: boolean;
  readonly undoable: boolean;
  readonly conflicts: readonly EditConflict[];
  readonly stageVertex: (change: VertexChange) => void;
  readonly stageEdge: (change: EdgeChange) => void;
  readonly unstage: (key: string) => void;
  readonly undo: () => void;
  readonly discard: () => void;
  readonly save: () => void;
  /** Saves over what others changed. */
  readonly overwrite: () => void;
  /** Leaves what others changed as it is, and the rest staged. */
  readonly keepTheirs: () => void;
  readonly dismissConflicts: () => void;
}

interface State {
  readonly staged: Staged;
  readonly past: readonly Staged[];
}
const KEPT_STEPS = 100;
const START: State = { staged: NOTHING_STAGED, past: [] };

export function useEdits(
  workspaceId: string,
  { client, graph }: GraphPlace,
  schema: WireGraphSchema,
  store: ExplorationStore,
): Edits {
  const queryClient = useQueryClient();
  const checkSchema = useSchemaCheck(workspaceId, graph);
  const [{ staged, past }, setState] = useState(START);
  const [version, setVersion] = useState(0);
  const [busy, setBusy] = useState(false);
  /** The list is not changed while it is saved: the answer empties it. */
  const isSaving = useRef(false);
  const [conflicts, setConflicts] = useState<readonly EditConflict[]>([]);
  const change = useCallback((next: (staged: Staged) => Staged) => {
    if (isSaving.current) return;
    setVersion((now) => now + 1);
    setState((now) => {
      const after = next(now.staged);
      return { staged: after, past: [...now.past, now.staged].slice(-KEPT_STEPS) };
    });
  }, []);
  const unstage = useCallback((key: string) => change((now) => unstaged(now, key)), [change]);
  const discriminators = (type: string): readonly string[] =>
    (schema.EdgeTypes.find(({ Name }) => Name === type)?.Attributes ?? [])
      .filter(({ IsDiscriminator }) => IsDiscriminator === true)
      .map(({ AttributeName }) => AttributeName);

  const send = async (overwrite: boolean): Promise<void> => {
    if (isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    try {
      const answer = await client.edit(graph, editRequest(staged, discriminators, overwrite));
      if (!answer.saved) {
        setConflicts(answer.conflicts);
        return;
      }
      const count = stagedCount(staged);
      const { parts } = store.get();
      const after = withStaged(parts, staged);
      store.step({ kind: 'replace', parts: after });
      store.step({ kind: 'gone', ...deletedKeys(staged) });
      // What the workspace made of the values, and of those that were not given.
      const written = writtenElements(staged);
      if (written.vertices.length > 0) {
        const now = await client.subgraph(graph, written);
        const edges = now.edges.filter((edge) => staged.edges.has(edgeKey(edge)));
        store.step({ kind: 'refresh', parts: partsOf([now.vertices, edges]) });
      }
      setState(START);
      setVersion((now) => now + 1);
      setConflicts([]);
      await queryClient.invalidateQueries({ queryKey: ['workspace', client.origin] });
      toast.success(count === 1 ? t`Saved ${count} change.` : t`Saved ${count} changes.`);
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };
  const save = (overwrite: boolean) => () => {
    send(overwrite).catch((error: unknown) => {
      toast.error(error);
      checkSchema();
    });
  };

  const keepTheirs = () => {
    const { keys, there, gone } = madeByOthers(staged, conflicts);
    change((before) => keys.reduce(unstaged, before));
    store.step({ kind: 'refresh', parts: there });
    store.step({ kind: 'gone', vertices: gone, edges: gone });
    setConflicts([]);
  };

  return {
    staged,
    version,
    busy,
    undoable: past.length > 0,
    conflicts,
    stageVertex: (vertex) => change((now) => stageVertex(now, vertex)),
    stageEdge: (edge) => change((now) => stageEdge(now, edge)),
    unstage,
    undo: () => {
      setVersion((now) => now + 1);
      setState((now) => {
        const before = now.past.at(-1);
        return before === undefined ? now : { staged: before, past: now.past.slice(0, -1) };
      });
    },
    discard: () => change(() => NOTHING_STAGED),
    save: save(false),
    overwrite: save(true),
    keepTheirs,
    dismissConflicts: () => setConflicts([]),
  };
}
