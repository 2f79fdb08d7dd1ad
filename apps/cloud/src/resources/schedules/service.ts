/** Creates, changes and deletes schedules (specification part 2, sections 4, 5 and 9). */
import { randomUUID } from 'node:crypto';
import { PAUSE, type CreateSchedule, type Schedule } from '@acacia/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { schedules, workgroups, workspaces } from '../../database/schema.ts';
import { badField, notFound } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { organizationOf } from '../identity/store.ts';
import { checkSize } from '../workspaces/create.ts';
import { nextRun } from './next-run.ts';

export type ScheduleRow = typeof schedules.$inferSelect;
type Wish = z.output<typeof CreateSchedule>;

export const presentSchedule = (row: ScheduleRow): Schedule => ({
  id: row.id,
  workspace_id: row.workspaceId,
  timezone: row.timezone,
  repeat: row.repeat,
  date: row.date,
  time: row.time,
  repeat_on: row.repeatOn,
  workspace_type_name: row.workspaceTypeName,
  next_run_at: row.nextRunAt?.toISOString() ?? null,
  last_run_at: row.lastRunAt?.toISOString() ?? null,
  last_outcome: row.lastOutcome,
});

export async function schedulesOf(db: Db, workspaceId: string): Promise<Schedule[]> {
  const rows = await db
    .select()
    .from(schedules)
    .where(eq(schedules.workspaceId, workspaceId))
    .orderBy(asc(schedules.createdAt), asc(schedules.id));
  return rows.map(presentSchedule);
}

/** The values to store for a schedule. @throws Problem at the invalid field */
async function valuesOf(tx: Db, catalog: Catalog, actor: Actor, workspaceId: string, wish: Wish) {
  const [found] = await tx
    .select()
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(eq(workspaces.id, workspaceId));
  if (found === undefined) throw notFound('workspace');
  const { workspace_type_name: workspaceTypeName, repeat_on: repeatOn, ...rule } = wish;
  if (workspaceTypeName !== PAUSE) {
    const { maxWorkspaceMemory } = await organizationOf(tx, actor.orgId);
    checkSize(catalog, workspaceTypeName, found.workgroups, maxWorkspaceMemory);
    const { isRw, workspaceTypeName: current } = found.workspaces;
    if (!isRw && workspaceTypeName !== current) throw badField('workspace_type_name', 'onlyCurrentSize');
  }
  const nextRunAt = nextRun({ ...rule, repeatOn }, new Date());
  if (nextRunAt === null) throw badField('time', 'timePassed');
  return { ...rule, repeatOn, workspaceTypeName, nextRunAt };
}

export async function createSchedule(
  tx: Db,
  catalog: Catalog,
  actor: Actor,
  workspaceId: string,
  wish: Wish,
): Promise<ScheduleRow> {
  const values = await valuesOf(tx, catalog, actor, workspaceId, wish);
  const [row] = await tx
    .insert(schedules)
    .values({ id: randomUUID(), workspaceId, creator: actor.email, ...values })
    .returning();
  return row as ScheduleRow;
}

async function lockSchedule(tx: Db, workspaceId: string, id: string): Promise<ScheduleRow> {
  const [row] = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.workspaceId, workspaceId)))
    .for('update');
  if (row === undefined) throw notFound('schedule');
  return row;
}

/** Changes a schedule. Returns the row before and after. */
export async function updateSchedule(
  tx: Db,
  catalog: Catalog,
  actor: Actor,
  workspaceId: string,
  id: string,
  wish: Wish,
): Promise<{ readonly before: ScheduleRow; readonly after: ScheduleRow }> {
  const before = await lockSchedule(tx, workspaceId, id);
  const values = await valuesOf(tx, catalog, actor, workspaceId, wish);
  const [after] = await tx.update(schedules).set(values).where(eq(schedules.id, id)).returning();
  return { before, after: after as ScheduleRow };
}

/** Deletes a schedule. Returns its row. */
export async function deleteSchedule(tx: Db, workspaceId: string, id: string): Promise<ScheduleRow> {
  const row = await lockSchedule(tx, workspaceId, id);
  await tx.delete(schedules).where(eq(schedules.id, id));
  return row;
}
