/** Runs schedules that are due. */
import { IN_PROGRESS, PAUSE, type WorkspaceStatus } from '@acacia/contract';
import { and, eq, exists, lte, notInArray, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { recordAudit } from '../../audit/record.ts';
import type { Database, Db } from '../../database/database.ts';
import { schedules, workgroups, workspaces } from '../../database/schema.ts';
import { Problem } from '../../errors/problem.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { begin } from '../workspaces/lifecycle.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { updateWorkspace } from '../workspaces/update.ts';
import { lastDue, nextRun } from './next-run.ts';
import type { ScheduleRow } from './service.ts';

/** The actor in operations and in the audit log. */
const ACTOR = 'schedule';
/** Milliseconds after which a missed run is not made up for any more. */
const LATEST_MS = 3_600_000;

interface Runs {
  readonly db: Database['db'];
  readonly catalog: Catalog;
  readonly log: BaseLogger;
  /** Called with each workspace for which an operation was enqueued. */
  readonly changed: (workspaceId: string) => void;
}

interface Outcome {
  readonly ok: boolean;
  readonly message: string;
  readonly before?: object;
  readonly after?: object;
}

/** Pauses the workspace, or brings it up at a size. @throws Problem when its state or a limit does not allow it */
async function act(tx: Db, catalog: Catalog, orgId: string, schedule: ScheduleRow): Promise<Outcome> {
  const { workspaceId: id, workspaceTypeName: wanted } = schedule;
  const row = await lockWorkspace(tx, id);
  const suspended = row.status === 'Idle' || row.status === 'Stopped';
  if (wanted === PAUSE) {
    if (suspended) return { ok: true, message: 'It was suspended already.' };
    const action = row.enableAutoStart ? 'pause' : 'stop';
    const { before, after } = await begin(tx, id, action, ACTOR);
    return { ok: true, message: action === 'pause' ? 'Paused.' : 'Stopped.', before, after };
  }
  const changer = { orgId, name: ACTOR };
  const resized = await updateWorkspace(tx, catalog, changer, id, { workspace_type_name: wanted });
  if (!suspended) {
    const same = Object.keys(resized.after).length === 0;
    return {
      ok: true,
      message: same ? `It had the size ${wanted} already.` : `Resized to ${wanted}.`,
      ...resized,
    };
  }
  const { before, after } = await begin(tx, id, 'resume', ACTOR);
  return {
    ok: true,
    message: `Resumed at the size ${wanted}.`,
    before: { ...resized.before, ...before },
    after: { ...resized.after, ...after },
  };
}

/** Calls `act`; a refusal or failure becomes the outcome, and its changes are rolled back. */
async function attempt(
  { catalog, log }: Runs,
  tx: Db,
  orgId: string,
  schedule: ScheduleRow,
): Promise<Outcome> {
  try {
    return await tx.transaction((inner) => act(inner, catalog, orgId, schedule));
  } catch (error) {
    if (error instanceof Problem) return { ok: false, message: error.message };
    log.error({ err: error, schedule: schedule.id }, 'a schedule failed');
    return { ok: false, message: 'Something went wrong in the server. Its log says more.' };
  }
}

async function settle(
  tx: Db,
  orgId: string,
  schedule: ScheduleRow,
  now: Date,
  outcome: Outcome,
): Promise<void> {
  const { ok, message, before, after } = outcome;
  await tx
    .update(schedules)
    .set({ lastRunAt: now, lastOutcome: message, nextRunAt: nextRun(schedule, now) })
    .where(eq(schedules.id, schedule.id));
  await recordAudit(tx, {
    orgId,
    actor: ACTOR,
    action: 'runSchedule',
    resource: `workspace/${schedule.workspaceId}`,
    before,
    after,
    outcome: ok ? 'ok' : 'failed',
    message,
    requestId: '',
  });
}

const isDue = (now: Date) => lte(schedules.nextRunAt, now);

interface TakenWorkspace {
  readonly id: string;
  readonly orgId: string;
  readonly status: WorkspaceStatus;
}

/**
 * Locks a workspace with a due schedule until the transaction ends; skips locked ones. Undefined: there is none. The
 * lock is one that writers of rows about the workspace (its metrics, say) do not stand against: they would make it skip.
 */
async function takeWorkspace(
  tx: Db,
  now: Date,
  except: readonly string[],
): Promise<TakenWorkspace | undefined> {
  const [found] = await tx
    .select({ id: workspaces.id, orgId: workgroups.orgId, status: workspaces.status })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(
      and(
        notInArray(workspaces.id, [...except]),
        exists(
          tx
            .select({ one: sql`1` })
            .from(schedules)
            .where(and(eq(schedules.workspaceId, workspaces.id), isDue(now))),
        ),
      ),
    )
    .limit(1)
    .for('no key update', { of: workspaces, skipLocked: true });
  return found;
}

/**
 * Runs only the newest of a workspace's due schedules, and only when it is not too late. Waits while the workspace's
 * status is changing (it starts after the control plane did, say).
 */
async function runWorkspace(
  runs: Runs,
  tx: Db,
  workspace: TakenWorkspace,
  now: Date,
): Promise<'begun' | 'settled' | 'waits'> {
  const due = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.workspaceId, workspace.id), isDue(now)))
    .for('update');
  const [newest, ...others] = due
    .map((schedule) => ({ schedule, at: lastDue(schedule, schedule.nextRunAt ?? now, now) }))
    .sort(
      (a, b) =>
        b.at.getTime() - a.at.getTime() || b.schedule.createdAt.getTime() - a.schedule.createdAt.getTime(),
    );
  if (newest === undefined) return 'settled';
  const late = now.getTime() - newest.at.getTime() > LATEST_MS;
  const busy = IN_PROGRESS.has(workspace.status);
  if (busy && !late) return 'waits';
  const why = busy ? 'another action was at work on the workspace.' : 'Acacia was not running.';
  const outcome = late ? missed(newest.at, why) : await attempt(runs, tx, workspace.orgId, newest.schedule);
  for (const { schedule, at } of others) {
    const message = `Not done at ${at.toISOString()}: another schedule of the workspace was due by then too.`;
    await settle(tx, workspace.orgId, schedule, now, late ? missed(at, why) : { ok: false, message });
  }
  await settle(tx, workspace.orgId, newest.schedule, now, outcome);
  return outcome.ok ? 'begun' : 'settled';
}

const missed = (at: Date, why: string): Outcome => ({
  ok: false,
  message: `Missed at ${at.toISOString()}: ${why}`,
});

/** Runs all schedules that are due by a time, each workspace in a transaction of its own. */
export async function runDue(runs: Runs, now: Date): Promise<void> {
  const waiting: string[] = [];
  for (;;) {
    const done = await runs.db.transaction(async (tx) => {
      const workspace = await takeWorkspace(tx, now, waiting);
      return workspace && { id: workspace.id, became: await runWorkspace(runs, tx, workspace, now) };
    });
    if (done === undefined) return;
    if (done.became === 'begun') runs.changed(done.id);
    if (done.became === 'waits') waiting.push(done.id);
  }
}
