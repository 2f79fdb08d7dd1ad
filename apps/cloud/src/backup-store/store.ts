/** The interface of stores of backups: a folder, or any S3-compatible service. */
import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
}

export interface PutFile extends StoredFile {
  /** Hash of the stored bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Keys are parts of letters, digits, dots, dashes and underscores, joined by slashes; no part begins with a dot. */
export interface BackupStore {
  /** Location for people: `/srv/backups` or `s3://bucket/prefix`. */
  readonly place: string;
  /**
   * Writes, reads and deletes a small file.
   * @throws Error with a sentence for the operator when that is not possible
   */
  check(): Promise<void>;
  /**
   * Stores a stream under a key atomically; replaces an earlier file. Uses constant memory.
   * @param atMostBytes upper bound of the stream's size
   */
  put(key: string, content: Readable, atMostBytes: number): Promise<PutFile>;
  /** Reads a file. @throws MissingFile when there is none with this key */
  get(key: string): Promise<Readable>;
  /** Files whose key begins with `folder/`, in any order. */
  list(folder: string): Promise<StoredFile[]>;
  /** Deletes all files below a folder, and those that interrupted puts left there; does nothing when there are none. */
  deleteFolder(folder: string): Promise<void>;
}

/** The store has no such file; the cause names the file, for the log. */
export class MissingFile extends Error {
  constructor(key: string, place: string) {
    super('A file of the backup is not in the store of backups.', {
      cause: new Error(`${place} has no ${key}`),
    });
    this.name = 'MissingFile';
  }
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/;

/** The key, checked. @throws Error for one that could lead out of the store */
export function checkedKey(key: string): string {
  if (key.split('/').every((part) => PART.test(part))) return key;
  throw new Error(`${JSON.stringify(key)} is not a key of the store of backups.`);
}
