/**
 * Tells each running workspace who has access to it: when it has come up, when somebody's roles may have changed, and
 * every few seconds what has changed by whatever way. A workspace takes the credentials of no one else.
 */
import type { InternalPeople } from '@acacia/contract';
import { eq, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Db } from '../database/database.ts';
import { roleGrants, users } from '../database/schema.ts';
import type { Driver } from '../drivers/driver.ts';
import { callWorkspace } from '../drivers/workspace-call.ts';
import { membersOf } from '../resources/members/store.ts';
import { groupOf } from './workspace-state.ts';

export interface PeopleTeller {
  /** Resolves when every running workspace knows of the changes that were committed before, or could not be reached. */
  look(): Promise<void>;
  start(): void;
  /** Resolves when nothing is being told any more. */
  stop(): Promise<void>;
}

interface TellerOptions {
  readonly db: Db;
  readonly driver: Driver;
  readonly log: BaseLogger;
}

/** Milliseconds between looks for changes that were not announced. */
const ROUND = 5_000;
/** Milliseconds in which a workspace must have taken it; it is told again later. */
const DEADLINE = 2_000;

async function peopleOf(db: Db, workspaceId: string): Promise<InternalPeople | undefined> {
  const group = await groupOf(db, workspaceId);
  if (group === undefined) return undefined;
  const members = await membersOf(db, group.orgId, { workgroup_id: group.id, workspace_id: workspaceId });
  return { people: members.map(({ email, database_role }) => ({ email, role: database_role })) };
}

/** A text that changes with any role of anybody. */
async function allRoles(db: Db): Promise<string> {
  const held = sql<string>`concat_ws(' ', ${users.email}, ${roleGrants.name}, ${roleGrants.workgroupId}, ${roleGrants.workspaceId})`;
  const [row] = await db
    .select({ digest: sql<string | null>`md5(string_agg(${held}, ',' order by ${held}))` })
    .from(roleGrants)
    .innerJoin(users, eq(users.id, roleGrants.userId));
  return row?.digest ?? '';
}

export function createPeopleTeller({ db, driver, log }: TellerOptions): PeopleTeller {
  /** What each workspace that runs was told last, and all roles of all people just before that was read. */
  const told = new Map<string, { readonly text: string; readonly roles: string }>();
  /** One value for each time that one came up. */
  const running = new Map<string, symbol>();
  /** For each workspace what is being told, and the one that waits for it to end, which will read anew. */
  const turns = new Map<string, { readonly now: Promise<void>; next?: Promise<void> }>();
  let round: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  async function tell(workspaceId: string): Promise<void> {
    const life = running.get(workspaceId);
    if (life === undefined) return;
    try {
      const roles = await allRoles(db);
      const body = await peopleOf(db, workspaceId);
      if (body === undefined) return;
      const text = JSON.stringify(body);
      if (told.get(workspaceId)?.text !== text) {
        // Until it has taken it, what it knows is not known here.
        told.delete(workspaceId);
        await callWorkspace(driver, workspaceId, {
          method: 'PUT',
          path: '/internal/people',
          body,
          signal: AbortSignal.timeout(DEADLINE),
        });
      }
      if (running.get(workspaceId) === life) told.set(workspaceId, { text, roles });
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

  const look = async (): Promise<void> => {
    await Promise.all([...running.keys()].map(inTurn));
  };

  async function nextRound(): Promise<void> {
    const roles = await allRoles(db);
    const outdated = [...running.keys()].filter((workspaceId) => told.get(workspaceId)?.roles !== roles);
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
    start() {
      timer = setInterval(() => {
        round = round
          .then(nextRound)
          .catch((error: unknown) => log.warn({ err: error }, 'It could not be seen who has access'));
      }, ROUND);
    },
    async stop() {
      ended = true;
      clearInterval(timer);
      endWatch();
      running.clear();
      await round;
      await Promise.all([...turns.values()].map(({ now, next }) => next ?? now));
    },
  };
}
