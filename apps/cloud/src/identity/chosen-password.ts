/** Judges a password that a person chooses: by the rules of the contract, and by the list of common ones on disk. */
import { PASSWORD_COMMON, passwordFault } from '@acacia/contract';
import { isCommonPassword } from '@acacia/passwords';
import { eq } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { memberships, organizations } from '../database/schema.ts';

interface Chooser {
  /** Null: the account is not made yet. */
  readonly id: string | null;
  readonly email: string;
  readonly name: string;
}

/** Why a person cannot choose a password; null when they can. */
export async function chosenPasswordFault(
  db: Db,
  { id, email, name }: Chooser,
  password: string,
): Promise<string | null> {
  const own =
    id === null
      ? []
      : await db
          .select({ name: organizations.name, displayName: organizations.displayName })
          .from(memberships)
          .innerJoin(organizations, eq(organizations.id, memberships.orgId))
          .where(eq(memberships.accountId, id));
  const names = own.flatMap((each) => [each.name, each.displayName]);
  const fault = passwordFault(password, [email, name, ...names]);
  if (fault !== null) return fault;
  return isCommonPassword(password) ? PASSWORD_COMMON : null;
}
