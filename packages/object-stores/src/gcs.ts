/** Objects of Google Cloud Storage, by its JSON API, with the key of a service account. */
import { createSign } from 'node:crypto';
import { z } from 'zod';
import type { RemoteAddress } from './address.ts';
import { storeError } from './errors.ts';
import { bodyFrom, HEADER_TEXT, jsonOfAnswer, rangeHeader, request } from './fetching.ts';
import type { SourceNetwork } from './network/source-network.ts';
import { checkCount, chosen, type ObjectReader, type RemoteObject } from './objects.ts';
import { gcsServer, gcsTokenServer } from './servers.ts';
import { needed, type StoreSettings } from './settings.ts';

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
const TOKEN_SECONDS = 3600;
/** Tokens are renewed so long before they end. */
const EARLY_MS = 60_000;

const Granted = z.object({
  access_token: z.string().regex(HEADER_TEXT),
  expires_in: z.number().default(TOKEN_SECONDS),
});

const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 7523: a token for an assertion that the account's key signs. */
function assertion(settings: StoreSettings, audience: string): string {
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
    throw storeError('noPrivateKey').causedBy(error);
  }
}

/** Returns the authorisation header of a request; none where the data source has no key: public objects need none. */
function authorisation(
  settings: StoreSettings,
  network: SourceNetwork,
  about: string,
): (signal?: AbortSignal) => Promise<Record<string, string>> {
  let token: { readonly text: string; readonly until: number } | null = null;
  return async (signal) => {
    const none: Record<string, string> = {};
    if (settings.get('private_key') === undefined) return none;
    if (token === null || token.until < Date.now()) {
      const url = gcsTokenServer(settings)?.url ?? 'https://oauth2.googleapis.com/token';
      const answer = await request(url, {
        network,
        about: `A token for ${about}`,
        method: 'POST',
        form: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: assertion(settings, url),
        }),
        signal,
      });
      const granted = await jsonOfAnswer(answer, Granted, `A token for ${about}`);
      token = { text: granted.access_token, until: Date.now() + granted.expires_in * 1000 - EARLY_MS };
    }
    return { authorization: `Bearer ${token.text}` };
  };
}

const Page = z.object({
  items: z
    .array(z.object({ name: z.string(), size: z.string().optional(), generation: z.string().optional() }))
    .default([]),
  nextPageToken: z.string().optional(),
});

export function gcsObjects(
  { text, bucket, key }: Extract<RemoteAddress, { kind: 's3' | 'gcs' }>,
  settings: StoreSettings,
  network: SourceNetwork,
): ObjectReader {
  const root = gcsServer(settings)?.url ?? 'https://storage.googleapis.com';
  const base = `${root}/storage/v1/b/${encodeURIComponent(bucket)}/o`;
  const headers = authorisation(settings, network, text);
  return {
    async list(signal) {
      const objects: RemoteObject[] = [];
      let pageToken: string | undefined;
      do {
        const query = new URLSearchParams({ prefix: key, ...(pageToken === undefined ? {} : { pageToken }) });
        const answer = await request(`${base}?${query}`, {
          network,
          about: text,
          headers: await headers(signal),
          signal,
        });
        const page = await jsonOfAnswer(answer, Page, text);
        for (const { name, size, generation } of page.items) {
          objects.push({
            address: `gs://${bucket}/${name}`,
            key: name,
            sizeBytes: size === undefined ? null : Number(size),
            version: generation ?? null,
          });
        }
        checkCount(objects, text);
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
      return chosen(objects, key);
    },
    async read(object, from, signal) {
      const version = object.version === null ? '' : `&generation=${encodeURIComponent(object.version)}`;
      const answer = await request(`${base}/${encodeURIComponent(object.key)}?alt=media${version}`, {
        network,
        about: object.address,
        headers: { ...(await headers(signal)), ...rangeHeader(from) },
        signal,
      });
      return bodyFrom(answer, from, object.address);
    },
  };
}
