/**
 * Sends each running workspace the list of people who have access to it: when it has come up, when a person's roles may
 * have changed, and every few seconds if it changed in another way. A workspace accepts credentials of no one else.
 */
import type { InternalPeople } from '@acacia/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Db } from '../../database/database.ts';
import {
  accounts,
  memberships,
  organizations,
  roleGrants,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import { lacksFactor } from '../../identity/person.ts';
import { callWorkspace } from '../../drivers/workspace-call.ts';
import { keyHasExpired, membersOf } from './store.ts';

export interface PeopleTeller {
  /** Resolves when every running workspace has the changes that were committed before, or could not be reached. */
  look(): Promise<void>;
  /** Sends no more lists; resolves when those under way have ended. */
  stop(): Promise<void>;
}

interface TellerOptions {
  readonly db: Db;
  readonly driver: Driver;
  /** Whether an outside issuer signs people in. */
  readonly isOutside: boolean;
  readonly log: BaseLogger;
}

/** Milliseconds within which a workspace must accept the list; it is sent again later. */
const DEADLINE = 2_000;

/** The place of a workspace, from which people's roles reach it; a workspace of the pool gets another one. */
interface Place {
  readonly workspaceId: string;
  readonly workgroupId: string;
  readonly orgId: string;
}

async function placesOf(db: Db, workspaceIds: readonly string[]): Promise<Map<string, Place>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await db
    .select({ workspaceId: workspaces.id, workgroupId: workgroups.id, orgId: workgroups.orgId })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(inArray(workspaces.id, [...workspaceIds]));
  return new Map(rows.map((row) => [row.workspaceId, row]));
}

async function peopleOf(
  db: Db,
  { workspaceId, workgroupId, orgId }: Place,
  isOutside: boolean,
): Promise<InternalPeople> {
  const scope = { workgroup_id: workgroupId, workspace_id: workspaceId };
  const members = await membersOf(db, orgId, scope, 'in force');
  const lacking = await db
    .select({ id: accounts.id })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(and(eq(memberships.orgId, orgId), lacksFactor(isOutside)));
  const lack = new Set(lacking.map(({ id }) => id));
  return {
    people: members.map(({ user_id, email, database_role: role }) => ({
      email,
      role,
      lacks_second_factor: lack.has(user_id),
    })),
  };
}

/** A hash of all roles of all people, and of who lacks a second factor. */
async function allRoles(db: Db, isOutside: boolean): Promise<string> {
  const held = sql<string>`concat_ws(' ', ${accounts.email}, ${memberships.orgId}, ${memberships.joinedAt}, ${memberships.deactivatedAt} is null, ${keyHasExpired}, ${lacksFactor(isOutside)}, ${roleGrants.name}, ${roleGrants.workgroupId}, ${roleGrants.workspaceId})`;
  const [row] = await db
    .select({ digest: sql<string | null>`md5(string_agg(${held}, ',' order by ${held}))` })
    .from(roleGrants)
    .innerJoin(memberships, eq(memberships.id, roleGrants.membershipId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .innerJoin(organizations, eq(organizations.id, memberships.orgId));
  return row?.digest ?? '';
}

/** The basis of a workspace's list: as long as it is the same, the list is. */
const basisOf = (roles: string, place: Place | undefined): string =>
  place === undefined ? 'none' : `${roles} ${place.workgroupId} ${place.orgId}`;

export function createPeopleTeller({ db, driver, isOutside, log }: TellerOptions): PeopleTeller {
  /** The list that each running workspace accepted last, and its basis from just before it was read. */
  const told = new Map<string, { readonly text: string; readonly basis: string }>();
  /** A new value for each start of a workspace. */
  const running = new Map<string, symbol>();
  /** The sending under way for each workspace, and the next one, which waits for it and then reads the list again. */
  const turns = new Map<string, { readonly now: Promise<void>; next?: Promise<void> }>();
  let ended = false;

  async function tell(workspaceId: string): Promise<void> {
    const life = running.get(workspaceId);
    if (life === undefined) return;
    try {
      const roles = await allRoles(db, isOutside);
      const place = (await placesOf(db, [workspaceId])).get(workspaceId);
      // One that is being deleted has no people any more, and is told nothing.
      const body = place && (await peopleOf(db, place, isOutside));
      const text = JSON.stringify(body ?? null);
      if (body !== undefined && told.get(workspaceId)?.text !== text) {
        // Until the workspace has accepted the list, it is unknown which one it has.
        told.delete(workspaceId);
        await callWorkspace(driver, workspaceId, {
          method: 'PUT',
          path: '/internal/people',
          body,
          signal: AbortSignal.timeout(DEADLINE),
        });
      }
      if (running.get(workspaceId) === life) told.set(workspaceId, { text, basis: basisOf(roles, place) });
    } catch (error) {
      if (running.get(workspaceId) === life && !ended)
        log.warn(
          { workspaceId, err: error },
          'A workspace could not be told who has access; it is told again',
        );
    }
  }

  function inTurn(workspaceId: string): Promise<void> {
    const turn = turns.get(workspaceId);
    if (turn !== undefined) return (turn.next ??= turn.now.then(() => inTurn(workspaceId)));
    const now = tell(workspaceId).finally(() => turns.delete(workspaceId));
    turns.set(workspaceId, { now });
    return now;
  }

  async function look(): Promise<void> {
    const ids = [...running.keys()];
    if (ids.length === 0) return;
    const roles = await allRoles(db, isOutside);
    const places = await placesOf(db, ids);
    const outdated = ids.filter(
      // A list under way may have been read before the change.
      (id) => turns.has(id) || told.get(id)?.basis !== basisOf(roles, places.get(id)),
    );
    await Promise.all(outdated.map(inTurn));
  }

  const endWatch = driver.watch((workspaceId, { state }) => {
    if (state !== 'running') {
      running.delete(workspaceId);
      told.delete(workspaceId);
    } else if (!running.has(workspaceId)) {
      running.set(workspaceId, Symbol(workspaceId));
      void inTurn(workspaceId);
    }
  });

  return {
    look,
    async stop() {
      ended = true;
      endWatch();
      running.clear();
      await Promise.all([...turns.values()].map(({ now, next }) => next ?? now));
    },
  };
}
