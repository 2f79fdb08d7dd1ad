/** Writes the files that a run printed to the output folder of the person who ran it. */
import { engineError } from '../errors/catalogue.ts';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { OutputRoom } from '../files/output-room.ts';
import { shownPath } from '../files/path-text.ts';
import { placeOf, type OutputFile } from '../library/files.ts';

let written = 0;

/** Files that are written under other names. */
export interface Drafts {
  /**
   * Gives the files their names, each whole; those of the same names are replaced.
   * @throws EngineError when a file cannot have its name
   */
  publish(): Promise<void>;
  /** Removes what has not been published. */
  discard(): Promise<void>;
}

interface Draft {
  readonly file: OutputFile;
  readonly draft: string;
  readonly place: string;
}

/**
 * Writes the files under other names.
 * @param folder of the person's outputs; made when missing
 * @param check called all the time; what it throws ends the writing, and nothing is left of any file
 * @throws EngineError when a file cannot be written
 */
export async function draftFiles(
  folder: string,
  files: Iterable<OutputFile>,
  room: OutputRoom,
  check: () => void,
): Promise<Drafts> {
  let drafts: Draft[] = [];
  const discard = async (): Promise<void> => {
    for (const { draft } of drafts) await rm(draft, { force: true });
    if (drafts.length > 0) room.recount();
    drafts = [];
  };
  try {
    for (const file of files) {
      check();
      const place = path.join(folder, placeOf(file.path));
      written += 1;
      const draft = `${place}.${process.pid}-${written}.tmp`;
      drafts.push({ file, draft, place });
      await orRefused(file, async () => {
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        await room.take(folder, await moreThan(place, file));
        const output = await open(draft, 'wx', 0o600);
        try {
          for (const chunk of file.chunks) {
            check();
            await output.writeFile(chunk);
          }
        } finally {
          await output.close();
        }
      });
    }
  } catch (problem) {
    await discard();
    throw problem;
  }
  return {
    async publish() {
      for (const { file, draft, place } of drafts) await orRefused(file, () => rename(draft, place));
      drafts = [];
    },
    discard,
  };
}

/** The room that the file takes beyond that of the one that it replaces. */
async function moreThan(place: string, { chunks }: OutputFile) {
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const old = await lstat(place).catch(() => null);
  return old === null ? { entries: 1, bytes } : { entries: 0, bytes: bytes - old.size };
}

/** Throws errors of the file system as the file's. */
async function orRefused(file: OutputFile, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    throw engineError('fileNotWritten', { path: shownPath(file.path), reason: reasonOf(cause) }).causedBy(
      cause,
    );
  }
}

/** Why the file system refuses, without the paths that its own words have. */
function reasonOf(cause: unknown): string {
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
}
