/** Handler of the settings of an organisation (specification part 3, sections 2, 5 and 7). */
import type { SourceNetwork } from '@acacia/object-stores';
import { eq } from 'drizzle-orm';
import { organizations } from '../../database/schema.ts';
import { badField } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import { withUniqueName } from '../../http/unique.ts';
import { organizationOf, presentOrganization } from '../identity/store.ts';
import { lockPeople } from '../users/people.ts';
import { logoPath, readLogo, storeLogo } from './logo.ts';

type Row = typeof organizations.$inferSelect;

/** As the audit log has it. */
const audited = ({ name, displayName, logoUrl }: Row) => ({ name, display_name: displayName, logo: logoUrl });

/** @param network the one way out, by which logos are read from their addresses */
export const organizationHandlers = (
  network: SourceNetwork,
  supportEmail: string,
): HandlersOf<'updateOrganization' | 'updateOrganizationSecurity'> => ({
  updateOrganizationSecurity: async ({ actor, body, db, changed }) => {
    const { require_second_factor: requireSecondFactor } = body;
    if (requireSecondFactor && !actor.hasSecondFactor)
      throw badField('require_second_factor', 'secondFactorFirst');
    const { orgId } = actor;
    const before = await lockPeople(db, actor);
    const [after] = await db
      .update(organizations)
      .set({ requireSecondFactor })
      .where(eq(organizations.id, orgId))
      .returning();
    if (after === undefined) throw new Error('The organisation was not stored.');
    changed({
      resource: `organization/${orgId}`,
      before: { require_second_factor: before.requireSecondFactor },
      after: { require_second_factor: after.requireSecondFactor },
    });
    return presentOrganization(after, supportEmail);
  },

  updateOrganization: async ({ actor, body, db, changed }) => {
    const { orgId } = actor;
    const { orgName: name, orgDisplayName: displayName, logoUrl } = body;
    const present = await organizationOf(db, orgId);
    const stays = logoUrl === undefined || logoUrl === present.logoUrl;
    const removed = logoUrl === null || logoUrl === '';
    // No transaction is open while an address is read.
    const logo = stays || removed ? null : await readLogo(logoUrl, network);
    const { before, after } = await db.transaction(async (tx) => {
      const locked = await lockPeople(tx, actor);
      if (!stays) await storeLogo(tx, orgId, logo);
      const values = {
        name,
        displayName,
        ...(stays ? {} : { logoUrl: logo === null ? null : logoPath(logo) }),
      };
      const [row] = await withUniqueName(
        { constraint: 'organizations_name_unique', field: 'orgName', name },
        () => tx.update(organizations).set(values).where(eq(organizations.id, orgId)).returning(),
      );
      if (row === undefined) throw new Error('The organisation was not stored.');
      return { before: locked, after: row };
    });
    changed({ resource: `organization/${orgId}`, before: audited(before), after: audited(after) });
    return presentOrganization(after, supportEmail);
  },
});
