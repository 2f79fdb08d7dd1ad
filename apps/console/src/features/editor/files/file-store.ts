/**
 * The person's query files of one workspace, stored in this browser. Pages know only `FileStore`, so that files on the
 * server can take its place. Each file has a separate key, so that two windows that write two files do not undo each
 * other's work.
 */
import { z } from 'zod';

export const QueryFile = z.object({
  id: z.string(),
  name: z.string(),
  content: z.string(),
  /** Milliseconds since 1970. */
  created_at: z.number(),
  updated_at: z.number(),
});
export type QueryFile = z.infer<typeof QueryFile>;

export interface FileStore {
  /** The same list until something changes. */
  readonly list: () => readonly QueryFile[];
  readonly subscribe: (listener: () => void) => () => void;
  create(name: string, content?: string): QueryFile;
  /** @throws Error with words for the page when the browser has no room left */
  write(id: string, content: string): void;
  rename(id: string, name: string): void;
  remove(id: string): void;
}

export const FILE_ORDERS = ['LastModified', 'DateCreated', 'Name'] as const;
export type FileOrder = (typeof FILE_ORDERS)[number];

/** Orders of specification part 4, section 4; names with numbers sort by number. */
export function sorted(files: readonly QueryFile[], order: FileOrder): readonly QueryFile[] {
  const byName = (a: QueryFile, b: QueryFile) => a.name.localeCompare(b.name, 'en', { numeric: true });
  switch (order) {
    case 'Name':
      return files.toSorted(byName);
    case 'DateCreated':
      return files.toSorted((a, b) => b.created_at - a.created_at || byName(a, b));
    case 'LastModified':
      return files.toSorted((a, b) => b.updated_at - a.updated_at || byName(a, b));
  }
}

/** Why a name cannot be taken; null when it can. */
export function nameProblem(name: string, others: readonly QueryFile[]): string | null {
  const wanted = name.trim();
  if (wanted === '') return 'Please enter a name.';
  if (wanted.length > 100) return 'A name has at most 100 characters.';
  if (/[/\\]/.test(wanted)) return 'A name has no slashes.';
  return others.some((file) => file.name === wanted) ? `There is a file named ${wanted} already.` : null;
}

/** `draft.gsql`, `draft-2.gsql` … : the first that is free. */
export function freeName(base: string, files: readonly QueryFile[]): string {
  const taken = new Set(files.map((file) => file.name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${base}.gsql` : `${base}-${number}.gsql`;
    if (!taken.has(name)) return name;
  }
}

/** @param owner the user and the workspace that the files belong to */
export function createLocalFileStore(storage: Storage, owner: readonly string[]): FileStore {
  const prefix = `acacia.files.${owner.map(encodeURIComponent).join('.')}.`;
  const listeners = new Set<() => void>();
  let files: readonly QueryFile[] | null = null;

  const load = (): readonly QueryFile[] => {
    const found: QueryFile[] = [];
    for (let i = 0; i < storage.length; i += 1) {
      const key = storage.key(i);
      if (key === null || !key.startsWith(prefix)) continue;
      const file = parseFile(storage.getItem(key));
      if (file !== null) found.push(file);
    }
    return found;
  };
  const changed = () => {
    files = null;
    for (const listener of listeners) listener();
  };
  const list = () => (files ??= load());
  const find = (id: string): QueryFile => {
    const file = list().find((each) => each.id === id);
    if (file === undefined) throw new Error('This file has been deleted in another window.');
    return file;
  };
  const put = (file: QueryFile) => {
    try {
      storage.setItem(prefix + file.id, JSON.stringify(file));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      throw new Error(
        `${file.name} could not be saved: this browser has no room left. Delete files, or copy the text elsewhere.`,
        { cause: error },
      );
    }
    changed();
  };

  return {
    list,
    subscribe: (listener) => {
      const fromOtherWindow = (event: StorageEvent) => {
        if (event.key === null || event.key.startsWith(prefix)) changed();
      };
      listeners.add(listener);
      window.addEventListener('storage', fromOtherWindow);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', fromOtherWindow);
      };
    },
    create: (name, content = '') => {
      const now = Date.now();
      const file = { id: crypto.randomUUID(), name: name.trim(), content, created_at: now, updated_at: now };
      put(file);
      return file;
    },
    write: (id, content) => {
      const file = find(id);
      if (file.content !== content) put({ ...file, content, updated_at: Date.now() });
    },
    rename: (id, name) => put({ ...find(id), name: name.trim(), updated_at: Date.now() }),
    remove: (id) => {
      storage.removeItem(prefix + id);
      changed();
    },
  };
}

function parseFile(text: string | null): QueryFile | null {
  if (text === null) return null;
  try {
    return QueryFile.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    // Written by something else under our key: not a file of ours.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
