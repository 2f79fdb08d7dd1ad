/** A driver whose workspaces are entries of a Map, for tests that need no processes. */
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Driver, LogLine, Reading, WorkspaceCondition, WorkspaceSpec } from '../drivers/driver.ts';

type Step =
  | 'createDatabase'
  | 'start'
  | 'stop'
  | 'delete'
  | 'deleteDatabase'
  | 'takeSnapshot'
  | 'deleteSnapshot'
  | 'backUp'
  | 'restore'
  | 'proveBackup'
  | 'deleteBackup';

export interface MemoryDriver extends Driver {
  /** Every call, in order, as `step id`. */
  readonly calls: readonly string[];
  /** Ids of what takes room, as `database id`, `snapshot id` or `backup id`. */
  readonly kept: ReadonlySet<string>;
  /** Makes a step wait until the returned function is called. */
  hold(step: Step): () => void;
  /** Makes a step fail once. */
  failOnce(step: Step, message: string): void;
  /** Sets the result of `reading`; null: it rejects. */
  read(workspaceId: string, reading: Reading | null): void;
  /** Appends a line to the result of `logs`. */
  write(workspaceId: string, line: LogLine): void;
  /** The spec with which a workspace was last started. */
  spec(workspaceId: string): WorkspaceSpec | undefined;
  /** Reports a condition to the watchers, as a supervisor would. */
  report(workspaceId: string, condition: WorkspaceCondition): void;
}

let folder: string | undefined;

/** A folder with the socket of a server that takes lists of people, and breaks any other call off. */
function folderOfSockets(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(path.join(tmpdir(), 'memory-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  createServer((request, response) => {
    if (request.url === '/internal/people') request.resume().once('end', () => response.end('{}'));
    else request.socket.destroy();
  })
    .listen(path.join(made, 'socket'))
    .unref();
  folder = made;
  return made;
}

/** The socket of a workspace: one server answers for all, since a list that is not taken is sent again and again. */
function socketOf(workspaceId: string): string {
  const socket = path.join(folderOfSockets(), workspaceId);
  if (!existsSync(socket)) symlinkSync('socket', socket);
  return socket;
}

export function createMemoryDriver(): MemoryDriver {
  const conditions = new Map<string, WorkspaceCondition>();
  const listeners = new Set<(id: string, condition: WorkspaceCondition) => void>();
  const holds = new Map<Step, Promise<void>>();
  const failures = new Map<Step, string>();
  const calls: string[] = [];
  const kept = new Set<string>();
  const databases = new Map<string, number>();
  const specs = new Map<string, WorkspaceSpec>();
  const readings = new Map<string, Reading>();
  const written = new Map<string, LogLine[]>();

  const report = (id: string, condition: WorkspaceCondition) => {
    conditions.set(id, condition);
    for (const listener of listeners) listener(id, condition);
  };
  const step = async (name: Step, id: string) => {
    calls.push(`${name} ${id}`);
    await holds.get(name);
    const failure = failures.get(name);
    failures.delete(name);
    if (failure !== undefined) throw new Error(failure);
  };
  return {
    name: 'memory',
    sharedStorage: true,
    promise: ({ memoryBytes, replicas }) => ({
      runsWith: `An entry of a Map, in place of ${memoryBytes / 2 ** 30} GB.`,
      highAvailability: `${replicas} entries in place of one.`,
    }),
    calls,
    kept,
    report,
    hold(name) {
      let release = () => undefined as void;
      holds.set(
        name,
        new Promise<void>((resolve) => {
          release = () => {
            holds.delete(name);
            resolve();
          };
        }),
      );
      return () => release();
    },
    read: (id, reading) => void (reading === null ? readings.delete(id) : readings.set(id, reading)),
    write: (id, line) => void written.set(id, [...(written.get(id) ?? []), line]),
    spec: (id) => specs.get(id),
    failOnce: (name, message) => void failures.set(name, message),
    async createDatabase(id, from) {
      await step('createDatabase', from === undefined ? id : `${id} from ${from}`);
      kept.add(`database ${id}`);
    },
    async start(spec) {
      await step('start', spec.workspaceId);
      specs.set(spec.workspaceId, spec);
      databases.set(spec.databaseId, 4096);
      report(spec.workspaceId, { state: 'running', restarts: 0 });
    },
    async stop(id) {
      await step('stop', id);
      report(id, { state: 'stopped' });
    },
    async delete(id) {
      await step('delete', id);
      conditions.delete(id);
    },
    async deleteDatabase(id) {
      await step('deleteDatabase', id);
      databases.delete(id);
      kept.delete(`database ${id}`);
    },
    databaseSize: async (id) => databases.get(id) ?? 0,
    condition: (id) => conditions.get(id) ?? { state: 'stopped' },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    address: (id) => ({ kind: 'socket', path: socketOf(id) }),
    trust: () => ({}),
    activity: async () => ({ runningQueries: 0, runningLoads: 0, lastActivityAt: new Date() }),
    async takeSnapshot({ databaseId }, id) {
      await step('takeSnapshot', id);
      kept.add(`snapshot ${id}`);
      return { sizeBytes: databases.get(databaseId) ?? 4096 };
    },
    async deleteSnapshot(_databaseId, id) {
      await step('deleteSnapshot', id);
      kept.delete(`snapshot ${id}`);
    },
    async backUp({ databaseId }, id) {
      await step('backUp', id);
      kept.add(`backup ${id}`);
      return { sizeBytes: databases.get(databaseId) ?? 4096, manifest: { backup: id } };
    },
    restore: (id) => step('restore', id),
    async proveBackup(id) {
      await step('proveBackup', id);
      return { proved: true, findings: [] };
    },
    async deleteBackup(id) {
      await step('deleteBackup', id);
      kept.delete(`backup ${id}`);
    },
    async reading(id) {
      const reading = readings.get(id);
      if (reading === undefined) throw new Error('The workspace does not run.');
      return reading;
    },
    async logs(id, cursor, limit) {
      const from = Number(cursor.split(':')[1] ?? 0);
      const lines = (written.get(id) ?? []).slice(from, from + limit);
      return { lines, cursor: `0:${from + lines.length}` };
    },
    close: async () => undefined,
  };
}
