/** Running GSQL texts, so that all of them can be stopped at once. */
export interface RunningStatements {
  /** Runs `work` with a signal that fires with the given one, or when all are stopped. */
  track<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  abortAll(): void;
}

export function createRunningStatements(): RunningStatements {
  const running = new Set<AbortController>();
  return {
    async track(signal, work) {
      const controller = new AbortController();
      running.add(controller);
      try {
        return await work(
          signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]),
        );
      } finally {
        running.delete(controller);
      }
    },
    abortAll() {
      for (const controller of running) controller.abort();
    },
  };
}
