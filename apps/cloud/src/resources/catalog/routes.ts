/** What can be chosen when something is created. */
import type { HandlersOf } from '../../http/call.ts';
import { badField } from '../../http/problem.ts';
import { organizationOf } from '../identity/store.ts';
import { CLOUD_PROVIDERS, REGIONS, TG_VERSIONS, workspaceTypes } from './catalog.ts';

const DEFAULT_REGION = 'us-east-1';

export const catalogHandlers: HandlersOf<'getWorkspaceMeta' | 'listWorkspaceTypes'> = {
  getWorkspaceMeta: async ({ actor, db }) => {
    const { maxWorkspaceMemory } = await organizationOf(db, actor.orgId);
    return {
      regions: [...REGIONS],
      cloudProviders: [...CLOUD_PROVIDERS],
      tgVersions: [...TG_VERSIONS],
      workspaceTypes: workspaceTypes('AWS', DEFAULT_REGION, maxWorkspaceMemory) ?? [],
    };
  },

  listWorkspaceTypes: async ({ actor, query, db }) => {
    const { maxWorkspaceMemory } = await organizationOf(db, actor.orgId);
    const types = workspaceTypes(query.platform, query.region, maxWorkspaceMemory);
    if (types === undefined) {
      throw badField('region', `There is no region '${query.region}' of ${query.platform}.`);
    }
    return types;
  },
};
