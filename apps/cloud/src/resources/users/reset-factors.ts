/** Removes the second factors of a member who has lost them. */
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts } from '../../database/schema.ts';
import { problem } from '../../errors/problem.ts';
import { needsSecondStep, removeFactors, type Factors } from '../../identity/factors/factors.ts';
import { tellPerson } from '../../identity/factors/mails.ts';
import type { Actor } from '../../identity/person.ts';
import { endSessions } from '../../identity/sessions.ts';
import { hasJoinedOthers, lockPeople, memberById } from './people.ts';

export interface FactorSetting {
  readonly publicUrl: string;
  /** False where an outside issuer signs people in. */
  readonly kept: boolean;
}

/**
 * Removes authenticator app, passkeys and recovery codes of a member, ends all their sessions, and tells them by mail.
 * @returns the factors that there were
 * @throws Problem Conflict for the actor, for a pending invitation, and for an account that has joined other
 *   organisations: their people would be guarded by the password alone too
 */
export async function resetFactors(
  tx: Db,
  actor: Actor,
  userId: string,
  { publicUrl, kept }: FactorSetting,
): Promise<Factors> {
  if (!kept) throw problem('factorsElsewhere');
  if (userId === actor.userId) throw problem('notYourFactors');
  await lockPeople(tx, actor);
  const { account, membership } = await memberById(tx, actor.orgId, userId);
  const { id, email } = account;
  if (membership.joinedAt === null) throw problem('factorsOfInvited', { email });
  // Another organisation cannot be joined, nor a factor added, while the account is locked.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update');
  if (await hasJoinedOthers(tx, actor.orgId, id)) throw problem('factorsNotYours', { email });
  const had = await removeFactors(tx, id);
  if (!needsSecondStep(had)) throw problem('noFactors', { email });
  await endSessions(tx, id, null);
  await tellPerson(tx, email, 'factorsReset', publicUrl);
  return had;
}
