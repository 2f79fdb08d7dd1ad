/** Reads alert rules and presents them as the API does. */
import type { AlertRule } from '@acacia/contract';
import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { alertRules, mails } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';

/** Problems of the last mails, one sentence after the other; null: none. */
const problems = sql<string | null>`(
  select string_agg(${mails.error}, ' ' order by ${mails.id}) from ${mails}
  where ${mails.id} = any(${alertRules.lastMailIds}) and ${mails.error} <> ''
)`;

async function select(db: Db, where: SQL | undefined): Promise<AlertRule[]> {
  const rows = await db
    .select({ rule: alertRules, problems: problems.as('problems') })
    .from(alertRules)
    .where(where)
    .orderBy(asc(alertRules.createdAt), asc(alertRules.id));
  return rows.map(({ rule, problems: found }) => ({
    id: rule.id,
    metric: rule.metric,
    threshold: rule.threshold,
    recipientList: rule.recipients,
    firing: rule.firing,
    fired_at: rule.firedAt?.toISOString() ?? null,
    delivery_problem: found ?? '',
  }));
}

export const rulesOf = (db: Db, workspaceId: string): Promise<AlertRule[]> =>
  select(db, eq(alertRules.workspaceId, workspaceId));

/** @throws Problem Not-Found when the workspace has no such rule */
export async function ruleOf(db: Db, workspaceId: string, id: string): Promise<AlertRule> {
  const [found] = await select(db, and(eq(alertRules.workspaceId, workspaceId), eq(alertRules.id, id)));
  if (found === undefined) throw notFound('alert rule');
  return found;
}
