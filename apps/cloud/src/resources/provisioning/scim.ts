/** SCIM 2.0 of an organisation at `/api/scim/v2` (RFC 7643 and 7644): its directory writes people and groups. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.ts';
import { notFound, problem, Problem, troubleOf } from '../../errors/problem.ts';
import { acceptJson } from '../../http/json-body.ts';
import type { Inviter } from '../users/invitations.ts';
import { createDirectory } from './directory.ts';
import { mountDiscovery } from './discovery-routes.ts';
import { scimErrorOf, ScimFault } from './fault.ts';
import { mountGroups } from './group-routes.ts';
import { send } from './resource-answers.ts';
import type { ScimServer } from './scim-server.ts';
import { mountUsers } from './user-routes.ts';

interface ScimOptions {
  readonly db: Database['db'];
  readonly publicUrl: string;
  readonly inviter: Inviter;
  /** Turns errors of the server on requests into Problems. */
  readonly asProblem: (error: unknown) => unknown;
  /** Called with the resource of every change that was committed. */
  readonly committed: (resource: string) => Promise<void>;
  readonly log: BaseLogger;
}

/** The address of SCIM for directories. */
export const scimUrl = (publicUrl: string): string => `${publicUrl}/api/scim/v2`;

export function scimRoutes(app: FastifyInstance, options: ScimOptions): void {
  const { db, publicUrl, inviter } = options;
  const directory = createDirectory(db, options.committed);
  const scim: ScimServer = { ...directory, db, publicUrl, inviter, base: scimUrl(publicUrl) };
  void app.register(
    async (scope) => {
      acceptJson(scope, 'application/scim+json');
      // Before the body is read.
      scope.addHook('onRequest', (request) => directory.authenticate(request));
      scope.setErrorHandler(async (thrown, request, reply) => refuse(options, thrown, request, reply));
      scope.setNotFoundHandler(async () => {
        throw notFound('call');
      });
      mountDiscovery(scope, scim.base);
      mountUsers(scope, scim);
      mountGroups(scope, scim);
    },
    { prefix: '/api/scim/v2' },
  );
}

/** Answers with an error in the form of SCIM; one that was not expected goes to the log. */
function refuse(
  { asProblem, log }: ScimOptions,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = thrown instanceof ScimFault ? thrown : asProblem(thrown);
  const expected = known instanceof ScimFault || known instanceof Problem;
  if (!expected) log.error({ err: thrown, request: request.id, path: request.url }, 'SCIM failed');
  const found = expected ? known : (troubleOf(known) ?? problem('internal'));
  if (found instanceof Problem && found.retryAfterSeconds !== undefined)
    reply.header('retry-after', found.retryAfterSeconds);
  const { status, body } = scimErrorOf(found);
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
  return send(reply, status, body);
}
