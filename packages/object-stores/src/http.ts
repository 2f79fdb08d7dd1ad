/** A file of a web server. */
import type { RemoteAddress } from './address.ts';
import { bodyFrom, rangeHeader, request } from './fetching.ts';
import type { SourceNetwork } from './network/source-network.ts';
import type { ObjectReader } from './objects.ts';

/** Content as it is stored, so that sizes and places in it are those of the file. */
const PLAIN = { 'accept-encoding': 'identity' };

export const httpObjects = (
  { text, url }: Extract<RemoteAddress, { kind: 'http' }>,
  network: SourceNetwork,
): ObjectReader => ({
  async list(signal) {
    // Servers that know no HEAD are asked for the content later all the same.
    const head = await request(url, {
      network,
      about: text,
      method: 'HEAD',
      headers: PLAIN,
      redirects: true,
      signal,
    }).catch(() => null);
    signal?.throwIfAborted();
    head?.body.resume();
    const told = head?.headers ?? {};
    const length = told['content-encoding'] === undefined ? told['content-length'] : undefined;
    return [
      {
        address: text,
        key: url.pathname,
        sizeBytes: length === undefined ? null : Number(length),
        version: told.etag ?? told['last-modified'] ?? null,
      },
    ];
  },
  async read(object, from, signal) {
    const answer = await request(url, {
      network,
      about: object.address,
      headers: { ...PLAIN, ...rangeHeader(from) },
      redirects: true,
      signal,
    });
    return bodyFrom(answer, from, object.address);
  },
});
