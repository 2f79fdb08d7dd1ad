/** Writes the files that a run printed to the output folder of the person who ran it. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../errors.ts';
import { shownPath } from '../files/path-text.ts';
import { placeOf, type OutputFile } from '../library/files.ts';

let written = 0;

/**
 * Writes the files, each whole or not at all; a file of the same name is replaced.
 * @param folder of the person's outputs; made when missing
 * @param signal ends the writing between two files: those that are written stay
 * @throws EngineError when a file cannot be written
 */
export const writeFiles = async (
  folder: string,
  files: Iterable<OutputFile>,
  signal?: AbortSignal,
): Promise<void> => {
  for (const file of files) {
    signal?.throwIfAborted();
    const place = path.join(folder, placeOf(file.path));
    written += 1;
    const draft = `${place}.${process.pid}-${written}.tmp`;
    try {
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const output = await open(draft, 'wx', 0o600);
      try {
        for (const chunk of file.chunks) await output.writeFile(chunk);
      } finally {
        await output.close();
      }
      await rename(draft, place);
    } catch (cause) {
      await rm(draft, { force: true });
      throw new EngineError(
        'GSQL-5101',
        `Runtime Error: the file "${shownPath(file.path)}" cannot be written: ${reasonOf(cause)}`,
        { cause },
      );
    }
  }
};

/** Why the file system refuses, without the paths that its own words have. */
const reasonOf = (cause: unknown): string => {
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'EISDIR':
    case 'ENOTEMPTY':
    case 'EEXIST':
      return 'there is a folder of this name.';
    case 'ENOTDIR':
      return 'a folder of its path is a file.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full.';
    default:
      return `the file system answers ${(cause as NodeJS.ErrnoException).code ?? 'nothing that is known'}.`;
  }
};
