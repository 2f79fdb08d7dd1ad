/**
 * Evaluates alert rules by the metrics of the last two minutes. A rule begins to fire when their mean is above its
 * threshold, and ends when it is below. Without metrics of at least half of that time (the workspace is idle, or has
 * just started) a rule stays as it is: one that fires goes on until the workspace runs again and is below, and sends no
 * reminders meanwhile.
 */
import type { AlertMetric } from '@acacia/contract';
import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Database, Db } from '../../database/database.ts';
import { alertRules, mails, metrics, workgroups, workspaces } from '../../database/schema.ts';
import { postTranslated } from '../../mail/language.ts';
import { alertMail, type AlertMailFacts, type AlertMailKind } from './alert-mail.ts';

const SECOND = 1000;
const WINDOW_SECONDS = 120;
const STEP_SECONDS = 15;
const LEAST_SECONDS = WINDOW_SECONDS / 2;
const REMINDER = 6 * 3600 * SECOND;

const MEASURED = {
  tigergraph_cpu_usage: metrics.cpuPercent,
  tigergraph_memory_usage_percent: metrics.memoryPercent,
} as const satisfies Record<AlertMetric, unknown>;

type RuleRow = typeof alertRules.$inferSelect;

export interface RuleNow extends AlertMailFacts {
  readonly rule: RuleRow;
  readonly lastMailAt: Date | null;
}

/** Rules with the recent mean of their metric. */
export async function rulesNow(db: Db, now: Date, where?: SQL): Promise<RuleNow[]> {
  // Steps that ended within the window.
  const from = new Date(now.getTime() - (WINDOW_SECONDS + STEP_SECONDS) * SECOND);
  const mean = (metric: AlertMetric) =>
    sql<number>`sum(${MEASURED[metric]} * ${metrics.coveredSeconds}) / sum(${metrics.coveredSeconds})`.mapWith(
      Number,
    );
  const measured = db
    .select({
      workspaceId: metrics.workspaceId,
      cpu: mean('tigergraph_cpu_usage').as('cpu'),
      memory: mean('tigergraph_memory_usage_percent').as('memory'),
    })
    .from(metrics)
    .where(and(eq(metrics.resolution, STEP_SECONDS), gt(metrics.at, from)))
    .groupBy(metrics.workspaceId)
    .having(sql`sum(${metrics.coveredSeconds}) >= ${LEAST_SECONDS}`)
    .as('measured');
  const rows = await db
    .select({
      rule: alertRules,
      cpu: measured.cpu,
      memory: measured.memory,
      lastMailAt:
        sql<Date | null>`(select max(${mails.createdAt}) from ${mails} where ${mails.id} = any(${alertRules.lastMailIds}))`.mapWith(
          mails.createdAt,
        ),
      workspace: { id: workspaces.id, name: workspaces.name },
      workgroup: { id: workgroups.id, name: workgroups.name },
    })
    .from(alertRules)
    .innerJoin(workspaces, eq(workspaces.id, alertRules.workspaceId))
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .leftJoin(measured, eq(measured.workspaceId, alertRules.workspaceId))
    .where(where);
  return rows.map(({ rule, cpu, memory, lastMailAt, workspace, workgroup }) => ({
    rule,
    lastMailAt,
    workspace,
    workgroup,
    metric: rule.metric,
    threshold: rule.threshold,
    recipients: rule.recipients,
    firedAt: rule.firedAt,
    value: rule.metric === 'tigergraph_cpu_usage' ? cpu : memory,
  }));
}

/** The kind of mail that is due for a rule; undefined: none. */
function dueOf({ rule, value, lastMailAt }: RuleNow, now: Date): Exclude<AlertMailKind, 'test'> | undefined {
  if (value === null) return undefined;
  if (!rule.firing) return value > rule.threshold ? 'begins' : undefined;
  if (value < rule.threshold) return 'ends';
  if (rule.recipients.length === 0) return undefined;
  const told = lastMailAt ?? rule.firedAt ?? rule.createdAt;
  return now.getTime() - told.getTime() >= REMINDER ? 'lasts' : undefined;
}

/** Updates a rule's state and posts its mail, unless the rule was changed meanwhile. */
async function advance(tx: Db, found: RuleNow, now: Date, publicUrl: string): Promise<void> {
  const kind = dueOf(found, now);
  if (kind === undefined) return;
  const { rule } = found;
  const asRead = and(
    eq(alertRules.id, rule.id),
    eq(alertRules.firing, rule.firing),
    eq(alertRules.threshold, rule.threshold),
    eq(alertRules.lastMailIds, rule.lastMailIds),
  );
  const firedAt = kind === 'begins' ? now : rule.firedAt;
  const [moved] = await tx
    .update(alertRules)
    .set({ firing: kind !== 'ends', firedAt })
    .where(asRead)
    .returning();
  if (moved === undefined || moved.recipients.length === 0) return;
  const facts = { ...found, recipients: moved.recipients, firedAt };
  const lastMailIds = await postTranslated(tx, alertMail(kind, facts, publicUrl), now);
  await tx.update(alertRules).set({ lastMailIds }).where(eq(alertRules.id, rule.id));
}

/** Evaluates one rule in the transaction that created or changed it. */
export async function evaluateRule(tx: Db, id: string, now: Date, publicUrl: string): Promise<void> {
  for (const found of await rulesNow(tx, now, eq(alertRules.id, id))) {
    await advance(tx, found, now, publicUrl);
  }
}

/** Evaluates every rule, each in a transaction of its own. */
export async function evaluateRules(
  db: Database['db'],
  now: Date,
  publicUrl: string,
  log: BaseLogger,
): Promise<void> {
  for (const found of await rulesNow(db, now)) {
    if (dueOf(found, now) === undefined) continue;
    try {
      await db.transaction((tx) => advance(tx, found, now, publicUrl));
    } catch (error) {
      log.error({ err: error, rule: found.rule.id }, 'an alert rule could not be judged');
    }
  }
}
