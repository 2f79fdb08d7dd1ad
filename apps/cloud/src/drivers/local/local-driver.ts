/**
 * The local driver: every workspace is a supervised child process on a Unix socket of this machine, with
 * its database as a folder (docs/adr/0011-local-driver-and-gateway.md, 0014-one-driver-interface.md).
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GATEWAY_HEADERS } from '@acacia/contract';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { folderStore } from '../../backup-store/folder-store.ts';
import type { BackupStore } from '../../backup-store/store.ts';
import type { Driver } from '../driver.ts';
import { callWorkspace } from '../workspace-call.ts';
import type { WorkspaceCall } from '../workspace-call.ts';
import { createLocalBackups } from './backups.ts';
import { createDatabases } from './databases.ts';
import type { Databases } from './databases.ts';
import { folderSize } from './folder-size.ts';
import { coresOf, createLauncher } from './launcher.ts';
import { logLineOf } from './log-line.ts';
import { createMemoryBudget, machineMemory, MIB } from './memory.ts';
import { watchMemory } from './memory-watch.ts';
import { doorOf, localPaths } from './paths.ts';
import { PROMISES, runsWith } from './promise.ts';
import { endLeftProcesses } from './process-file.ts';
import { identify } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { createReader, readActivity } from './reading.ts';
import { fillCache } from './sandbox/compile-cache.ts';
import { findSandbox, type Sandbox } from './sandbox/sandbox.ts';
import { scratchWorkspaces } from './scratch.ts';
import { TIMING } from './timing.ts';
import type { SupervisorTiming } from './timing.ts';
import { createWorkspaces } from './workspaces.ts';
import { startError } from '../../errors/start.ts';

export interface LocalDriverOptions {
  /** The data folder (`ACACIA_HOME`). */
  readonly home: string;
  /** The `node` that runs workspaces. */
  readonly nodePath: string;
  readonly log: BaseLogger;
  /** Main file of the workspace server; default: its source in this repository. */
  readonly entry?: string;
  readonly timing?: Partial<SupervisorTiming>;
  /** Variables that every workspace gets; see `sourceEnvironment`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Days for which tokens and secrets may be valid; default: the workspace server's own. */
  readonly credentialDays?: number;
  /** Store of backups; default: `backups/` of the data folder. */
  readonly backupStore?: BackupStore;
  /** Memory of the machine in bytes; default: as the system reports it. */
  readonly machineBytes?: number;
}

const { version: ACACIA_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')));

const REPOSITORY = fileURLToPath(new URL('../../../../..', import.meta.url)).replace(/\/$/, '');
/** Files and folders that the workspace server loads; not the repository, which may hold the data folder. */
const PROGRAMS = ['apps/workspace', 'packages', 'node_modules', 'package.json'].map((path) =>
  join(REPOSITORY, path),
);
/** Where the code that the workspace server loads changes: packages of others change with the lock file. */
const SOURCES = ['packages', 'package-lock.json'].map((path) => join(REPOSITORY, path));
const WORKSPACE = join(REPOSITORY, 'apps', 'workspace', 'src', 'main.ts');

/**
 * Makes the driver. Processes that a killed control plane left on this data folder are ended before the first start.
 * While another control plane runs on the data folder, every start fails.
 */
export function createLocalDriver(options: LocalDriverOptions): Driver {
  const { home, log } = options;
  const paths = localPaths(home);
  const timing = { ...TIMING, ...options.timing };
  const self = ownIdentity();
  const closing = new AbortController();
  const budget = createMemoryBudget(options.machineBytes ?? machineMemory());
  const entry = options.entry ?? WORKSPACE;
  const launch = createLauncher({
    nodePath: options.nodePath,
    entry,
    programs: PROGRAMS,
    sandbox: () => sandbox,
    credentialDays: options.credentialDays,
    compileCache: paths.compileCache,
    controlPlane: self,
    memoryWatch: watchMemory({
      everyMs: timing.memoryEvery,
      wholeBytes: budget.wholeBytes,
      onError: (error) => log.error({ err: error }, 'Cannot see how much memory workspaces take'),
    }),
    stopWithin: timing.stopWithin,
    environment: options.environment ?? {},
  });
  // Each needs the other: which workspace has a database open, and where its folder is.
  const workspaces = createWorkspaces({
    paths,
    log,
    timing,
    budget,
    launch,
    databases: () => databases,
    ready: () => recovered,
    closing: closing.signal,
  });
  const databases: Databases = createDatabases({
    paths,
    take: async (folder) => (await sandbox).take(folder),
    openers: () => workspaces.openers(),
    call: (workspaceId, call) => callOf(workspaceId)(call),
  });
  const backups = createLocalBackups({
    paths,
    copyDatabase: (source, folder) => databases.copyDatabase(source, folder),
    whileClosed: (databaseId, work) => databases.whileClosed(databaseId, work),
    store: options.backupStore ?? folderStore(join(home, 'backups')),
    version: ACACIA_VERSION,
    scratch: join(home, 'scratch'),
    withScratchWorkspace: scratchWorkspaces({
      paths,
      launch,
      memory: budget,
      timing,
      closing: closing.signal,
    }),
  });
  const read = createReader();
  const sandbox = prepareSandbox();
  // Every start rejects with the same error.
  sandbox.catch(() => undefined);
  const recovered = recover();
  // Every call that changes something waits for it and rejects with the same error.
  recovered.catch((error: unknown) => log.error({ err: error }, 'Cannot take over the data folder'));

  async function recover(): Promise<void> {
    const ended = await endLeftProcesses(paths.run, self, timing.stopWithin);
    for (const name of ended) log.warn({ process: name }, 'Ended a process that an earlier run left');
    await backups.recover();
  }

  async function prepareSandbox(): Promise<Sandbox> {
    const { nodePath: node } = options;
    const { compileCache } = paths;
    const found = await findSandbox({ home, node, entry, repository: REPOSITORY, compileCache });
    log[found.complete ? 'info' : 'warn'](found.says);
    if (found.closed) await fillCache(compileCache, { node, entry, sources: [dirname(entry), ...SOURCES] });
    return found;
  }

  const way: Pick<Driver, 'address' | 'trust'> = {
    address: (workspaceId) => ({ kind: 'socket', path: doorOf(paths.socket(workspaceId)) }),
    trust: (workspaceId) => ({ [GATEWAY_HEADERS.key]: workspaces.key(workspaceId) }),
  };
  const callOf = (workspaceId: string) => (call: WorkspaceCall) => callWorkspace(way, workspaceId, call);

  return {
    name: 'local',
    // All databases are folders of one data folder.
    sharedStorage: true,
    promise: (asked) => ({
      runsWith: runsWith({ ...asked, replicas: 1 }, budget.offer(asked.memoryBytes, false)),
      highAvailability: PROMISES.standsBy(),
    }),
    ...way,
    createDatabase: (...args) => recovered.then(() => databases.create(...args)),
    start: (spec) => workspaces.start(spec),
    stop: (workspaceId) => workspaces.stop(workspaceId),
    delete: (workspaceId) => workspaces.delete(workspaceId),
    condition: (workspaceId) => workspaces.condition(workspaceId),
    watch: (listener) => workspaces.watch(listener),
    deleteDatabase: (databaseId) => recovered.then(() => databases.deleteDatabase(databaseId)),
    databaseSize: async (databaseId) => folderSize(paths.database(databaseId)),
    takeSnapshot: (source, snapshotId) => recovered.then(() => databases.takeSnapshot(source, snapshotId)),
    deleteSnapshot: (databaseId, snapshotId) =>
      recovered.then(() => databases.deleteSnapshot(databaseId, snapshotId)),
    backUp: (...args) => recovered.then(() => backups.backUp(...args)),
    restore: (...args) => recovered.then(() => backups.restore(...args)),
    proveBackup: (...args) => recovered.then(() => backups.proveBackup(...args)),
    deleteBackup: (...args) => recovered.then(() => backups.deleteBackup(...args)),
    activity: (workspaceId) => readActivity(callOf(workspaceId)),
    async reading(workspaceId) {
      const { spec, memory, pids } = workspaces.usage(workspaceId);
      return read(callOf(workspaceId), {
        pids,
        folder: databases.folder(spec.databaseId, spec.snapshotId),
        cpus: coresOf(spec.cpus),
        memoryLimitBytes: memory.engineMb * MIB,
      });
    },
    async logs(workspaceId, cursor, limit) {
      const page = await workspaces.log(workspaceId).read(cursor, limit);
      return { lines: page.lines.map(logLineOf), cursor: page.cursor };
    },
    async close() {
      closing.abort();
      await Promise.all([recovered, sandbox].map((each) => each.catch(() => undefined)));
      await workspaces.close();
      paths.release();
    },
  };
}

function ownIdentity(): ProcessIdentity {
  const self = identify(process.pid);
  if (self === undefined) throw startError('noProcessTimes');
  return self;
}
