/**
 * Objects of Azure Blob Storage: with the account's key (Shared Key), as a service principal, or without
 * either for containers that are public.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { RemoteAddress } from './address.ts';
import {
  bodyFrom,
  HEADER_TEXT,
  jsonOfAnswer,
  rangeHeader,
  request,
  textOfAnswer,
  type Answer,
} from './fetching.ts';
import type { SourceNetwork } from './network/source-network.ts';
import { checkCount, chosen, type ObjectReader, type RemoteObject } from './objects.ts';
import { azureServer, azureTokenServer, connectionParts } from './servers.ts';
import { needed, type StoreSettings } from './settings.ts';

const API_VERSION = '2021-12-02';
const SCOPE = 'https://storage.azure.com/.default';
const EARLY_MS = 60_000;

const Granted = z.object({ access_token: z.string().regex(HEADER_TEXT), expires_in: z.number() });

interface Account {
  readonly name: string;
  /** `https://account.blob.core.windows.net`, without a slash at its end. */
  readonly endpoint: string;
  readonly key: string | undefined;
}

function accountOf(named: string, settings: StoreSettings): Account {
  const parts = connectionParts(settings);
  const name = parts.get('AccountName') ?? settings.get('account.name') ?? named;
  return {
    name,
    endpoint: azureServer(settings, name).url,
    key: parts.get('AccountKey') ?? settings.get('account.key'),
  };
}

/** The string to sign of a request without a body ("Authorize with Shared Key" of the Blob service). */
function sharedKey({ name, key = '' }: Account, url: URL, headers: Record<string, string>): string {
  const ours = Object.entries(headers)
    .filter(([header]) => header.startsWith('x-ms-'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([header, value]) => `${header}:${value}\n`);
  const query = [...url.searchParams]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([parameter, value]) => `\n${parameter.toLowerCase()}:${value}`);
  const emptyHeaders = ['', '', '', '', '', '', '', '', '', '', headers['range'] ?? ''].join('\n');
  const signed = `GET\n${emptyHeaders}\n${ours.join('')}/${name}${url.pathname}${query.join('')}`;
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(signed, 'utf8').digest('base64');
  return `SharedKey ${name}:${signature}`;
}

/** A token of Microsoft's identity platform for a service principal. */
function principalToken(
  settings: StoreSettings,
  network: SourceNetwork,
  about: string,
): (signal?: AbortSignal) => Promise<string> {
  let token: { readonly text: string; readonly until: number } | null = null;
  return async (signal) => {
    if (token !== null && token.until > Date.now()) return token.text;
    const url =
      azureTokenServer(settings)?.url ??
      `https://login.microsoftonline.com/${encodeURIComponent(needed(settings, 'tenant.id', 'beside "client.id"'))}/oauth2/v2.0/token`;
    const granted = await request(url, {
      network,
      about: `A token for ${about}`,
      method: 'POST',
      form: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: needed(settings, 'client.id', 'of the service principal'),
        client_secret: needed(settings, 'client.secret', 'beside "client.id"'),
        scope: SCOPE,
      }),
      signal,
    });
    const answer = await jsonOfAnswer(granted, Granted, `A token for ${about}`);
    token = { text: answer.access_token, until: Date.now() + answer.expires_in * 1000 - EARLY_MS };
    return token.text;
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
    name === undefined
      ? characterOf(hex === undefined ? Number(decimal) : parseInt(hex, 16))
      : (ENTITIES[name] ?? whole),
  );

function textOf(xml: string, tag: string): string | undefined {
  const found = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
  return found === undefined || found === '' ? undefined : unescaped(found);
}

export function azureObjects(
  { text, account: named, container, key }: Extract<RemoteAddress, { kind: 'azure' }>,
  settings: StoreSettings,
  network: SourceNetwork,
): ObjectReader {
  const account = accountOf(named, settings);
  const token = principalToken(settings, network, text);
  const ask = async (
    path: string,
    query: Readonly<Record<string, string>>,
    from: number,
    about: string,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const url = new URL(account.endpoint + path);
    // A space as %20, as Microsoft's SDK writes it: servers differ on what a plus is.
    url.search = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&');
    const headers: Record<string, string> = {
      'x-ms-version': API_VERSION,
      'x-ms-date': new Date().toUTCString(),
      ...rangeHeader(from),
    };
    if (account.key !== undefined) headers['authorization'] = sharedKey(account, url, headers);
    else if (settings.get('client.id') !== undefined)
      headers['authorization'] = `Bearer ${await token(signal)}`;
    return request(url, { network, about, headers, signal });
  };
  const folder = `/${encodeURIComponent(container)}`;
  return {
    async list(signal) {
      const objects: RemoteObject[] = [];
      let marker: string | undefined;
      do {
        const query = { restype: 'container', comp: 'list', prefix: key };
        const page = { ...query, ...(marker === undefined ? {} : { marker }) };
        const xml = await textOfAnswer(await ask(folder, page, 0, text, signal), text);
        for (const started of xml.split('<Blob>').slice(1)) {
          const [blob = ''] = started.split('</Blob>', 1);
          const name = textOf(blob, 'Name') ?? '';
          const size = textOf(blob, 'Content-Length');
          // Stores with folders list these too, without content.
          if (textOf(blob, 'ResourceType') === 'directory' || /<hdi_isfolder>true</.test(blob)) continue;
          objects.push({
            address: `https://${account.name}.blob.core.windows.net/${container}/${name}`,
            key: name,
            sizeBytes: size === undefined ? null : Number(size),
            version: textOf(blob, 'Etag') ?? null,
          });
        }
        checkCount(objects, text);
        marker = textOf(xml, 'NextMarker');
      } while (marker !== undefined);
      return chosen(objects, key);
    },
    async read(object, from, signal) {
      const path = `${folder}/${object.key.split('/').map(encodeURIComponent).join('/')}`;
      return bodyFrom(await ask(path, {}, from, object.address, signal), from, object.address);
    },
  };
}
