/** A driver whose workspaces are entries of a Map: for tests where processes are not the point. */
import type { Driver, WorkspaceCondition } from '../drivers/driver.ts';

type Step = 'create' | 'start' | 'stop' | 'delete' | 'deleteDatabase';

export interface MemoryDriver extends Driver {
  /** Every call, in order, as `step id`. */
  readonly calls: readonly string[];
  /** Makes a step wait until the returned function is called. */
  hold(step: Step): () => void;
  /** Makes a step fail once. */
  failOnce(step: Step, message: string): void;
  /** Tells the watchers of a condition, as a supervisor would. */
  report(workspaceId: string, condition: WorkspaceCondition): void;
}

export function createMemoryDriver(): MemoryDriver {
  const conditions = new Map<string, WorkspaceCondition>();
  const listeners = new Set<(id: string, condition: WorkspaceCondition) => void>();
  const holds = new Map<Step, Promise<void>>();
  const failures = new Map<Step, string>();
  const calls: string[] = [];
  const databases = new Map<string, number>();

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
    calls,
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
    failOnce: (name, message) => void failures.set(name, message),
    create: (spec) => step('create', spec.workspaceId),
    async start(spec) {
      await step('start', spec.workspaceId);
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
    },
    databaseSize: async (id) => databases.get(id) ?? 0,
    condition: (id) => conditions.get(id) ?? { state: 'stopped' },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    address: (id) => ({ kind: 'socket', path: `/nowhere/${id}` }),
    trust: () => ({}),
    activity: async () => ({ runningQueries: 0, runningLoads: 0, lastActivityAt: new Date() }),
    logs: async () => [],
    close: async () => undefined,
  };
}
