/** Files of this machine by paths, folders and patterns. */
import { glob, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../errors.ts';

export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
}

const HIDDEN = /^[._]/;

/** A file, the files of a folder that are not hidden, or those that a pattern matches, in order. Throws EngineError. */
export const findLocalFiles = async (place: string): Promise<readonly LocalFile[]> => {
  const found = await stat(place).catch(() => null);
  if (found?.isFile() === true) return [{ path: place, bytes: found.size }];
  if (found?.isDirectory() === true) return filesOf(place);
  // Braces could name other folders than the text seems to.
  const matched = /[*?[]/.test(place) && !/[{}()]/.test(place) ? await matching(place) : [];
  if (matched.length > 0) return matched;
  throw new EngineError('REST-10021', `The file ${place} does not exist or cannot be read.`);
};

const filesOf = async (folder: string): Promise<readonly LocalFile[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory() && !HIDDEN.test(entry.name));
  const files = await sized(names.map((entry) => path.join(folder, entry.name)));
  if (files.length === 0) throw new EngineError('REST-10021', `The folder ${folder} has no files.`);
  return files;
};

const matching = async (pattern: string): Promise<readonly LocalFile[]> => {
  const found: string[] = [];
  for await (const each of glob(pattern)) if (!HIDDEN.test(path.basename(each))) found.push(each);
  return sized(found);
};

const sized = async (paths: readonly string[]): Promise<readonly LocalFile[]> => {
  const files: LocalFile[] = [];
  for (const each of paths.toSorted()) {
    const { size, ...found } = await stat(each).then((stats) => ({
      size: stats.size,
      isFile: stats.isFile(),
    }));
    if (found.isFile) files.push({ path: each, bytes: size });
  }
  return files;
};
