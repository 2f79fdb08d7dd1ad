/** The documents that are open in this tab, the work on each, and who listens for changes. */
import { isAlike, type OpenDocument, type Outline } from './open-document.ts';

/** Timers and flags of one document. */
export interface Work {
  local: ReturnType<typeof setTimeout> | undefined;
  /** When the first change that is not in this browser's database was made. */
  since: number | undefined;
  cloud: ReturnType<typeof setTimeout> | undefined;
  /** Whether the text is newer than what this browser has stored. */
  dirty: boolean;
  sending: boolean;
  failures: number;
  reading: boolean;
}

export interface DocumentTable {
  /** The same list until something but texts, their versions and their way to the cloud changes. */
  readonly list: () => readonly Outline[];
  readonly all: () => readonly OpenDocument[];
  readonly get: (id: string) => OpenDocument | undefined;
  /** Opens a document, or replaces it. */
  readonly put: (document: OpenDocument) => void;
  /** Changes a document; does nothing when it is not open. */
  readonly set: (id: string, part: Partial<OpenDocument>) => void;
  readonly remove: (id: string) => void;
  readonly workOf: (id: string) => Work;
  /** Forgets the work on a document, and the timer of its draft. */
  readonly endWork: (id: string) => void;
  readonly tell: () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const noWork = (): Work => ({
  local: undefined,
  since: undefined,
  cloud: undefined,
  dirty: false,
  sending: false,
  failures: 0,
  reading: false,
});

/** `put` and `remove` tell nobody: whoever makes several changes tells of them once. */
export function createDocumentTable(): DocumentTable {
  const open = new Map<string, OpenDocument>();
  const works = new Map<string, Work>();
  const listeners = new Set<() => void>();
  let listed: readonly Outline[] = [];

  const tell = () => {
    const all = [...open.values()];
    if (all.length !== listed.length || !all.every((each, i) => isAlike(each, listed[i]))) listed = all;
    for (const listener of listeners) listener();
  };
  const workOf = (id: string): Work => {
    const work = works.get(id) ?? noWork();
    works.set(id, work);
    return work;
  };
  return {
    list: () => listed,
    all: () => [...open.values()],
    get: (id) => open.get(id),
    put: (document) => void open.set(document.id, document),
    set: (id, part) => {
      const found = open.get(id);
      if (found === undefined) return;
      open.set(id, { ...found, ...part });
      tell();
    },
    remove: (id) => void open.delete(id),
    workOf,
    endWork: (id) => {
      clearTimeout(workOf(id).local);
      works.delete(id);
    },
    tell,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
