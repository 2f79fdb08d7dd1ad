/** A file of a web server. */
import type { RemoteAddress } from './address.ts';
import { bodyFrom, rangeHeader, request } from './fetching.ts';
import type { ObjectReader } from './objects.ts';

/** Content as it is stored, so that sizes and places in it are those of the file. */
const PLAIN = { 'accept-encoding': 'identity' };

export const httpObjects = ({ text, url }: Extract<RemoteAddress, { kind: 'http' }>): ObjectReader => ({
  async list(signal) {
    // Servers that know no HEAD are asked for the content later all the same.
    const head = await fetch(url, {
      method: 'HEAD',
      headers: PLAIN,
      ...(signal === undefined ? {} : { signal }),
    }).catch(() => null);
    signal?.throwIfAborted();
    const told = head?.ok === true ? head.headers : new Headers();
    const length = told.get('content-length');
    return [
      {
        address: text,
        key: url.pathname,
        sizeBytes: length === null ? null : Number(length),
        version: told.get('etag') ?? told.get('last-modified'),
      },
    ];
  },
  async read(object, from, signal) {
    const response = await request(url, {
      about: object.address,
      headers: { ...PLAIN, ...rangeHeader(from) },
      ...(signal === undefined ? {} : { signal }),
    });
    return bodyFrom(response, from, object.address);
  },
});
