/** Extracts archives into separate files: zip, and tar with or without compression. */
import { engineError } from '../errors/catalogue.ts';
import { messageOf } from '@acacia/base';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import yauzl from 'yauzl';
import { EngineError } from '../errors.ts';
import { MOST_MEMBERS, OverBudget, type LoadBudget, type Take } from './load-budget.ts';

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz' | 'gzip' | 'none';

const KINDS: readonly ArchiveKind[] = ['zip', 'tar', 'tar.gz', 'gzip', 'none'];

/**
 * `type` is `archive.type` of a file's settings; absent or `auto`: by the name.
 * @throws EngineError when the type is not known
 */
export function archiveKind(name: string, type?: string): ArchiveKind {
  const said = type?.toLowerCase() ?? 'auto';
  if (said !== 'auto') {
    const known = KINDS.find((kind) => kind === said);
    if (known !== undefined) return known;
    throw engineError('archiveKind', { type: String(type), known: KINDS.join(', ') });
  }
  const plain = (/^[^?#]*/.exec(name)?.[0] ?? '').toLowerCase();
  if (plain.endsWith('.zip')) return 'zip';
  if (plain.endsWith('.tar')) return 'tar';
  if (plain.endsWith('.tar.gz') || plain.endsWith('.tgz')) return 'tar.gz';
  return plain.endsWith('.gz') ? 'gzip' : 'none';
}

interface Member {
  readonly name: string;
  readonly path: string;
}

/** Names of files without data that archivers of some systems add. */
const HIDDEN = /(?:^|\/)(?:[._][^/]*|__MACOSX\/.*)$/;

/**
 * Extracts the members, in the order of the archive, to the paths that `pathFor` gives by a member's number and name.
 * After an error the extracted files are removed.
 * @throws EngineError when the file is no such archive, or when the budget is exceeded
 */
export async function unpack(
  archive: string,
  kind: 'zip' | 'tar' | 'tar.gz',
  pathFor: (index: number, name: string) => string,
  budget: LoadBudget,
  signal: AbortSignal | undefined,
): Promise<readonly Member[]> {
  const members: Member[] = [];
  const take: TakeOut = async (name, content) => {
    const member = { name, path: pathFor(members.length, name) };
    members.push(member);
    const count = budget.file(name);
    await pipeline(content, (pieces) => counted(pieces, count), createWriteStream(member.path), { signal });
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
  if (members.length === 0) throw engineError('archiveEmpty', { archive });
  return members;
}

/** Ends the reading of an archive whose first member was read. */
class Enough extends Error {}

/**
 * The first file of an archive: its name, and what `read` gives of its content, which need not be read whole.
 * @throws EngineError when the file is no such archive
 */
export async function firstMember<T>(
  archive: string,
  shown: string,
  kind: 'zip' | 'tar' | 'tar.gz',
  read: (name: string, content: Readable) => Promise<T>,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly content: T }> {
  let first: { readonly name: string; readonly content: T } | null = null;
  const take: TakeOut = async (name, content) => {
    first = { name, content: await read(name, content) };
    throw new Enough();
  };
  try {
    if (kind === 'zip') await eachOfZip(archive, take, signal);
    else await eachOfTar(archive, kind === 'tar.gz', take, () => undefined, signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof EngineError) throw cause;
    if (!(cause instanceof Enough)) {
      throw engineError('archiveUnreadable', { archive: shown, kind, reason: messageOf(cause) }).causedBy(
        cause,
      );
    }
  }
  if (first === null) throw engineError('archiveEmpty', { archive: shown });
  return first;
}

type TakeOut = (name: string, content: Readable) => Promise<void>;

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
        zip.openReadStream(entry, (broken, content) => {
          if (broken !== null) return reject(broken);
          take(entry.fileName, content).then(
            () => zip.readEntry(),
            (cause: Error) => {
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
      else if ((type === '0' || type === '\0') && !HIDDEN.test(name)) {
        await take(name, Readable.from(bytes.exactly(size)));
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
