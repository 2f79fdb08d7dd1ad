import { and, isNotNull, isNull } from 'drizzle-orm';
import { memberships } from '../database/schema.ts';

/** Condition for memberships in which their person may act: joined, and not deactivated by a directory. */
export const inForce = and(isNotNull(memberships.joinedAt), isNull(memberships.deactivatedAt));

/** Condition for invitations that can be accepted: pending, and not deactivated by a directory. */
export const acceptable = and(isNull(memberships.joinedAt), isNull(memberships.deactivatedAt));
