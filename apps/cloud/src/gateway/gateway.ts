/**
 * The public side of all workspaces: an HTTP server on each workspace's port, which admits requests, streams them to
 * the workspace where the driver runs it, and suspends it when idle (docs/adr/0011-local-driver-and-gateway.md).
 */
import type { BaseLogger } from 'pino';
import { clientAddressOf, isWithin, normalAddress, normalRange } from '../network/addresses.ts';
import type { Driver } from '../drivers/driver.ts';
import { createUseLog } from './activity.ts';
import { createAdmission } from './admission.ts';
import type { Patience } from './admission.ts';
import type { GatewayDirectory } from './directory.ts';
import { openDoor } from './door.ts';
import { createRates } from './rates.ts';
import type { Door } from './door.ts';
import { createIdleWatch, systemClock } from './idle-watch.ts';
import type { Clock } from './idle-watch.ts';

export interface GatewayOptions {
  readonly directory: GatewayDirectory;
  readonly driver: Driver;
  /** Origins of the console; only its pages may call workspaces. */
  readonly consoleOrigins: readonly string[];
  /** `iss` of the tokens that the gateway verifies; the workspace verifies all others. */
  readonly issuers: readonly string[];
  readonly log: BaseLogger;
  /** Address to listen on; default: 127.0.0.1. */
  readonly host?: string;
  /** Proxies in front of the gateway whose X-Forwarded-For is trusted; default: none. */
  readonly trustedProxies?: readonly string[];
  readonly clock?: Clock;
  readonly patience?: Partial<Patience>;
}

export interface Gateway {
  /** Opens the ports of all workspaces and starts to watch for idle ones. */
  start(): Promise<void>;
  /** Opens a workspace's port, whatever its status; closes an earlier port of it. */
  open(workspaceId: string, port: number): Promise<void>;
  /** Closes a workspace's port and the connections through it. */
  close(workspaceId: string): Promise<void>;
  /** Must be called at once when a workspace's status or settings have changed, so that no request uses old ones. */
  changed(workspaceId: string): void;
  /** Clears the cache of callers, since tokens may have been revoked. */
  forgetCallers(): void;
  stop(): Promise<void>;
}

/** Milliseconds between checks for idle workspaces and for ports that could not be opened. */
const ROUND = 15_000;
const PATIENCE: Patience = { wait: 30_000, wake: 60_000, reconnect: 10_000 };

export function createGateway(options: GatewayOptions): Gateway {
  const { directory, driver, log, clock = systemClock } = options;
  const uses = createUseLog(() => clock.now());
  const doors = new Map<string, Door>();
  /** Serialises opening and closing by workspace. */
  const turns = new Map<string, Promise<void>>();
  let endWatch: (() => void)[] = [];
  let round: Promise<void> = Promise.resolve();

  const patience = { ...PATIENCE, ...options.patience };
  const rates = createRates();
  const admission = createAdmission({ ...options, patience, rates, onWoken: (id) => uses.touch(id) });
  const proxies = (options.trustedProxies ?? []).flatMap((hop) => normalRange(hop) ?? []);
  const house = {
    driver,
    admission,
    uses,
    log,
    patience,
    rates,
    issuers: options.issuers,
    isProxy: (address: string) => isWithin(normalAddress(address), proxies),
    origins: new Set(options.consoleOrigins),
    addressOf: clientAddressOf(options.trustedProxies ?? []),
    host: options.host ?? '127.0.0.1',
  };

  const idleWatch = createIdleWatch({
    driver,
    uses,
    clock,
    log,
    async suspend(workspaceId) {
      admission.changed(workspaceId);
      const suspended = directory.suspend(workspaceId);
      doors.get(workspaceId)?.holdUntil(suspended);
      await suspended;
    },
  });

  function inTurn(workspaceId: string, step: () => Promise<void>): Promise<void> {
    const turn = (turns.get(workspaceId) ?? Promise.resolve()).then(step);
    const settled = turn.catch(() => undefined);
    turns.set(workspaceId, settled);
    void settled.then(() => turns.get(workspaceId) === settled && turns.delete(workspaceId));
    return turn;
  }

  const open = (workspaceId: string, port: number) =>
    inTurn(workspaceId, async () => {
      const door = doors.get(workspaceId);
      if (door?.port === port) return;
      doors.delete(workspaceId);
      await door?.close();
      doors.set(workspaceId, await openDoor(workspaceId, port, house));
    });

  const close = (workspaceId: string) =>
    inTurn(workspaceId, async () => {
      const door = doors.get(workspaceId);
      doors.delete(workspaceId);
      await door?.close();
      admission.changed(workspaceId);
      uses.forget(workspaceId);
    });

  /**
   * Opens missing ports (another program may have had one for a while), closes those of workspaces that are gone, then
   * suspends idle workspaces.
   */
  async function lookRound(): Promise<void> {
    const before = [...doors.keys()];
    const workspaces = await directory.workspaces();
    const there = new Set(workspaces.map(({ workspaceId }) => workspaceId));
    await Promise.all(before.filter((id) => !there.has(id)).map(close));
    await Promise.all(
      workspaces.map(({ workspaceId, port }) =>
        open(workspaceId, port).catch((error: unknown) =>
          log.error({ workspaceId, port, err: error }, 'Cannot open the port of a workspace'),
        ),
      ),
    );
    await idleWatch(workspaces);
  }

  /** One round at a time: a suspension may take longer than the pause between rounds. */
  function nextRound(): void {
    round = round
      .then(lookRound)
      .catch((error: unknown) => log.error({ err: error }, 'The gateway cannot look round'));
  }

  return {
    async start() {
      endWatch = [
        // A workspace that has just come up, woken or resumed by hand, is not idle yet.
        driver.watch((workspaceId, { state }) => {
          if (state === 'running') uses.touch(workspaceId);
        }),
        clock.every(ROUND, nextRound),
      ];
      await lookRound();
    },
    open,
    close,
    changed: (workspaceId) => admission.changed(workspaceId),
    forgetCallers: () => admission.forgetCallers(),
    async stop() {
      for (const end of endWatch.splice(0)) end();
      await round;
      await Promise.all([...doors.keys()].map(close));
    },
  };
}
