/** The audit log: a row for each change, with the actor, the values before and after, and the outcome. */
import type { CloudCall, OTHER_AUDITED } from '@acacia/contract';
import type { Db } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';
import { firstOrganisation } from '../database/seed.ts';

export interface AuditRecord {
  /** Null: the actor has no organisation, and the row is the first one's. */
  readonly orgId: string | null;
  /** E-mail of a person, address of an API key's account, or the part of Acacia that acted by itself. */
  readonly actor: string;
  /** Account of the person; absent where Acacia acted by itself, or nobody is known. */
  readonly actorId?: string;
  readonly action: CloudCall | keyof typeof OTHER_AUDITED;
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
    orgId: record.orgId ?? (await firstOrganisation(db)) ?? '',
    before: record.before ?? null,
    after: record.after ?? null,
    message: record.message ?? '',
  });
}
