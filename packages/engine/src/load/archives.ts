/** Extracts archives into separate files: zip, and tar with or without compression. */
import { engineError } from '../errors/catalogue.ts';
import { asError, messageOf } from '@acacia/base';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import yauzl from 'yauzl';
import { EngineError } from '../errors.ts';
import { MOST_MEMBERS, OverBudget, type LoadBudget, type Take } from './load-budget.ts';

/** Archives of several files. */
type PackedKind = 'zip' | 'tar' | 'tar.gz';
export type ArchiveKind = PackedKind | 'gzip' | 'none';

const KINDS: readonly ArchiveKind[] = ['zip', 'tar', 'tar.gz', 'gzip', 'none'];

/** The parts of a path that names one file of an archive, as `shop.zip!/orders.csv`; null for other paths. */
export function memberPath(text: string): { readonly archive: string; readonly member: string } | null {
  const [, archive, member] = /^(.*?\.(?:zip|tar|tgz|tar\.gz))!\/(.+)$/is.exec(text) ?? [];
  return archive === undefined || member === undefined ? null : { archive, member };
}

/** The path of the archive where a path names a file of one; other paths as they are. */
export const archivePath = (text: string): string => memberPath(text)?.archive ?? text;

/**
 * The packing of a file, or of the archive that a path names a file of. `type` is `archive.type` of a file's settings;
 * absent or `auto`: by the name.
 * @throws EngineError when the type is not known
 */
export function archiveKind(name: string, type?: string): ArchiveKind {
  const said = type?.toLowerCase() ?? 'auto';
  if (said !== 'auto') {
    const known = KINDS.find((kind) => kind === said);
    if (known !== undefined) return known;
    throw engineError('archiveKind', { type: String(type), known: KINDS.join(', ') });
  }
  const plain = (/^[^?#]*/.exec(archivePath(name))?.[0] ?? '').toLowerCase();
  if (plain.endsWith('.zip')) return 'zip';
  if (plain.endsWith('.tar')) return 'tar';
  if (plain.endsWith('.tar.gz') || plain.endsWith('.tgz')) return 'tar.gz';
  return plain.endsWith('.gz') ? 'gzip' : 'none';
}

/** An unpacked file: its name in the archive, and its path. */
export interface Member {
  readonly name: string;
  readonly path: string;
}

/** Names of files without data that archivers of some systems add. */
const HIDDEN = /(?:^|\/)(?:[._][^/]*|__MACOSX\/.*)$/;

/**
 * Extracts the members, in the order of the archive, to the paths that `pathFor` gives by a member's number and name.
 * After an error the extracted files are removed.
 * @param wanted the names of the members to extract; null: all of them
 * @throws EngineError when the file is no such archive, has no file at all, or when the budget is exceeded
 */
export async function unpack(
  archive: string,
  kind: PackedKind,
  pathFor: (index: number, name: string) => string,
  budget: LoadBudget,
  signal: AbortSignal | undefined,
  wanted: ReadonlySet<string> | null = null,
): Promise<readonly Member[]> {
  const members: Member[] = [];
  const take: TakeOut = {
    wants: (name) => wanted === null || wanted.has(name),
    read: async (name, content) => {
      const member = { name, path: pathFor(members.length, name) };
      members.push(member);
      const count = budget.file(name);
      await pipeline(content, (pieces) => counted(pieces, count), createWriteStream(member.path), { signal });
    },
  };
  try {
    if (kind === 'zip') await eachOfZip(archive, take, signal);
    else
      await eachOfTar(
        archive,
        kind === 'tar.gz',
        take,
        budget.file('What is left out of the archive'),
        signal,
      );
  } catch (cause) {
    for (const member of members) await rm(member.path, { force: true });
    signal?.throwIfAborted();
    if (cause instanceof OverBudget) throw cause;
    const reason = messageOf(cause);
    throw engineError('archiveUnreadable', { archive, kind, reason }).causedBy(cause);
  }
  if (members.length > 0 || wanted !== null) return members;
  throw engineError('archiveEmpty', { archive });
}

/** Ends the reading of an archive of which enough is known. */
class Enough extends Error {}

interface ReadMember<T> {
  readonly name: string;
  readonly content: T;
  /** Of the unpacked file. */
  readonly bytes: number;
}

/**
 * One file of an archive: its name, and what `read` gives of its content, which need not be read whole.
 * @param wanted its name; absent: the first one
 * @throws EngineError when the file is no such archive, or has no such file
 */
export async function readMember<T>(
  archive: string,
  shown: string,
  kind: PackedKind,
  wanted: string | undefined,
  read: (name: string, content: Readable) => Promise<T>,
  signal: AbortSignal,
): Promise<ReadMember<T>> {
  let found: ReadMember<T> | null = null;
  const take: TakeOut = {
    wants: (name) => wanted === undefined || name === wanted,
    read: async (name, content, bytes) => {
      found = { name, content: await read(name, content), bytes };
      throw new Enough();
    },
  };
  await lookThrough(archive, shown, kind, take, signal);
  if (found !== null) return found;
  throw wanted === undefined
    ? engineError('archiveEmpty', { archive: shown })
    : engineError('archiveMemberUnknown', { archive: shown, member: wanted });
}

/** Milliseconds and files after which an archive is not looked through any further. */
const LISTING_MS = 5000;
const MOST_LISTED = 100;

/**
 * Names of an archive's files, in its order; null where it is too large to be looked through.
 * @throws EngineError when the file is no such archive
 */
export async function membersOf(
  archive: string,
  shown: string,
  kind: PackedKind,
  given: AbortSignal,
): Promise<readonly string[] | null> {
  const names: string[] = [];
  const patience = AbortSignal.timeout(LISTING_MS);
  const take: TakeOut = {
    wants: (name) => {
      names.push(name);
      if (names.length > MOST_LISTED) throw new Enough();
      return false;
    },
    read: () => Promise.resolve(),
  };
  try {
    await lookThrough(archive, shown, kind, take, AbortSignal.any([given, patience]));
  } catch (cause) {
    given.throwIfAborted();
    if (patience.aborted) return null;
    throw cause;
  }
  return names.length > MOST_LISTED ? null : names;
}

async function lookThrough(
  archive: string,
  shown: string,
  kind: PackedKind,
  take: TakeOut,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (kind === 'zip') await eachOfZip(archive, take, signal);
    else await eachOfTar(archive, kind === 'tar.gz', take, () => signal.throwIfAborted(), signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof Enough) return;
    if (cause instanceof EngineError) throw cause;
    const reason = messageOf(cause);
    throw engineError('archiveUnreadable', { archive: shown, kind, reason }).causedBy(cause);
  }
}

interface TakeOut {
  readonly wants: (name: string) => boolean;
  /** @param bytes of the unpacked file, as the archive says */
  readonly read: (name: string, content: Readable, bytes: number) => Promise<void>;
}

async function* counted(pieces: AsyncIterable<Buffer>, count: Take): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    count(piece.length);
    yield piece;
  }
}

const tooMany = (): OverBudget =>
  new OverBudget(engineError('archiveMembersTooMany', { most: MOST_MEMBERS }));

const eachOfZip = (archive: string, take: TakeOut, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    yauzl.open(archive, { lazyEntries: true }, (failure, zip) => {
      if (failure !== null) return reject(failure);
      if (zip.entryCount > MOST_MEMBERS) {
        zip.close();
        return reject(tooMany());
      }
      zip.on('error', reject);
      zip.on('end', resolve);
      zip.on('entry', (entry: yauzl.Entry) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        if (entry.fileName.endsWith('/') || HIDDEN.test(entry.fileName)) return zip.readEntry();
        try {
          if (!take.wants(entry.fileName)) return zip.readEntry();
        } catch (cause) {
          zip.close();
          return reject(asError(cause));
        }
        zip.openReadStream(entry, (broken, source) => {
          if (broken !== null) return reject(broken);
          // The stream of a file that is stored as it is never closes: who reads it to its end would wait for ever.
          const content = new PassThrough();
          source.on('error', (cause) => content.destroy(cause));
          source.pipe(content);
          take.read(entry.fileName, content, entry.uncompressedSize).then(
            () => zip.readEntry(),
            (cause: Error) => {
              source.destroy();
              content.destroy();
              zip.close();
              reject(cause);
            },
          );
        });
      });
      zip.readEntry();
    });
  });

const BLOCK = 512;

/** Reads a stream by lengths. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At most so many bytes; null at the end. */
  async some(most: number): Promise<Buffer | null> {
    if (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) return null;
      this.#rest = next.value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** All of so many bytes, in pieces. */
  async *exactly(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      const piece = await this.some(left);
      if (piece === null) throw new Error('it ends within a file');
      left -= piece.length;
      yield piece;
    }
  }

  async block(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.exactly(length)) pieces.push(piece);
    return Buffer.concat(pieces);
  }
}

const textOf = (block: Buffer, from: number, length: number): string =>
  block
    .subarray(from, from + length)
    .toString('utf8')
    .replace(/\0.*$/s, '');

/** Octal digits, or a number in base 256 for large files. */
function sizeOf(block: Buffer): number {
  const field = block.subarray(124, 136);
  if (((field[0] ?? 0) & 0x80) === 0) return parseInt(textOf(field, 0, 12).trim() || '0', 8);
  return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Bytes of a member that only says how the next one is called. */
const LONGEST_NAME = 2 ** 16;

function nameSize(size: number): number {
  if (size > LONGEST_NAME) throw new Error('a name in it is too long');
  return size;
}

function isHeader(block: Buffer): boolean {
  const told = parseInt(textOf(block, 148, 8).trim(), 8);
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return told === sum;
}

/** The ustar format of POSIX.1, with long names of GNU and pax. */
async function eachOfTar(
  archive: string,
  compressed: boolean,
  take: TakeOut,
  skip: Take,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = createReadStream(archive);
  const source: Readable = compressed ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => source.destroy(error));
  const bytes = new Bytes(source);
  let longName: string | null = null;
  try {
    for (let members = 1; ; members += 1) {
      signal?.throwIfAborted();
      if (members > MOST_MEMBERS) throw tooMany();
      const block = await bytes.block(BLOCK);
      if (block.every((byte) => byte === 0)) return;
      if (!isHeader(block)) throw new Error('a header in it is broken');
      const size = sizeOf(block);
      const padding = (BLOCK - (size % BLOCK)) % BLOCK;
      const type = String.fromCharCode(block[156] ?? 0);
      const prefix = textOf(block, 345, 155);
      const ustar = prefix !== '' && textOf(block, 257, 5) === 'ustar' ? `${prefix}/` : '';
      const name: string = longName ?? ustar + textOf(block, 0, 100);
      longName = null;
      if (type === 'L') longName = (await bytes.block(nameSize(size))).toString('utf8').replace(/\0.*$/s, '');
      else if (type === 'x') longName = paxPath((await bytes.block(nameSize(size))).toString('utf8'));
      else if ((type === '0' || type === '\0') && !HIDDEN.test(name) && take.wants(name)) {
        await take.read(name, Readable.from(bytes.exactly(size)), size);
      } else for await (const piece of bytes.exactly(size)) skip(piece.length);
      for await (const _piece of bytes.exactly(padding));
    }
  } finally {
    source.destroy();
    file.destroy();
  }
}

const paxPath = (records: string): string | null => /^\d+ path=(.*)$/m.exec(records)?.[1] ?? null;

/** A member's name as part of a file's name, of which systems allow 255 bytes. */
export const plainName = (name: string): string =>
  path
    .basename(name)
    .replace(/[^\w.-]/g, '_')
    .slice(-100);
