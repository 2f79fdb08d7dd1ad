/** Has the ready-made sample made, for organisations whose first workspace is still to come. */
import { and, eq, ne, notExists } from 'drizzle-orm';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Database } from '../../database/database.ts';
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

/**
 * Enqueues the making of the sample, once for each version of it, as soon as there is an organisation without a
 * workspace. One that failed is not tried again before its operation is forgotten: the sample is then loaded by steps.
 */
export async function keepSample({ db, catalog, begun }: SampleKeeping): Promise<void> {
  const sampleId = await sampleDatabase();
  if (await isMade(db, sampleId)) return;
  const enqueued = await db.transaction(async (tx) => {
    // One control plane at a time.
    await tx.select().from(installationMarks).where(eq(installationMarks.name, 'seeded')).for('update');
    const asked = and(eq(operations.kind, 'make-sample'), eq(operations.databaseId, sampleId));
    if ((await tx.$count(operations, asked)) > 0) return false;
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
