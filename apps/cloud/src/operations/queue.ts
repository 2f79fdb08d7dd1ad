/** The durable queue of operations: rows, each leased to one runner at a time. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { operations, type OperationKind } from '../database/schema.ts';

export type OperationRow = typeof operations.$inferSelect;

/** Seconds without a renewal after which other runners take an operation over. */
export const LEASE_SECONDS = 30;

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

interface NewOperation {
  readonly kind: OperationKind;
  readonly workspaceId?: string | null;
  readonly databaseId?: string;
  /** The organisation that is made, and the person for whom. */
  readonly orgId?: string;
  readonly accountId?: string;
  readonly actor: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Puts an operation in the queue, in the caller's transaction. Returns its id. */
export async function enqueue(db: Db, operation: NewOperation): Promise<string> {
  const id = randomUUID();
  await db.insert(operations).values({
    id,
    ...operation,
    state: 'queued',
    step: 'Waiting',
    // Not the transaction's time: operations that one transaction adds run in their order.
    createdAt: sql`clock_timestamp()`,
  });
  return id;
}

/** The database that an operation is about. @throws Error for a kind that is about an organisation */
export function databaseOf({ kind, databaseId }: OperationRow): string {
  if (databaseId === null) throw new Error(`The operation ${kind} has no database.`);
  return databaseId;
}

/**
 * Leases the oldest operation that may run and that no other runner has a valid lease of; undefined: none.
 * @param busyWith operations that this runner is still doing, although their leases may have run out
 */
export async function take(
  db: Db,
  owner: string,
  busyWith: readonly string[] = [],
): Promise<OperationRow | undefined> {
  const next = sql`(
    select id from ${operations} as o
    where (o.state = 'queued' or (o.state = 'running' and o.lease_until < now()))
      and o.run_after <= now()
      and not (o.id = any(${sql.param([...busyWith])}::text[]))
      and not exists (
        select 1 from ${operations} as other
        where other.workspace_id = o.workspace_id and other.id <> o.id
          and (other.state = 'running' or (other.state = 'queued' and other.created_at < o.created_at))
      )
    order by o.created_at
    for update skip locked
    limit 1
  )`;
  const [row] = await db
    .update(operations)
    .set({
      state: 'running',
      attempts: sql`${operations.attempts} + 1`,
      leaseOwner: owner,
      leaseUntil: leaseEnd,
    })
    .where(eq(operations.id, next))
    .returning();
  return row;
}

const heldBy = (owner: string, id: string) =>
  and(eq(operations.id, id), eq(operations.state, 'running'), eq(operations.leaseOwner, owner));

export async function renewLeases(db: Db, owner: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(operations)
    .set({ leaseUntil: leaseEnd })
    .where(and(inArray(operations.id, [...ids]), eq(operations.leaseOwner, owner)));
}

/**
 * Ends leases that this runner held before a crash, so that the operations can be taken at once.
 * @param ids all of them without it
 */
export async function releaseLeases(db: Db, owner: string, ids?: readonly string[]): Promise<void> {
  const chosen = ids === undefined ? undefined : inArray(operations.id, [...ids]);
  await db
    .update(operations)
    .set({ leaseUntil: new Date(0) })
    .where(and(eq(operations.state, 'running'), eq(operations.leaseOwner, owner), chosen));
}

export async function setStep(db: Db, owner: string, id: string, step: string): Promise<void> {
  await db.update(operations).set({ step }).where(heldBy(owner, id));
}

/**
 * Ends an operation.
 * @returns false when another runner has taken it over meanwhile
 */
export async function finish(
  db: Db,
  owner: string,
  id: string,
  outcome: { readonly state: 'succeeded' | 'failed'; readonly error: string },
): Promise<boolean> {
  const done = await db
    .update(operations)
    .set({ ...outcome, step: 'Done', finishedAt: new Date(), leaseOwner: null, leaseUntil: null })
    .where(heldBy(owner, id))
    .returning({ id: operations.id });
  return done.length > 0;
}

interface Pause {
  readonly seconds: number;
  /** Why the attempt failed; null: it only has to wait, and is not counted. */
  readonly error: string | null;
}

/** Puts an operation back into the queue, to be taken again in so many seconds. */
export async function postpone(db: Db, owner: string, id: string, { seconds, error }: Pause): Promise<void> {
  await db
    .update(operations)
    .set({
      state: 'queued',
      ...(error === null ? { attempts: sql`${operations.attempts} - 1` } : { error }),
      leaseOwner: null,
      leaseUntil: null,
      runAfter: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(heldBy(owner, id));
}

/** Fails the operations of a workspace that have not begun, because it is being terminated. */
export async function dropQueued(db: Db, workspaceId: string): Promise<void> {
  await db
    .update(operations)
    .set({ state: 'failed', error: 'The workspace was terminated.', finishedAt: new Date() })
    .where(and(eq(operations.workspaceId, workspaceId), eq(operations.state, 'queued')));
}

export const OPEN = ['queued', 'running'] as const;

/** The oldest operation of a workspace that has not ended; undefined: none. */
export async function openOperation(db: Db, workspaceId: string): Promise<OperationRow | undefined> {
  const rows = await db
    .select()
    .from(operations)
    .where(and(eq(operations.workspaceId, workspaceId), inArray(operations.state, [...OPEN])))
    .orderBy(operations.createdAt)
    .limit(1);
  return rows[0];
}

export async function operation(db: Db, id: string): Promise<OperationRow | undefined> {
  const [row] = await db.select().from(operations).where(eq(operations.id, id));
  return row;
}

/** Days for which ended operations are kept, to look into failures. */
const KEPT_DAYS = 30;

export async function forgetEnded(db: Db): Promise<void> {
  await db
    .delete(operations)
    .where(lt(operations.finishedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
