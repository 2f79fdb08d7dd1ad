/** What can be chosen when something is created. */
import type { HandlersOf } from '../../http/call.ts';
import { badField } from '../../http/problem.ts';
import { organizationOf } from '../identity/store.ts';
import type { Catalog } from './catalog.ts';
import { quotaOf } from './quota.ts';

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
    const types = catalog.types(query.platform, query.region, maxWorkspaceMemory);
    if (types === undefined) {
      throw badField('region', `There is no region '${query.region}' of ${query.platform}.`);
    }
    return types;
  },

  getQuota: ({ actor, db }) => quotaOf(db, catalog, actor.orgId),
});
