/** Saves soon after typing stops, and at least once a second while it goes on (specification part 4, section 9). */

const WAIT_MS = 200;
const MAX_WAIT_MS = 1000;

interface DebouncedSave {
  /** Schedules content to be written under an id; replaces content that waits for that id. */
  readonly put: (id: string, content: string) => void;
  /** Writes waiting content at once. */
  readonly flush: () => void;
  /** Discards content that waits for an id, e.g. because the file is gone. */
  readonly drop: (id: string) => void;
}

export function createDebouncedSave(write: (id: string, content: string) => void): DebouncedSave {
  const waiting = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const items = [...waiting];
    waiting.clear();
    for (const [id, content] of items) write(id, content);
  };
  return {
    put: (id, content) => {
      const now = Date.now();
      if (waiting.size === 0) since = now;
      waiting.set(id, content);
      clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(WAIT_MS, since + MAX_WAIT_MS - now)));
    },
    flush,
    drop: (id) => {
      waiting.delete(id);
    },
  };
}
