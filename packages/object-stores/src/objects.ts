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

/** What the operator can do about a server that may not be read from. */
export const WHERE_ALLOWED =
  'Addresses of this machine and of its own network are read from where its operator allows them (ACACIA_ALLOWED_SOURCES).';

/**
 * One sentence for all that keeps a server from being read: a name that is not known, an address that may not
 * be reached, a closed port, a server that is no server of files. Which of them it is would tell strangers
 * what there is on the network of the machine.
 */
export const unreachable = (about: string, cause: unknown): ObjectStoreError =>
  new ObjectStoreError(
    `${about} cannot be read: there is no server that files may be read from. ${WHERE_ALLOWED}`,
    { cause },
  );

/** A server's refusal by its status alone: what else is in the answer stays where it came from. */
export const deniedBy = (about: string, status: number): ObjectStoreError => {
  const why =
    status === 401 || status === 403 || status === 400
      ? 'access is denied; look at the credentials of the data source'
      : status === 404
        ? 'there is nothing of that name'
        : status === 412
          ? 'it has changed meanwhile'
          : 'the server refuses it';
  return new ObjectStoreError(`${about} cannot be read: ${why} (status ${status}).`);
};

/** Objects below one address. */
const MOST_OBJECTS = 100_000;

/** @throws ObjectStoreError when there are more than one load takes */
export const checkCount = (objects: readonly RemoteObject[], about: string): void => {
  if (objects.length > MOST_OBJECTS) {
    throw new ObjectStoreError(`${about} has more than ${MOST_OBJECTS} objects: name a folder of it.`);
  }
};

/** The object itself where there is one of that key, else what stands below it as a folder. */
export const chosen = (objects: readonly RemoteObject[], key: string): readonly RemoteObject[] => {
  const exact = objects.filter((object) => object.key === key);
  if (exact.length > 0) return exact;
  const folder = key === '' || key.endsWith('/') ? key : `${key}/`;
  return objects
    .filter((object) => object.key.startsWith(folder) && !object.key.endsWith('/'))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
};
