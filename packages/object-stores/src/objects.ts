/** Files in a store on the network: their list, and their content. */
import type { Readable } from 'node:stream';
import { storeError, type ObjectStoreError } from './errors.ts';

export interface RemoteObject {
  /** For people and messages: `s3://bucket/folder/file.csv`. */
  readonly address: string;
  /** Key of the object in its store. */
  readonly key: string;
  /** Null where the store does not tell. */
  readonly sizeBytes: number | null;
  /** Changes with the content; null where the store does not tell. */
  readonly version: string | null;
}

export interface ObjectReader {
  /**
   * The object at the address, or those below it as a folder, in the order of their keys. Empty objects that stand for
   * folders are left out. @throws ObjectStoreError when the store cannot be listed
   */
  list(signal?: AbortSignal): Promise<readonly RemoteObject[]>;
  /** The content from a byte on, of the same version. @throws ObjectStoreError when it cannot be read */
  read(object: RemoteObject, from: number, signal?: AbortSignal): Promise<Readable>;
}

/** The error for a server that cannot be read; the cause is not shown. */
export const unreachable = (about: string, cause: unknown): ObjectStoreError =>
  storeError('unreachable', { about }).causedBy(cause);

/** Error for a server's refusal, by its status alone: the rest of the answer is not passed on. */
export function deniedBy(about: string, status: number): ObjectStoreError {
  const why =
    status === 401 || status === 403 || status === 400
      ? 'access is denied; look at the credentials of the data source'
      : status === 404
        ? 'there is nothing of that name'
        : status === 412
          ? 'it has changed meanwhile'
          : 'the server refuses it';
  return storeError('denied', { about, why, status });
}

/** Objects below one address. */
const MOST_OBJECTS = 100_000;

/** @throws ObjectStoreError when there are more than one load takes */
export function checkCount(objects: readonly RemoteObject[], about: string): void {
  if (objects.length > MOST_OBJECTS) throw storeError('tooManyObjects', { about, most: MOST_OBJECTS });
}

/** The object with exactly this key, if any; otherwise the objects below it as a folder. */
export function chosen(objects: readonly RemoteObject[], key: string): readonly RemoteObject[] {
  const exact = objects.filter((object) => object.key === key);
  if (exact.length > 0) return exact;
  const folder = key === '' || key.endsWith('/') ? key : `${key}/`;
  return objects
    .filter((object) => object.key.startsWith(folder) && !object.key.endsWith('/'))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}
