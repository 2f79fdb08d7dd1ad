/** Performers that install and remove solutions, step by step. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SolutionStatus } from '@acacia/contract';
import { generateData, installSteps, solutionKit, uninstallSteps } from '@acacia/solutions';
import type { GeneratedFile, SolutionKit, SolutionStep } from '@acacia/solutions';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { operations, solutionInstances } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import type { Performance, Performer, Step } from '../../operations/performer.ts';
import { operation, type OperationRow } from '../../operations/queue.ts';
import { findWorkspace } from '../../operations/workspace-state.ts';
import { createStepRunner, graphNames } from './run-step.ts';
import type { InstanceRow } from './service.ts';

const Payload = z.object({
  solution_id: z.string(),
  /** Whether a graph with the solution's graph name belongs to this installation and may be dropped. */
  owned: z.boolean().default(true),
  /** Whether the database is a copy of the ready-made sample, which has all that the steps make. */
  copied: z.boolean().default(false),
});

/** Milliseconds to wait for a workspace that died meanwhile: its driver restarts it. */
const WAIT_MS = 30_000;
const POLL_MS = 200;

async function findInstance(db: Db, { payload }: OperationRow): Promise<InstanceRow | undefined> {
  const { solution_id } = Payload.parse(payload);
  const [row] = await db.select().from(solutionInstances).where(eq(solutionInstances.id, solution_id));
  return row;
}

async function say(db: Db, id: string, line: string): Promise<void> {
  const text = `${new Date().toISOString()} ${line}\n`;
  await db
    .update(solutionInstances)
    .set({ gsqlLog: sql`${solutionInstances.gsqlLog} || ${text}`, updatedAt: new Date() })
    .where(eq(solutionInstances.id, id));
}

const settle = (id: string, status: SolutionStatus) => async (tx: Db) => {
  await tx
    .update(solutionInstances)
    .set({ status, updatedAt: new Date() })
    .where(eq(solutionInstances.id, id));
};

/** Waits until the workspace runs. @throws Error when it does not in time, or is not Active */
async function requireRunning(db: Db, driver: Driver, workspaceId: string): Promise<void> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const row = await findWorkspace(db, workspaceId);
    if (row?.status !== 'Active') {
      throw new Error(`The workspace is ${row?.status ?? 'gone'}: a solution needs it Active.`);
    }
    const { state } = driver.condition(workspaceId);
    if (state === 'running') return;
    if (state === 'failed' || Date.now() > until)
      throw new Error('The server of the workspace does not run.');
    await delay(POLL_MS);
  }
}

/**
 * Checks once that the graph's name is free, and records that from then on the graph is the solution's.
 * @throws Error when the workspace has a graph with this name already
 */
async function claimGraph(
  { operation: { id, workspaceId }, driver, db }: Performance,
  graph: string,
): Promise<void> {
  // Not the row that was taken: the steps may have begun again in this attempt.
  const payload = Payload.parse((await operation(db, id))?.payload);
  if (payload.owned) return;
  const graphs = await graphNames(driver, workspaceId ?? '');
  if (graphs.includes(graph)) {
    throw new Error(
      `The workspace has a graph named ${graph} already. Drop or export it first: the solution makes one of that name.`,
    );
  }
  await db
    .update(operations)
    .set({ payload: { ...payload, owned: true } })
    .where(eq(operations.id, id));
}

/** Error codes of calls during which the server died. */
const LOST: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ENOENT']);
const isLost = (error: unknown): boolean => error instanceof Error && 'code' in error && LOST.has(error.code);
/** Limit of restarts of the steps because the server died. */
const MOST_DEATHS = 3;

/** The steps of a solution as those of the operation, each with its line in the solution's log. */
function asSteps(
  { driver, db }: Performance,
  { id, workspaceId }: InstanceRow,
  steps: readonly SolutionStep[],
  data: readonly GeneratedFile[],
): Step[] {
  const runner = createStepRunner(driver, workspaceId, data);
  return steps.map((step) => ({
    name: step.title,
    async do() {
      await requireRunning(db, driver, workspaceId);
      const output = await runner.run(step);
      await say(db, id, output === '' ? step.title : `${step.title}\n${output.trimEnd()}`);
    },
  }));
}

/** Writes the end of an installation or a removal. */
const finish = (id: string, status: SolutionStatus, line: string): Step => ({
  name: 'Finishing',
  do: async () => async (tx) => {
    await say(tx, id, line);
    await settle(id, status)(tx);
  },
});

/** Begins again when the server died, which its driver restarts. */
async function again({ operation, db }: Performance, error: unknown, times: number): Promise<boolean> {
  const { solution_id: id } = Payload.parse(operation.payload);
  if (!isLost(error) || times > MOST_DEATHS) return false;
  await say(db, id, 'The server of the workspace died. Beginning again.');
  return true;
}

function kitOf({ solutionCatalogId }: InstanceRow): SolutionKit {
  const kit = solutionKit(solutionCatalogId);
  if (kit === undefined) throw new Error(`There is no solution '${solutionCatalogId}' any more.`);
  return kit;
}

/** Kinds of steps that bring data or need them. */
const NEEDS_DATA: ReadonlySet<SolutionStep['kind']> = new Set(['upload', 'load', 'delete-file', 'query']);

const failed =
  (status: SolutionStatus): NonNullable<Performer['failed']> =>
  async (tx, operation, message) => {
    const instance = await findInstance(tx, operation);
    if (instance === undefined) return;
    await say(tx, instance.id, `Failed: ${message}`);
    await settle(instance.id, status)(tx);
  };

export const solutionPerformers: Readonly<Record<'install-solution' | 'uninstall-solution', Performer>> = {
  'install-solution': {
    async steps(performance) {
      const { db, driver, operation } = performance;
      const instance = await findInstance(db, operation);
      if (instance === undefined) return [];
      const kit = kitOf(instance);
      const origin = instance.dataSourceOrigin;
      if (Payload.parse(operation.payload).copied) {
        return [finish(instance.id, 'installed', 'Copied from the sample that these steps made. Installed.')];
      }
      const withData = origin !== 'none';
      const steps = installSteps(kit).filter(({ kind }) => withData || !NEEDS_DATA.has(kind));
      const data = withData ? await generateData(kit.meta.id, { full: origin === 'full' }) : [];
      return [
        {
          name: 'Waiting for the workspace',
          async do() {
            await requireRunning(db, driver, instance.workspaceId);
            await claimGraph(performance, kit.meta.graph);
          },
        },
        ...asSteps(performance, instance, steps, data),
        finish(instance.id, 'installed', 'Installed.'),
      ];
    },
    again,
    failed: failed('install_error'),
  },
  'uninstall-solution': {
    async steps(performance) {
      const instance = await findInstance(performance.db, performance.operation);
      if (instance === undefined) return [];
      // An attempt that claimed no graph has made nothing.
      const steps = Payload.parse(performance.operation.payload).owned ? uninstallSteps(kitOf(instance)) : [];
      return [
        ...asSteps(performance, instance, steps, []),
        finish(instance.id, 'uninstalled', 'Uninstalled.'),
      ];
    },
    again,
    failed: failed('uninstall_error'),
  },
};
