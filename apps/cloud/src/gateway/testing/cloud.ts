/**
 * A control plane over a Map for the gateway's tests: one workspace, run by the real local driver as a
 * real process, behind a real gateway.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Driver, WorkspaceSpec } from '../../drivers/driver.ts';
import { createLocalDriver } from '../../drivers/local/local-driver.ts';
import type { Caller, GatewayDirectory, GatewayWorkspace, WakeCause } from '../directory.ts';
import { createGateway } from '../gateway.ts';
import type { Gateway, GatewayOptions } from '../gateway.ts';
import { allocatePort } from '../port.ts';

const STAND_IN = fileURLToPath(import.meta.resolve('../../drivers/local/testing/stand-in.ts'));

export const CONSOLE = 'http://localhost:4100';
const ISSUER = 'http://localhost:4100/oidc';

export interface TestCloud {
  readonly driver: Driver;
  readonly gateway: Gateway;
  readonly workspaceId: string;
  /** Address of the workspace's public port. */
  readonly url: string;
  readonly home: string;
  /** The workspace's row; assign to it to change the status. */
  readonly row: { -readonly [K in keyof GatewayWorkspace]: GatewayWorkspace[K] };
  readonly wakes: WakeCause[];
  readonly suspensions: string[];
  /** Answers of `identify` by token. */
  readonly callers: Map<string, Caller>;
  readonly identified: string[];
  /** Thrown by the next wakes. */
  failWake: Error | undefined;
  /** Awaited by wakes and suspensions before they do anything. */
  gate: Promise<void>;
  startWorkspace(): Promise<void>;
  close(): Promise<void>;
}

/** A server that dies again and again takes longer than usual where other tests have the processors. */
const FOR_SLOW_MACHINES = { wait: 60_000, wake: 60_000, reconnect: 60_000 };

let ports = 15_000 + (process.pid % 400) * 40;

interface TestCloudOptions extends Partial<GatewayOptions> {
  /** Main file of the workspace server; default: the stand-in. */
  readonly entry?: string;
}

export async function createTestCloud(options: TestCloudOptions = {}): Promise<TestCloud> {
  const home = mkdtempSync(join(tmpdir(), 'gateway-'));
  const workspaceId = 'ws-1';
  const log = pino({ level: 'silent' });
  const driver = createLocalDriver({
    home,
    nodePath: process.execPath,
    log,
    entry: options.entry ?? STAND_IN,
    timing: { firstPause: 5, longestPause: 20, stopWithin: 3_000 },
  });
  const spec: WorkspaceSpec = {
    workspaceId,
    databaseId: 'db-1',
    snapshotId: null,
    replicas: 1,
    memoryBytes: 2 ** 30,
    cpus: 1,
    version: '4.2.1',
  };
  await driver.createDatabase(spec.databaseId);
  const port = await allocatePort([], { host: '127.0.0.1', first: ports });
  ports = port + 1;
  const row = {
    workspaceId,
    port,
    status: 'Stopped',
    enableAutoStart: true,
    autoStopMinutes: 0,
    allowList: null,
  } as TestCloud['row'];
  const directory: GatewayDirectory = {
    workspaces: async () => [{ ...row }],
    workspace: async (id) => (id === row.workspaceId ? { ...row } : undefined),
    async identify(_id, token) {
      cloud.identified.push(token);
      return cloud.callers.get(token) ?? { allowed: false, status: 401, message: 'The token is not valid.' };
    },
    async wake(_id, cause) {
      cloud.wakes.push(cause);
      row.status = 'Resuming';
      await cloud.gate;
      if (cloud.failWake !== undefined) {
        row.status = 'Idle';
        throw cloud.failWake;
      }
      await driver.start(spec);
      row.status = 'Active';
    },
    async suspend(id) {
      cloud.suspensions.push(id);
      row.status = 'Pausing';
      await cloud.gate;
      await driver.stop(id);
      row.status = 'Idle';
    },
  };
  const gateway = createGateway({
    directory,
    driver,
    consoleOrigins: [CONSOLE],
    issuers: [ISSUER],
    log,
    ...options,
    patience: { ...FOR_SLOW_MACHINES, ...options.patience },
  });
  const cloud: TestCloud = {
    driver,
    gateway,
    workspaceId,
    home,
    url: `http://127.0.0.1:${port}`,
    row,
    wakes: [],
    suspensions: [],
    callers: new Map(),
    identified: [],
    failWake: undefined,
    gate: Promise.resolve(),
    async startWorkspace() {
      await driver.start(spec);
      row.status = 'Active';
    },
    async close() {
      await gateway.stop();
      await driver.close();
      // The process that fills the compile cache may still run.
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await gateway.start();
  return cloud;
}

/** A token that names the control plane's provider as issuer; `callers` maps it to a person. */
export function ourToken(name: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ iss: ISSUER, sub: name })}.x`;
}
