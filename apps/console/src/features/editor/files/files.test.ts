import { CloudError } from '@acacia/api-client';
import type { FileEntry } from '@acacia/contract';
import { expect, it } from 'vitest';
import { aFileEntry } from '../../../testing/files.ts';
import { anAdmin } from '../../../testing/records.ts';
import { bringOver, goodName } from './bring-over.ts';
import { mergeTexts } from './merge.ts';
import { below, foldersAbove, moveTargets, treeRows } from './tree.ts';
import { upload } from './upload.ts';
import { pack, unpack } from './zip.ts';

const entry = (file_id: string, parent_id: string | null, given: Partial<FileEntry> = {}) =>
  aFileEntry({ file_id, name: file_id, parent_id, ...given });
const folder = (file_id: string, parent_id: string | null) => entry(file_id, parent_id, { is_folder: true });

it('merges by lines, and counts what contradicts itself', () => {
  const base = 'a\nb\nc\nd\n';
  expect(mergeTexts(base, 'A\nb\nc\nd\n', 'a\nb\nc\nD\n')).toEqual({ text: 'A\nb\nc\nD\n', conflicts: 0 });
  expect(mergeTexts(base, 'a\nb\nc\nd\n', 'a\n')).toEqual({ text: 'a\n', conflicts: 0 });
  expect(mergeTexts(base, 'x\nb\nc\nd\n', 'x\nb\nc\nd\n').conflicts).toBe(0);
  expect(mergeTexts(base, 'mine\nb\nc\nd\n', 'theirs\nb\nc\nd\n')).toEqual({
    text: 'mine\nb\nc\nd\n',
    conflicts: 1,
  });
  expect(mergeTexts('a\r\nb', 'a\r\nb', 'a\r\nc').text).toBe('a\r\nc');
  // Names of properties that every object has are lines like others.
  expect(mergeTexts('constructor\n', 'constructor\nx\n', '__proto__\nconstructor\n').text).toBe(
    '__proto__\nconstructor\nx\n',
  );
});

it('shows open folders with what is in them, and leads from a file up to the top', () => {
  const files = [entry('z', null), folder('f', null), folder('g', 'f'), entry('h', 'g')];
  const rows = (open: readonly string[]) =>
    treeRows(files, 'Name', (id) => open.includes(id)).map((row) => [row.entry.name, row.level]);
  expect(rows([])).toEqual([
    ['f', 0],
    ['z', 0],
  ]);
  expect(rows(['f', 'g']).slice(0, 3)).toEqual([
    ['f', 0],
    ['g', 1],
    ['h', 2],
  ]);
  expect(foldersAbove(files, 'h').map(({ name }) => name)).toEqual(['f', 'g']);
  expect(below(files, 'f').map(({ path }) => path)).toEqual(['g', 'g/h']);
  const at = (id: string) =>
    moveTargets(files, files.find(({ file_id }) => file_id === id) ?? entry('', null));
  expect(at('f')).toEqual([]);
  expect(at('h').map(({ path }) => path)).toEqual(['Top', 'f']);
  // A list that was read in the midst of two moves.
  const circle = [folder('a', 'b'), folder('b', 'a')];
  expect(foldersAbove(circle, 'a').length).toBeLessThan(20);
});

class Cloud {
  readonly made: { name: string; parent_id?: string | null | undefined; content?: string | undefined }[] = [];
  refuse: CloudError | null = null;
  readonly createFile = async ({
    body,
  }: {
    body: {
      name: string;
      parent_id?: string | null | undefined;
      content?: string | undefined;
      is_folder?: boolean | undefined;
    };
  }) => {
    if (this.refuse !== null && body.is_folder !== true) throw this.refuse;
    this.made.push(body);
    return entry(`id of ${body.name}`, body.parent_id ?? null);
  };
}

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  get keys() {
    return [...this.#items.keys()].sort();
  }
  key(index: number) {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#items.set(key, value);
  }
  removeItem(key: string) {
    this.#items.delete(key);
  }
  clear() {
    this.#items.clear();
  }
}

it('brings files of this browser over once, and loses none that is refused', async () => {
  const storage = new MemoryStorage();
  const put = (workspace: string, id: string, name: string) =>
    storage.setItem(
      `acacia.files.${anAdmin.id}.${workspace}.${id}`,
      JSON.stringify({ id, name, content: `text of ${name}`, created_at: 1, updated_at: 1 }),
    );
  put('w1', '1', 'draft.gsql');
  put('w1', '2', 'draft.gsql');
  put('w2', '3', 'a\u202Eb.gsql');
  storage.setItem(`acacia.files.${anAdmin.id}.w1.4`, '{broken');
  storage.setItem('acacia.files.other.w1.5', JSON.stringify({ id: '5', name: 'x', content: '' }));
  const cloud = new Cloud();
  cloud.refuse = new CloudError(403, 'Too many files.');
  const bring = () => bringOver(storage, cloud, anAdmin.id, [], (id) => `Files of ${id}`);
  expect(await bring()).toEqual({ brought: 0, reason: 'Too many files.' });
  cloud.refuse = null;
  cloud.made.length = 0;
  expect(await bring()).toEqual({ brought: 3, reason: '' });
  const texts = cloud.made.flatMap(({ name, parent_id, content }) =>
    content === undefined ? [] : [[name, parent_id, content]],
  );
  expect(texts.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ['a-b.gsql', 'id of Files of w2', 'text of a\u202Eb.gsql'],
    ['draft-2.gsql', 'id of Files of w1', 'text of draft.gsql'],
    ['draft.gsql', 'id of Files of w1', 'text of draft.gsql'],
  ]);
  expect(await bring()).toEqual({ brought: 0, reason: '' });
  // Another tab was quicker.
  put('w1', '6', 'c.gsql');
  cloud.refuse = new CloudError(409, 'taken', [{ FieldName: 'file_id', Reason: 'taken', Type: 'Conflict' }]);
  expect((await bring()).brought).toBe(1);
  expect(storage.keys).toEqual(['acacia.files.other.w1.5', `acacia.files.${anAdmin.id}.w1.4`]);
  expect([goodName('ok.gsql'), goodName('..'), goodName('a\nb')]).toEqual(['ok.gsql', 'file.gsql', 'a-b']);
});

it('uploads folders by their paths, and names what it cannot take', async () => {
  const cloud = new Cloud();
  const files = [
    { path: 'f/g/a.gsql', text: 'a' },
    { path: 'f/b.gsql', text: 'b' },
    { path: 'f/../c', text: 'c' },
    { path: 'picture', text: '\0' },
    { path: 'q.gsql', text: 'q' },
  ];
  const problems = await upload(cloud, files, null, new Set(['q.gsql']), () => undefined);
  expect(cloud.made.map(({ name, parent_id }) => [name, parent_id])).toEqual([
    ['f', null],
    ['g', 'id of f'],
    ['a.gsql', 'id of g'],
    ['b.gsql', 'id of f'],
    ['q-2.gsql', null],
  ]);
  expect(problems).toEqual(['f/../c: A name is more than dots.', 'picture is no text file.']);
});

it('packs a folder and unpacks it again; archives that are too large stay packed', async () => {
  const files = [
    { path: 'f/a.gsql', text: 'ä🦊' },
    { path: 'f/g/b.cypher', text: '' },
  ];
  const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  expect(await unpack(await bytes(await pack(files)))).toEqual(files);
  const bomb = await bytes(await pack([{ path: 'bomb', text: 'x'.repeat(1024 * 1024) }]));
  await expect(unpack(bomb)).rejects.toThrow('bomb in the archive is too large for a file.');
  await expect(unpack(new Uint8Array([1, 2, 3]))).rejects.toThrow('This is no zip archive that can be read.');
});
