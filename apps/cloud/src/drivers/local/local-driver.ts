/**
 * The local driver: every workspace is one supervised child process on a Unix socket of this machine,
 * with its database as a folder (docs/adr/0011-local-driver-and-gateway.md).
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { GATEWAY_HEADERS } from '@acacia/contract';
import type { BaseLogger } from 'pino';
import type { Driver, WorkspaceCondition, WorkspaceSpec } from '../driver.ts';
import { folderSize } from './folder-size.ts';
import { checkedId, localPaths } from './paths.ts';
import { machineMemory, planMemory } from './memory.ts';
import { preferAsVictim } from './out-of-memory.ts';
import { endLeftProcesses, removeProcessFile, writeProcessFile } from './process-file.ts';
import { identify } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { supervise, TIMING } from './supervisor.ts';
import type { Supervisor, SupervisorTiming } from './supervisor.ts';
import { createWorkspaceLog } from './workspace-log.ts';
import type { WorkspaceLog } from './workspace-log.ts';
import { askActivity } from './workspace-activity.ts';
import { startProcess } from './workspace-process.ts';
import type { WorkspaceProcess } from './workspace-process.ts';

interface LocalDriverOptions {
  /** The data folder (`ACACIA_HOME`). */
  readonly home: string;
  /** The `node` that runs workspaces. */
  readonly nodePath: string;
  readonly log: BaseLogger;
  /** Main file of the workspace server, when it is not this repository's. */
  readonly entry?: string;
  readonly timing?: Partial<SupervisorTiming>;
}

const ENTRY = fileURLToPath(new URL('../../../../workspace/src/main.ts', import.meta.url));

/** Variables of our own environment that a workspace may see; secrets of the control plane are not. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'NODE_EXTRA_CA_CERTS', 'ACACIA_LOG'];

/** Begins the line that the driver writes into a log at each start. */
const START_MARK = '---';

interface Entry {
  readonly key: string;
  readonly log: WorkspaceLog;
  spec?: WorkspaceSpec;
  supervisor?: Supervisor;
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
  let closed = false;
  const recovered = recover();
  // Told again by every start, which waits for it.
  recovered.catch((error: unknown) => log.error({ err: error }, 'Cannot take over the data folder'));

  async function recover(): Promise<void> {
    const ended = await endLeftProcesses(paths.run, self, timing.stopWithin);
    for (const workspaceId of ended) log.warn({ workspaceId }, 'Ended a process that an earlier run left');
  }

  function entryOf(workspaceId: string): Entry {
    const known = entries.get(checkedId('workspace', workspaceId));
    if (known !== undefined) return known;
    const entry: Entry = {
      key: randomBytes(32).toString('base64url'),
      log: createWorkspaceLog(paths.log(workspaceId), {
        onError: (error) => log.error({ workspaceId, err: error }, 'Cannot write the log of a workspace'),
      }),
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
    for (const listener of listeners) listener(workspaceId, condition);
  }

  async function launch(entry: Entry, spec: WorkspaceSpec): Promise<WorkspaceProcess> {
    const { workspaceId, databaseId } = spec;
    const memory = planMemory(spec.memoryBytes, machineMemory());
    const socket = paths.socket(workspaceId);
    await mkdir(paths.database(databaseId), { recursive: true });
    await rm(socket, { force: true });
    const flags = ['--socket', socket, '--data', paths.database(databaseId)];
    flags.push('--memory-mb', String(memory.engineMb));
    if (spec.snapshotId !== null) flags.push('--read-only');
    entry.log.write(
      `${START_MARK} ${new Date().toISOString()} start: version ${spec.version}, ${memory.engineMb} MB of memory, ${memory.heapMb} MB of heap at most\n`,
    );
    const child = startProcess(
      {
        nodePath: options.nodePath,
        nodeFlags: [`--max-old-space-size=${memory.heapMb}`],
        entry: options.entry ?? ENTRY,
        flags,
        env: childEnvironment(entry.key),
      },
      (chunk) => entry.log.write(chunk),
    );
    try {
      const identity = child.pid === undefined ? undefined : identify(child.pid);
      if (identity !== undefined) {
        const content = { process: identity, controlPlane: self, socket };
        await writeProcessFile(paths.processFile(workspaceId), content);
        await preferAsVictim(identity.pid);
      }
    } catch (error) {
      // Nobody would find it after a crash: better none than one that cannot be found.
      await child.end(timing.stopWithin);
      throw error;
    }
    return child;
  }

  function childEnvironment(key: string): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = { ACACIA_GATEWAY_KEY: key, NODE_COMPILE_CACHE: paths.compileCache };
    for (const name of PASSED_ON) if (process.env[name] !== undefined) env[name] = process.env[name];
    return env;
  }

  async function startSupervised(entry: Entry, spec: WorkspaceSpec): Promise<Supervisor> {
    await recovered;
    if (closed) throw new Error('Acacia is being stopped.');
    refuseWhenInUse(spec.databaseId, spec.workspaceId);
    const running = entry.supervisor?.condition().state;
    const same = entry.spec !== undefined && sameSpec(entry.spec, spec);
    if (entry.supervisor !== undefined && (!same || running === 'failed' || running === 'stopped')) {
      await stopSupervised(entry);
    }
    entry.spec = spec;
    entry.supervisor ??= supervise({
      timing,
      launch: () => launch(entry, spec),
      afterExit: () => removeProcessFile(paths.processFile(spec.workspaceId)),
      lastLines: () => lastWords(entry.log),
      onCondition: (condition) => announce(spec.workspaceId, condition),
      note: planMemory(spec.memoryBytes, machineMemory()).note,
    });
    return entry.supervisor;
  }

  /** A database is opened by one process at a time; the store's own lock would say it less clearly. */
  function refuseWhenInUse(databaseId: string, exceptBy?: string): void {
    for (const [workspaceId, { spec, supervisor }] of entries) {
      if (workspaceId === exceptBy || spec?.databaseId !== databaseId) continue;
      const state = supervisor?.condition().state;
      if (state === 'running' || state === 'starting') {
        throw new Error(`The database is in use by workspace ${workspaceId}. Stop that workspace first.`);
      }
    }
  }

  async function stopSupervised(entry: Entry): Promise<void> {
    await entry.supervisor?.stop();
    // Only now: until it is gone its database is in use.
    entry.supervisor = undefined;
  }

  async function stopAndRelease(entry: Entry): Promise<void> {
    await stopSupervised(entry);
    await entry.log.close();
  }

  return {
    name: 'local',
    async create(spec) {
      await recovered;
      paths.socket(spec.workspaceId);
      await mkdir(paths.database(spec.databaseId), { recursive: true });
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
    async deleteDatabase(databaseId) {
      const folder = paths.database(databaseId);
      refuseWhenInUse(databaseId);
      await rm(folder, { recursive: true, force: true });
    },
    databaseSize: (databaseId) => folderSize(paths.database(databaseId)),
    condition: (workspaceId) => entries.get(workspaceId)?.supervisor?.condition() ?? { state: 'stopped' },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    address: (workspaceId) => ({ kind: 'socket', path: paths.socket(workspaceId) }),
    trust: (workspaceId) => ({ [GATEWAY_HEADERS.key]: entryOf(workspaceId).key }),
    activity: (workspaceId) => askActivity(paths.socket(workspaceId), entryOf(workspaceId).key),
    takeSnapshot: notBuilt,
    deleteSnapshot: notBuilt,
    backUp: notBuilt,
    restore: notBuilt,
    proveBackup: notBuilt,
    deleteBackup: notBuilt,
    reading: notBuilt,
    logs: notBuilt,
    async close() {
      closed = true;
      await recovered.catch(() => undefined);
      await Promise.all([...entries.values()].map((entry) => inTurn(entry, () => stopAndRelease(entry))));
      paths.release();
    },
  };
}

async function notBuilt(): Promise<never> {
  throw new Error('This is not built yet.');
}

/** What the process wrote since its last start, at most eight lines. */
async function lastWords(log: WorkspaceLog): Promise<readonly string[]> {
  const lines = await log.tail(8);
  return lines.slice(lines.findLastIndex((line) => line.startsWith(START_MARK)) + 1);
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
