/** Saves the draft: joined with changes that others saved meanwhile, then its types, then their looks. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import { errorText, toast } from '@acacia/ui';
import type { Dispatch } from 'react';
import type { DesignerAction, DesignerState } from './designer-state.ts';
import { changeBetween, isEmptyChange, isEmptyLook, looksBetween, withAllColors } from './draft-change.ts';
import { placeOf } from './draft-problems.ts';
import type { Draft } from './draft.ts';
import { isSameSchema, mergeDrafts } from './merge-drafts.ts';
import { saveChange, saveLooks } from './save-draft.ts';

export interface Saving {
  readonly client: WorkspaceClient;
  /** null: the global scope. */
  readonly graph: string | null;
  /** Reads the schema as it is stored now. */
  readonly onRead: () => Promise<Draft>;
  /** Called when the schema or its style was saved; resolves when they were read again. */
  readonly onSaved: () => Promise<void>;
}

/** @returns a function that rejects with an error for people. Conflicts end it without one: the state has them then. */
export function useSave(
  { client, graph, onRead, onSaved }: Saving,
  state: DesignerState,
  dispatch: Dispatch<DesignerAction>,
): () => Promise<void> {
  const draft = state.history.present;
  const failed = (text: string, error: unknown): Error => {
    dispatch({ kind: 'saveFailed', failure: placeOf(draft, errorText(error)) ?? null });
    return new Error(`${text} ${errorText(error)}`, { cause: error });
  };
  const store = async (base: Draft, whole: Draft): Promise<void> => {
    const made = changeBetween(base, whole);
    const looked = looksBetween(base, whole);
    const isSchema = !isEmptyChange(made);
    if (isSchema) {
      try {
        await saveChange(client, graph, made);
      } catch (error) {
        throw failed(t`Failed to save the schema.`, error);
      }
    }
    try {
      if (!isEmptyLook(looked) || isSchema)
        await saveLooks(client, graph, (style) => (isSchema ? withAllColors(looked, whole, style) : looked));
      dispatch({ kind: 'saveStored' });
      toast.success(isSchema ? t`Successfully saved the schema!` : t`Successfully saved the schema style!`);
    } catch (error) {
      if (!isSchema) throw failed(t`Failed to save the schema style.`, error);
      dispatch({ kind: 'saveStored' });
      toast.error(
        t`The schema is saved, but the positions and colours of its types are not. ${errorText(error)}`,
      );
    }
    await onSaved();
    dispatch({ kind: 'saveEnded' });
  };
  return async () => {
    dispatch({ kind: 'saveStarted' });
    let theirs: Draft;
    try {
      theirs = await onRead();
    } catch (error) {
      throw failed(t`Failed to save the schema.`, error);
    }
    // The reducer joins both by the same rules.
    const { draft: whole, conflicts } = isSameSchema(state.saved, theirs)
      ? { draft, conflicts: [] }
      : mergeDrafts(state.saved, draft, theirs);
    dispatch({ kind: 'read', saved: theirs });
    if (conflicts.length > 0) {
      dispatch({ kind: 'saveFailed', failure: null });
      return;
    }
    await store(theirs, whole);
  };
}
