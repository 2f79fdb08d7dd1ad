/** Answers with one resource of SCIM, and the conditions of requests for it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chosen, demandVersion, isKnown, readQuery, type ScimQuery } from './answers.ts';
import { parseFilter } from './filter.ts';

export interface Versioned {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly meta: { readonly version: string; readonly location: string };
}

export const send = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/scim+json; charset=utf-8')
    .send(JSON.stringify(body));

export function sendResource(
  reply: FastifyReply,
  query: ScimQuery,
  resource: Versioned,
  status = 200,
): FastifyReply {
  reply.header('etag', resource.meta.version);
  if (status === 201) reply.header('location', resource.meta.location);
  return send(reply, status, chosen(query, resource));
}

/** The resource, or 304 where the directory has this version of it. */
export async function sendKnown(request: FastifyRequest, reply: FastifyReply, resource: Versioned) {
  const query = readQuery(request.query);
  if (isKnown(request.headers['if-none-match'], resource.meta.version))
    return reply.code(304).header('etag', resource.meta.version).send();
  return sendResource(reply, query, resource);
}

export const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
export const filterOf = ({ filter }: ScimQuery) => (filter === undefined ? null : parseFilter(filter));

/** @throws ScimFault when the resource has changed since the version that the request names */
export const demand = (request: FastifyRequest, { meta }: Versioned): void =>
  demandVersion(request.headers['if-match'], meta.version);
