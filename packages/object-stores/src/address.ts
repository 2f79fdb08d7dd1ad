/** Addresses of objects: the store, and the object or folder in it. */
import { storeError, type ObjectStoreError } from './errors.ts';

export type RemoteAddress =
  | { readonly kind: 's3' | 'gcs'; readonly text: string; readonly bucket: string; readonly key: string }
  | {
      readonly kind: 'azure';
      readonly text: string;
      /** '' where the settings tell it. */
      readonly account: string;
      readonly container: string;
      readonly key: string;
    }
  | { readonly kind: 'http'; readonly text: string; readonly url: URL };

const SCHEME = /^(s3|s3a|s3n|gs|gcs|abfss?|wasbs?|https?):\/\//i;

export const isRemoteAddress = (text: string): boolean => SCHEME.test(text.trim());

/** @throws ObjectStoreError for a text that is no address */
export function parseAddress(given: string): RemoteAddress {
  const text = given.trim();
  const bad = (expected: string): ObjectStoreError => storeError('noAddress', { text, expected });
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase() ?? '';
  const rest = text.slice(scheme.length + 3);
  switch (scheme) {
    case 's3':
    case 's3a':
    case 's3n':
    case 'gs':
    case 'gcs': {
      const [, bucket, key = ''] = /^([A-Za-z0-9][A-Za-z0-9._-]{1,221})(?:\/(.*))?$/s.exec(rest) ?? [];
      if (bucket === undefined) throw bad(`a bucket, such as ${scheme}://bucket/folder/file.csv`);
      return { kind: scheme.startsWith('s') ? 's3' : 'gcs', text, bucket, key };
    }
    case 'abfs':
    case 'abfss':
    case 'wasb':
    case 'wasbs': {
      const [, container, account, key = ''] =
        /^([a-z0-9$-]+)@([a-z0-9]+)[^/]*(?:\/(.*))?$/is.exec(rest) ?? [];
      if (container === undefined || account === undefined) {
        throw bad(`Azure Blob Storage, such as ${scheme}://container@account.dfs.core.windows.net/file.csv`);
      }
      return { kind: 'azure', text, account, container, key };
    }
    case 'http':
    case 'https': {
      if (!URL.canParse(text)) throw bad('the web');
      const url = new URL(text);
      const blob = /^([a-z0-9]+)\.(?:blob|dfs)\.core\.windows\.net$/i.exec(url.hostname);
      // An address with a signature is complete; otherwise the data source's key is used.
      if (blob !== null && url.search === '') {
        const [container = '', ...key] = decodeURIComponent(url.pathname).slice(1).split('/');
        return { kind: 'azure', text, account: blob[1] ?? '', container, key: key.join('/') };
      }
      if (url.username !== '' || url.password !== '') {
        throw storeError('addressWithPassword');
      }
      return { kind: 'http', text, url };
    }
    default:
      throw bad('a file on the network');
  }
}
