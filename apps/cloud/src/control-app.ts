/**
 * The HTTP server on the control socket, for calls from the command line. Only the machine's operator can connect to
 * it; the TCP port has none of these routes.
 */
import { randomUUID } from 'node:crypto';
import { GATEWAY_HEADERS, normalEmail } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { auditRoutes } from './audit/control-routes.ts';
import { recordAudit } from './audit/record.ts';
import type { Database } from './database/database.ts';
import { accounts } from './database/schema.ts';
import type { Driver } from './drivers/driver.ts';
import { TOKEN_PATH } from './home/control-socket.ts';
import { envelopeOf, invalidInput, notFound, problem } from './errors/problem.ts';
import { organisationOfAccount } from './identity/person.ts';
import { drillRoutes } from './resources/backups/drill-routes.ts';

interface ControlOptions {
  readonly db: Database['db'];
  readonly driver: Driver;
  readonly log: BaseLogger;
  /** Issues a token in a person's name; null where an outside issuer signs people in. */
  readonly issue: ((userId: string) => Promise<string>) | null;
  readonly adminEmail: string;
}

/** The operator's name in the audit log. */
const OPERATOR = 'operator of this machine';

const Body = z.object({ email: z.email('That is not an e-mail address.').optional() }).strict();

function tokenRoute(app: FastifyInstance, { db, issue, adminEmail }: ControlOptions): void {
  app.post(TOKEN_PATH, async (request) => {
    const body = Body.safeParse(request.body ?? {});
    if (!body.success) throw invalidInput(body.error);
    if (issue === null) {
      throw problem('tokensElsewhere');
    }
    const email = normalEmail(body.data.email ?? adminEmail);
    const [account] = await db
      .select()
      .from(accounts)
      .where(and(eq(accounts.email, email), eq(accounts.kind, 'person')));
    if (account === undefined) throw problem('noUserWithEmail', { email });
    await recordAudit(db, {
      orgId: await organisationOfAccount(db, account.id),
      actor: OPERATOR,
      action: 'issueToken',
      resource: `user/${account.id}`,
      after: { email },
      outcome: 'ok',
      requestId: request.id,
    });
    return { token: await issue(account.id) };
  });
}

export function createControlApp(options: ControlOptions): FastifyInstance {
  const app = fastify({ logger: false, genReqId: () => randomUUID(), forceCloseConnections: true });
  // A workspace could replace its socket by a link to this one, and the gateway would forward its clients here.
  app.addHook('onRequest', async (request) => {
    if (request.headers[GATEWAY_HEADERS.key] !== undefined) throw notFound('call');
  });
  app.setErrorHandler(async (error, request, reply) => {
    const { status, body } = envelopeOf(error, request.id);
    if (status >= 500)
      options.log.error({ err: error, path: request.url }, 'call of the control socket failed');
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const { status, body } = envelopeOf(notFound('call'), request.id);
    return reply.code(status).send(body);
  });
  tokenRoute(app, options);
  drillRoutes(app, options);
  auditRoutes(app, options.db);
  return app;
}
