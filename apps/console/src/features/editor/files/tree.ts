/** Files as a tree: rows in their order, paths, and what can be moved where. Pure. */
import { t } from '@acacia/texts';
import { compareFiles, FILE_LIMITS, type FileEntry, type FileOrder } from '@acacia/contract';

/** A file or folder without all that changes as its text is saved. */
export type FileOutline = Omit<FileEntry, 'version' | 'size' | 'updated_at'>;

export function outlineOf({ version: _v, size: _s, updated_at: _u, ...outline }: FileEntry): FileOutline {
  return outline;
}

export interface TreeRow {
  readonly entry: FileEntry;
  /** 0: at the top. */
  readonly level: number;
}

type Children = ReadonlyMap<string | null, readonly FileEntry[]>;

function childrenOf(files: readonly FileEntry[]): Children {
  const children = new Map<string | null, FileEntry[]>();
  for (const file of files) {
    const siblings = children.get(file.parent_id) ?? [];
    siblings.push(file);
    children.set(file.parent_id, siblings);
  }
  return children;
}

/** Rows in sight: folders first, and what is in the open ones below them. */
export function treeRows(
  files: readonly FileEntry[],
  order: FileOrder,
  isOpen: (folder: string) => boolean,
): readonly TreeRow[] {
  const children = childrenOf(files);
  const compare = compareFiles(order);
  const rows: TreeRow[] = [];
  const add = (parent: string | null, level: number) => {
    for (const entry of (children.get(parent) ?? []).toSorted(compare)) {
      rows.push({ entry, level });
      // Deeper than a file can be: a list that is read while it changes must not be walked in a circle.
      if (entry.is_folder && isOpen(entry.file_id) && level <= FILE_LIMITS.depth)
        add(entry.file_id, level + 1);
    }
  };
  add(null, 0);
  return rows;
}

/** A folder's files and folders at any depth, each with its path below the folder. */
export function below(files: readonly FileEntry[], folder: string): { entry: FileEntry; path: string }[] {
  const children = childrenOf(files);
  const walk = (parent: string, prefix: string, level: number): { entry: FileEntry; path: string }[] =>
    level > FILE_LIMITS.depth + 1
      ? []
      : (children.get(parent) ?? []).flatMap((entry) => [
          { entry, path: prefix + entry.name },
          ...(entry.is_folder ? walk(entry.file_id, `${prefix}${entry.name}/`, level + 1) : []),
        ]);
  return walk(folder, '', 1);
}

/** Folders from the top down to a file, without it. */
export function foldersAbove<File extends FileOutline>(files: readonly File[], id: string): readonly File[] {
  const known = new Map(files.map((file) => [file.file_id, file]));
  const above: File[] = [];
  let parent = known.get(id)?.parent_id;
  while (parent !== undefined && parent !== null && above.length <= FILE_LIMITS.depth) {
    const folder = known.get(parent);
    if (folder === undefined) break;
    above.unshift(folder);
    parent = folder.parent_id;
  }
  return above;
}

const canEdit = ({ permission }: FileEntry): boolean => permission !== 'view';

/** Folders that a file can be moved to, with their paths; null stands for the top. */
export function moveTargets(
  files: readonly FileEntry[],
  moved: FileEntry,
): readonly { readonly id: string | null; readonly path: string }[] {
  const inside = new Set([moved.file_id, ...below(files, moved.file_id).map(({ entry }) => entry.file_id)]);
  const folders = files
    .filter((each) => each.is_folder && canEdit(each) && each.owner.user_id === moved.owner.user_id)
    .filter((each) => !inside.has(each.file_id) && each.file_id !== moved.parent_id)
    .map((folder) => ({
      id: folder.file_id,
      path: [...foldersAbove(files, folder.file_id), folder].map(({ name }) => name).join(' / '),
    }))
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
  const top = moved.permission === 'owner' && moved.parent_id !== null ? [{ id: null, path: t`Top` }] : [];
  return [...top, ...folders];
}

/** Names in a folder of the same owner. @param owner account of the owner */
export const namesBeside = (
  files: readonly FileOutline[],
  owner: string,
  parentId: string | null,
): ReadonlySet<string> =>
  new Set(
    files
      .filter((file) => file.owner.user_id === owner && file.parent_id === parentId)
      .map(({ name }) => name),
  );
