/** Cloud providers of the size catalog, with how much runs on each over all organisations. */
import type { DashboardProvider, DashboardProviderDetail } from '@acacia/contract';
import { count, countDistinct, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Db } from '../../database/database.ts';
import { workgroups, workspaces } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';

const running = sql<number>`count(*) filter (where ${workspaces.status} = 'Active')::int`;

export async function listProviders(db: Db, catalog: Catalog): Promise<DashboardProvider[]> {
  const rows = await db
    .select({
      id: workgroups.cloudProviderId,
      organizations: countDistinct(workgroups.orgId),
      workgroups: countDistinct(workgroups.id),
      workspaces: count(workspaces.id),
      running,
    })
    .from(workgroups)
    .leftJoin(workspaces, eq(workspaces.workgroupId, workgroups.id))
    .groupBy(workgroups.cloudProviderId);
  const found = new Map(rows.map(({ id, ...counts }) => [id, counts]));
  const none = { organizations: 0, workgroups: 0, workspaces: 0, running: 0 };
  return catalog.providers.map((provider) => ({ ...provider, ...(found.get(provider.id) ?? none) }));
}

/** @throws Problem Not-Found when the catalog has no such provider */
export async function providerDetail(db: Db, id: string, catalog: Catalog): Promise<DashboardProviderDetail> {
  const provider = (await listProviders(db, catalog)).find((each) => each.id === id);
  if (provider === undefined) throw notFound('cloud provider');
  /** Workspaces on the provider by the values of a column. */
  const countsBy = async (column: PgColumn) => {
    const rows = await db
      .select({ value: sql<string>`${column}`, workspaces: count(), running })
      .from(workspaces)
      .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
      .where(eq(workgroups.cloudProviderId, id))
      .groupBy(column);
    const found = new Map(rows.map(({ value, ...counts }) => [value, counts]));
    return (value: string) => found.get(value) ?? { workspaces: 0, running: 0 };
  };
  const inRegion = await countsBy(workgroups.region);
  const ofSize = await countsBy(workspaces.workspaceTypeName);
  const ofVersion = await countsBy(workspaces.tgVersion);
  const regions = catalog.regions.filter(
    ({ platform, name }) =>
      platform === provider.platform && (provider.region === '' || provider.region === name),
  );
  const [first] = regions;
  const sizes = first === undefined ? [] : (catalog.types(first.platform, first.name, Infinity) ?? []);
  return {
    ...provider,
    regions: regions.map((region) => ({ ...region, ...inRegion(region.name) })),
    sizes: sizes.map(({ typeName, cpu, memory }) => ({
      name: typeName,
      cpus: Number(cpu),
      memory: Number(memory),
      ...ofSize(typeName),
    })),
    versions: catalog.versions.map(({ name }) => ({ name, ...ofVersion(name) })),
  };
}
