/** Changes a person's password. */
import { hashPassword, PasswordsBusy, passwordMatches } from '@acacia/passwords';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts } from '../../database/schema.ts';
import { badField, problem } from '../../errors/problem.ts';
import type { Person } from '../../identity/person.ts';
import type { Attempts } from '../../identity/attempts.ts';
import { chosenPasswordFault } from '../../identity/chosen-password.ts';
import { changeStoredPassword } from '../../identity/set-password.ts';

export interface ChangePassword {
  readonly attempts: Attempts;
  /** False where an outside issuer has people's passwords. */
  readonly kept: boolean;
  /** Origin of the console, for the mail about it. */
  readonly publicUrl: string;
}

interface Change {
  readonly current_password: string;
  readonly new_password: string;
}

const busy = (error: unknown): unknown =>
  error instanceof PasswordsBusy
    ? problem('passwordsBusy', { reason: error.message }).after(error.retryAfterSeconds)
    : error;

/**
 * Changes the password. The person's other sessions end; that of the caller goes on.
 * @throws Problem naming the invalid field
 */
export async function changePassword(
  db: Db,
  actor: Person,
  { current_password: current, new_password: chosen }: Change,
  address: string,
  { attempts, kept, publicUrl }: ChangePassword,
): Promise<void> {
  if (!kept) throw problem('passwordElsewhere');
  const account = { id: actor.userId, email: actor.email, name: actor.name };
  const fault = await chosenPasswordFault(db, account, chosen);
  if (fault !== null) throw badField('new_password', 'passwordRefused', { reason: fault });
  if (chosen === current) throw badField('new_password', 'passwordUnchanged');
  await withPassword(db, actor, current, address, attempts, async () => {
    const hash = await hashPassword(chosen);
    await db.transaction((tx) => changeStoredPassword(tx, publicUrl, account, hash, actor.sid));
  });
}

/**
 * Does something that needs the person's password again. With a person's token it must not be possible to guess their
 * password: attempts count as at sign-in.
 * @throws Problem naming the field `current_password` when it is wrong
 */
export async function withPassword<T>(
  db: Db,
  actor: Pick<Person, 'userId' | 'email'>,
  current: string,
  address: string,
  attempts: Attempts,
  act: () => Promise<T>,
): Promise<T> {
  const counted = await attempts.count({ email: actor.email, address, device: `token ${actor.userId}` });
  if ('seconds' in counted) throw problem('tooManyAttempts').after(counted.seconds);
  try {
    const [user] = await db.select().from(accounts).where(eq(accounts.id, actor.userId));
    if (!(await passwordMatches(current, user?.passwordHash ?? null, 'known'))) {
      throw badField('current_password', 'passwordWrong');
    }
    await counted.right();
    return await act();
  } catch (error) {
    if (error instanceof PasswordsBusy) await counted.notTried();
    throw busy(error);
  }
}
