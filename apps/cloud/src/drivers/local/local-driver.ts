/**
 * The local driver: every workspace is a supervised child process on a Unix socket of this machine, with
 * its database as a folder (docs/adr/0011-local-driver-and-gateway.md, 0014-one-driver-interface.md).
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GATEWAY_HEADERS } from '@acacia/contract';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { folderStore } from '../../backup-store/folder-store.ts';
import type { BackupStore } from '../../backup-store/store.ts';
import type { Driver, WorkspaceCondition, WorkspaceSpec } from '../driver.ts';
import { callWorkspace } from '../workspace-call.ts';
import type { WorkspaceCall } from '../workspace-call.ts';
import { createLocalBackups } from './backups.ts';
import { createDatabases } from './databases.ts';
import type { Opener } from './databases.ts';
import { folderSize } from './folder-size.ts';
import { coresOf, createLauncher } from './launcher.ts';
import { logLineOf } from './log-line.ts';
import { createMemoryBudget, machineMemory } from './memory.ts';
import type { MemoryPlan } from './memory.ts';
import { watchMemory } from './memory-watch.ts';
import { checkedId, localPaths } from './paths.ts';
import { endLeftProcesses } from './process-file.ts';
import { identify } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { createReader, readActivity } from './reading.ts';
import { scratchWorkspaces } from './scratch.ts';
import { supervise } from './supervisor.ts';
import type { Supervisor } from './supervisor.ts';
import { TIMING } from './timing.ts';
import type { SupervisorTiming } from './timing.ts';
import { createWorkspaceLog } from './workspace-log.ts';
import type { WorkspaceLog } from './workspace-log.ts';
import type { WorkspaceProcess } from './workspace-process.ts';

export interface LocalDriverOptions {
  /** The data folder (`ACACIA_HOME`). */
  readonly home: string;
  /** The `node` that runs workspaces. */
  readonly nodePath: string;
  readonly log: BaseLogger;
  /** Main file of the workspace server, when it is not this repository's. */
  readonly entry?: string;
  readonly timing?: Partial<SupervisorTiming>;
  /** Where backups are kept; default: `backups/` of the data folder. */
  readonly backupStore?: BackupStore;
  /** Bytes that the machine has; default: what the system says. */
  readonly machineBytes?: number;
}

const { version: ACACIA_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')));

/** Begins the event that stands in a log at each start. */
const START_MARK = 'Start: ';
/** Hosts of a workspace: the process that serves, and the one that stands by. */
const SERVING = 'm1';
const STANDING_BY = 'm2';

/** What runs a workspace by a spec. */
interface Running {
  readonly spec: WorkspaceSpec;
  readonly memory: MemoryPlan;
  readonly supervisor: Supervisor;
}

interface Entry {
  readonly workspaceId: string;
  readonly key: string;
  readonly log: WorkspaceLog;
  /** Its processes by the files that name them on the disk; null: about to be started. */
  readonly processes: Map<string, WorkspaceProcess | null>;
  running?: Running | undefined;
  /** Calls for one workspace follow one another. */
  queue: Promise<void>;
}

/**
 * Processes that a killed control plane left on this data folder are ended before the first start;
 * another control plane that still runs on it makes every start fail with a sentence.
 */
export function createLocalDriver(options: LocalDriverOptions): Driver {
  const { home, log } = options;
  const paths = localPaths(home);
  const timing = { ...TIMING, ...options.timing };
  const entries = new Map<string, Entry>();
  const listeners = new Set<(workspaceId: string, condition: WorkspaceCondition) => void>();
  const self = ownIdentity();
  const closing = new AbortController();
  const budget = createMemoryBudget(options.machineBytes ?? machineMemory());
  const launch = createLauncher({
    nodePath: options.nodePath,
    entry: options.entry,
    compileCache: paths.compileCache,
    controlPlane: self,
    memoryWatch: watchMemory({
      everyMs: timing.memoryEvery,
      wholeBytes: budget.wholeBytes,
      onError: (error) => log.error({ err: error }, 'Cannot see how much memory workspaces take'),
    }),
    stopWithin: timing.stopWithin,
  });
  const databases = createDatabases({
    paths,
    openers: () => [...entries.values()].flatMap((entry) => openerOf(entry) ?? []),
    call: (workspaceId, call) => callWorkspace(driver, workspaceId, call),
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
  const recovered = recover();
  // Told again by every start, which waits for it.
  recovered.catch((error: unknown) => log.error({ err: error }, 'Cannot take over the data folder'));

  async function recover(): Promise<void> {
    const ended = await endLeftProcesses(paths.run, self, timing.stopWithin);
    for (const name of ended) log.warn({ process: name }, 'Ended a process that an earlier run left');
    await backups.recover();
  }

  function entryOf(workspaceId: string): Entry {
    const known = entries.get(checkedId('workspace', workspaceId));
    if (known !== undefined) return known;
    const entry: Entry = {
      workspaceId,
      key: randomBytes(32).toString('base64url'),
      log: createWorkspaceLog(paths.log(workspaceId), {
        onError: (error) => log.error({ workspaceId, err: error }, 'Cannot write the log of a workspace'),
      }),
      processes: new Map(),
      queue: Promise.resolve(),
    };
    entries.set(workspaceId, entry);
    return entry;
  }

  function inTurn<T>(entry: Entry, step: () => Promise<T>): Promise<T> {
    const turn = entry.queue.then(step);
    // The next one runs whether this one failed or not; the failure is its caller's.
    entry.queue = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  function announce(workspaceId: string, condition: WorkspaceCondition): void {
    log.info({ workspaceId, ...condition }, 'Workspace is %s', condition.state);
    // It runs no more, and others may have its memory.
    if (condition.state === 'failed' || condition.state === 'stopped') budget.release(workspaceId);
    for (const listener of listeners) listener(workspaceId, condition);
  }

  async function launchFor(
    entry: Entry,
    spec: WorkspaceSpec,
    memory: MemoryPlan,
    standby: boolean,
  ): Promise<WorkspaceProcess> {
    const { workspaceId, databaseId, snapshotId, version } = spec;
    const processFile = paths.processFiles(workspaceId).find((path) => !entry.processes.has(path));
    if (processFile === undefined) throw new Error(`Workspace ${workspaceId} has two processes already.`);
    let host = standby ? STANDING_BY : SERVING;
    entry.log.write(
      host,
      'event',
      `${START_MARK}version ${version}, ${memory.engineMb} MB of memory, ${memory.heapMb} MB of heap at most, ${coresOf(spec.cpus)} cores`,
    );
    // Before anything is awaited: the other one may be started at the same time.
    entry.processes.set(processFile, null);
    const forget = () => void entry.processes.delete(processFile);
    const child = await launch({
      socket: paths.socket(workspaceId),
      folder: databases.folder(databaseId, snapshotId),
      readOnly: snapshotId !== null,
      standby,
      memory,
      cpus: spec.cpus,
      version,
      key: entry.key,
      processFile,
      write: (stream, line) => entry.log.write(host, stream, line),
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    entry.processes.set(processFile, child);
    child.exited.then(forget, forget);
    const promote = () => {
      host = SERVING;
      child.promote();
    };
    return { ...child, promote };
  }

  function run(entry: Entry, spec: WorkspaceSpec): Running {
    const memory = budget.claim(spec.workspaceId, spec.memoryBytes, spec.replicas > 1);
    const supervisor = supervise({
      timing,
      launch: (role) => launchFor(entry, spec, memory, role === 'stand by'),
      standby: spec.replicas > 1,
      lastLines: () => lastWords(entry.log),
      onCondition: (condition) => announce(spec.workspaceId, condition),
      alert: (text) => entry.log.write(SERVING, 'alert', text),
      note: noteOf(spec, memory),
    });
    return { spec, memory, supervisor };
  }

  async function startSupervised(entry: Entry, spec: WorkspaceSpec): Promise<Supervisor> {
    await recovered;
    if (closing.signal.aborted) throw new Error('Acacia is being stopped.');
    const { running } = entry;
    if (running !== undefined && isUp(running.supervisor) && sameSpec(running.spec, spec)) {
      return running.supervisor;
    }
    return databases.inTurn(spec.databaseId, async () => {
      if (spec.snapshotId === null) databases.refuseSecondWriter(spec.databaseId, spec.workspaceId);
      else await databases.demandSnapshot(spec.databaseId, spec.snapshotId);
      await stopSupervised(entry);
      entry.running = run(entry, spec);
      return entry.running.supervisor;
    });
  }

  async function stopSupervised(entry: Entry): Promise<void> {
    await entry.running?.supervisor.stop();
    // Only now: until it is gone its database is in use.
    entry.running = undefined;
  }

  async function stopAndRelease(entry: Entry): Promise<void> {
    await stopSupervised(entry);
    await entry.log.close();
  }

  const driver: Driver = {
    name: 'local',
    async create(spec) {
      await recovered;
      paths.socket(spec.workspaceId);
      await databases.create(spec.databaseId);
    },
    async start(spec) {
      checkedId('database', spec.databaseId);
      const entry = entryOf(spec.workspaceId);
      const supervisor = await inTurn(entry, () => startSupervised(entry, spec));
      // Not in turn: a stop must be able to end a start that takes long.
      await supervisor.whenRunning();
    },
    async stop(workspaceId) {
      const entry = entryOf(workspaceId);
      await inTurn(entry, () => stopAndRelease(entry));
    },
    async delete(workspaceId) {
      const entry = entryOf(workspaceId);
      await inTurn(entry, async () => {
        await stopAndRelease(entry);
        await entry.log.remove();
        await rm(paths.socket(workspaceId), { force: true });
      });
      entries.delete(workspaceId);
    },
    deleteDatabase: (databaseId) => recovered.then(() => databases.deleteDatabase(databaseId)),
    databaseSize: async (databaseId) => folderSize(paths.database(databaseId)),
    takeSnapshot: (source, snapshotId) => recovered.then(() => databases.takeSnapshot(source, snapshotId)),
    deleteSnapshot: (databaseId, snapshotId) =>
      recovered.then(() => databases.deleteSnapshot(databaseId, snapshotId)),
    backUp: (...args) => recovered.then(() => backups.backUp(...args)),
    restore: (...args) => recovered.then(() => backups.restore(...args)),
    proveBackup: (...args) => recovered.then(() => backups.proveBackup(...args)),
    deleteBackup: (...args) => recovered.then(() => backups.deleteBackup(...args)),
    condition: (workspaceId) =>
      entries.get(workspaceId)?.running?.supervisor.condition() ?? { state: 'stopped' },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    address: (workspaceId) => ({ kind: 'socket', path: paths.socket(workspaceId) }),
    trust: (workspaceId) => ({ [GATEWAY_HEADERS.key]: entryOf(workspaceId).key }),
    activity: (workspaceId) => readActivity(callOf(workspaceId)),
    async reading(workspaceId) {
      const entry = entryOf(workspaceId);
      const { running } = entry;
      if (running?.supervisor.condition().state !== 'running') throw new Error('The workspace does not run.');
      const { spec, memory } = running;
      return read(callOf(workspaceId), {
        pids: [...entry.processes.values()].flatMap((child) => child?.pid ?? []),
        folder: databases.folder(spec.databaseId, spec.snapshotId),
        cpus: coresOf(spec.cpus),
        memoryLimitBytes: memory.engineMb * 2 ** 20,
      });
    },
    async logs(workspaceId, cursor, limit) {
      const page = await entryOf(workspaceId).log.read(cursor, limit);
      return { lines: page.lines.map(logLineOf), cursor: page.cursor };
    },
    async close() {
      closing.abort();
      await recovered.catch(() => undefined);
      await Promise.all([...entries.values()].map((entry) => inTurn(entry, () => stopAndRelease(entry))));
      paths.release();
    },
  };

  function callOf(workspaceId: string) {
    return (call: WorkspaceCall) => callWorkspace(driver, workspaceId, call);
  }

  return driver;
}

/** What is other here than the size says, for people. */
function noteOf({ replicas }: WorkspaceSpec, { note }: MemoryPlan): string | undefined {
  if (replicas <= 1) return note;
  const standby = `One process stands by on this machine, in place of ${replicas - 1} more replicas.`;
  return note === undefined ? standby : `${note} ${standby}`;
}

/** Whether it runs or is being started, by whomever. */
function isUp(supervisor: Supervisor): boolean {
  return ['running', 'starting'].includes(supervisor.condition().state);
}

/** What it has open or is about to open; undefined when it does not run. */
function openerOf({ workspaceId, running, queue }: Entry): Opener | undefined {
  if (running === undefined) return undefined;
  const { spec, supervisor } = running;
  if (!isUp(supervisor)) return undefined;
  return {
    workspaceId,
    databaseId: spec.databaseId,
    snapshotId: spec.snapshotId,
    whenRunning: () => supervisor.whenRunning(),
    settled: () => queue,
  };
}

/** What the processes wrote since the last start, at most eight lines. */
async function lastWords(log: WorkspaceLog): Promise<readonly string[]> {
  const lines = await log.tail(8);
  const start = lines.findLastIndex(({ source, text }) => source === 'event' && text.startsWith(START_MARK));
  return lines
    .slice(start + 1)
    .filter(({ source }) => source === 'out' || source === 'err')
    .map((line) => logLineOf(line).text);
}

function ownIdentity(): ProcessIdentity {
  const self = identify(process.pid);
  if (self === undefined) throw new Error('This machine does not say when a process began (/proc or ps).');
  return self;
}

function sameSpec(a: WorkspaceSpec, b: WorkspaceSpec): boolean {
  return (
    a.databaseId === b.databaseId &&
    a.snapshotId === b.snapshotId &&
    a.replicas === b.replicas &&
    a.memoryBytes === b.memoryBytes &&
    a.cpus === b.cpus &&
    a.version === b.version
  );
}
