/** Where backups are kept: a folder, or any store that speaks S3. Both keep to this. */
import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
}

export interface PutFile extends StoredFile {
  /** Of the bytes as they are stored, in hexadecimal. */
  readonly sha256: string;
}

/** Keys are parts of letters, digits, dot, dash and underscore, joined by slashes; none begins with a dot. */
export interface BackupStore {
  /** Where it is, for people: `/srv/backups` or `s3://bucket/prefix`. */
  readonly place: string;
  /**
   * Writes, reads and deletes a small file.
   * @throws Error with a sentence when that is not possible
   */
  check(): Promise<void>;
  /**
   * Keeps a stream under a key, whole or not at all; replaces what is there. Memory stays constant.
   * @param atMostBytes what the stream may grow to
   */
  put(key: string, content: Readable, atMostBytes: number): Promise<PutFile>;
  /** @throws MissingFile */
  get(key: string): Promise<Readable>;
  /** Files whose key begins with `folder/`, in no order. */
  list(folder: string): Promise<StoredFile[]>;
  /** Deletes all files below a folder, and what cut-off puts have left there; nothing when there is none. */
  deleteFolder(folder: string): Promise<void>;
}

/** The store has no such file. */
export class MissingFile extends Error {
  constructor(key: string, place: string) {
    super(`The file ${key} is not in the store of backups (${place}).`);
    this.name = 'MissingFile';
  }
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/;

/** @throws Error for what could lead out of the store */
export function checkedKey(key: string): string {
  if (key.split('/').every((part) => PART.test(part))) return key;
  throw new Error(`${JSON.stringify(key)} is not a key of the store of backups.`);
}
