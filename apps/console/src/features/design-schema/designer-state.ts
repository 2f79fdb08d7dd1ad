/** The designer's state: the draft with its history, the selection and saving. Pure. */
import type { Draft, DraftEdge, DraftPair, DraftVertex } from './draft.ts';
import { changeBetween, isEmptyChange, isEmptyLook, looksBetween } from './draft-change.ts';
import {
  addEdge,
  addVertex,
  historyOf,
  moveTypes,
  record,
  redo,
  releaseTypes,
  removeTypes,
  undo,
  updateEdge,
  updateVertex,
  type History,
} from './draft-edits.ts';
import type { Problem } from './draft-problems.ts';
import {
  hasSameTypes,
  isSameSchema,
  mergeDrafts,
  NO_CHOICES,
  type Choices,
  type Conflict,
} from './merge-drafts.ts';
import type { Point } from './layout/shapes.ts';

export interface DesignerState {
  /** The schema that the draft began from. */
  readonly saved: Draft;
  readonly history: History;
  /** Keys of types of the draft. */
  readonly selected: ReadonlySet<string>;
  /** The field being typed into, whose keystrokes in a row are one step of the history; null: none. */
  readonly typing: string | null;
  /** The losses of the change are shown, to be confirmed. */
  readonly confirming: boolean;
  /** The draft is being saved: it cannot be edited, as the saved schema replaces it. */
  readonly saving: boolean;
  /** The draft is stored: the schema that is read next replaces it. */
  readonly stored: boolean;
  /** Why the last save failed, at the type that the answer names; null after an edit. */
  readonly failure: Problem | null;
  /** The state that somebody else saved meanwhile, until each conflict with the draft is decided; null: none. */
  readonly conflict: Conflicting | null;
  /** How often changes of somebody else were joined with the draft. */
  readonly joins: number;
  /** Places that the layout gave to boxes; those without a place of their own keep them from the first edit on. */
  readonly places: ReadonlyMap<string, Point>;
}

export interface Conflicting {
  readonly theirs: Draft;
  readonly conflicts: readonly Conflict[];
}

export type DesignerAction =
  /** @param position of the new box; null: the layout chooses it */
  | { readonly kind: 'createVertex'; readonly key: string; readonly position: Point | null }
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
  /** A person wrote the draft as text. */
  | { readonly kind: 'write'; readonly draft: Draft }
  | { readonly kind: 'removeSelected' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  /** @param positions by key of the vertex type */
  | { readonly kind: 'move'; readonly positions: ReadonlyMap<string, Point> }
  | { readonly kind: 'arrange' }
  /** The layout has placed the boxes. */
  | { readonly kind: 'arranged'; readonly places: ReadonlyMap<string, Point> }
  /** Global types that the graph is to use from now on, and keys of those that it is not. */
  | { readonly kind: 'chooseGlobal'; readonly added: Draft; readonly removed: ReadonlySet<string> }
  | { readonly kind: 'select'; readonly keys: ReadonlySet<string> }
  /** The schema was read again. It replaces a draft without changes, and is joined with a changed one. */
  | { readonly kind: 'read'; readonly saved: Draft }
  /** A person has chosen between both sides of each conflict. */
  | { readonly kind: 'settle'; readonly choices: Choices }
  /** The draft is edited on without a choice: saving asks again. */
  | { readonly kind: 'postpone' }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'dismiss' }
  | { readonly kind: 'saveStarted' }
  | { readonly kind: 'saveStored' }
  | { readonly kind: 'saveFailed'; readonly failure: Problem | null }
  | { readonly kind: 'saveEnded' };

const NOTHING: ReadonlySet<string> = new Set();

export const designOf = (saved: Draft): DesignerState => ({
  saved,
  history: historyOf(saved),
  selected: NOTHING,
  typing: null,
  confirming: false,
  saving: false,
  stored: false,
  failure: null,
  conflict: null,
  joins: 0,
  places: new Map(),
});

/** Edits of the draft and of its history. */
const EDITS: ReadonlySet<DesignerAction['kind']> = new Set([
  'createVertex',
  'createEdge',
  'changeVertex',
  'changeEdge',
  'write',
  'removeSelected',
  'undo',
  'redo',
  'move',
  'arrange',
  'chooseGlobal',
]);

/** The state after an action; the same state when the action changes nothing or is refused while saving. */
export function design(state: DesignerState, action: DesignerAction): DesignerState {
  if (state.saving && EDITS.has(action.kind)) return state;
  const draft = state.history.present;
  switch (action.kind) {
    case 'createVertex':
      return {
        ...edited(state, addVertex(draft, action.key, action.position)),
        selected: new Set([action.key]),
      };
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
    case 'write':
      return isSameDraft(draft, action.draft) ? state : written(state, action.draft);
    case 'removeSelected':
      return state.selected.size === 0 || foreignOf(state).length > 0
        ? state
        : { ...edited(state, removeTypes(draft, state.selected)), selected: NOTHING };
    case 'undo':
      return withHistory(state, undo(state.history));
    case 'redo':
      return withHistory(state, redo(state.history));
    case 'move':
      return edited(state, moveTypes(draft, action.positions));
    case 'arrange':
      return draft.vertices.some(({ position }) => position !== null)
        ? withDraft(state, releaseTypes(draft))
        : state;
    case 'arranged':
      return { ...state, places: action.places };
    case 'chooseGlobal': {
      const kept = removeTypes(draft, action.removed);
      return edited(state, {
        vertices: [...kept.vertices, ...action.added.vertices],
        edges: [...kept.edges, ...action.added.edges],
      });
    }
    case 'select':
      return { ...state, selected: action.keys, typing: null };
    case 'read':
      if (action.saved === state.saved) return state;
      return isChanged(state) && !state.stored
        ? joined(state, action.saved, NO_CHOICES)
        : reread(state, action.saved);
    case 'settle':
      return state.conflict === null ? state : joined(state, state.conflict.theirs, action.choices);
    case 'postpone':
      return { ...state, conflict: null };
    case 'confirm':
      return { ...state, confirming: true };
    case 'dismiss':
      return { ...state, confirming: false };
    case 'saveStarted':
      return { ...state, saving: true, stored: false, failure: null };
    case 'saveStored':
      return { ...state, stored: true };
    case 'saveFailed':
      return {
        ...state,
        saving: false,
        failure: action.failure,
        selected: action.failure === null ? state.selected : new Set([action.failure.type]),
      };
    case 'saveEnded':
      return { ...state, saving: false };
  }
}

const isChanged = ({ saved, history }: DesignerState): boolean =>
  history.present !== saved &&
  !(
    isEmptyChange(changeBetween(saved, history.present)) && isEmptyLook(looksBetween(saved, history.present))
  );

/** The selected types that are global, in the designer of a graph. */
export const foreignOf = ({ history, selected }: DesignerState): (DraftVertex | DraftEdge)[] =>
  [...history.present.vertices, ...history.present.edges].filter(
    ({ key, foreign }) => foreign && selected.has(key),
  );

/** The state with the schema as it is stored now; what is selected stays selected by its name. */
function reread(state: DesignerState, saved: Draft): DesignerState {
  const names = new Set(
    [...state.history.present.vertices, ...state.history.present.edges]
      .filter(({ key }) => state.selected.has(key))
      .map(({ name }) => name),
  );
  const selected = [...saved.vertices, ...saved.edges].filter(({ name }) => names.has(name));
  return {
    ...state,
    saved,
    history: historyOf(saved),
    selected: new Set(selected.map(({ key }) => key)),
    typing: null,
    conflict: null,
  };
}

/**
 * The draft on top of the schema that somebody else saved meanwhile, as one step after it; the same draft, and their
 * schema beside it, as long as a conflict has no choice.
 */
function joined(state: DesignerState, theirs: Draft, choices: Choices): DesignerState {
  if (isSameSchema(state.saved, theirs)) return state;
  const { draft, conflicts } = mergeDrafts(state.saved, state.history.present, theirs, choices);
  if (conflicts.some(({ id }) => !choices.has(id))) return { ...state, conflict: { theirs, conflicts } };
  const there = new Set([...draft.vertices, ...draft.edges].map(({ key }) => key));
  return {
    ...state,
    saved: theirs,
    history: record(historyOf(theirs), draft),
    selected: new Set([...state.selected].filter((key) => there.has(key))),
    typing: null,
    conflict: null,
    joins: state.joins + (hasSameTypes(state.saved, theirs) ? 0 : 1),
  };
}

/** Records an edit, in which the boxes keep their places: a layout anew would move them all. */
function edited(state: DesignerState, draft: Draft, field: string | null = null): DesignerState {
  const loose = draft.vertices.filter(({ position }) => position === null);
  const places = loose.flatMap(({ key }) => {
    const place = state.places.get(key);
    return place === undefined ? [] : [[key, place] as const];
  });
  return withDraft(state, places.length === 0 ? draft : moveTypes(draft, new Map(places)), field);
}

/** Records a draft as a step; edits of the same field in a row are one step. */
function withDraft(state: DesignerState, draft: Draft, field: string | null = null): DesignerState {
  const merge = field !== null && field === state.typing;
  return {
    ...state,
    history: record(state.history, draft, merge),
    typing: field,
    stored: false,
    failure: null,
  };
}

const isSameDraft = (a: Draft, b: Draft): boolean =>
  a.vertices.length === b.vertices.length &&
  a.edges.length === b.edges.length &&
  a.vertices.every((vertex, index) => vertex === b.vertices[index]) &&
  a.edges.every((edge, index) => edge === b.edges[index]);

/** The text is one field: what is typed there in a row is one step. */
function written(state: DesignerState, draft: Draft): DesignerState {
  const next = edited(state, draft, 'text');
  const there = new Set([...draft.vertices, ...draft.edges].map(({ key }) => key));
  return { ...next, selected: new Set([...state.selected].filter((key) => there.has(key))) };
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
