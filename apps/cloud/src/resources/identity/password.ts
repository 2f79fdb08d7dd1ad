/** Choosing another password. */
import { passwordFault } from '@acacia/contract';
import { hashPassword, PasswordsBusy, passwordMatches } from '@acacia/passwords';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { users } from '../../database/schema.ts';
import { badField, conflict, Problem, tooMany } from '../../http/problem.ts';
import type { Actor } from '../../identity/actor.ts';
import type { Attempts } from '../../identity/attempts.ts';
import { setPassword } from '../../identity/set-password.ts';

export interface ChangePassword {
  readonly attempts: Attempts;
  /** False where an outside issuer keeps people's passwords. */
  readonly kept: boolean;
}

interface Change {
  readonly current_password: string;
  readonly new_password: string;
}

const ELSEWHERE = 'Your password is kept by your identity provider. Change it there.';

const busy = (error: unknown): unknown =>
  error instanceof PasswordsBusy
    ? new Problem('Unavailable', error.message, [], error.retryAfterSeconds)
    : error;

/**
 * The person's other sessions end; the one that asks goes on.
 * @throws Problem naming the field at fault
 */
export async function changePassword(
  db: Db,
  actor: Actor,
  { current_password: current, new_password: chosen }: Change,
  address: string,
  { attempts, kept }: ChangePassword,
): Promise<void> {
  if (!kept) throw conflict(ELSEWHERE);
  const fault = passwordFault(chosen, actor.email);
  if (fault !== null) throw badField('new_password', fault);
  if (chosen === current) throw badField('new_password', 'This is the password that you have.');
  // Whoever has somebody's token must not learn their password with it: a guess here counts as one at the sign-in.
  const counted = await attempts.count({ email: actor.email, address, device: `token ${actor.userId}` });
  if ('seconds' in counted) throw tooMany('Too many attempts. Try again later.', counted.seconds);
  try {
    const [user] = await db.select().from(users).where(eq(users.id, actor.userId));
    if (!(await passwordMatches(current, user?.passwordHash ?? null, 'known'))) {
      throw badField('current_password', 'This is not your password.');
    }
    const hash = await hashPassword(chosen);
    await db.transaction((tx) => setPassword(tx, actor.userId, hash, actor.signInGrant));
    await counted.right();
  } catch (error) {
    if (error instanceof PasswordsBusy) await counted.notTried();
    throw busy(error);
  }
}
