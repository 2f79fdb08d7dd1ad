/** Handlers of the calls that read the audit log. */
import type { AuditFilter } from '@acacia/contract';
import type { HandlersOf } from '../../http/call.ts';
import { badField } from '../../errors/problem.ts';
import { auditFile } from './export.ts';
import { entriesOf } from './store.ts';

/** @throws Problem naming `from` when it is after `to` */
function checkTimes({ from, to }: AuditFilter): void {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) {
    throw badField('from', 'rangeOfTime');
  }
}

export const auditHandlers: HandlersOf<'listAuditEntries' | 'exportAuditEntries'> = {
  listAuditEntries: async ({ actor, query, db }) => {
    checkTimes(query);
    return entriesOf(db, actor.orgId, query, query);
  },

  exportAuditEntries: async ({ actor, query, db }) => {
    checkTimes(query);
    return auditFile(db, actor.orgId, query, query.format);
  },
};
