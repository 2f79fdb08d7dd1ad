/** The actor of a call: the account of a bearer token with its present roles. */
import { randomUUID } from 'node:crypto';
import type { RoleGrant } from '@acacia/contract';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { organizations, roleGrants, users } from '../database/schema.ts';
import { problem } from '../errors/problem.ts';
import type { Bearer, TokenVerifier } from './verifier.ts';

export interface Actor {
  readonly userId: string;
  readonly orgId: string;
  readonly email: string;
  readonly name: string;
  readonly grants: readonly RoleGrant[];
  /** The grant of the sign-in that gave the token; null where an outside issuer signs people in. */
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

/**
 * The account of a person whom the outside issuer signs in: found by subject or by verified e-mail, or else a new
 * member.
 * @throws Problem when the e-mail is not verified, or there is no organisation to join
 */
async function admit(db: Db, bearer: Bearer): Promise<UserRow> {
  const known = first(await db.select().from(users).where(eq(users.subject, bearer.subject)));
  if (known !== undefined) return known;
  const email = bearer.verifiedEmail;
  if (email === null) {
    throw problem('emailNotVerified');
  }
  const invited = first(
    await db.update(users).set({ subject: bearer.subject }).where(eq(users.email, email)).returning(),
  );
  if (invited !== undefined) return invited;
  const organization = first(
    await db.select().from(organizations).orderBy(asc(organizations.createdAt)).limit(1),
  );
  if (organization === undefined) throw problem('noOrganisationToJoin');
  const made = await db
    .insert(users)
    .values({
      id: randomUUID(),
      orgId: organization.id,
      email,
      name: bearer.name ?? email,
      subject: bearer.subject,
    })
    // Two first calls at once: either one's row will do.
    .onConflictDoUpdate({ target: users.email, set: { subject: bearer.subject } })
    .returning();
  return made[0] as UserRow;
}

/** Finds the actor of a bearer token. @throws Problem when the token is not valid, or its account is gone */
export type Authenticate = (token: string) => Promise<Actor>;

/** @param outside whether an outside issuer signs people in */
export function createAuthenticate(db: Db, verifier: TokenVerifier, outside: boolean): Authenticate {
  return async (token) => {
    const bearer = await verifier.verify(token);
    if (outside) return actorOf(db, await admit(db, bearer), null);
    const user = first(await db.select().from(users).where(eq(users.id, bearer.subject)));
    if (user === undefined) {
      throw problem('accountGone');
    }
    return actorOf(db, user, bearer.grantId);
  };
}

/** The token of an Authorization header. @throws Problem Unauthorized when there is none */
export function bearerToken(header: string | undefined): string {
  const match = /^Bearer +(\S+)$/i.exec(header ?? '');
  if (match?.[1] === undefined) throw problem('signInNeeded');
  return match[1];
}
