/** Handlers of calls on add-ons of organisations, and on the co-pilot's settings. */
import type { Sealer } from '../../database/seal.ts';
import type { HandlersOf } from '../../http/call.ts';
import { addAddon, addedBy, listAddons, listAddonWorkspaces, removeAddon } from './association.ts';
import { chooseProvider, copilotSettings } from './copilot.ts';
import type { SourceNetwork } from '@acacia/object-stores';
import {
  accessProvider,
  createProvider,
  deleteProvider,
  described,
  listProviders,
  updateProvider,
} from './llm-providers.ts';

type Calls =
  | 'listAddons'
  | 'addAddon'
  | 'removeAddon'
  | 'listAddonWorkspaces'
  | 'listAddonConfigs'
  | 'createAddonConfig'
  | 'updateAddonConfig'
  | 'deleteAddonConfig'
  | 'adviseSchema'
  | 'getCopilotSettings'
  | 'updateCopilotSettings';

const placeOf = (
  { orgId }: { readonly orgId: string },
  params: { readonly addon_id: string; readonly config_key: string },
) => ({ orgId, addonId: params.addon_id, key: params.config_key });

/**
 * @param publicHost host name of the public ports of workspaces
 * @param network the one way out, by which language models are asked
 */
export const addonHandlers = (
  publicHost: string,
  network: SourceNetwork,
  sealer: Sealer,
): HandlersOf<Calls> => ({
  listAddons: ({ actor, db }) => listAddons(db, actor.orgId),

  addAddon: async ({ params, actor, db, changed }) => {
    const before = { added: (await addedBy(db, actor.orgId)).has(params.addon_id) };
    await addAddon(db, actor.orgId, params.addon_id);
    changed({ resource: `addon/${params.addon_id}`, before, after: { added: true } });
    return {};
  },

  removeAddon: async ({ params, actor, db, changed }) => {
    const before = { added: (await addedBy(db, actor.orgId)).has(params.addon_id) };
    await removeAddon(db, actor.orgId, params.addon_id);
    changed({ resource: `addon/${params.addon_id}`, before, after: { added: false } });
    return {};
  },

  listAddonWorkspaces: ({ params, actor, db }) => listAddonWorkspaces(db, actor, params.addon_id, publicHost),

  listAddonConfigs: ({ params, actor, db }) => listProviders(db, placeOf(actor, params)),

  createAddonConfig: async ({ params, body, actor, db, changed }) => {
    const made = await createProvider(db, sealer, placeOf(actor, params), body);
    changed({ resource: `addonConfig/${made.ID}`, after: described(body) });
    return made;
  },

  updateAddonConfig: async ({ params, body, actor, db, changed }) => {
    const { config_id } = params;
    const { before, after } = await updateProvider(db, sealer, placeOf(actor, params), config_id, body);
    changed({ resource: `addonConfig/${config_id}`, before, after: described(body) });
    return after;
  },

  deleteAddonConfig: async ({ params, actor, db, changed }) => {
    const before = await deleteProvider(db, placeOf(actor, params), params.config_id);
    changed({ resource: `addonConfig/${params.config_id}`, before });
    return {};
  },

  adviseSchema: async ({ params, body, actor, db, changed }) => {
    const provider = await accessProvider(db, sealer, actor.orgId, body.provider_id);
    // The clients of seven providers are read when one is asked: a start needs none of them.
    const { adviseOn } = await import('./schema-advice.ts');
    const answer = await adviseOn(network, provider, body);
    // Names and values of a person's files have left the installation.
    const after = { asked: provider.Name, tables: body.tables.length, answered: answer.advice !== null };
    changed({ resource: `workspace/${params.workspace_id}`, after });
    return answer;
  },

  getCopilotSettings: ({ params, db }) => copilotSettings(db, params.workspace_id),

  updateCopilotSettings: async ({ params, body, actor, db, changed }) => {
    const { workspace_id } = params;
    const { before, after } = await chooseProvider(db, actor.orgId, workspace_id, body.llm_provider_id);
    changed({ resource: `workspace/${workspace_id}`, before, after });
    return after;
  },
});
