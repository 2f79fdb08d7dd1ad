/** Explorations of this session by workspace and graph: they are there when the person comes back to the page. */
import type { ExplorationView } from '@acacia/contract';
import type { NodePlaces } from '@acacia/graph-view';
import { explore, NOTHING_EXPLORED, type Exploration, type ExplorationStep } from './exploration.ts';

/** The saved exploration that is on the canvas. */
export interface SavedMark {
  readonly id: string;
  /** The version that the canvas was opened from, or saved as. */
  readonly version: number;
  /** Whether the canvas has changed since. */
  readonly changed: boolean;
}

export interface ExplorationStore {
  readonly get: () => Exploration;
  readonly view: () => ExplorationView;
  /** Null: what is on the canvas is not saved. */
  readonly saved: () => SavedMark | null;
  readonly subscribe: (listener: () => void) => () => void;
  readonly step: (step: ExplorationStep) => void;
  readonly setView: (view: ExplorationView) => void;
  readonly setSaved: (saved: SavedMark | null) => void;
  /** Goes up with each change that a save would store: a save that was under way meanwhile has not stored it. */
  readonly changes: () => number;
  /** Where the vertices were when they came to rest last. */
  readonly places: () => NodePlaces;
  readonly keepPlaces: (places: NodePlaces) => void;
}

/** Units of the canvas by which a layout may move a vertex without it being a change. */
const STILL = 1;

/** Whether a vertex that had a place is at another. */
function moved(before: NodePlaces, after: NodePlaces): boolean {
  const known = new Map(before.map(([id, x, y]) => [id, [x, y] as const]));
  return after.some(([id, x, y]) => {
    const place = known.get(id);
    return place !== undefined && Math.hypot(place[0] - x, place[1] - y) > STILL;
  });
}

function createExplorationStore(): ExplorationStore {
  let state = NOTHING_EXPLORED;
  let saved: SavedMark | null = null;
  let places: NodePlaces = [];
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  let changes = 0;
  const change = (): void => {
    changes += 1;
    if (saved !== null && !saved.changed) saved = { ...saved, changed: true };
  };
  const step = (next: ExplorationStep): void => {
    const before = state;
    state = explore(state, next);
    const isOther = state.parts !== before.parts || state.view !== before.view;
    if (isOther && next.kind !== 'refresh' && next.kind !== 'styles') change();
    tell();
  };
  return {
    get: () => state,
    view: () => state.view,
    saved: () => saved,
    changes: () => changes,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    places: () => places,
    keepPlaces: (next) => {
      const isChange = moved(places, next);
      places = next;
      if (!isChange) return;
      const before = saved;
      change();
      if (saved !== before) tell();
    },
    step,
    setView: (view) => {
      if (view !== state.view) step({ kind: 'view', view });
    },
    setSaved: (next) => {
      saved = next;
      tell();
    },
  };
}

const stores = new Map<string, ExplorationStore>();

export function explorationStoreOf(workspaceId: string, graph: string): ExplorationStore {
  const key = `${workspaceId}/${graph}`;
  const known = stores.get(key);
  if (known !== undefined) return known;
  const store = createExplorationStore();
  stores.set(key, store);
  return store;
}
