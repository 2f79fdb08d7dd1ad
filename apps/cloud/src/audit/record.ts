/** The audit log: a row for each change, with the actor, the values before and after, and the outcome. */
import type { Db } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';

interface AuditRecord {
  readonly orgId: string;
  /** E-mail of a person, or the part of Acacia that acted by itself. */
  readonly actor: string;
  /** Name of the call. */
  readonly action: string;
  readonly resource: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly outcome: 'ok' | 'failed';
  readonly message?: string;
  readonly requestId: string;
  /** Address of the client, where there is one. */
  readonly address?: string;
  readonly userAgent?: string;
}

export async function recordAudit(db: Db, record: AuditRecord): Promise<void> {
  await db.insert(auditEntries).values({
    ...record,
    before: record.before ?? null,
    after: record.after ?? null,
    message: record.message ?? '',
  });
}
