/** From where a request comes, as the audit log and the limits take it. */
import type { FastifyRequest } from 'fastify';
import { normalAddress } from '../network/addresses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** E-mail of who makes the request, for its line in the log; null while that is not known. */
    user: string | null;
  }
}

export interface Client {
  readonly address: string;
  /** What the program says it is; it may say anything. */
  readonly userAgent: string;
}

const LONGEST_AGENT = 300;
const CONTROL = /\p{Cc}/gu;

export const clientOf = (request: FastifyRequest): Client => ({
  address: normalAddress(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').replace(CONTROL, ' ').slice(0, LONGEST_AGENT),
});
