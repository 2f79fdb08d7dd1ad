/** Has the ready-made sample made, for organisations whose first workspace is still to come. */
import { and, eq, gt, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Database, Db } from '../../database/database.ts';
import { POOL_ORG } from '../../database/seed.ts';
import {
  installationMarks,
  operations,
  organizations,
  workgroups,
  workspaces,
} from '../../database/schema.ts';
import { enqueue } from '../../operations/queue.ts';
import { isMade, sampleDatabase } from '../solutions/ready-sample.ts';
import type { SamplePayload } from '../solutions/sample-performer.ts';
import { usualSize } from './create-usual.ts';

export interface SampleKeeping {
  readonly db: Database['db'];
  readonly catalog: Catalog;
  /** Called when an operation was enqueued. */
  readonly begun: () => void;
}

/** Attempts at one version, and the hours between two. Meanwhile the sample is loaded by steps. */
const MOST_ATTEMPTS = 3;
const PAUSE = sql`interval '1 hour'`;

/** Whether the sample may be made: nothing makes it, it did not just fail, and it did not fail too often. */
async function mayBegin(tx: Db, sampleId: string): Promise<boolean> {
  const asked = and(eq(operations.kind, 'make-sample'), eq(operations.databaseId, sampleId));
  const recent = or(isNull(operations.finishedAt), gt(operations.finishedAt, sql`now() - ${PAUSE}`));
  const attempts = await tx.$count(operations, asked);
  return attempts < MOST_ATTEMPTS && (await tx.$count(operations, and(asked, recent))) === 0;
}

/**
 * Enqueues the making of the sample, once for each version of it, as soon as there is an organisation without a
 * workspace. One that failed is tried again after an hour, and not after the third time.
 */
export async function keepSample({ db, catalog, begun }: SampleKeeping): Promise<void> {
  const sampleId = await sampleDatabase();
  if (await isMade(db, sampleId)) return;
  const enqueued = await db.transaction(async (tx) => {
    // One control plane at a time.
    await tx.select().from(installationMarks).where(eq(installationMarks.name, 'seeded')).for('update');
    if (!(await mayBegin(tx, sampleId))) return false;
    const theirs = tx
      .select({ id: workspaces.id })
      .from(workspaces)
      .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
      .where(eq(workgroups.orgId, organizations.id));
    const newcomers = and(ne(organizations.id, POOL_ORG), notExists(theirs));
    const [newcomer] = await tx.select().from(organizations).where(newcomers).limit(1);
    const usual = newcomer === undefined ? undefined : usualSize(catalog, newcomer.maxWorkspaceMemory);
    if (usual === undefined) return false;
    const payload: SamplePayload = { size: usual.size.typeName, version: catalog.newestVersion };
    await enqueue(tx, { kind: 'make-sample', databaseId: sampleId, actor: 'sample', payload });
    return true;
  });
  if (enqueued) begun();
}
