/** Handlers of calls on the allow-list of a workgroup. */
import type { AllowedIp } from '@acacia/contract';
import { asc, eq } from 'drizzle-orm';
import { allowedIps } from '../../database/schema.ts';
import type { HandlersOf } from '../../http/call.ts';
import { addRange, changeRange, disableList, enableList, removeRange, type AllowedIpRow } from './service.ts';
import { isAddressAllowed } from './store.ts';

type Calls =
  | 'listAllowedIps'
  | 'addAllowedIp'
  | 'updateAllowedIp'
  | 'deleteAllowedIp'
  | 'getCurrentIp'
  | 'enableAllowList'
  | 'disableAllowList';

const present = (row: AllowedIpRow): AllowedIp => ({
  id: row.id,
  cidr: row.cidr,
  note: row.note,
  created_at: row.createdAt.toISOString(),
  creator: row.creator,
});
const described = ({ cidr, note }: AllowedIpRow) => ({ cidr, note });

export const networkHandlers: HandlersOf<Calls> = {
  listAllowedIps: async ({ params, db }) => {
    const rows = await db
      .select()
      .from(allowedIps)
      .where(eq(allowedIps.workgroupId, params.workgroup_id))
      .orderBy(asc(allowedIps.createdAt), asc(allowedIps.id));
    return rows.map(present);
  },

  addAllowedIp: async ({ params, body, actor, db, changed }) => {
    const row = await addRange(db, params.workgroup_id, body, actor.email);
    changed({ resource: `workgroup/${params.workgroup_id}`, after: described(row) });
    return present(row);
  },

  updateAllowedIp: async ({ params, body, address, db, changed }) => {
    const { before, after } = await changeRange(db, params.workgroup_id, params.ip_id, body, address);
    changed({
      resource: `workgroup/${params.workgroup_id}`,
      before: described(before),
      after: described(after),
    });
    return present(after);
  },

  deleteAllowedIp: async ({ params, query, address, db, changed }) => {
    const row = await removeRange(db, params.workgroup_id, params.ip_id, address, query.accept_lockout);
    changed({ resource: `workgroup/${params.workgroup_id}`, before: described(row) });
    return {};
  },

  getCurrentIp: async ({ params, address, db }) => ({
    ip: address,
    allowed: await isAddressAllowed(db, params.workgroup_id, address),
  }),

  enableAllowList: async ({ params, body, address, db, changed }) => {
    const before = await enableList(db, params.workgroup_id, address, body.accept_lockout);
    changed({
      resource: `workgroup/${params.workgroup_id}`,
      before: { enable_allow_list: before },
      after: { enable_allow_list: true },
    });
    return {};
  },

  disableAllowList: async ({ params, db, changed }) => {
    const before = await disableList(db, params.workgroup_id);
    changed({
      resource: `workgroup/${params.workgroup_id}`,
      before: { enable_allow_list: before },
      after: { enable_allow_list: false },
    });
    return {};
  },
};
