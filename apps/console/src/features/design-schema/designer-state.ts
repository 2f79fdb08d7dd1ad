/** The designer's state: the draft with its history, the selection, moved boxes and saving. Pure. */
import type { Point } from './canvas-layout.ts';
import {
  changeBetween,
  isEmptyChange,
  type Draft,
  type DraftEdge,
  type DraftPair,
  type DraftVertex,
} from './draft.ts';
import {
  addEdge,
  addVertex,
  historyOf,
  record,
  redo,
  removeTypes,
  undo,
  updateEdge,
  updateVertex,
  type History,
} from './draft-edits.ts';

export interface DesignerState {
  /** The schema that the draft began from. */
  readonly saved: Draft;
  readonly history: History;
  /** Keys of types of the draft. */
  readonly selected: ReadonlySet<string>;
  /** Positions of the boxes that were moved, by key of the vertex type. */
  readonly moved: ReadonlyMap<string, Point>;
  /** The field being typed into, whose keystrokes in a row are one step of the history; null: none. */
  readonly typing: string | null;
  /** The losses of the change are shown, to be confirmed. */
  readonly confirming: boolean;
  /** The draft is being saved: it cannot be edited, as the saved schema replaces it. */
  readonly saving: boolean;
}

export type DesignerAction =
  | { readonly kind: 'createVertex'; readonly key: string }
  /** @param ends null: the selected vertex types, else the first one */
  | { readonly kind: 'createEdge'; readonly key: string; readonly ends: DraftPair | null }
  /** @param field the field that was typed into; null for a choice, which is a step of its own */
  | {
      readonly kind: 'changeVertex';
      readonly key: string;
      readonly patch: Partial<DraftVertex>;
      readonly field: string | null;
    }
  | {
      readonly kind: 'changeEdge';
      readonly key: string;
      readonly patch: Partial<DraftEdge>;
      readonly field: string | null;
    }
  | { readonly kind: 'removeSelected' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'move'; readonly key: string; readonly position: Point }
  | { readonly kind: 'select'; readonly keys: ReadonlySet<string> }
  /** The schema was read again. It replaces a draft without changes; a changed draft keeps its own. */
  | { readonly kind: 'read'; readonly saved: Draft }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'dismiss' }
  | { readonly kind: 'saveStarted' }
  | { readonly kind: 'saveEnded' };

const NOTHING: ReadonlySet<string> = new Set();

export const designOf = (saved: Draft): DesignerState => ({
  saved,
  history: historyOf(saved),
  selected: NOTHING,
  moved: new Map(),
  typing: null,
  confirming: false,
  saving: false,
});

/** Edits of the draft and of its history. */
const EDITS: ReadonlySet<DesignerAction['kind']> = new Set([
  'createVertex',
  'createEdge',
  'changeVertex',
  'changeEdge',
  'removeSelected',
  'undo',
  'redo',
  'move',
]);

/** The state after an action; the same state when the action changes nothing or is refused while saving. */
export function design(state: DesignerState, action: DesignerAction): DesignerState {
  if (state.saving && EDITS.has(action.kind)) return state;
  const draft = state.history.present;
  switch (action.kind) {
    case 'createVertex':
      return { ...edited(state, addVertex(draft, action.key)), selected: new Set([action.key]) };
    case 'createEdge': {
      const ends = action.ends ?? selectedEnds(state);
      if (ends === null) return state;
      return {
        ...edited(state, addEdge(draft, action.key, ends.from, ends.to)),
        selected: new Set([action.key]),
      };
    }
    case 'changeVertex':
      return isChange(draft.vertices, action)
        ? edited(state, updateVertex(draft, action.key, action.patch), fieldOf(action))
        : state;
    case 'changeEdge':
      return isChange(draft.edges, action)
        ? edited(state, updateEdge(draft, action.key, action.patch), fieldOf(action))
        : state;
    case 'removeSelected':
      return state.selected.size === 0
        ? state
        : { ...edited(state, removeTypes(draft, state.selected)), selected: NOTHING };
    case 'undo':
      return withHistory(state, undo(state.history));
    case 'redo':
      return withHistory(state, redo(state.history));
    case 'move':
      return { ...state, moved: new Map(state.moved).set(action.key, action.position) };
    case 'select':
      return { ...state, selected: action.keys, typing: null };
    case 'read':
      return action.saved === state.saved || isChanged(state)
        ? state
        : { ...withHistory(state, historyOf(action.saved)), saved: action.saved };
    case 'confirm':
      return { ...state, confirming: true };
    case 'dismiss':
      return { ...state, confirming: false };
    case 'saveStarted':
      return { ...state, saving: true };
    case 'saveEnded':
      return { ...state, saving: false };
  }
}

const isChanged = ({ saved, history }: DesignerState): boolean =>
  !isEmptyChange(changeBetween(saved, history.present));

/** Records an edit. Edits of the same field in a row are one step. */
function edited(state: DesignerState, draft: Draft, field: string | null = null): DesignerState {
  const merge = field !== null && field === state.typing;
  return { ...state, history: record(state.history, draft, merge), typing: field };
}

const fieldOf = ({ key, field }: { readonly key: string; readonly field: string | null }): string | null =>
  field === null ? null : `${key} ${field}`;

/** Whether the type exists and the patch gives it another value. */
function isChange<Type extends { readonly key: string }>(
  types: readonly Type[],
  { key, patch }: { readonly key: string; readonly patch: Partial<Type> },
): boolean {
  const type = types.find((each) => each.key === key);
  if (type === undefined) return false;
  return (Object.keys(patch) as (keyof Type)[]).some((name) => patch[name] !== type[name]);
}

/** Another moment of the history: the field is left, and types that are not there are not selected. */
function withHistory(state: DesignerState, history: History): DesignerState {
  if (history === state.history) return state;
  const { vertices, edges } = history.present;
  const there = [...vertices, ...edges].map(({ key }) => key);
  return {
    ...state,
    history,
    selected: new Set(there.filter((key) => state.selected.has(key))),
    typing: null,
  };
}

/** The ends of an edge type that is created without naming them; null without any vertex type. */
function selectedEnds({ history, selected }: DesignerState): DraftPair | null {
  const { vertices } = history.present;
  const from = vertices.find(({ key }) => selected.has(key)) ?? vertices[0];
  if (from === undefined) return null;
  const to = vertices.find(({ key }) => selected.has(key) && key !== from.key) ?? from;
  return { from: from.key, to: to.key };
}
