/**
 * Writes the audit rows of refused calls, which nobody deletes: of one person so many, so that nobody fills the log.
 * Those beyond are counted in the next row.
 */
import type { Db } from '../database/database.ts';
import { createBuckets } from '../limits/buckets.ts';
import { recordAudit, type AuditRecord } from './record.ts';

/** Rows of one person. */
const RATE = { burst: 100, perSecond: 0.5 };

export interface RefusalAudit {
  /** @param record its `actorId` is whose rows are counted */
  record(db: Db, record: AuditRecord & { readonly actorId: string }): Promise<void>;
}

/** @param now the clock, in milliseconds */
export function createRefusalAudit(now?: () => number): RefusalAudit {
  const rows = createBuckets(RATE, now);
  const unlisted = new Map<string, number>();
  return {
    async record(db, { message = '', ...record }) {
      const { actorId } = record;
      const before = unlisted.get(actorId) ?? 0;
      if (rows.take(actorId) > 0) {
        unlisted.set(actorId, before + 1);
        return;
      }
      unlisted.delete(actorId);
      const more = before > 0 ? ` ${before} more were not listed.` : '';
      await recordAudit(db, { ...record, outcome: 'failed', message: `${message}${more}` });
    },
  };
}
