/** Admits requests to a workspace: identifies the caller, wakes an idle workspace, waits for a busy one, or refuses. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { GATEWAY_HEADERS } from '@acacia/contract';
import { isWithin } from '../network/addresses.ts';
import type { Driver } from '../drivers/driver.ts';
import { cachedIdentify, callerHeaders, credentialsOf } from './credentials.ts';
import type { GatewayDirectory, GatewayWorkspace, WakeCause } from './directory.ts';
import type { RequestHeaderRules } from './headers.ts';
import type { PathKind } from './paths.ts';
import type { Rates } from './rates.ts';
import { refusal, type Refusal } from './refusal.ts';
import { standingOf } from './standing.ts';
import { tellable } from '../errors/tellable.ts';
import { couldBeGood } from './waking-credentials.ts';

/** How long a request waits, in milliseconds. */
export interface Patience {
  /** For a workspace whose status is changing. */
  readonly wait: number;
  /** For a workspace that is being woken; waking goes on afterwards. */
  readonly wake: number;
  /** For a workspace that is Active and does not answer, because it is restarted after it died, say. */
  readonly reconnect: number;
}

interface AdmissionOptions {
  readonly directory: GatewayDirectory;
  readonly driver: Driver;
  /** Issuers of the tokens that the gateway verifies. */
  readonly issuers: readonly string[];
  readonly patience: Patience;
  readonly onWoken: (workspaceId: string) => void;
  readonly rates: Rates;
}

export interface Admission {
  /**
   * Resolves when the request may be sent to the workspace; rejects with a Refusal otherwise, or with the signal's
   * reason. `fresh`: do not use the cached state of the workspace.
   */
  admit(visit: Visit, fresh: boolean): Promise<RequestHeaderRules>;
  /** Drops the cached state of the workspace. */
  changed(workspaceId: string): void;
  /** Clears the cache of callers, since tokens may have been revoked. */
  forgetCallers(): void;
}

export interface Visit {
  readonly workspaceId: string;
  readonly request: IncomingMessage;
  readonly kind: PathKind;
  readonly address: string;
  /** Hash of the request's credentials. */
  readonly credentials: string | undefined;
  /** The caller, where the gateway has verified the credentials. */
  caller?: NonNullable<WakeCause['caller']>;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
}

/** Milliseconds for which a running workspace's row is cached. */
const KEPT = 500;
const FIRST_LOOK = 20;
const LONGEST_LOOK = 250;

export function createAdmission(options: AdmissionOptions): Admission {
  const { directory, driver, issuers, patience, rates } = options;
  const callers = cachedIdentify(directory, Date.now);
  const known = new Map<string, { readonly workspace: GatewayWorkspace; readonly until: number }>();
  const waking = new Map<string, Promise<void>>();

  async function recognise(visit: Visit): Promise<RequestHeaderRules> {
    const credentials = credentialsOf(visit.request.headers, issuers);
    // The workspace counts guesses by address; the header also marks the request as a client's.
    const origin = { ...driver.trust(visit.workspaceId), [GATEWAY_HEADERS.address]: visit.address };
    if (credentials.kind !== 'ours') return { trust: origin, dropAuthorization: false };
    const caller = await callers.identify(visit.workspaceId, credentials.token);
    if (!caller.allowed) {
      throw refusal(caller.status === 401 ? 'tokenRefused' : 'roleMissing', { reason: caller.message });
    }
    const trust = { ...origin, ...callerHeaders(caller) };
    visit.caller = { userId: caller.userId, email: caller.email };
    return { trust, dropAuthorization: true };
  }

  async function find(workspaceId: string, fresh: boolean): Promise<GatewayWorkspace> {
    const kept = known.get(workspaceId);
    const running = driver.condition(workspaceId).state === 'running';
    if (!fresh && running && kept !== undefined && kept.until > Date.now()) return kept.workspace;
    const workspace = await directory.workspace(workspaceId).catch((error: unknown) => {
      // While the control plane's database is away, the row cannot have changed either.
      if (running && kept !== undefined) return kept.workspace;
      throw error;
    });
    if (workspace === undefined) {
      known.delete(workspaceId);
      throw refusal('gone');
    }
    if (workspace.status === 'Active') known.set(workspaceId, { workspace, until: Date.now() + KEPT });
    return workspace;
  }

  /** Wakes a workspace once for all requests that come meanwhile; goes on when their clients leave. */
  function wake(workspaceId: string, cause: WakeCause): Promise<void> {
    const under = waking.get(workspaceId);
    if (under !== undefined) return under;
    known.delete(workspaceId);
    const started = directory
      .wake(workspaceId, cause)
      .then(() => options.onWoken(workspaceId))
      .finally(() => waking.delete(workspaceId));
    waking.set(workspaceId, started);
    return started;
  }

  /**
   * The refusal of a request that must not wake its workspace; undefined when it may. Credentials that cannot be valid
   * never wake one; wakes by those that only the workspace can verify are limited.
   * @throws Refusal with status 429 when that limit is reached
   */
  function refuseToWake({
    request,
    kind,
    caller,
    workspaceId,
    address,
    credentials,
  }: Visit): Refusal | undefined {
    if (caller !== undefined) return undefined;
    if (credentialsOf(request.headers, issuers).kind !== 'none' || kind.signIn) {
      if (!couldBeGood(request.headers, Date.now())) {
        return refusal('cannotWake');
      }
      if (!waking.has(workspaceId)) rates.wake(address, credentials);
      return undefined;
    }
    return refusal(kind.probe ? 'probeWakesNothing' : 'nobodyWakes');
  }

  async function wakeFor(visit: Visit): Promise<void> {
    const refused = refuseToWake(visit);
    if (refused !== undefined) throw refused;
    const { request } = visit;
    const path = request.url?.split('?', 1)[0] ?? '/';
    const cause = {
      caller: visit.caller,
      request: `${request.method} ${path}`,
      remoteAddress: visit.address,
    };
    const overdue = AbortSignal.timeout(patience.wake);
    try {
      const signal = AbortSignal.any([visit.signal, overdue]);
      await unlessAborted(wake(visit.workspaceId, cause), signal);
    } catch (error) {
      visit.signal.throwIfAborted();
      if (error === overdue.reason) {
        throw refusal('stillWaking', { seconds: patience.wake / 1000 }).after(5);
      }
      throw refusal('notWoken', { why: tellable(error) }).after(5);
    }
  }

  const patienceFor = ({ status }: GatewayWorkspace) =>
    status === 'Active' ? patience.reconnect : patience.wait;

  /** Checks the allow-list first, so that a blocked address learns nothing and wakes nothing. */
  async function checkAddress(visit: Visit, fresh: boolean): Promise<void> {
    const { allowList } = await find(visit.workspaceId, fresh);
    if (allowList === null || isWithin(visit.address, allowList)) return;
    throw refusal('addressBlocked', { address: visit.address });
  }

  async function judge(visit: Visit, fresh: boolean): Promise<RequestHeaderRules> {
    await checkAddress(visit, fresh);
    return recognise(visit);
  }

  return {
    async admit(visit, fresh) {
      const rules = await judge(visit, fresh);
      let hasWaited = false;
      const began = performance.now();
      for (let pause = FIRST_LOOK; ; pause = Math.min(pause * 1.5, LONGEST_LOOK)) {
        const workspace = await find(visit.workspaceId, fresh);
        fresh = true;
        visit.signal.throwIfAborted();
        const standing = standingOf(workspace, driver.condition(visit.workspaceId));
        hasWaited ||= standing.do !== 'forward';
        switch (standing.do) {
          case 'forward':
            // Who may enter can have changed during the wait.
            return hasWaited ? judge(visit, false) : rules;
          case 'refuse':
            throw standing.refusal;
          case 'wake':
            await wakeFor(visit);
            break;
          case 'wait':
            if (performance.now() - began > patienceFor(workspace)) throw standing.meanwhile;
            await delay(pause, undefined, { signal: visit.signal });
        }
      }
    },
    changed: (workspaceId) => void known.delete(workspaceId),
    forgetCallers: () => callers.forget(),
  };
}

/** The result of `work`; rejects with the signal's reason when that aborts first. The work itself goes on. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
