/** People who have signed in: their account, and their membership of the organisation that they work in. */
import type { OperatorPermission, RoleGrant } from '@acacia/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { authenticatorApps, passkeys } from '../database/factor-tables.ts';
import { accounts, memberships, organizations, roleGrants, type MailLanguage } from '../database/schema.ts';
import { problem } from '../errors/problem.ts';
import { inForce } from './in-force.ts';

/** Somebody who has signed in, or the service account of an API key. The organisation is null where they have joined none. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly orgId: string | null;
  readonly membershipId: string | null;
  /** The roles of that membership alone; those in other organisations are not among them. */
  readonly grants: readonly RoleGrant[];
  readonly kind: 'person' | 'service';
  /** The session of the token; the id of an API key. */
  readonly sid: string;
  /** Whether the token is for an organisation that the person does not belong to (any more). */
  readonly isElsewhere: boolean;
  /** Whether they have a second factor: set up here, or used at the outside issuer as its token says. */
  readonly hasSecondFactor: boolean;
  /** Whether the organisation wants one of them that they do not have: it answers them nothing. */
  readonly lacksSecondFactor: boolean;
  /** Whether they have proved that they read mails to their address. */
  readonly hasProvenEmail: boolean;
  /** Their permissions as an operator of the installation; `operators.ts` decides. */
  readonly operator: readonly OperatorPermission[];
}

/** A person within an organisation: all calls that need a permission are made by one. */
export interface Actor extends Person {
  readonly orgId: string;
  readonly membershipId: string;
}

/** @throws Problem when the person belongs to no organisation, not to that of their token, or lacks its second factor */
export function actorOf(person: Person): Actor {
  const { orgId, membershipId, isElsewhere, lacksSecondFactor } = person;
  if (isElsewhere) throw problem('notInOrganisation');
  if (orgId === null || membershipId === null) throw problem('noOrganisation');
  if (lacksSecondFactor) throw problem('secondFactorNeeded');
  return { ...person, orgId, membershipId };
}

/**
 * Lets a person act who needs no organisation for it: an operator.
 * @throws Problem when they do not belong to the organisation of their token, or lack its second factor
 */
export function demandStanding({ isElsewhere, lacksSecondFactor }: Person): void {
  if (isElsewhere) throw problem('notInOrganisation');
  if (lacksSecondFactor) throw problem('secondFactorNeeded');
}

/** Whether an account has a second factor that is set up here, as a column beside it. */
const ownFactor = sql<boolean>`(exists (select 1 from ${authenticatorApps} where ${authenticatorApps.accountId} = ${accounts.id})
  or exists (select 1 from ${passkeys} where ${passkeys.accountId} = ${accounts.id}))`;
/** Days for which a second factor that was used at an outside issuer counts for what the person made elsewhere. */
const SHOWN_DAYS = 90;
const DAY = 24 * 3_600_000;
const shownFactor = sql<boolean>`coalesce(${accounts.secondFactorShownAt} > now() - make_interval(days => ${sql.raw(String(SHOWN_DAYS))}), false)`;

/**
 * Condition beside an account and an organisation: it demands a second factor of the person, who has none at this moment.
 * @param isOutside whether an outside issuer signs people in: then the factor counts that a token showed last
 */
export const lacksFactor = (isOutside: boolean) =>
  sql<boolean>`(${organizations.requireSecondFactor} and ${accounts.kind} = 'person' and not (${isOutside ? shownFactor : ownFactor}))`;

/** Notes that a token of an outside issuer has shown a second factor of an account, where that is not known for the day. */
async function noteShownFactor(db: Db, { id, secondFactorShownAt }: typeof accounts.$inferSelect) {
  if (Date.now() - (secondFactorShownAt?.getTime() ?? 0) < DAY) return;
  await db.update(accounts).set({ secondFactorShownAt: new Date() }).where(eq(accounts.id, id));
}

const person = {
  account: accounts,
  membership: memberships,
  required: organizations.requireSecondFactor,
  ownFactor,
};

/** The account with the membership in force: that of the last organisation, or else the one joined first. */
async function currentOf(db: Db, accountId: string) {
  const [row] = await db
    .select(person)
    .from(accounts)
    .leftJoin(memberships, and(eq(memberships.accountId, accounts.id), inForce))
    .leftJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(eq(accounts.id, accountId))
    .orderBy(
      sql`${memberships.orgId} = ${accounts.lastOrgId} desc nulls last`,
      memberships.joinedAt,
      memberships.id,
    )
    .limit(1);
  return row;
}

/** The account with its membership of one organisation. */
async function membershipIn(db: Db, accountId: string, orgId: string) {
  const joined = and(eq(memberships.accountId, accounts.id), eq(memberships.orgId, orgId), inForce);
  const [row] = await db
    .select(person)
    .from(accounts)
    .leftJoin(memberships, joined)
    .leftJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(eq(accounts.id, accountId));
  return row;
}

/** The organisation that an account works in; null where it has joined none. */
export async function organisationOfAccount(db: Db, accountId: string): Promise<string | null> {
  return (await currentOf(db, accountId))?.membership?.orgId ?? null;
}

/**
 * The organisation that a token is made for.
 * @param wanted undefined: the one that the person works in
 * @throws Problem when the person does not belong to the wanted one
 */
export async function organisationForToken(
  db: Db,
  accountId: string,
  wanted: string | undefined,
): Promise<string | null> {
  if (wanted === undefined) return organisationOfAccount(db, accountId);
  const membership = (await membershipIn(db, accountId, wanted))?.membership;
  if (!membership) throw problem('notInOrganisation');
  return membership.orgId;
}

/** Makes an organisation the one that a person works in, from which a sign-in begins. @throws Problem when it is not theirs */
export async function workIn(db: Db, accountId: string, orgId: string): Promise<void> {
  await organisationForToken(db, accountId, orgId);
  await db.update(accounts).set({ lastOrgId: orgId }).where(eq(accounts.id, accountId));
}

/** Remembers the language of the person's browser, for mails. @param language undefined: it asks for none that there is */
export async function speakLanguage(
  db: Db,
  accountId: string,
  language: MailLanguage | undefined,
): Promise<void> {
  if (language === undefined) return;
  const changes = sql`${accounts.language} is distinct from ${language}`;
  await db
    .update(accounts)
    .set({ language })
    .where(and(eq(accounts.id, accountId), changes));
}

/** The roles of a membership at this moment. */
export async function grantsOf(db: Db, membershipId: string): Promise<RoleGrant[]> {
  const grants = await db.select().from(roleGrants).where(eq(roleGrants.membershipId, membershipId));
  return grants.map(({ name, workgroupId, workspaceId }) => ({
    name,
    workgroup_id: workgroupId,
    workspace_id: workspaceId,
  }));
}

/**
 * The same person with their roles at this moment, whose removal or change of roles waits until the transaction ends:
 * once it is answered, nothing of theirs that it forbids is stored any more.
 * @throws Problem when they have left the organisation meanwhile
 */
export async function holdPerson(tx: Db, person: Person): Promise<Person> {
  const { membershipId } = person;
  if (membershipId === null) return person;
  const [held] = await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.id, membershipId), inForce))
    // Waits for changes of roles, not for the time of the last visit.
    .for('key share');
  if (held === undefined) throw problem('notInOrganisation');
  return { ...person, grants: await grantsOf(tx, membershipId) };
}

/** The claims of a token about its bearer. */
interface Claims {
  readonly accountId: string;
  readonly sid: string;
  /** Null: the token names no organisation, and counts for the one that the person works in. */
  readonly orgId: string | null;
  /**
   * Whether the person used two factors, where an outside issuer signs people in and its token says so. 'own': the
   * factors count that are set up here. 'operator': the machine's operator acts for the person.
   */
  readonly twoFactors: boolean | 'own' | 'operator';
}

/** The person of a token, with their roles at this moment. @throws Problem when the account is gone */
export async function personOf(db: Db, { accountId, sid, orgId, twoFactors }: Claims): Promise<Person> {
  const found = orgId === null ? await currentOf(db, accountId) : await membershipIn(db, accountId, orgId);
  if (found === undefined) throw problem('accountGone');
  const { account, membership, required } = found;
  const hasSecondFactor = twoFactors === 'own' ? found.ownFactor : twoFactors !== false;
  if (twoFactors === true) await noteShownFactor(db, account);
  return {
    userId: account.id,
    kind: account.kind,
    email: account.email,
    name: account.name,
    orgId: membership?.orgId ?? null,
    membershipId: membership?.id ?? null,
    sid,
    isElsewhere: orgId !== null && membership === null,
    hasSecondFactor,
    // The service accounts of API keys sign in nowhere.
    lacksSecondFactor: required === true && account.kind === 'person' && !hasSecondFactor,
    hasProvenEmail: account.emailVerifiedAt !== null,
    operator: [],
    grants: membership === null ? [] : await grantsOf(db, membership.id),
  };
}
