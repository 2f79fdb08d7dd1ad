/** Sends pages, and the refusals that several routes share. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inLanguageOf } from './language.ts';
import { pageHeaders } from './layout.ts';
import { noticePage } from './notice.ts';

/** @param scriptHash base64 SHA-256 of the page's only inline script; undefined: it has none */
export function show(reply: FastifyReply, status: number, body: string, scriptHash?: string): FastifyReply {
  const text = inLanguageOf(reply.request.headers, body);
  return reply.code(status).headers(pageHeaders(scriptHash)).send(text);
}

/** Whether the Origin header names a page of another origin. */
export const isForeign = (request: FastifyRequest, publicUrl: string): boolean =>
  request.headers.origin !== undefined && request.headers.origin !== publicUrl;

export const refuseForeign = (reply: FastifyReply): FastifyReply =>
  show(reply, 403, noticePage('Sign-in refused', 'The form came from another site.', 'Start again'));

/** Refuses a sign-in that is not under way, or not in this browser. */
export const refuseExpired = (reply: FastifyReply): FastifyReply =>
  show(
    reply,
    400,
    noticePage(
      'This sign-in has expired',
      'It was begun too long ago, or in another browser.',
      'Start again',
    ),
  );
