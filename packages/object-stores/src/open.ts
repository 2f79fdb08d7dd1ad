/** Opens the store that an address names. */
import { parseAddress } from './address.ts';
import { azureObjects } from './azure.ts';
import { storeError } from './errors.ts';
import { gcsObjects } from './gcs.ts';
import { httpObjects } from './http.ts';
import type { SourceNetwork } from './network/source-network.ts';
import type { ObjectReader } from './objects.ts';
import { settingsOf } from './settings.ts';

const NAMES = {
  s3: 'S3',
  gcs: 'Google Cloud Storage',
  azure: 'Azure Blob Storage',
  http: 'the web',
} as const;
const KINDS: Readonly<Record<string, keyof typeof NAMES>> = { s3: 's3', gcs: 'gcs', abs: 'azure' };

/**
 * @param settings of the data source; empty: without credentials
 * @param network the only way by which the store is reached
 * @throws ObjectStoreError for an address that is not valid, or not of the data source's type
 */
export async function openObjects(
  address: string,
  settings: Readonly<Record<string, string>>,
  network: SourceNetwork,
): Promise<ObjectReader> {
  const place = parseAddress(address);
  const known = settingsOf(settings);
  const type = known.get('type')?.toLowerCase();
  const kind = type === undefined ? undefined : KINDS[type];
  if (kind !== undefined && place.kind !== kind && place.kind !== 'http') {
    throw storeError('otherStore', { address, store: NAMES[place.kind], wanted: NAMES[kind] });
  }
  switch (place.kind) {
    case 's3': {
      // Only where it is used: it takes a while to load.
      const { s3Objects } = await import('./s3.ts');
      return s3Objects(place, known, network);
    }
    case 'gcs':
      return gcsObjects(place, known, network);
    case 'azure':
      return azureObjects(place, known, network);
    case 'http':
      return httpObjects(place, network);
  }
}
