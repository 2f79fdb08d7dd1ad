/** Verifies the audit log by its seals: which rows are whole, and which were changed, removed or put in. */
import { and, asc, gt, lte } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Db } from '../database/database.ts';
import { auditEntries, auditSeals } from '../database/schema.ts';
import { rowDigest } from './row-digest.ts';
import { digestOfList, FIRST_HASH, hashOf } from './seal.ts';

/** A seal that somebody has noted elsewhere: a chain that was made anew does not have it. */
export const NotedSeal = z.object({
  number: z.number().int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type NotedSeal = z.infer<typeof NotedSeal>;

export const AuditReport = z.object({
  /** Rows that are as they were sealed. */
  whole: z.number(),
  /** The seal that is the newest one, and the time of the first: earlier changes of older rows cannot be seen. */
  newest: NotedSeal.nullable(),
  sealedSince: z.string().nullable(),
  /** Time of the oldest row. */
  oldestRow: z.string().nullable(),
  /** Newer rows that no seal covers yet. */
  unsealed: z.number(),
  /** The damage found, in sentences; the first `MOST_FINDINGS` of them. */
  findings: z.array(z.string()),
  /** Further findings. */
  more: z.number(),
});
export type AuditReport = z.infer<typeof AuditReport>;

const MOST_FINDINGS = 1000;
/** Seals that are read at once. */
const PAGE = 20;
/** Milliseconds after which a log without any seal is a finding: a new one is sealed within a minute. */
const SEALED_BY = 600_000;

type Seal = typeof auditSeals.$inferSelect;

/** The lists of a seal; an altered one may hold anything. */
const List = z.array(z.tuple([z.string().regex(/^\d{1,19}$/), z.string()]));

class Findings {
  readonly told: string[] = [];
  count = 0;
  add(text: string): void {
    this.count += 1;
    if (this.told.length < MOST_FINDINGS) this.told.push(text);
  }
}

/** The digests of the rows that are there, by id. */
async function digestsOf(db: Db, after: bigint | null, upTo: bigint): Promise<Map<string, string>> {
  const found = await db
    .select({ id: auditEntries.id, digest: rowDigest })
    .from(auditEntries)
    .where(and(after === null ? undefined : gt(auditEntries.id, after), lte(auditEntries.id, upTo)))
    .orderBy(asc(auditEntries.id));
  return new Map(found.map(({ id, digest }) => [String(id), digest]));
}

const dayAndTime = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Compares the rows of a seal with those that are there. @returns the number of whole ones */
function compareRows(seal: Seal, there: ReadonlyMap<string, string>, now: Date, findings: Findings): number {
  const { number, passingUntil, sealedAt } = seal;
  const rows = List.safeParse(seal.rows);
  const passing = List.safeParse(seal.passing ?? []);
  if (!rows.success || !passing.success) {
    findings.add(`Seal ${number} was changed: it does not list rows any more.`);
    return 0;
  }
  const mayBeGone = passingUntil !== null && passingUntil <= now;
  const listed = new Map([...rows.data, ...passing.data]);
  const canGo = new Set(mayBeGone ? passing.data.map(([id]) => id) : []);
  let whole = 0;
  for (const [id, digest] of listed) {
    const present = there.get(id);
    if (present === digest) whole += 1;
    else if (present !== undefined)
      findings.add(`Row ${id} was changed after it was sealed (${dayAndTime(sealedAt)}, seal ${number}).`);
    else if (!canGo.has(id))
      findings.add(`Row ${id} was removed after it was sealed (${dayAndTime(sealedAt)}, seal ${number}).`);
  }
  for (const id of there.keys()) {
    if (!listed.has(id))
      findings.add(
        `Row ${id} was put in after its place was sealed (${dayAndTime(sealedAt)}, seal ${number}).`,
      );
  }
  return whole;
}

/** Verifies a seal by itself and by the one before it. */
function checkSeal(seal: Seal, previous: string, now: Date, findings: Findings): void {
  const { number, passing, passingDigest, passingUntil } = seal;
  if (hashOf(previous, seal) !== seal.hash) {
    findings.add(
      `Seal ${number} was changed, or the one before it was: what it says of its rows proves nothing.`,
    );
  }
  if (passing !== null && digestOfList(passing) !== passingDigest) {
    findings.add(`Seal ${number} was changed: its list of failed sign-ins is another one.`);
  }
  const early = passing === null && passingUntil !== null && passingUntil > now;
  if (early) {
    findings.add(
      `Seal ${number} has lost its list of failed sign-ins, which are kept until ${dayAndTime(passingUntil)}.`,
    );
  }
}

/** The smallest id that a seal lists, less one; null where it lists none. */
function startOf(seal: Seal): bigint | null {
  const ids = [seal.rows, seal.passing]
    .flatMap((list) => List.safeParse(list).data ?? [])
    .map(([id]) => BigInt(id));
  return ids.length === 0 ? null : ids.reduce((least, id) => (id < least ? id : least)) - 1n;
}

async function verify(db: Db, noted: NotedSeal | null, now: Date): Promise<AuditReport> {
  const findings = new Findings();
  let before: Seal | undefined;
  let first: Seal | undefined;
  let whole = 0;
  let known = noted === null;
  for (;;) {
    const seals: Seal[] = await db
      .select()
      .from(auditSeals)
      .where(before === undefined ? undefined : gt(auditSeals.number, before.number))
      .orderBy(asc(auditSeals.number))
      .limit(PAGE);
    for (const seal of seals) {
      first ??= seal;
      const expected: number = (before?.number ?? 0) + 1;
      let after: bigint | null = before?.lastId ?? null;
      if (seal.number === expected) {
        checkSeal(seal, before?.hash ?? FIRST_HASH, now, findings);
      } else {
        const last = seal.number - 1;
        const which = expected === last ? `Seal ${expected} is` : `Seals ${expected} to ${last} are`;
        findings.add(
          `${which} missing: nothing is known of the rows from ${(after ?? 0n) + 1n} on that they held.`,
        );
        after = startOf(seal) ?? seal.lastId;
      }
      whole += compareRows(seal, await digestsOf(db, after, seal.lastId), now, findings);
      if (noted !== null && seal.number === noted.number) {
        known = true;
        if (seal.hash !== noted.hash)
          findings.add(`Seal ${noted.number} is not the one that was noted: the chain was made anew.`);
      }
      before = seal;
    }
    if (seals.length < PAGE) break;
  }
  if (noted !== null && !known) {
    findings.add(`Seal ${noted.number}, which was noted, is missing: the chain was cut off, or made anew.`);
  }
  const newer = before === undefined ? undefined : gt(auditEntries.id, before.lastId);
  const unsealed = await db.$count(auditEntries, newer);
  const [oldest] = await db
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .orderBy(asc(auditEntries.id))
    .limit(1);
  if (before === undefined && oldest !== undefined && now.getTime() - oldest.at.getTime() > SEALED_BY) {
    findings.add('No row is sealed. Acacia seals them within a minute after its start.');
  }
  return {
    whole,
    newest: before === undefined ? null : { number: before.number, hash: before.hash },
    sealedSince: first?.sealedAt.toISOString() ?? null,
    oldestRow: oldest?.at.toISOString() ?? null,
    unsealed,
    findings: findings.told,
    more: findings.count - findings.told.length,
  };
}

/**
 * Verifies the whole audit log, at one moment of it.
 * @param noted a seal that the chain must have; null: none is known
 */
export const verifyAudit = (db: Database['db'], noted: NotedSeal | null, now: Date): Promise<AuditReport> =>
  db.transaction((tx) => verify(tx, noted, now), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
