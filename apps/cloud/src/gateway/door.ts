/** The public port of one workspace: checks, admits and forwards each request. */
import { Agent, createServer } from 'node:http';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { CONNECTIONS } from '@acacia/contract';
import { unreadableRequests } from '@acacia/contract/unreadable-requests';
import type { BaseLogger } from 'pino';
import type { Driver } from '../drivers/driver.ts';
import { createBuckets } from '../limits/buckets.ts';
import { limitConnections, PATIENCE } from '../server/connections.ts';
import type { UseLog } from './activity.ts';
import type { Admission, Patience, Visit } from './admission.ts';
import { corsHeaders, isPreflight, preflightAnswer } from './cors.ts';
import { forward } from './forward.ts';
import type { Outcome } from './forward.ts';
import { credentialsDigest, credentialsOf } from './credentials.ts';
import { upstreamHeaders } from './headers.ts';
import { endIdleBody } from './idle-body.ts';
import type { RequestHeaderRules } from './headers.ts';
import { addressesOf, listenOn } from './listen.ts';
import { pathKind } from './paths.ts';
import { opensPortal, redirectToPortal } from './portal.ts';
import type { Rates } from './rates.ts';
import { envelopeOf, hasBody, refusal, refusalText, Refusal, refuse, unreadable } from './refusal.ts';
import { checkRequest } from './request-check.ts';
import { passUpgrade } from './upgrade.ts';

/** The dependencies that all doors share. */
interface House {
  readonly driver: Driver;
  readonly admission: Admission;
  readonly uses: UseLog;
  readonly log: BaseLogger;
  readonly patience: Patience;
  readonly rates: Rates;
  /** Issuers of the tokens that the gateway verifies. */
  readonly issuers: readonly string[];
  /** Whether an address is a trusted proxy, which sends the requests of many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly origins: ReadonlySet<string>;
  /** The client's address, taken from X-Forwarded-For as far as the hops are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly host: string;
}

export interface Door {
  readonly port: number;
  /** Makes new requests wait until `settled` settles: the workspace is being suspended, and is woken for them then. */
  holdUntil(settled: Promise<unknown>): void;
  close(): Promise<void>;
}

/** Milliseconds between attempts to connect to a workspace that is running. */
const RECONNECT_PAUSE = 50;

/** Limit of refusals with status 429 in the log: a flood of them would fill it. */
const LISTED_REFUSALS = { burst: 20, perSecond: 1 };

const SERVER_OPTIONS: ServerOptions = {
  // No limit while the body keeps coming: the upload of a large file is one request.
  requestTimeout: 0,
  headersTimeout: PATIENCE.headers,
  connectionsCheckingInterval: PATIENCE.look,
  keepAliveTimeout: 65_000,
  maxHeaderSize: CONNECTIONS.headerBytes,
  // A server may ignore offers of other protocols (h2c).
  shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
};

const unreadableRequest = unreadableRequests({
  headerBytes: CONNECTIONS.headerBytes,
  envelope: (message, status) => envelopeOf(unreadable(message, status)),
});

/** Opens the public port of a workspace; rejects when another program has it. */
export async function openDoor(workspaceId: string, port: number, house: House): Promise<Door> {
  const { driver, admission, uses, log } = house;
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: 64,
    scheduling: 'lifo',
    timeout: CONNECTIONS.gatewayIdle,
  });
  const upgraded = new Set<Duplex>();
  const listed = createBuckets(LISTED_REFUSALS);
  let hold: Promise<unknown> | undefined;

  function visitOf(request: IncomingMessage, signal: AbortSignal): Visit {
    const kind = pathKind(request.url ?? '/');
    if (kind.internal) throw refusal('internalPath');
    checkRequest(request);
    const credentials = credentialsDigest(workspaceId, request.headers);
    return { workspaceId, request, kind, address: house.addressOf(request), credentials, signal };
  }

  const enter = ({ request, address, credentials }: Visit) =>
    house.rates.enter(address, credentials, credentialsOf(request.headers, house.issuers).kind === 'ours');

  /** Logs the cause, which means nothing to the client, and returns the refusal. */
  function failed(error: unknown, made: () => Refusal): Refusal {
    log.warn({ workspaceId, err: error }, 'A request did not get through to the workspace');
    return made();
  }

  async function admit(visit: Visit, fresh: boolean): Promise<RequestHeaderRules> {
    const held = hold;
    await held;
    return admission.admit(visit, fresh || held !== undefined);
  }

  /** Admits and forwards a request; tries again within the patience while nothing of it has reached the workspace. */
  async function serve(
    visit: Visit,
    response: ServerResponse,
    cors: Record<string, string>,
  ): Promise<Outcome> {
    const { request } = visit;
    let until: number | undefined;
    for (;;) {
      const rules = await admit(visit, until !== undefined);
      const headers = upstreamHeaders(request, rules, visit.address);
      const address = driver.address(workspaceId);
      const outcome = await forward({ request, response, address, agent, headers, cors });
      if (outcome.kind === 'lost') throw failed(outcome.error, LOST);
      if (outcome.kind !== 'not-sent') return outcome;
      until ??= performance.now() + house.patience.reconnect;
      if (performance.now() > until) throw failed(outcome.error, UNREACHABLE);
      await delay(RECONNECT_PAUSE, undefined, { signal: visit.signal });
    }
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cors = corsHeaders(request, house.origins);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    // The client has gone before it got the whole response.
    response.on('error', (error) => log.debug({ workspaceId, err: error }, 'An answer was not taken'));
    if (hasBody(request)) endIdleBody(request);
    const began = performance.now();
    const ended = uses.begin(workspaceId);
    let counts = false;
    let visit: Visit | undefined;
    let judged: ((accepted?: boolean) => void) | undefined;
    let accepted: boolean | undefined;
    try {
      visit = visitOf(request, gone.signal);
      judged = enter(visit);
      const [console] = house.origins;
      if (visit.kind.portal && console !== undefined && opensPortal(request)) {
        redirectToPortal(response, console, workspaceId);
        return;
      }
      const outcome = await serve(visit, response, cors);
      if (outcome.kind === 'answered') accepted = isAccepted(outcome.status);
      counts = visit.kind.use && !(outcome.kind === 'answered' && [401, 403].includes(outcome.status));
    } catch (error) {
      const refused = refusalOf(error);
      if (refused.status === 401) accepted = false;
      tellRefusal(request, visit, refused.status, began);
      await slowDown(refused);
      if (!gone.signal.aborted) refuse(request, response, refused, cors);
    } finally {
      judged?.(accepted);
      ended(counts);
    }
  }

  async function takeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    upgraded.add(socket);
    const gone = new AbortController();
    socket.once('close', () => {
      upgraded.delete(socket);
      gone.abort();
    });
    // 'close' follows; the rest of the response is lost with the connection.
    socket.on('error', () => socket.destroy());
    const began = performance.now();
    const ended = uses.begin(workspaceId);
    let counts = false;
    let visit: Visit | undefined;
    let judged: ((accepted?: boolean) => void) | undefined;
    let accepted: boolean | undefined;
    try {
      visit = visitOf(request, gone.signal);
      judged = enter(visit);
      const rules = await admit(visit, false);
      const headers = upstreamHeaders(request, rules, visit.address);
      await passUpgrade({ request, socket, head, address: driver.address(workspaceId), headers });
      counts = true;
    } catch (error) {
      const refused = error instanceof Refusal ? error : failed(error, UNREACHABLE);
      if (refused.status === 401) accepted = false;
      tellRefusal(request, visit, refused.status, began);
      await slowDown(refused);
      if (!gone.signal.aborted) socket.end(refusalText(refused));
    } finally {
      judged?.(accepted);
      ended(counts);
    }
  }

  /** Logs a request that does not reach the workspace; the workspace logs all others. */
  function tellRefusal(
    request: IncomingMessage,
    visit: Visit | undefined,
    status: number,
    began: number,
  ): void {
    if (status === 429 && listed.take('all') > 0) return;
    log.info(
      {
        workspaceId,
        user: visit?.caller?.email ?? null,
        address: house.addressOf(request),
        method: request.method,
        path: request.url?.split('?', 1)[0],
        status,
        ms: Math.round(performance.now() - began),
      },
      'request refused',
    );
  }

  function refusalOf(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    log.error({ workspaceId, err: error }, 'The gateway failed to serve a request');
    return refusal('lookUpFailed').after(5);
  }

  function makeServer(): Server {
    const server = createServer(SERVER_OPTIONS);
    limitConnections(server, house.isProxy);
    server.on('request', unreadableRequest.note);
    server.on('checkContinue', unreadableRequest.note);
    server.on('clientError', unreadableRequest.answer);
    server.on('request', (request, response) => {
      if (isPreflight(request)) answerPreflight(request, response, house.origins);
      else void take(request, response);
    });
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      void take(request, response);
    });
    server.on('upgrade', (request, socket, head) => void takeUpgrade(request, socket, head));
    return server;
  }

  const addresses = await addressesOf(house.host);
  const servers = await listenOn(addresses, port, makeServer).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken by another program.`) : error;
  });

  return {
    port,
    holdUntil(settled) {
      const held = settled.catch(() => undefined);
      hold = held;
      void held.then(() => {
        if (hold === held) hold = undefined;
      });
    },
    async close() {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const server of servers) server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      agent.destroy();
      await Promise.all(closed);
    },
  };
}

/** Milliseconds before a 429 is sent. */
const TOO_MANY_AFTER = 1_000;

/** Delays a 429: a client that sends again without a pause would keep the gateway busy with refusals. */
async function slowDown({ status }: Refusal): Promise<void> {
  if (status === 429) await delay(TOO_MANY_AFTER, undefined, { ref: false });
}

/** Whether a response's status shows that the credentials were accepted; undefined: they were not verified. */
function isAccepted(status: number): boolean | undefined {
  if (status === 401) return false;
  return status === 429 || status >= 500 ? undefined : true;
}

function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  origins: ReadonlySet<string>,
): void {
  const { status, headers } = preflightAnswer(request, origins);
  response.writeHead(status, headers).end();
}

const UNREACHABLE = (): Refusal => refusal('unreachable').after(5);

const LOST = (): Refusal => refusal('lost');
