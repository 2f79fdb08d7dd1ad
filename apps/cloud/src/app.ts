/** The HTTP server of the control plane: cloud API, sign-in, documentation, console files. */
import { randomUUID } from 'node:crypto';
import { CONNECTIONS, unstorableText } from '@acacia/contract';
import { unreadableRequests } from '@acacia/contract/unreadable-requests';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { Database } from './database/database.ts';
import type { Sealer } from './database/seal.ts';
import type { Handlers } from './http/call.ts';
import { implementAll } from './http/implement.ts';
import { acceptJson } from './http/json-body.ts';
import { badField, envelopeOf, notFound, problem, Problem, troubleOf } from './errors/problem.ts';
import type { Authenticate } from './identity/actor.ts';
import type { ProviderKeys } from './identity/embedded/keys.ts';
import type { Attempts } from './identity/attempts.ts';
import { embeddedIssuer, outsideIssuer } from './identity/browser/issuer.ts';
import { browserRoutes } from './identity/browser/routes.ts';
import { noticePage } from './identity/pages/notice.ts';
import { show } from './identity/pages/show.ts';
import { identityRoutes } from './identity/embedded/routes.ts';
import type { SignInAudit } from './identity/sign-in-audit.ts';
import type { TokenVerifier } from './identity/verifier.ts';
import { isWithin, normalAddress, normalRange } from './network/addresses.ts';
import { openApiDocument } from './openapi/document.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { feedRoutes } from './resources/config/feed.ts';
import type { OwnMetrics } from './metrics/own.ts';
import type { News } from './resources/config/news.ts';
import { marketplaceArrivals } from './resources/marketplace/arrival.ts';
import { scimRoutes } from './resources/provisioning/scim.ts';
import type { Inviter } from './resources/users/invitations.ts';
import { APP_VERSION } from './resources/config/routes.ts';
import { consoleFiles } from './server/console-files.ts';
import { createBuckets } from './limits/buckets.ts';
import { limitConnections, PATIENCE } from './server/connections.ts';
import type { GrantUses } from './policies/grant-uses.ts';
import { createLimitPerson, limitNetworks } from './limits/rates.ts';
import { securityHeaders } from './server/security-headers.ts';
import { issuerOf, ownIssuerOf, type Settings } from './settings.ts';

interface AppOptions {
  readonly settings: Settings;
  readonly log: BaseLogger;
  readonly db: Database['db'];
  readonly authenticate: Authenticate;
  readonly handlers: Handlers;
  readonly keys: ProviderKeys;
  readonly sealer: Sealer;
  readonly verifier: TokenVerifier;
  readonly attempts: Attempts;
  readonly audit: SignInAudit;
  /** When the cookies got their prefixes here (identity/cookies.ts). */
  readonly prefixedSince: Date;
  /** Called when tokens have been revoked. */
  readonly ended: () => void;
  /** Sends mails now, since one may have been added to the outbox. */
  readonly kickMails: () => void;
  readonly inviter: Inviter;
  /** Called with the roles that allow a call. */
  readonly used: GrantUses['used'];
  /** Called with the resource of every mutation that was committed. */
  readonly committed: (resource: string) => Promise<void>;
  /** News of the operator; null where there is no feed of it. */
  readonly news: News | null;
  /** Called with each answer: its status, and milliseconds unless it was held back on purpose. */
  readonly answered: OwnMetrics['answered'];
  /** Whether the control plane can be used now, for /healthz. */
  readonly ready: () => Promise<boolean>;
}

const BODY_LIMIT = 1024 * 1024;

/** Limit of refusals with status 429 in the log. */
const LISTED_REFUSALS = { burst: 100, perSecond: 2 };

/** Answers that last as long as somebody waits: streams of events, and the wait for changes of files. */
const HELD = /^\/api\/v2\/(?:events|files\/changes)(?:$|\?)/;

/** The refusal of a part that a file has not, with the file's size: players of videos know no status but 416. */
const RangeRefusal = z.object({
  statusCode: z.literal(416),
  headers: z.object({ 'Content-Range': z.string() }),
});

/** Addresses at which a browser shows what is answered. */
const SIGN_IN_PAGES = /^\/(?:oidc\/|callback\b|session\/sign-in\b)/;

/** Turns Fastify's own errors on requests into Problems; returns others unchanged. */
function asProblem(error: unknown): unknown {
  const trouble = troubleOf(error);
  if (trouble !== undefined) return trouble;
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return problem('bodyTooLarge');
  if (status === 415) return problem('bodyNotJson');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return problem('requestUnreadable', { reason: error.message });
  }
  return error;
}

/** Refuses texts that no database can store unchanged, in any call, and names the field. */
function refuseUnstorableTexts(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ params, query, body }) => {
    for (const part of [params, query, body]) {
      const found = unstorableText(part);
      if (found !== null) throw badField(found.field, 'textNotStorable', { reason: found.reason });
    }
  });
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, log } = options;
  const issuer = issuerOf(settings);
  const proxies = settings.trustedProxies.flatMap((hop) => normalRange(hop) ?? []);
  const unreadable = unreadableRequests({
    headerBytes: CONNECTIONS.controlPlaneHeaderBytes,
    envelope: (message) => envelopeOf(problem('requestUnreadable', { reason: message }), randomUUID()).body,
  });
  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    forceCloseConnections: true,
    requestTimeout: PATIENCE.request,
    connectionTimeout: PATIENCE.silence,
    http: {
      headersTimeout: PATIENCE.headers,
      connectionsCheckingInterval: PATIENCE.look,
      maxHeaderSize: CONNECTIONS.controlPlaneHeaderBytes,
    },
    clientErrorHandler: unreadable.answer,
    routerOptions: { maxParamLength: 200 },
  });
  app.removeAllContentTypeParsers();
  acceptJson(app, 'application/json');
  app.decorateRequest('user', null);
  limitConnections(app.server, (address) => isWithin(normalAddress(address), proxies));
  app.addHook('onRequest', (request, reply, done) => {
    unreadable.note(request.raw, reply.raw);
    done();
  });
  refuseUnstorableTexts(app);

  const refusals = createBuckets(LISTED_REFUSALS);
  app.addHook('onResponse', async (request, reply) => {
    options.answered(reply.statusCode, HELD.test(request.url) ? null : reply.elapsedTime);
    if (reply.statusCode === 429 && refusals.take('all') > 0) return;
    log.info(
      {
        request: request.id,
        address: normalAddress(request.ip),
        user: request.user,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = asProblem(thrown);
    const { status, body } = envelopeOf(error, request.id);
    if (status >= 500) log.error({ err: thrown, request: request.id, path: request.url }, 'call failed');
    if (error instanceof Problem && error.retryAfterSeconds !== undefined)
      reply.header('retry-after', error.retryAfterSeconds);
    const refusal = RangeRefusal.safeParse(thrown).data;
    if (refusal !== undefined) reply.header('content-range', refusal.headers['Content-Range']);
    if (SIGN_IN_PAGES.test(request.url) && request.headers.accept?.includes('text/html') === true)
      return show(reply, status, noticePage('Sign-in could not go on', body.Message, 'Back to Acacia'));
    return reply
      .code(refusal?.statusCode ?? status)
      .header('cache-control', 'no-store')
      .send(body);
  });
  securityHeaders(app, settings);
  limitNetworks(app);
  await app.register(compress, { global: true, threshold: 1024 });

  const files = await consoleFiles(app, settings.consoleFolder, settings.publicUrl);
  app.setNotFoundHandler((request, reply) => {
    const api = /^\/(?:api|oidc|session)\//.test(request.url);
    if (!api && files.page(request, reply)) return;
    const { status, body } = envelopeOf(notFound(api ? 'call' : 'page or file'), request.id);
    void reply.code(status).send(body);
  });

  app.get('/healthz', async (_request, reply) => {
    const ready = await options.ready();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' });
  });

  await openApiRoutes(app, () => openApiDocument(settings.publicUrl, issuer, APP_VERSION));
  feedRoutes(app, settings.publicUrl, options.news);
  await marketplaceArrivals(app);
  implementAll(app, { ...options, limit: createLimitPerson() });
  scimRoutes(app, { ...options, publicUrl: settings.publicUrl, asProblem });

  const { publicUrl, outsideIssuer: outside } = settings;
  if (outside === null) identityRoutes(app, options);
  browserRoutes(app, {
    ...options,
    publicUrl,
    ownIssuer: ownIssuerOf(settings),
    outside: outside !== null,
    issuer: outside === null ? embeddedIssuer(app, publicUrl) : outsideIssuer(outside, publicUrl),
  });
  return app;
}
