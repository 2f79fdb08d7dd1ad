/** The workspaces of the local driver: processes, logs and conditions by workspace id. */
import { randomBytes } from 'node:crypto';
import type { BaseLogger } from 'pino';
import type { WorkspaceCondition, WorkspaceSpec } from '../driver.ts';
import type { Databases, Opener } from './databases.ts';
import { coresOf } from './launcher.ts';
import type { Launcher } from './launcher.ts';
import { logLineOf } from './log-line.ts';
import type { MemoryBudget, MemoryPlan } from './memory.ts';
import { checkedId } from './paths.ts';
import type { LocalPaths } from './paths.ts';
import { removeSocket } from './process-file.ts';
import { runsWith } from './promise.ts';
import { recordStore } from './store-record.ts';
import { supervise } from './supervisor.ts';
import type { Supervisor } from './supervisor.ts';
import type { SupervisorTiming } from './timing.ts';
import { createWorkspaceLog } from './workspace-log.ts';
import type { WorkspaceLog } from './workspace-log.ts';
import type { WorkspaceProcess } from './workspace-process.ts';

interface WorkspacesOptions {
  readonly paths: LocalPaths;
  readonly log: BaseLogger;
  readonly timing: SupervisorTiming;
  readonly budget: MemoryBudget;
  readonly launch: Launcher;
  readonly databases: () => Databases;
  /** Resolves when this control plane has taken over the data folder; every start waits for it. */
  readonly ready: () => Promise<void>;
  /** Aborted when the driver closes: no workspace is started any more. */
  readonly closing: AbortSignal;
}

/** A workspace that is supervised, with the spec and the memory with which it was started. */
interface Running {
  readonly spec: WorkspaceSpec;
  readonly memory: MemoryPlan;
  readonly supervisor: Supervisor;
}

interface Entry {
  readonly workspaceId: string;
  readonly key: string;
  readonly log: WorkspaceLog;
  /** Its processes by their process files; null: about to be started. */
  readonly processes: Map<string, WorkspaceProcess | null>;
  running?: Running | undefined;
  /** Serialises the calls for one workspace. */
  queue: Promise<void>;
}

/** The spec, memory and process ids of a workspace that answers. */
interface Usage {
  readonly spec: WorkspaceSpec;
  readonly memory: MemoryPlan;
  readonly pids: readonly number[];
}

export interface Workspaces {
  /** As in `Driver`. */
  start(spec: WorkspaceSpec): Promise<void>;
  stop(workspaceId: string): Promise<void>;
  delete(workspaceId: string): Promise<void>;
  condition(workspaceId: string): WorkspaceCondition;
  watch(listener: (workspaceId: string, condition: WorkspaceCondition) => void): () => void;
  /** The gateway key, by which its processes trust their caller. */
  key(workspaceId: string): string;
  log(workspaceId: string): WorkspaceLog;
  /** The workspaces that have a database or a snapshot open. */
  openers(): readonly Opener[];
  /** @throws Error when the workspace does not run */
  usage(workspaceId: string): Usage;
  /** Stops all workspaces. */
  close(): Promise<void>;
}

/** Prefix of the event that each start writes to the log. */
const START_MARK = 'Start: ';
/** Host names in the log: of the serving process, and of the standby. */
const SERVING = 'm1';
const STANDING_BY = 'm2';

export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { paths, log, timing, budget, launch } = options;
  const entries = new Map<string, Entry>();
  const listeners = new Set<(workspaceId: string, condition: WorkspaceCondition) => void>();

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
    // The next step runs even when this one fails; the caller gets the failure.
    entry.queue = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  function announce(workspaceId: string, condition: WorkspaceCondition): void {
    log.info({ workspaceId, ...condition }, 'Workspace is %s', condition.state);
    // It no longer runs, so other workspaces may have its memory.
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
    // Before the first await: the workspace's other process may be started at the same time.
    entry.processes.set(processFile, null);
    const forget = () => void entry.processes.delete(processFile);
    let host = standby ? STANDING_BY : SERVING;
    entry.log.write(
      host,
      'event',
      `${START_MARK}version ${version}, ${memory.engineMb} MB of memory, ${memory.heapMb} MB of heap at most, ${coresOf(spec.cpus)} cores`,
    );
    const folder = options.databases().folder(databaseId, snapshotId);
    const child = await launch({
      socket: paths.socket(workspaceId),
      folder,
      databaseId,
      readOnly: snapshotId !== null,
      copies: snapshotId === null ? paths.copies(databaseId) : null,
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
    const ready = child.ready.then(async (answers) => {
      if (answers) {
        await recordStore(folder).catch((error: unknown) =>
          log.warn({ workspaceId, err: error }, 'Cannot record that a database has a store'),
        );
      }
      return answers;
    });
    // The supervisor gets the failure.
    ready.catch(() => undefined);
    return { ...child, ready, promote };
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
      note: runsWith(spec, memory) || undefined,
    });
    return { spec, memory, supervisor };
  }

  async function startSupervised(entry: Entry, spec: WorkspaceSpec): Promise<Supervisor> {
    await options.ready();
    if (options.closing.aborted) throw new Error('Acacia is being stopped.');
    const { running } = entry;
    if (running !== undefined && isUp(running.supervisor) && sameSpec(running.spec, spec)) {
      return running.supervisor;
    }
    const databases = options.databases();
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
    // Only now: the database is in use until the process is gone.
    entry.running = undefined;
  }

  async function stopAndRelease(entry: Entry): Promise<void> {
    await stopSupervised(entry);
    await removeSocket(paths.socket(entry.workspaceId));
    await entry.log.close();
  }

  return {
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
      });
      entries.delete(workspaceId);
    },
    condition: (workspaceId) =>
      entries.get(workspaceId)?.running?.supervisor.condition() ?? { state: 'stopped' },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    key: (workspaceId) => entryOf(workspaceId).key,
    log: (workspaceId) => entryOf(workspaceId).log,
    openers: () => [...entries.values()].flatMap((entry) => openerOf(entry) ?? []),
    usage(workspaceId) {
      const { running, processes } = entryOf(workspaceId);
      if (running?.supervisor.condition().state !== 'running') throw new Error('The workspace does not run.');
      const pids = [...processes.values()].flatMap((child) => child?.pid ?? []);
      return { spec: running.spec, memory: running.memory, pids };
    },
    async close() {
      await Promise.all([...entries.values()].map((entry) => inTurn(entry, () => stopAndRelease(entry))));
    },
  };
}

/** The database or snapshot that a workspace has open or is about to open; undefined when it does not run. */
function openerOf({ workspaceId, running, queue }: Entry): Opener | undefined {
  if (running === undefined || !isUp(running.supervisor)) return undefined;
  const { spec, supervisor } = running;
  return {
    workspaceId,
    databaseId: spec.databaseId,
    snapshotId: spec.snapshotId,
    whenRunning: () => supervisor.whenRunning(),
    settled: () => queue,
  };
}

/** Whether the workspace runs or is being started. */
function isUp(supervisor: Supervisor): boolean {
  return ['running', 'starting'].includes(supervisor.condition().state);
}

/** The lines that the processes wrote since the last start, at most eight. */
async function lastWords(log: WorkspaceLog): Promise<readonly string[]> {
  const lines = await log.tail(8);
  const start = lines.findLastIndex(({ source, text }) => source === 'event' && text.startsWith(START_MARK));
  return lines
    .slice(start + 1)
    .filter(({ source }) => source === 'out' || source === 'err')
    .map((line) => logLineOf(line).text);
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
