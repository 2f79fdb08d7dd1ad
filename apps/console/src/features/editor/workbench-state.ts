/** The state of the editor's page: left panel, run shown for each file, question for parameters. Pure. */
import type { Asking } from './run/run-query.ts';
import type { Run } from './run/run-store.ts';

export type LeftTab = 'files' | 'queries' | 'schema';

export interface WorkbenchState {
  readonly left: LeftTab;
  /** Id of the run shown, by id of the file; the newest run where none was chosen since. */
  readonly shown: ReadonlyMap<string, string>;
  /** Id of the run whose errors a later edit made out of date, by id of the file. */
  readonly outdated: ReadonlyMap<string, string>;
  /** The query that waits for its parameters. */
  readonly asking: Asking | null;
}

export type WorkbenchAction =
  | { readonly kind: 'left'; readonly tab: LeftTab }
  | { readonly kind: 'show'; readonly file: string; readonly run: string }
  /** A run of the file begins: it is shown. */
  | { readonly kind: 'begin'; readonly file: string }
  /** The file was edited while the errors of the run were at its lines. */
  | { readonly kind: 'edit'; readonly file: string; readonly run: string }
  | { readonly kind: 'ask'; readonly asking: Asking }
  | { readonly kind: 'answered' };

export const workbenchOf = (left: LeftTab): WorkbenchState => ({
  left,
  shown: new Map(),
  outdated: new Map(),
  asking: null,
});

export function workbench(state: WorkbenchState, action: WorkbenchAction): WorkbenchState {
  switch (action.kind) {
    case 'left':
      return { ...state, left: action.tab };
    case 'show':
      return { ...state, shown: new Map(state.shown).set(action.file, action.run) };
    case 'begin': {
      if (!state.shown.has(action.file)) return state;
      const shown = new Map(state.shown);
      shown.delete(action.file);
      return { ...state, shown };
    }
    case 'edit':
      return state.outdated.get(action.file) === action.run
        ? state
        : { ...state, outdated: new Map(state.outdated).set(action.file, action.run) };
    case 'ask':
      return { ...state, asking: action.asking };
    case 'answered':
      return { ...state, asking: null };
  }
}

/** @returns id of the run chosen for the file; null: the newest */
export const shownRun = (state: WorkbenchState, file: string | undefined): string | null =>
  file === undefined ? null : (state.shown.get(file) ?? null);

/**
 * The run whose errors are at the lines of its file: the newest, when it failed and the text has not changed since.
 * @param runs of one file, newest first
 */
export function faultyRun({ outdated }: WorkbenchState, runs: readonly Run[]): Run | null {
  const [last] = runs;
  if (last?.state !== 'failed' || outdated.get(last.origin.file) === last.id) return null;
  return last;
}
