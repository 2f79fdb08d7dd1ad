/** The client of a request: address and user agent, for the audit log and the rate limits. */
import type { FastifyRequest } from 'fastify';
import { normalAddress } from '../network/addresses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** E-mail of the person who makes the request, for its line in the log; null while not known. */
    user: string | null;
  }
}

export interface Client {
  readonly address: string;
  /** The User-Agent header, without control characters and shortened; the client may send any text. */
  readonly userAgent: string;
}

const LONGEST_AGENT = 300;
const CONTROL = /\p{Cc}/gu;

export const clientOf = (request: FastifyRequest): Client => ({
  address: normalAddress(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').replace(CONTROL, ' ').slice(0, LONGEST_AGENT),
});
