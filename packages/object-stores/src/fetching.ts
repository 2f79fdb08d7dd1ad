/** Requests over HTTP whose refusals are sentences. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ObjectStoreError } from './objects.ts';

/** What a refused answer says, shortened. */
const saidBy = async (response: Response): Promise<string> => {
  const text = (await response.text().catch(() => '')).replace(/\s+/g, ' ').trim().slice(0, 300);
  return text === '' ? '' : `: ${text}`;
};

/** @throws ObjectStoreError, with the address that it is about, unless the answer is a success */
export const request = async (
  url: string | URL,
  init: RequestInit & { readonly about: string },
): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    throw new ObjectStoreError(`${init.about} cannot be reached: ${cause === '' ? String(error) : cause}.`, {
      cause: error,
    });
  }
  if (response.ok) return response;
  const said = await saidBy(response);
  throw new ObjectStoreError(`${init.about} cannot be read: the server answered ${response.status}${said}.`);
};

/** The body of an answer to a request for the bytes from `from` on. */
export const bodyFrom = (response: Response, from: number, about: string): Readable => {
  if (response.body === null) throw new ObjectStoreError(`${about} has no content.`);
  if (from > 0 && response.status !== 206) {
    throw new ObjectStoreError(`${about} cannot be read from its byte ${from} on.`);
  }
  return Readable.fromWeb(response.body as ReadableStream);
};

export const rangeHeader = (from: number): Record<string, string> =>
  from === 0 ? {} : { range: `bytes=${from}-` };
