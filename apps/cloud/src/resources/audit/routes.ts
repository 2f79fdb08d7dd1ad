/** Handler of the call that reads the audit log. */
import { desc, eq } from 'drizzle-orm';
import { auditEntries } from '../../database/schema.ts';
import type { HandlersOf } from '../../http/call.ts';

export const auditHandlers: HandlersOf<'listAuditEntries'> = {
  listAuditEntries: async ({ actor, query, db }) => {
    const rows = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.orgId, actor.orgId))
      .orderBy(desc(auditEntries.id))
      .limit(query.limit);
    return rows.map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      actor: row.actor,
      action: row.action,
      resource: row.resource,
      before: row.before,
      after: row.after,
      outcome: row.outcome,
      message: row.message,
      address: row.address,
      user_agent: row.userAgent,
    }));
  },
};
