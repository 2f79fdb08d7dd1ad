/** Files of this machine by paths, folders and patterns. */
import { engineError } from '../errors/catalogue.ts';
import { closeSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { mayName, missing, openReadable, refusal, type Readable } from './judge-file.ts';
import { shownPath } from './path-text.ts';

interface LocalFile {
  /** The path as found, which may contain links: the file is checked again when it is opened. */
  readonly path: string;
  readonly bytes: number;
}

const HIDDEN = /^[._]/;
const PATTERN = /[*?[]/;
/** More files than this are a mistake, or an attack. */
const MOST_FILES = 10_000;

/**
 * A file, the files of a folder that are not hidden, or those that a pattern matches, in order. All of them may be
 * read.
 * @param places absolute paths that the text may stand for: the first that exists counts
 * @throws EngineError when there is no such file, or when one may not be read
 */
export async function findFiles(
  places: readonly string[],
  written: string,
  readable: Readable,
): Promise<readonly LocalFile[]> {
  const allowed = places.filter((place) => mayName(readable, place));
  if (allowed.length === 0) throw refusal(written, readable);
  for (const place of allowed) {
    const found = await filesAt(place, written, readable);
    if (found !== null) return found;
  }
  throw allowed.length < places.length ? refusal(written, readable) : missing(written);
}

/** Null: nothing is there. */
async function filesAt(
  place: string,
  written: string,
  readable: Readable,
): Promise<readonly LocalFile[] | null> {
  const found = await stat(place).catch(() => null);
  if (found?.isDirectory() === true) {
    const files = await inFolder(place, written, readable);
    if (files.length === 0) throw engineError('folderEmpty', { path: shownPath(written) });
    return files;
  }
  if (found !== null) return [judged(place, written, readable)];
  // Braces could name other folders than the text seems to.
  if (!PATTERN.test(place) || /[{}()]/.test(place)) return null;
  const matched = await matching(place);
  const files = matched.map((each) => judged(each, written, readable));
  return files.length === 0 ? null : files;
}

function judged(place: string, written: string, readable: Readable): LocalFile {
  const { descriptor, bytes } = openReadable(place, written, readable);
  closeSync(descriptor);
  return { path: place, bytes };
}

async function inFolder(folder: string, written: string, readable: Readable): Promise<readonly LocalFile[]> {
  const names = await namesIn(folder);
  const files: LocalFile[] = [];
  for (const name of names.filter((each) => !HIDDEN.test(each))) {
    const place = path.join(folder, name);
    if ((await stat(place).catch(() => null))?.isDirectory() === true) continue;
    files.push(judged(place, written, readable));
  }
  return files;
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [] as string[])).sort();

/**
 * Goes down name by name, so that a pattern stands for names that are there: never for `..`, nor for more than
 * one folder.
 */
async function matching(pattern: string): Promise<string[]> {
  const { root } = path.parse(pattern);
  let places = [root];
  for (const part of pattern.slice(root.length).split(path.sep)) {
    if (!PATTERN.test(part)) {
      places = places.map((place) => path.join(place, part));
      continue;
    }
    const next: string[] = [];
    for (const place of places) {
      const names = (await namesIn(place)).filter(
        (name) => path.matchesGlob(name, part) && !HIDDEN.test(name),
      );
      next.push(...names.map((name) => path.join(place, name)));
      if (next.length > MOST_FILES)
        throw engineError('patternTooWide', { path: shownPath(pattern), most: MOST_FILES });
    }
    places = next;
  }
  const there: string[] = [];
  for (const place of places)
    if ((await stat(place).catch(() => null))?.isDirectory() === false) there.push(place);
  return there;
}
