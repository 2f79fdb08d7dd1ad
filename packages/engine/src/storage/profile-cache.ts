/** Cache of data profiles: concurrent requests share one computation, and a profile is kept while nothing changes. */
import { engineError } from '../errors/catalogue.ts';
import type { GraphProfile, ProfileOptions } from '../graph-profile.ts';
import { PROFILE_SAMPLE_ROWS, profileGraph } from './profile.ts';
import type { Store } from './store.ts';

/** While data change all the time a profile is still good for so long. */
const FRESH_MS = 5_000;
const TIME_LIMIT_MS = 20_000;

interface Kept {
  readonly commit: number;
  readonly at: number;
  readonly sampleRows: number;
  readonly profile: Promise<GraphProfile>;
}

export class ProfileCache {
  readonly #store: Store;
  readonly #kept = new Map<string, Kept>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** @throws EngineError when there is no such graph, and when the time limit is exceeded */
  async of(graph: string, options: ProfileOptions): Promise<GraphProfile> {
    const { sampleRows = PROFILE_SAMPLE_ROWS, timeLimitMs = TIME_LIMIT_MS } = options;
    const { commit } = this.#store.state;
    const kept = this.#kept.get(graph);
    if (kept !== undefined && kept.sampleRows === sampleRows) {
      if (kept.commit === commit || performance.now() - kept.at < FRESH_MS) return kept.profile;
    }
    const profile = this.#make(graph, sampleRows, timeLimitMs);
    const made = { commit, at: performance.now(), sampleRows, profile };
    this.#kept.set(graph, made);
    try {
      return await profile;
    } catch (error) {
      if (this.#kept.get(graph) === made) this.#kept.delete(graph);
      throw error;
    }
  }

  async #make(graph: string, sampleRows: number, timeLimitMs: number): Promise<GraphProfile> {
    const limit = AbortSignal.timeout(timeLimitMs);
    try {
      return await this.#store.read(
        (transaction, state) => profileGraph(transaction, state, graph, sampleRows),
        limit,
      );
    } catch (error) {
      if (!limit.aborted) throw error;
      throw engineError('statisticsTimedOut', { graph, seconds: Math.ceil(timeLimitMs / 1000) }).causedBy(
        error,
      );
    }
  }
}
