/** Grants of the embedded provider, one for each sign-in: the id of a grant is that of its session. */
import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { oidcPayloads } from '../../database/sign-in-tables.ts';
import { CONSOLE_CLIENT } from '../audience.ts';

const holder = sql<string>`${oidcPayloads.payload}->>'accountId'`;
const grantOfSession = sql<string>`${oidcPayloads.payload}->'authorizations'->${CONSOLE_CLIENT}->>'grantId'`;

/** Deletes a grant with its codes and refresh tokens, and the browser's session at the provider that it came from. */
export async function forgetGrant(db: Db, id: string): Promise<void> {
  await db
    .delete(oidcPayloads)
    .where(
      or(
        and(eq(oidcPayloads.model, 'Grant'), eq(oidcPayloads.id, id)),
        eq(oidcPayloads.grantId, id),
        and(eq(oidcPayloads.model, 'Session'), eq(grantOfSession, id)),
      ),
    );
}

/** Deletes all that the provider keeps of a person except what belongs to the grant `kept`. */
export async function forgetGrants(db: Db, accountId: string, kept: string | null): Promise<void> {
  const grant = sql<string>`coalesce(${grantOfSession}, ${oidcPayloads.grantId}, ${oidcPayloads.id})`;
  await db.delete(oidcPayloads).where(and(eq(holder, accountId), ne(grant, kept ?? '')));
}
