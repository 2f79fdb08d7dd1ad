/** The state of the editor's page: left panel, run shown for each file, parameters of a query. Pure. */
import type { QueryPlanStep } from '@acacia/contract';
import type { OpenDocument } from './files/open-document.ts';
import type { Asking } from './run/run-query.ts';
import type { Run } from './run/run-store.ts';

export type LeftTab = 'files' | 'queries' | 'schema';

/** The plan of a query; null: it is being made. */
export interface ShownPlan {
  readonly name: string;
  readonly answer: { readonly steps: readonly QueryPlanStep[] } | { readonly error: Error } | null;
}

/** The open dialog or drawer. */
export type WorkbenchDialog =
  /** Names the current file, to store it. */
  | { readonly kind: 'store' }
  /** Joins the current file with what somebody else stored. */
  | { readonly kind: 'merge' }
  /** Asks before a text that is in this browser alone is closed. */
  | { readonly kind: 'discard'; readonly document: OpenDocument }
  /** Connect from API, at the endpoint of a query where it is named. */
  | { readonly kind: 'connect'; readonly query?: string }
  | { readonly kind: 'history' };

export interface WorkbenchState {
  readonly left: LeftTab;
  /** Id of the run shown, by id of the file; the newest run where none was chosen since. */
  readonly shown: ReadonlyMap<string, string>;
  /** Id of the run whose errors a later edit made out of date, by id of the file. */
  readonly outdated: ReadonlyMap<string, string>;
  /** The query whose parameters stand above the text, by id of the file. */
  readonly asking: ReadonlyMap<string, Asking>;
  /** The plan that stands in the place of results, by id of the file. */
  readonly plans: ReadonlyMap<string, ShownPlan>;
  readonly dialog: WorkbenchDialog | null;
}

export type WorkbenchAction =
  | { readonly kind: 'left'; readonly tab: LeftTab }
  | { readonly kind: 'show'; readonly file: string; readonly run: string }
  /** A run of the file begins: it is shown. */
  | { readonly kind: 'begin'; readonly file: string }
  /** The file was edited while the errors of the run were at its lines. */
  | { readonly kind: 'edit'; readonly file: string; readonly run: string }
  | { readonly kind: 'ask'; readonly file: string; readonly asking: Asking }
  /** A plan is shown; null: results are. */
  | { readonly kind: 'plan'; readonly file: string; readonly plan: ShownPlan | null }
  /** Its parameters are closed. */
  | { readonly kind: 'leave'; readonly file: string }
  | { readonly kind: 'open'; readonly dialog: WorkbenchDialog }
  /** The dialog is closed. */
  | { readonly kind: 'close' };

export const workbenchOf = (left: LeftTab): WorkbenchState => ({
  left,
  shown: new Map(),
  outdated: new Map(),
  asking: new Map(),
  plans: new Map(),
  dialog: null,
});

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

export function workbench(state: WorkbenchState, action: WorkbenchAction): WorkbenchState {
  switch (action.kind) {
    case 'left':
      return { ...state, left: action.tab };
    case 'show':
      return { ...state, shown: new Map(state.shown).set(action.file, action.run) };
    case 'begin': {
      const { file } = action;
      if (!state.shown.has(file) && !state.plans.has(file)) return state;
      return { ...state, shown: without(state.shown, file), plans: without(state.plans, file) };
    }
    case 'plan': {
      const { file, plan } = action;
      return {
        ...state,
        plans: plan === null ? without(state.plans, file) : new Map(state.plans).set(file, plan),
      };
    }
    case 'edit':
      return state.outdated.get(action.file) === action.run
        ? state
        : { ...state, outdated: new Map(state.outdated).set(action.file, action.run) };
    case 'ask':
      return { ...state, asking: new Map(state.asking).set(action.file, action.asking) };
    case 'leave':
      return { ...state, asking: without(state.asking, action.file) };
    case 'open':
      return { ...state, dialog: action.dialog };
    case 'close':
      return { ...state, dialog: null };
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
