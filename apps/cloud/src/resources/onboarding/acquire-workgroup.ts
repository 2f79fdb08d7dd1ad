/** The first workspace of an organisation, with all of the usual kind (specification part 1, sections 4.3 and 7). */
import { asc, eq } from 'drizzle-orm';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Db } from '../../database/database.ts';
import { organizations, workgroups, workspaces } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import type { Places } from '../workspaces/create.ts';
import { createUsual, usualAutoStop } from './create-usual.ts';
import { takeFromPool } from './pool.ts';

export interface Acquired {
  readonly workgroupId: string;
  /** Whether it became the organisation's by this call. */
  readonly made: boolean;
}

/**
 * The workgroup of the organisation's oldest workspace; where it has none, one of the pool becomes its own, and where
 * that is empty, both are made in the first region, with the newest version and the smallest size.
 * @param wish `sample`: with the sample for newcomers, where it is made by this call
 * @throws Problem when the catalogue has no place or size for it, or the quota no room
 */
export async function acquireWorkgroup(
  tx: Db,
  catalog: Catalog,
  actor: Actor,
  { sample, places }: { readonly sample: boolean; readonly places: Places },
): Promise<Acquired> {
  // Two tabs at once take turns here.
  const [organization] = await tx
    .select()
    .from(organizations)
    .where(eq(organizations.id, actor.orgId))
    .for('update');
  if (organization === undefined) throw notFound('organisation');
  const [oldest] = await tx
    .select({ workgroupId: workgroups.id })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(eq(workgroups.orgId, actor.orgId))
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id))
    .limit(1);
  if (oldest !== undefined) return { ...oldest, made: false };
  const workgroupId =
    (await takeFromPool(tx, catalog, actor, organization)) ??
    (await createUsual(tx, catalog, actor, {
      autoStopMinutes: usualAutoStop(organization),
      maxMemoryGiB: organization.maxWorkspaceMemory,
      sample,
      places,
    }));
  return { workgroupId, made: true };
}
