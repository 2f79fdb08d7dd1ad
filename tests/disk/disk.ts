/**
 * Simulates a disk after a loss of power, from the journal of shim.c: synced writes are there; of the others any part
 * is, in sectors. Names of files are kept in the order in which they were made, as journalling file systems do, and are
 * durable once their folder was synced.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '../random.ts';

const HEAD_BYTES = 25;
const SECTOR = 512;

type Content =
  | { readonly kind: 'W'; readonly place: number; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'T'; readonly place: number; readonly size: number };

type NameChange =
  | { readonly kind: 'O'; readonly file: File; readonly to: string }
  | { readonly kind: 'M' | 'U' | 'D'; readonly to: string }
  /** `file`: the file that has the name, whatever becomes of its earlier name; null for a folder. */
  | { readonly kind: 'R' | 'L'; readonly from: string; readonly to: string; readonly file: File | null };

interface Name {
  readonly place: number;
  readonly change: NameChange;
  isSure: boolean;
}

/** Whether a change is to the entries of this folder. */
const touches = (change: NameChange, folder: string): boolean =>
  path.dirname(change.to) === folder || (change.kind === 'R' && path.dirname(change.from) === folder);

/** A file's bytes on the disk, and later writes that may or may not be there. */
class File {
  bytes: Buffer;
  pending: Content[] = [];

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  #set(offset: number, bytes: Buffer): void {
    const size = Math.max(this.bytes.length, offset + bytes.length);
    if (size > this.bytes.length) {
      // With room to grow: logs get longer by little.
      const grown =
        this.bytes.byteOffset === 0 && this.bytes.buffer.byteLength >= size
          ? Buffer.from(this.bytes.buffer, 0, size)
          : Buffer.from(new ArrayBuffer(size * 2), 0, size);
      if (grown.buffer !== this.bytes.buffer) this.bytes.copy(grown);
      this.bytes = grown;
    }
    bytes.copy(this.bytes, offset);
  }

  #apply(content: Content): void {
    if (content.kind === 'W') this.#set(content.offset, content.bytes);
    else if (content.size <= this.bytes.length) {
      this.bytes = Buffer.from(this.bytes.subarray(0, content.size));
    } else this.#set(content.size, Buffer.alloc(0));
  }

  /** Everything written before a position of the journal is now on the disk. */
  sync(before: number): void {
    const later = this.pending.findIndex(({ place }) => place >= before);
    for (const content of this.pending.splice(0, later < 0 ? this.pending.length : later))
      this.#apply(content);
  }

  /** Simulates the loss of power: each pending write is kept, kept in part, or lost. */
  lose(random: Random, kept: number): void {
    for (const content of this.pending.splice(0)) {
      if (random.next() < kept) this.#apply(content);
      else if (content.kind === 'W' && random.next() < 0.5) this.#tear(content, random);
    }
  }

  #tear({ offset, bytes }: Content & { kind: 'W' }, random: Random): void {
    const share = random.next();
    for (let at = 0; at < bytes.length;) {
      const next = Math.min((Math.floor((offset + at) / SECTOR) + 1) * SECTOR - offset, bytes.length);
      if (random.next() < share) this.#set(offset + at, bytes.subarray(at, next));
      at = next;
    }
  }
}

/** The state of a folder, followed through a journal. */
export class Disk {
  readonly #root: string;
  /** Files by their present inode numbers. */
  readonly #inodes = new Map<bigint, File>();
  readonly #begin = new Map<string, File | null>();
  /** Names as the running system sees them. */
  readonly #now = new Map<string, File | null>();
  readonly #names: Name[] = [];
  /** A sync of a file brings the names made before to the disk too, as ext4 does. */
  readonly #syncsNames: boolean;

  /** @param root a folder as it is at the beginning */
  constructor(root: string, syncsNames: boolean) {
    this.#root = root;
    this.#syncsNames = syncsNames;
    this.#scan(root);
    for (const [place, file] of this.#begin) this.#now.set(place, file);
  }

  /** The file at a name; of a file from elsewhere the content does not matter. */
  #known(place: string): File | null {
    const known = this.#now.get(place);
    return known === undefined ? new File(Buffer.alloc(0)) : known;
  }

  #name(place: number, change: NameChange): void {
    this.#names.push({ place, isSure: false, change });
    this.#change(this.#now, change);
  }

  #scan(folder: string): void {
    this.#begin.set(folder, null);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) this.#scan(place);
      else if (entry.isFile()) {
        const file = new File(readFileSync(place));
        this.#begin.set(place, file);
        this.#inodes.set(statSync(place, { bigint: true }).ino, file);
      }
    }
  }

  /** Replays the journal to its end, or to the loss of power. Returns whether the power was lost. */
  follow(journal: Buffer): boolean {
    for (let at = 0; at + HEAD_BYTES <= journal.length;) {
      const place = at;
      const kind = String.fromCharCode(journal[at] ?? 0);
      const inode = journal.readBigUInt64LE(at + 1);
      const a = Number(journal.readBigUInt64LE(at + 9));
      const length = Number(journal.readBigUInt64LE(at + 17));
      at += HEAD_BYTES;
      const bytes = journal.subarray(at, at + length);
      at += length;
      if (kind === 'X') return true;
      this.#record(kind, { place, inode, a, bytes });
    }
    return false;
  }

  #record(
    kind: string,
    { place, inode, a, bytes }: { place: number; inode: bigint; a: number; bytes: Buffer },
  ): void {
    const file = this.#inodes.get(inode);
    switch (kind) {
      case 'W':
        file?.pending.push({ kind, place, offset: a, bytes });
        return;
      case 'T':
        file?.pending.push({ kind, place, size: a });
        return;
      case 'S':
        file?.sync(a);
        if (this.#syncsNames) this.#sureBefore(a, () => true);
        return;
      case 'P':
        this.#sureBefore(a, (change) => touches(change, bytes.toString()));
        return;
      case 'F':
        // The system takes these for written: only a repeated write reaches the disk.
        if (file !== undefined) {
          const kept = file.pending.filter((content) => content.place >= a);
          file.pending.splice(0, file.pending.length, ...kept);
        }
        return;
      case 'O': {
        const made = new File(Buffer.alloc(0));
        this.#inodes.set(inode, made);
        this.#name(place, { kind, file: made, to: bytes.toString() });
        return;
      }
      case 'M':
      case 'U':
      case 'D':
        this.#name(place, { kind, to: bytes.toString() });
        return;
      case 'R':
      case 'L': {
        const zero = bytes.indexOf(0);
        const [from, to] = [bytes.subarray(0, zero).toString(), bytes.subarray(zero + 1).toString()];
        this.#name(place, { kind, from, to, file: this.#known(from) });
      }
    }
  }

  #sureBefore(before: number, concerns: (change: NameChange) => boolean): void {
    for (const name of this.#names) {
      if (name.place < before && !name.isSure && concerns(name.change)) name.isSure = true;
    }
  }

  /** Names that survive: of each folder, or of all together, those up to some point after the last durable one. */
  #keptNames(random: Random): NameChange[] {
    const lists = new Map<string, Name[]>();
    for (const name of this.#names) {
      const folder = this.#syncsNames ? '' : path.dirname(name.change.to);
      lists.set(folder, [...(lists.get(folder) ?? []), name]);
    }
    const kept = new Set<Name>();
    for (const list of lists.values()) {
      const sure = list.findLastIndex(({ isSure }) => isSure) + 1;
      const unsure = list.length - sure;
      const count = sure + random.pick([0, unsure, Math.floor(random.next() * (unsure + 1))]);
      for (const name of list.slice(0, count)) kept.add(name);
    }
    return this.#names.filter((name) => kept.has(name)).map(({ change }) => change);
  }

  /** Writes the disk's content after the loss of power into another folder. */
  cutPower(into: string, random: Random): void {
    const kept = random.pick([0, 0.5, 0.9, 1]);
    const all = new Set([
      ...this.#inodes.values(),
      ...this.#names.flatMap(({ change }) => (change.kind === 'O' ? [change.file] : [])),
    ]);
    for (const file of all) file.lose(random, kept);
    const tree = new Map(this.#begin);
    for (const change of this.#keptNames(random)) this.#change(tree, change);
    for (const [place, file] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
      // Without its folder nothing finds it.
      if (place !== this.#root && !tree.has(path.dirname(place))) {
        tree.delete(place);
        continue;
      }
      const target = path.join(into, path.relative(this.#root, place));
      if (file === null) mkdirSync(target, { recursive: true });
      else writeFileSync(target, file.bytes);
    }
  }

  #change(tree: Map<string, File | null>, change: NameChange): void {
    const { to } = change;
    if (change.kind === 'O') tree.set(to, change.file);
    else if (change.kind === 'M') tree.set(to, null);
    else if (!('from' in change)) tree.delete(to);
    else {
      const { from, kind, file } = change;
      if (kind === 'R') tree.delete(from);
      tree.set(to, file);
      if (file !== null) return;
      for (const [place, below] of [...tree]) {
        if (!place.startsWith(`${from}/`)) continue;
        tree.delete(place);
        tree.set(`${to}${place.slice(from.length)}`, below);
      }
    }
  }
}
