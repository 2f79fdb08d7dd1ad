/**
 * Seals the audit log: each seal is over up to `BATCH` rows in the order of their ids, and over the seal before
 * (docs/adr/0048-a-sealed-audit-log.md).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, desc, gt, inArray, lt, lte, max, sql } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { auditEntries, auditSeals } from '../database/schema.ts';
import { isPassing, PASSING_DAYS, rowDigest, sha256 } from './row-digest.ts';

type SealRow = typeof auditSeals.$inferSelect;

/** Hash before the first seal. */
export const FIRST_HASH = '';

/** The hash of a seal. @param previous hash of the seal before */
export const hashOf = (previous: string, seal: Omit<SealRow, 'hash' | 'passing'>): string =>
  sha256(
    JSON.stringify([
      previous,
      seal.number,
      String(seal.lastId),
      seal.sealedAt.toISOString(),
      seal.rows,
      seal.passingDigest,
      seal.passingUntil?.toISOString() ?? null,
    ]),
  );

export const digestOfList = (list: SealRow['rows']): string => sha256(JSON.stringify(list));

/** Key of the advisory lock: one control plane at a time seals. */
const LOCK = 4_104_801;
const BATCH = 500;
const DAY = 86_400_000;

/** Milliseconds between two looks at the transactions that write, and the number of looks. */
const LOOK = 25;
const LOOKS = 40;

/** Transactions that have written to the audit log, or are about to, and have not ended. */
async function writers(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select virtualtransaction as name from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and relation = 'audit_entries'::regclass`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * The largest id up to which no more rows can appear; null when there are no rows, or a transaction takes too long. Ids
 * are given before commit, so a row may become visible after one with a larger id. Whoever has been given an id holds a
 * lock on the table from before until its end.
 */
async function settledId(db: Db): Promise<bigint | null> {
  const [newest] = await db.select({ id: max(auditEntries.id) }).from(auditEntries);
  let open = await writers(db);
  for (let looks = 0; open.size > 0; looks++) {
    if (looks === LOOKS) return null;
    await pause(LOOK);
    const now = await writers(db);
    open = new Set([...open].filter((name) => now.has(name)));
  }
  return newest?.id ?? null;
}

/** Seals the next rows up to an id. @returns whether there may be more of them */
async function sealNext(tx: Db, upTo: bigint): Promise<boolean> {
  const { rows: locks } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCK}) as locked`,
  );
  if (locks[0]?.locked !== true) return false;
  const [before] = await tx.select().from(auditSeals).orderBy(desc(auditSeals.number)).limit(1);
  const found = await tx
    .select({ id: auditEntries.id, at: auditEntries.at, digest: rowDigest, isPassing })
    .from(auditEntries)
    .where(
      and(before === undefined ? undefined : gt(auditEntries.id, before.lastId), lte(auditEntries.id, upTo)),
    )
    .orderBy(asc(auditEntries.id))
    .limit(BATCH);
  const last = found.at(-1);
  if (last === undefined) return false;
  const listOf = (passing: boolean) =>
    found
      .filter((row) => row.isPassing === passing)
      .map(({ id, digest }): [string, string] => [String(id), digest]);
  const passing = listOf(true);
  const newestPassing = Math.max(...found.filter((row) => row.isPassing).map(({ at }) => at.getTime()));
  const seal = {
    number: (before?.number ?? 0) + 1,
    lastId: last.id,
    sealedAt: new Date(),
    rows: listOf(false),
    passingDigest: digestOfList(passing),
    passingUntil: passing.length === 0 ? null : new Date(newestPassing + PASSING_DAYS * DAY),
  };
  const hash = hashOf(before?.hash ?? FIRST_HASH, seal);
  await tx.insert(auditSeals).values({ ...seal, passing: passing.length === 0 ? null : passing, hash });
  return found.length === BATCH;
}

/** Seals all rows that are not sealed yet, and ends early when `stopping` aborts. */
export async function sealAudit(db: Database['db'], stopping?: AbortSignal): Promise<void> {
  const upTo = await settledId(db);
  if (upTo === null) return;
  let more = true;
  while (more && stopping?.aborted !== true) more = await db.transaction((tx) => sealNext(tx, upTo));
}

/**
 * Deletes the failed sign-ins of seals whose time for them is over; all other rows stay. The seal keeps the digest of
 * their list, so that the chain stays whole.
 */
export async function forgetPassing(db: Database['db'], now: Date): Promise<void> {
  let more = true;
  while (more) {
    more = await db.transaction(async (tx) => {
      const [seal] = await tx
        .select()
        .from(auditSeals)
        .where(and(sql`${auditSeals.passing} is not null`, lt(auditSeals.passingUntil, now)))
        .orderBy(asc(auditSeals.number))
        .limit(1)
        .for('update', { skipLocked: true });
      if (seal === undefined) return false;
      const ids = (seal.passing ?? []).map(([id]) => BigInt(id));
      await tx.delete(auditEntries).where(and(inArray(auditEntries.id, ids), isPassing));
      await tx
        .update(auditSeals)
        .set({ passing: null })
        .where(sql`${auditSeals.number} = ${seal.number}`);
      return true;
    });
  }
}
