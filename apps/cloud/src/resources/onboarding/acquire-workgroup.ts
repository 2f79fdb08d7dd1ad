/** The first workspace of an organisation, with all of the usual kind (specification part 1, sections 4.3 and 7). */
import { AUTO_STOP, CreateWorkspace, nextName } from '@acacia/contract';
import { asc, eq } from 'drizzle-orm';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Db } from '../../database/database.ts';
import { organizations, workgroups, workspaces } from '../../database/schema.ts';
import { notFound, problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { createDatabase } from '../databases/service.ts';
import { createWorkgroup } from '../workgroups/service.ts';
import { createWorkspace, type Places } from '../workspaces/create.ts';

export interface Acquired {
  readonly workgroupId: string;
  /** Whether it was made by this call. */
  readonly made: boolean;
}

/**
 * The workgroup of the organisation's oldest workspace; where it has none, both are made in the first region, with the
 * newest version and the smallest size.
 * @throws Problem when the catalogue has no place or size for it, or the quota no room
 */
export async function acquireWorkgroup(
  tx: Db,
  catalog: Catalog,
  actor: Actor,
  places: Places,
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

  const provider = catalog.providers.find(({ status }) => status === 'Active');
  const region = catalog.regions.find(
    ({ name, platform }) =>
      platform === provider?.platform && (provider.region === '' || provider.region === name),
  );
  if (provider === undefined || region === undefined) throw problem('nothingToAcquire');
  const size = catalog
    .types(provider.platform, region.name, organization.maxWorkspaceMemory)
    ?.find(({ disabled }) => !disabled);
  if (size === undefined) throw problem('nothingToAcquire');
  const taken = await tx
    .select({ name: workgroups.name })
    .from(workgroups)
    .where(eq(workgroups.orgId, actor.orgId));
  const workgroupId = await createWorkgroup(tx, catalog, actor, {
    name: nextName(
      'Workgroup',
      taken.map(({ name }) => name),
    ),
    cloud_provider_id: provider.id,
    platform: provider.platform,
    region: region.name,
    enable_application_log: false,
  });
  const wish = CreateWorkspace.parse({
    name: nextName('Workspace', []),
    tg_database_id: await createDatabase(tx, workgroupId, nextName('Database', [])),
    tg_version: catalog.newestVersion,
    workspace_type_name: size.typeName,
    auto_stop_minutes: organization.tier === 'free' ? AUTO_STOP.default : 0,
  });
  await createWorkspace(tx, catalog, actor, workgroupId, wish, places);
  return { workgroupId, made: true };
}
