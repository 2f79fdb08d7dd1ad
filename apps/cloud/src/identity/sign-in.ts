/** Checks an attempt to sign in with a password: counts it, compares the password and writes the audit log. */
import { normalEmail } from '@acacia/contract';
import { PasswordsBusy, passwordMatches } from '@acacia/passwords';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { accounts } from '../database/schema.ts';
import type { Attempts } from './attempts.ts';
import type { Client } from './client.ts';
import { factorsOf, needsSecondStep } from './factors/factors.ts';
import { WAYS } from './factors/ways.ts';
import { FIRST_PASSWORD } from './first-password.ts';
import type { SignInAudit } from './sign-in-audit.ts';

interface Typed {
  readonly email: string;
  readonly password: string;
  /** Device id of the browser, when it has signed in to this account before; null otherwise. */
  readonly device: string | null;
  /** Whether the person is at this machine, which nobody else can reach: the first password is accepted. */
  readonly here: boolean;
  readonly client: Client;
  readonly requestId: string;
}

type Outcome =
  /** `second`: a second factor is still to come. */
  | { readonly is: 'right'; readonly account: typeof accounts.$inferSelect; readonly second: boolean }
  | { readonly is: 'wrong' }
  /** There were too many attempts; `seconds` until the next one is allowed. */
  | { readonly is: 'held'; readonly seconds: number }
  | { readonly is: 'busy' };

export type CheckSignIn = (typed: Typed) => Promise<Outcome>;

const WRONG = 'Wrong e-mail or password.';
const TOO_MANY = 'Too many attempts.';

/** Does the same work with and without an account, so that the time taken does not reveal which. */
export function createCheckSignIn(db: Db, attempts: Attempts, audit: SignInAudit): CheckSignIn {
  return async ({ email: typedEmail, password, device, here, client, requestId }) => {
    const email = normalEmail(typedEmail);
    const counted = await attempts.count({ email, address: client.address, device });
    if ('seconds' in counted) {
      if (counted.first) {
        await audit({ action: 'signIn', user: null, email, refused: TOO_MANY, client, requestId });
      }
      return { is: 'held', seconds: counted.seconds };
    }
    const [user] = await db
      .select()
      .from(accounts)
      .where(and(eq(accounts.email, email), eq(accounts.kind, 'person')));
    const allowed = here || password !== FIRST_PASSWORD;
    let right: boolean;
    try {
      const stored = allowed ? (user?.passwordHash ?? null) : null;
      right = await passwordMatches(password, stored, counted.known ? 'known' : 'unknown');
    } catch (error) {
      await counted.notTried();
      if (error instanceof PasswordsBusy) return { is: 'busy' };
      throw error;
    }
    const record = { action: 'signIn', user: user ?? null, email, client, requestId } as const;
    if (!right || user === undefined) {
      await counted.wrong();
      await audit({ ...record, refused: WRONG });
      return { is: 'wrong' };
    }
    await counted.right();
    const second = needsSecondStep(await factorsOf(db, user.id));
    // With a second step to come, that one writes the row.
    if (!second) await audit({ ...record, amr: WAYS.password.amr });
    return { is: 'right', account: user, second };
  };
}
