/** Handlers of calls on the signed-in person and their organisation. */
import { dashboardFlags } from '@acacia/contract';
import type { HandlersOf } from '../../http/call.ts';
import { changePassword, type ChangePassword } from './password.ts';
import {
  organizationOf,
  organizationsOf,
  presentOrganization,
  readMetadata,
  writeMetadata,
} from './store.ts';

export const identityHandlers = (
  passwords: ChangePassword,
  supportEmail: string,
): HandlersOf<
  'getMe' | 'updateMyMetadata' | 'changeMyPassword' | 'listMyOrganizations' | 'getMyOrganization'
> => ({
  getMe: async ({ actor, db }) => ({
    id: actor.userId,
    email: actor.email,
    name: actor.name,
    org_id: actor.orgId,
    roles: [...actor.grants],
    lacks_second_factor: actor.lacksSecondFactor,
    permissions: dashboardFlags(actor.operator),
    metadata: await readMetadata(db, actor.userId),
  }),

  updateMyMetadata: async ({ actor, body, db, changed }) => {
    const before = await readMetadata(db, actor.userId);
    const after = await writeMetadata(db, actor.userId, body);
    // Of what is remembered the terms alone are of interest to an administrator.
    const isNews =
      before.accepted_tos !== after.accepted_tos ||
      before.accepted_toc_version !== after.accepted_toc_version;
    const resource = `user/${actor.userId}`;
    changed({ resource, before, after, ...(isNews ? {} : { quiet: true }) });
    return { user_metadata: after };
  },

  changeMyPassword: async ({ actor, body, address, db, changed }) => {
    await changePassword(db, actor, body, address, passwords);
    changed({ resource: `user/${actor.userId}`, after: { password: 'changed' } });
    return {};
  },

  listMyOrganizations: ({ actor, query, db }) => organizationsOf(db, actor.userId, supportEmail, query.holds),

  getMyOrganization: async ({ actor, db }) =>
    presentOrganization(await organizationOf(db, actor.orgId), supportEmail),
});
