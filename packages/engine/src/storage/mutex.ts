/** Runs one task at a time, in the order in which they were requested. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve();

  /** `signal` takes a task back that has not begun: `run` then rejects at once with its reason. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    let begun = false;
    const turn = this.#tail.then(() => {
      signal?.throwIfAborted();
      begun = true;
      return task();
    });
    this.#tail = turn.catch(() => undefined);
    if (signal === undefined) return turn;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        if (!begun) reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp);
      turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    });
  }
}
