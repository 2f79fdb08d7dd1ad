/**
 * The ready-made sample: a database in which the steps of the fraud solution were run ahead of time, and which nobody
 * writes to. New databases that are to get the same sample are copied from it
 * (docs/adr/0108-a-ready-made-sample.md).
 */
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { generateData, graphSchema, solutionKit, type SolutionKit } from '@acacia/solutions';
import { and, eq, inArray, like, ne, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { installationMarks, operations, solutionInstances } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import { NotYet } from '../../operations/performer.ts';
import { OPEN, type OperationRow } from '../../operations/queue.ts';

/** The solution by whose guide newcomers are welcomed. */
export const WELCOME = 'transaction-fraud';
const PREFIX = 'sample-';

/** Milliseconds for which a new workspace waits for a sample that is being made: its own steps would take longer. */
const WAIT_MS = 120_000;

let known: Promise<string> | undefined;

/** Id of the database with the sample of this version: other texts or another generator of data make another one. */
export const sampleDatabase = (): Promise<string> => (known ??= fingerprint(welcomeKit()));

export function welcomeKit(): SolutionKit {
  const kit = solutionKit(WELCOME);
  if (kit === undefined) throw new Error(`There is no solution '${WELCOME}'.`);
  return kit;
}

async function fingerprint(kit: SolutionKit): Promise<string> {
  const { meta, style, loadingJobs, queries } = kit;
  const hash = createHash('sha256').update(
    JSON.stringify([meta, style, graphSchema(kit), [...loadingJobs], [...queries]]),
  );
  // A hundredth of the data stands for all of them.
  for (const file of await generateData(meta.id, { scale: 0.01 })) hash.update(await text(file.open()));
  return `${PREFIX}${hash.digest('hex').slice(0, 32)}`;
}

/** Whether the sample of this version is there whole. */
export const isMade = async (db: Db, sampleId: string): Promise<boolean> =>
  (await db.$count(installationMarks, eq(installationMarks.name, sampleId))) > 0;

export async function markMade(tx: Db, sampleId: string): Promise<void> {
  await tx.insert(installationMarks).values({ name: sampleId }).onConflictDoNothing();
}

/** Samples of other versions; forgotten before their databases are removed. */
export async function forgetOthers(db: Db, sampleId: string): Promise<string[]> {
  const others = and(like(installationMarks.name, `${PREFIX}%`), ne(installationMarks.name, sampleId));
  const rows = await db.delete(installationMarks).where(others).returning();
  return rows.map(({ name }) => name);
}

const isRunning = async (db: Db, sampleId: string): Promise<boolean> =>
  (await db.$count(
    operations,
    and(
      eq(operations.kind, 'make-sample'),
      eq(operations.databaseId, sampleId),
      eq(operations.state, 'running'),
    ),
  )) > 0;

/**
 * The database to copy a new workspace's database from: the ready-made sample, where the workspace is to be given just
 * that. Null: the database begins empty.
 * @param operation makes the database; its age says how long it has waited
 * @throws NotYet while the sample is being made, for two minutes
 */
export async function sampleFor(
  db: Db,
  driver: Driver,
  workspaceId: string,
  { createdAt }: Pick<OperationRow, 'createdAt'>,
): Promise<string | null> {
  const wanted = await db.$count(
    solutionInstances,
    and(
      eq(solutionInstances.workspaceId, workspaceId),
      eq(solutionInstances.solutionCatalogId, WELCOME),
      eq(solutionInstances.dataSourceOrigin, 'sample'),
      eq(solutionInstances.status, 'install_pending'),
    ),
  );
  if (wanted === 0) return null;
  const sampleId = await sampleDatabase();
  if (!(await isMade(db, sampleId))) {
    if (Date.now() - createdAt.getTime() > WAIT_MS || !(await isRunning(db, sampleId))) return null;
    throw new NotYet();
  }
  return (await driver.databaseSize(sampleId)) > 0 ? sampleId : null;
}

/** Tells the installation that waits for the workspace that its database is a copy of the sample. */
export async function tellCopied(tx: Db, workspaceId: string): Promise<void> {
  const waiting = and(
    eq(operations.kind, 'install-solution'),
    eq(operations.workspaceId, workspaceId),
    inArray(operations.state, [...OPEN]),
  );
  await tx
    .update(operations)
    .set({ payload: sql`${operations.payload} || '{"copied": true, "owned": true}'::jsonb` })
    .where(waiting);
}
