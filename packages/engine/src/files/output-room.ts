/**
 * Room on the disk for outputs: of each person, and of all people of a workspace together. It grows and shrinks with
 * the disk, so that outputs alone never fill it.
 */
import { engineError } from '../errors/catalogue.ts';
import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { EngineError } from '../errors.ts';

/** Of the disk that outputs have or could have: what is free, and what they take. */
const SHARE_OF_PERSON = 0.25;
const SHARE_OF_ALL = 0.5;
/** Files and folders of one person. */
const MOST_ENTRIES = 100_000;

interface Use {
  readonly entries: number;
  readonly bytes: number;
}

const NOTHING: Use = { entries: 0, bytes: 0 };

const sum = (one: Use, other: Use): Use => ({
  entries: one.entries + other.entries,
  bytes: one.bytes + other.bytes,
});

const sizeText = (bytes: number): string =>
  bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** Handles the error of a file that is not there any more. */
function orMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

/** Name of everything below the folder for outputs. */
const ALL = '';
/** Parts of a path below the folder for outputs that name a person's folder: `users/NAME`. */
const PERSON_DEPTH = 2;

/** Uses by the folder of a person, and of everything. */
async function countBelow(folder: string): Promise<Map<string, Use>> {
  const uses = new Map<string, Use>();
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await lstat(path.join(folder, name)).catch(orMissing);
    const use = { entries: 1, bytes: found?.isFile() === true ? found.size : 0 };
    const parts = name.split(path.sep);
    const person = parts.length > PERSON_DEPTH ? [parts.slice(0, PERSON_DEPTH).join(path.sep)] : [];
    for (const each of [ALL, ...person]) uses.set(each, sum(uses.get(each) ?? NOTHING, use));
  }
  return uses;
}

export class OutputRoom {
  readonly #folder: string;
  readonly #mostEntries: number;
  /** As `countBelow` gave them, with what was taken since; null: to be counted. */
  #uses: Map<string, Use> | null = null;

  /** @param folder of everybody's outputs, with a folder for each person in `users` */
  constructor(folder: string, mostEntries = MOST_ENTRIES) {
    this.#folder = folder;
    this.#mostEntries = mostEntries;
  }

  /**
   * Takes room for a file.
   * @param folder of the person's outputs, which is there
   * @param more less than nothing where a file is replaced by a smaller one, which there is always room for
   * @throws EngineError when there is no room
   */
  async take(folder: string, more: Use): Promise<void> {
    const known = await this.#refusal(folder, more);
    if (known === null) return;
    // Somebody may have removed files since they were counted.
    this.recount();
    const counted = await this.#refusal(folder, more);
    if (counted !== null) throw counted;
  }

  /** Called when files may have gone, or have come in another way: the next `take` counts again. */
  recount(): void {
    this.#uses = null;
  }

  /** Takes the room, or gives the error that says why there is none. */
  async #refusal(folder: string, more: Use): Promise<EngineError | null> {
    const disk = await statfs(this.#folder);
    const uses = this.#uses ?? (await countBelow(this.#folder));
    this.#uses = uses;
    const person = path.relative(this.#folder, folder);
    const [own, all] = [uses.get(person) ?? NOTHING, uses.get(ALL) ?? NOTHING];
    const room = disk.bavail * disk.bsize + all.bytes;
    const after = sum(own, more);
    if (more.entries > 0 && after.entries > this.#mostEntries)
      return engineError('ownOutputsTooMany', { would: after.entries, most: this.#mostEntries });
    if (more.bytes > 0 && after.bytes > room * SHARE_OF_PERSON)
      return engineError('ownOutputsTooLarge', {
        would: sizeText(after.bytes),
        most: sizeText(room * SHARE_OF_PERSON),
      });
    if (more.bytes > 0 && all.bytes + more.bytes > room * SHARE_OF_ALL)
      return engineError('outputsTooLarge', {
        would: sizeText(all.bytes + more.bytes),
        most: sizeText(room * SHARE_OF_ALL),
      });
    uses.set(person, after);
    uses.set(ALL, sum(all, more));
    return null;
  }
}
