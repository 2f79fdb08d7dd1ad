/** Handlers of calls that list the size catalog's choices. */
import type { HandlersOf } from '../../http/call.ts';
import { badField } from '../../errors/problem.ts';
import { organizationOf } from '../identity/store.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { quotaOf } from '../../catalog/quota.ts';

interface Place {
  readonly platform: string;
  readonly region: string;
  readonly cloud_provider_id?: string | undefined;
}

/** @throws Problem at the field when the platform or region has no such provider */
function checkProvider(catalog: Catalog, { platform, region, cloud_provider_id }: Place): void {
  if (cloud_provider_id === undefined) return;
  const provider = catalog.providers.find(({ id }) => id === cloud_provider_id);
  if (provider === undefined || provider.platform !== platform) {
    throw badField('cloud_provider_id', 'noProvider', { id: cloud_provider_id, platform });
  }
  if (provider.region !== '' && provider.region !== region) {
    throw badField('region', 'providerElsewhere', provider);
  }
}

export const catalogHandlers = (
  catalog: Catalog,
): HandlersOf<'getWorkspaceMeta' | 'listWorkspaceTypes' | 'getQuota'> => ({
  getWorkspaceMeta: async ({ actor, db }) => {
    const { maxWorkspaceMemory } = await organizationOf(db, actor.orgId);
    const [first] = catalog.regions;
    return {
      regions: [...catalog.regions],
      cloudProviders: [...catalog.providers],
      tgVersions: [...catalog.versions],
      workspaceTypes:
        first === undefined ? [] : (catalog.types(first.platform, first.name, maxWorkspaceMemory) ?? []),
    };
  },

  listWorkspaceTypes: async ({ actor, query, db }) => {
    const { maxWorkspaceMemory } = await organizationOf(db, actor.orgId);
    checkProvider(catalog, query);
    const types = catalog.types(query.platform, query.region, maxWorkspaceMemory);
    if (types === undefined) {
      throw badField('region', 'noRegion', { region: query.region, platform: query.platform });
    }
    return types;
  },

  getQuota: ({ actor, db }) => quotaOf(db, catalog, actor.orgId),
});
