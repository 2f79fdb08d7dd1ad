/** Results of long work that several requests wait for, kept for the next ones within a budget of bytes. */

interface SharedWork<T> {
  /** The result under the key: known already, being made, or made now. The work is given up when nobody waits any more. */
  of(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** @param bytesOf bytes that a result takes; `most` bytes are kept, of which the last used ones stay */
export function createSharedWork<T>(most: number, bytesOf: (result: T) => number): SharedWork<T> {
  /** The last used at the end. */
  const results = new Map<string, Promise<T>>();
  const sizes = new Map<string, number>();
  const waiting = new Map<string, { count: number; readonly stop: AbortController }>();
  return {
    of(key, signal, make) {
      const known = results.get(key);
      const line = waiting.get(key) ?? { count: 0, stop: new AbortController() };
      if (known === undefined || waiting.has(key)) {
        waiting.set(key, line);
        line.count += 1;
        signal.addEventListener('abort', () => {
          line.count -= 1;
          if (line.count > 0 || waiting.get(key) !== line) return;
          // Callers from now on begin anew, rather than share the end of this work.
          waiting.delete(key);
          results.delete(key);
          line.stop.abort();
        });
      }
      if (known !== undefined) {
        results.delete(key);
        results.set(key, known);
        return known;
      }
      const isCurrent = (): boolean => results.get(key) === made;
      const made = make(line.stop.signal).finally(() => {
        if (waiting.get(key) === line) waiting.delete(key);
      });
      results.set(key, made);
      made.then(
        (result) => {
          if (!isCurrent()) return;
          sizes.set(key, bytesOf(result));
          for (const oldest of results.keys()) {
            if ([...sizes.values()].reduce((sum, size) => sum + size, 0) <= most || oldest === key) break;
            results.delete(oldest);
            sizes.delete(oldest);
          }
        },
        () => {
          if (isCurrent()) results.delete(key);
        },
      );
      return made;
    },
  };
}
