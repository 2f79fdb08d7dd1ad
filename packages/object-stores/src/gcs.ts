/** Objects of Google Cloud Storage, by its JSON API, with the key of a service account. */
import { createSign } from 'node:crypto';
import type { RemoteAddress } from './address.ts';
import { bodyFrom, rangeHeader, request } from './fetching.ts';
import { ObjectStoreError, chosen, type ObjectReader, type RemoteObject } from './objects.ts';
import { needed, type StoreSettings } from './settings.ts';

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const TOKEN_SECONDS = 3600;
/** Tokens are renewed so long before they end. */
const EARLY_MS = 60_000;

const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 7523: a token for an assertion that the account's key signs. */
const assertion = (settings: StoreSettings, audience: string): string => {
  const now = Math.floor(Date.now() / 1000);
  const keyId = settings.get('private_key_id');
  const head = base64Url({ alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) });
  const issuer = needed(settings, 'client_email', 'beside "private_key"');
  const claims = base64Url({ iss: issuer, scope: SCOPE, aud: audience, iat: now, exp: now + TOKEN_SECONDS });
  // In a text of one line the line ends of the key are written as \n.
  const key = needed(settings, 'private_key', 'of the service account').replaceAll('\\n', '\n');
  try {
    const signature = createSign('RSA-SHA256').update(`${head}.${claims}`).sign(key, 'base64url');
    return `${head}.${claims}.${signature}`;
  } catch (error) {
    throw new ObjectStoreError('The "private_key" of the data source is not a private key.', {
      cause: error,
    });
  }
};

/** Gives the header of a request; none where the data source has no key: public objects need none. */
const authorisation = (
  settings: StoreSettings,
  about: string,
): ((signal?: AbortSignal) => Promise<Record<string, string>>) => {
  let token: { readonly text: string; readonly until: number } | null = null;
  return async (signal) => {
    const none: Record<string, string> = {};
    if (settings.get('private_key') === undefined) return none;
    if (token === null || token.until < Date.now()) {
      const url =
        settings.get('fs.gs.token.server.url', 'token_uri') ?? 'https://oauth2.googleapis.com/token';
      const response = await request(url, {
        about: `A token for ${about}`,
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: assertion(settings, url),
        }),
        ...(signal === undefined ? {} : { signal }),
      });
      const { access_token: text, expires_in: seconds = TOKEN_SECONDS } = (await response.json()) as {
        readonly access_token: string;
        readonly expires_in?: number;
      };
      token = { text, until: Date.now() + seconds * 1000 - EARLY_MS };
    }
    return { authorization: `Bearer ${token.text}` };
  };
};

interface Page {
  readonly items?: readonly { readonly name: string; readonly size?: string; readonly generation?: string }[];
  readonly nextPageToken?: string;
}

export const gcsObjects = (
  { text, bucket, key }: Extract<RemoteAddress, { kind: 's3' | 'gcs' }>,
  settings: StoreSettings,
): ObjectReader => {
  const root = settings.get('fs.gs.storage.root.url', 'endpoint') ?? 'https://storage.googleapis.com';
  const base = `${root.replace(/\/$/, '')}/storage/v1/b/${encodeURIComponent(bucket)}/o`;
  const headers = authorisation(settings, text);
  return {
    async list(signal) {
      const objects: RemoteObject[] = [];
      let pageToken: string | undefined;
      do {
        const query = new URLSearchParams({ prefix: key, ...(pageToken === undefined ? {} : { pageToken }) });
        const response = await request(`${base}?${query}`, {
          about: text,
          headers: await headers(signal),
          ...(signal === undefined ? {} : { signal }),
        });
        const page = (await response.json()) as Page;
        for (const { name, size, generation } of page.items ?? []) {
          objects.push({
            address: `gs://${bucket}/${name}`,
            key: name,
            sizeBytes: size === undefined ? null : Number(size),
            version: generation ?? null,
          });
        }
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
      return chosen(objects, key);
    },
    async read(object, from, signal) {
      const version = object.version === null ? '' : `&generation=${encodeURIComponent(object.version)}`;
      const response = await request(`${base}/${encodeURIComponent(object.key)}?alt=media${version}`, {
        about: object.address,
        headers: { ...(await headers(signal)), ...rangeHeader(from) },
        ...(signal === undefined ? {} : { signal }),
      });
      return bodyFrom(response, from, object.address);
    },
  };
};
