/** Files of a make-believe cloud: listed, read, and saved over their version. */
import type { FileEntry } from '@acacia/contract';
import { anAdmin } from './records.ts';
import { Refused, type Answers } from './render-console.tsx';

const AT = '2026-11-20T12:00:00.000Z';

export const aFileEntry = (given: Partial<FileEntry> = {}): FileEntry => ({
  file_id: 'f1',
  name: 'q1.gsql',
  is_folder: false,
  parent_id: null,
  type: '',
  version: 1,
  size: 0,
  created_at: AT,
  updated_at: AT,
  owner: { user_id: anAdmin.id, name: anAdmin.name, email: anAdmin.email },
  permission: 'owner',
  access: 0,
  is_shared: false,
  ...given,
});

export interface FileCloud {
  readonly answers: Answers;
  add(entry: Partial<FileEntry>, content: string): void;
  /** The text that the cloud has; undefined: no such file. */
  text(id: string): string | undefined;
  /** Somebody else saves a text. */
  write(id: string, content: string): void;
  remove(id: string): void;
}

export function createFileCloud(): FileCloud {
  const files = new Map<string, { entry: FileEntry; content: string }>();
  const find = (id: string | undefined) => {
    const found = files.get(id ?? '');
    if (found === undefined) throw new Refused('There is no such file.', 'Not-Found');
    return found;
  };
  let version = 0;
  let tell = (): void => undefined;
  const add = (given: Partial<FileEntry>, content: string) => {
    version += 1;
    tell();
    const entry = aFileEntry({ ...given, size: content.length });
    files.set(entry.file_id, { entry, content });
    return entry;
  };
  const write = (id: string, content: string) => {
    const { entry } = find(id);
    return add({ ...entry, version: entry.version + 1 }, content);
  };
  return {
    add,
    write,
    text: (id) => files.get(id)?.content,
    remove(id) {
      version += 1;
      files.delete(id);
      tell();
    },
    answers: {
      listFiles: () => ({ files: [...files.values()].map(({ entry }) => entry), more: false }),
      awaitFiles: ({ query }) =>
        query['after'] === String(version)
          ? new Promise((resolve) => (tell = () => resolve({ version: String(version) })))
          : { version: String(version) },
      getFile: ({ ids }) => {
        const { entry, content } = find(ids[0]);
        return { ...entry, content, updated_by: 'Bob' };
      },
      saveFile: ({ ids, version, body }) => {
        const { entry, content } = find(ids[0]);
        if (entry.version !== version) {
          const standing = { version: entry.version, content, updated_by: 'Bob' };
          throw new Refused('It has changed.', 'Precondition-Failed', '', standing);
        }
        return write(entry.file_id, (body as { content: string }).content);
      },
      createFile: ({ body }) => {
        const { content, ...given } = body as Partial<FileEntry> & { content?: string };
        return add({ file_id: crypto.randomUUID(), ...given }, content ?? '');
      },
    },
  };
}
