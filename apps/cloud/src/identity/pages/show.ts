/** Answering with a page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders } from './layout.ts';
import { noticePage } from './notice.ts';

export function show(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).headers(pageHeaders()).send(body);
}

/** Whether the browser says that a form was sent from a page of another site. */
export const isForeign = (request: FastifyRequest, publicUrl: string): boolean =>
  request.headers.origin !== undefined && request.headers.origin !== publicUrl;

export const refuseForeign = (reply: FastifyReply): FastifyReply =>
  show(reply, 403, noticePage('Sign-in refused', 'The form came from another site.', 'Start again'));
