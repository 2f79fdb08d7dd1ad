/** Files that stand in a store on the network: which there are, and their bytes. */
import type { Readable } from 'node:stream';

export interface RemoteObject {
  /** For people and messages: `s3://bucket/folder/file.csv`. */
  readonly address: string;
  /** By which its store knows it. */
  readonly key: string;
  /** Null where the store does not tell. */
  readonly sizeBytes: number | null;
  /** Changes with the content; null where the store does not tell. */
  readonly version: string | null;
}

export interface ObjectReader {
  /**
   * The object of the address, or those below it as a folder, in the order of their keys; objects without
   * content that stand for folders are left out. Throws ObjectStoreError.
   */
  list(signal?: AbortSignal): Promise<readonly RemoteObject[]>;
  /** The content from a byte on, of the same version. Throws ObjectStoreError. */
  read(object: RemoteObject, from: number, signal?: AbortSignal): Promise<Readable>;
}

/** What a store refused or could not do, as a sentence with the address in it. */
export class ObjectStoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ObjectStoreError';
  }
}

/** The object itself where there is one of that key, else what stands below it as a folder. */
export const chosen = (objects: readonly RemoteObject[], key: string): readonly RemoteObject[] => {
  const exact = objects.filter((object) => object.key === key);
  if (exact.length > 0) return exact;
  const folder = key === '' || key.endsWith('/') ? key : `${key}/`;
  return objects
    .filter((object) => object.key.startsWith(folder) && !object.key.endsWith('/'))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
};
