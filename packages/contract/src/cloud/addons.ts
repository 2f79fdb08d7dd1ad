/** Add-ons of workspaces, and the settings of the co-pilot (specification part 2, sections 2, 3, 7). */
import { z } from 'zod';

export const AddonId = z.enum(['graphstudio', 'insights', 'graphql', 'adminportal', 'copilot']);
export type AddonId = z.infer<typeof AddonId>;

export const WorkspaceAddon = z
  .object({ addons_id: AddonId, enable: z.boolean(), enable_configuration: z.boolean() })
  .meta({ id: 'WorkspaceAddon' });
export type WorkspaceAddon = z.infer<typeof WorkspaceAddon>;

export const Addon = z
  .object({
    ID: z.string(),
    AddonsID: AddonId,
    Title: z.string(),
    Description: z.string(),
    /** Address of its picture, below the console's. */
    WorkspaceAvatar: z.string(),
    /** Below the workspace's host, e.g. `/studio`. */
    Path: z.string(),
    /** US dollars an hour as a share of the workspace's price; 0 is free. */
    Amount: z.number(),
    /** Whether the add-on has been added to the organisation. */
    Added: z.boolean(),
    /** Whether the add-on has settings. */
    Configurable: z.boolean(),
    /** '' when it can be used; else why not, for people. */
    UnavailableReason: z.string(),
    /** Listed only for read-write workspaces. */
    ReadWriteOnly: z.boolean(),
  })
  .meta({ id: 'Addon' });
export type Addon = z.infer<typeof Addon>;

export const ASK_FOR_ADDON = "Request addition from your organization's administrator.";
export const CLICK_TO_ADD = 'Click to add';

/** Why an add-on cannot be switched on in a workspace, in words for the page; null when it can. */
export function addonRefusal(addon: Addon, workspace: { readonly is_rw: boolean }): string | null {
  if (addon.ReadWriteOnly && !workspace.is_rw) {
    return `${addon.Title} can be used with read-write workspaces only.`;
  }
  // An add-on with settings can be set up before it can be opened. Nobody needs to ask for one that nobody can use.
  if (addon.UnavailableReason !== '' && !addon.Configurable) return addon.UnavailableReason;
  return addon.Added ? null : ASK_FOR_ADDON;
}

/** A workspace that has an add-on. */
export const AddonWorkspace = z.object({
  workgroup_id: z.string(),
  workgroup_name: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  status: z.string(),
  nginx_host: z.string(),
});

export const LLM_CONFIG_KEY = 'copilot_llm_providers';
export const LlmProviderName = z.enum(['OpenAI', 'Azure OpenAI', 'Anthropic', 'Google', 'Ollama']);

/** Providers that are used without a key: they run where one puts them. */
export const LLM_WITHOUT_KEY: ReadonlySet<z.infer<typeof LlmProviderName>> = new Set(['Ollama']);

/** Settings of a configured language-model provider. The key is stored encrypted and never given back. */
export const LlmProvider = z
  .object({
    Name: z.string().min(1, 'required').max(64),
    Provider: LlmProviderName,
    /** Given when it is set or changed; absent: the stored one stays. */
    APIKey: z.string().max(1000).optional(),
  })
  .strict();
export type LlmProvider = z.infer<typeof LlmProvider>;

export const AddonConfig = z
  .object({
    ID: z.string(),
    /** JSON text of { Name, Provider, APIKey: '', EncryptedAPIKey }, the last masked. */
    ConfigValue: z.string(),
  })
  .meta({ id: 'AddonConfig' });
export type AddonConfig = z.infer<typeof AddonConfig>;

/** Settings of the co-pilot for one workspace. */
export const CopilotSettings = z
  .object({ llm_provider_id: z.string('Please select LLM Provider.').min(1, 'Please select LLM Provider.') })
  .strict()
  .meta({ id: 'CopilotSettings' });
export type CopilotSettings = z.infer<typeof CopilotSettings>;
