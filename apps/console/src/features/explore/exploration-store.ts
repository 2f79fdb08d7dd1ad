/** Explorations of this session by workspace and graph: they are there when the person comes back to the page. */
import { explore, NOTHING_EXPLORED, type Exploration, type ExplorationStep } from './exploration.ts';

export interface ExplorationStore {
  readonly get: () => Exploration;
  readonly subscribe: (listener: () => void) => () => void;
  readonly step: (step: ExplorationStep) => void;
}

function createExplorationStore(): ExplorationStore {
  let state = NOTHING_EXPLORED;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    step: (step) => {
      state = explore(state, step);
      for (const listener of listeners) listener();
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
