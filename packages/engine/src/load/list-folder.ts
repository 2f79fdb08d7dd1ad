/** Names of the files and folders that are directly in a folder of a store. */
import { ObjectStoreError, openObjects, type SourceNetwork } from '@acacia/object-stores';
import type { FolderList } from '../engine.ts';
import { relayed } from '../errors/catalogue.ts';

/** The time limit for listing, in milliseconds. */
const LISTING_MS = 30_000;

/** The key of the folder in its store: what stands behind the bucket. */
const keyOf = (address: string): string =>
  address.replace(/^\w+:\/\/[^/]+\/?/, '').replace(/(?<=[^/])$/, '/');

/**
 * @param settings of the data source
 * @throws EngineError when the store cannot be listed
 */
export async function listFolder(
  address: string,
  settings: Readonly<Record<string, string>>,
  network: SourceNetwork,
  given?: AbortSignal,
): Promise<FolderList> {
  const patience = AbortSignal.timeout(LISTING_MS);
  const signal = given === undefined ? patience : AbortSignal.any([given, patience]);
  try {
    const reader = await openObjects(address, settings, network);
    const folder = keyOf(address);
    const [folders, files] = [new Set<string>(), new Set<string>()];
    for (const { key } of await reader.list(signal)) {
      const [first = '', ...rest] = (key.startsWith(folder) ? key.slice(folder.length) : key).split('/');
      (rest.length > 0 ? folders : files).add(first);
    }
    return { folders: [...folders], files: [...files] };
  } catch (cause) {
    given?.throwIfAborted();
    if (patience.aborted) throw relayed('REST-10021', `${address} was not listed in time.`).causedBy(cause);
    if (cause instanceof ObjectStoreError) throw relayed('REST-10021', cause.message).causedBy(cause);
    throw cause;
  }
}
