/** A workgroup with one workspace of the usual kind: in the first region, of the newest version and the smallest size. */
import { AUTO_STOP, CreateWorkspace, nextName } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Db } from '../../database/database.ts';
import { workgroups, type organizations } from '../../database/schema.ts';
import { problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { createDatabase } from '../databases/service.ts';
import { WELCOME } from '../solutions/ready-sample.ts';
import { createWorkgroup } from '../workgroups/service.ts';
import { createWorkspace, type Places } from '../workspaces/create.ts';

/** The solution by whose guide newcomers are welcomed. */
export const WELCOME_SOLUTION = { name: 'Transaction-Fraud', solution_catalog_id: WELCOME };

/** Whoever creates it, and the organisation that it is for. */
type Creator = Pick<Actor, 'orgId' | 'email'>;

/** Minutes without use until a usual workspace of the organisation is suspended; 0: never. */
export const usualAutoStop = ({ tier }: Pick<typeof organizations.$inferSelect, 'tier'>): number =>
  tier === 'free' ? AUTO_STOP.default : 0;

/** A name that no workgroup of the organisation has. */
export async function freeWorkgroupName(tx: Db, orgId: string): Promise<string> {
  const taken = await tx
    .select({ name: workgroups.name })
    .from(workgroups)
    .where(eq(workgroups.orgId, orgId));
  return nextName(
    'Workgroup',
    taken.map(({ name }) => name),
  );
}

/** The first size that an organisation with this limit may have; undefined: none. */
export function usualSize(catalog: Catalog, maxMemoryGiB: number) {
  const provider = catalog.providers.find(({ status }) => status === 'Active');
  const region = catalog.regions.find(
    ({ name, platform }) =>
      platform === provider?.platform && (provider.region === '' || provider.region === name),
  );
  if (provider === undefined || region === undefined) return undefined;
  const size = catalog.types(provider.platform, region.name, maxMemoryGiB)?.find(({ disabled }) => !disabled);
  return size === undefined ? undefined : { provider, region, size };
}

interface Usual {
  readonly autoStopMinutes: number;
  /** Of the largest workspace that the organisation may have. */
  readonly maxMemoryGiB: number;
  /** With the sample for newcomers. */
  readonly sample?: boolean;
  readonly places: Places;
}

/**
 * Stores the workgroup and its workspace, and enqueues the creation. Returns the workgroup's id.
 * @throws Problem when the catalogue has no place or size for it, or the quota no room
 */
export async function createUsual(
  tx: Db,
  catalog: Catalog,
  creator: Creator,
  { autoStopMinutes, maxMemoryGiB, sample = false, places }: Usual,
): Promise<string> {
  const usual = usualSize(catalog, maxMemoryGiB);
  if (usual === undefined) throw problem('nothingToAcquire');
  const { provider, region, size } = usual;
  const workgroupId = await createWorkgroup(tx, catalog, creator, {
    name: await freeWorkgroupName(tx, creator.orgId),
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
    auto_stop_minutes: autoStopMinutes,
    ...(sample ? { solution_install_request: { ...WELCOME_SOLUTION, data_source_origin: 'sample' } } : {}),
  });
  await createWorkspace(tx, catalog, creator, workgroupId, wish, places);
  return workgroupId;
}
