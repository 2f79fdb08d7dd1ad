/** Who makes a call: the account of a bearer, with the roles that it has at this moment. */
import { randomUUID } from 'node:crypto';
import type { RoleGrant } from '@acacia/contract';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { organizations, roleGrants, users } from '../database/schema.ts';
import { Problem } from '../http/problem.ts';
import type { Bearer, TokenVerifier } from './verifier.ts';

export interface Actor {
  readonly userId: string;
  readonly orgId: string;
  readonly email: string;
  readonly name: string;
  readonly grants: readonly RoleGrant[];
  /** The sign-in that the token comes from; null where an outside issuer signs people in. */
  readonly signInGrant: string | null;
}

type UserRow = typeof users.$inferSelect;

async function actorOf(db: Db, user: UserRow, signInGrant: string | null): Promise<Actor> {
  const grants = await db.select().from(roleGrants).where(eq(roleGrants.userId, user.id));
  return {
    userId: user.id,
    orgId: user.orgId,
    email: user.email,
    name: user.name,
    signInGrant,
    grants: grants.map((grant) => ({
      name: grant.name,
      workgroup_id: grant.workgroupId,
      workspace_id: grant.workspaceId,
    })),
  };
}

const first = <T>(rows: readonly T[]): T | undefined => rows[0];

/** Takes a person of the outside issuer in: known by subject, or by verified e-mail, or new as a member. */
async function admit(db: Db, bearer: Bearer): Promise<UserRow> {
  const known = first(await db.select().from(users).where(eq(users.subject, bearer.subject)));
  if (known !== undefined) return known;
  const email = bearer.verifiedEmail;
  if (email === null) {
    throw new Problem(
      'Unauthorized',
      'Verify your e-mail address with your identity provider, then sign in again.',
    );
  }
  const invited = first(
    await db.update(users).set({ subject: bearer.subject }).where(eq(users.email, email)).returning(),
  );
  if (invited !== undefined) return invited;
  const organization = first(
    await db.select().from(organizations).orderBy(asc(organizations.createdAt)).limit(1),
  );
  if (organization === undefined) throw new Problem('Forbidden', 'There is no organisation to join yet.');
  const made = await db
    .insert(users)
    .values({
      id: randomUUID(),
      orgId: organization.id,
      email,
      name: bearer.name ?? email,
      subject: bearer.subject,
    })
    // Two first calls at once: the row of the other is as good.
    .onConflictDoUpdate({ target: users.email, set: { subject: bearer.subject } })
    .returning();
  return made[0] as UserRow;
}

/** Gives the actor of a bearer token. @throws Problem when it is not good */
export type Authenticate = (token: string) => Promise<Actor>;

/** @param outside whether another party's issuer signs people in */
export function createAuthenticate(db: Db, verifier: TokenVerifier, outside: boolean): Authenticate {
  return async (token) => {
    const bearer = await verifier.verify(token);
    if (outside) return actorOf(db, await admit(db, bearer), null);
    const user = first(await db.select().from(users).where(eq(users.id, bearer.subject)));
    if (user === undefined) {
      throw new Problem('Unauthorized', 'The account of this access token is no longer there.');
    }
    return actorOf(db, user, bearer.grantId);
  };
}

/** The token of an Authorization header. @throws Problem Unauthorized when there is none */
export function bearerToken(header: string | undefined): string {
  const match = /^Bearer +(\S+)$/i.exec(header ?? '');
  if (match?.[1] === undefined) throw new Problem('Unauthorized', 'Sign in to use this call.');
  return match[1];
}
