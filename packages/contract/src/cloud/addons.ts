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

/** The admin portal needs neither to be added nor to be switched on (specification part 4, section 4). */
export const isAlwaysOn = (id: AddonId): boolean => id === 'adminportal';

/**
 * Why an add-on cannot be switched on in a workspace (nor off, when it is always on), in words for the page; null when
 * it can.
 */
export function addonRefusal(addon: Addon, workspace: { readonly is_rw: boolean }): string | null {
  if (isAlwaysOn(addon.AddonsID)) return `${addon.Title} is always on.`;
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
export const LlmProviderName = z.enum([
  'OpenAI',
  'Azure OpenAI',
  'Anthropic',
  'Google',
  'Amazon Bedrock',
  'Ollama',
  'OpenAI-compatible',
]);

/** Addresses of providers' protocols; others have one for each customer. */
export const LLM_ENDPOINTS: Partial<Record<z.infer<typeof LlmProviderName>, string>> = {
  OpenAI: 'https://api.openai.com/v1',
  Anthropic: 'https://api.anthropic.com/v1',
  Google: 'https://generativelanguage.googleapis.com/v1beta',
  Ollama: 'http://localhost:11434/v1',
};

/** Providers that are used without a key: they run where one puts them. */
export const LLM_WITHOUT_KEY: ReadonlySet<z.infer<typeof LlmProviderName>> = new Set([
  'Ollama',
  'OpenAI-compatible',
]);

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}

/** Settings of a configured language-model provider. The key is stored encrypted and never given back. */
export const LlmProvider = z
  .object({
    Name: z.string().min(1, 'required').max(64),
    Provider: LlmProviderName,
    /** Given when it is set or changed; absent: the stored one stays. */
    APIKey: z.string().max(1000).optional(),
    /** Where it is asked, up to `/v1` or the like; '': the usual address of the provider. */
    Endpoint: z
      .string()
      .max(500)
      .refine((text) => text === '' || isWebAddress(text), 'must be an address such as https://host/v1')
      .default(''),
    /** Name of the model, or of its deployment; '': none is chosen yet. */
    Model: z.string().max(200).default(''),
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

/** The part of a proposed schema that a language model gets: names, and some values of each column. */
export const SchemaAdviceRequest = z
  .object({
    provider_id: z.string().min(1).max(100),
    tables: z
      .array(
        z.object({
          name: z.string().max(300),
          columns: z
            .array(
              z.object({
                name: z.string().max(300),
                type: z.string().max(20),
                values: z.array(z.string().max(60)).max(3),
              }),
            )
            .max(200),
        }),
      )
      .min(1)
      .max(20),
    vertices: z.array(z.string().max(300)).max(200),
    edges: z
      .array(z.object({ name: z.string().max(300), from: z.string().max(300), to: z.string().max(300) }))
      .max(500),
  })
  .strict()
  .meta({ id: 'SchemaAdviceRequest' });
export type SchemaAdviceRequest = z.infer<typeof SchemaAdviceRequest>;

const adviceReason = z.string().max(500);

/** The changes that a language model proposes. Names are of the request; `to` is the new name, or a vertex type. */
export const SchemaAdvice = z.object({
  vertices: z.array(z.object({ name: z.string(), to: z.string(), reason: adviceReason })).max(200),
  edges: z.array(z.object({ name: z.string(), to: z.string(), reason: adviceReason })).max(500),
  /** Columns that hold keys of a vertex type. */
  links: z
    .array(
      z.object({
        table: z.number().int().min(0),
        column: z.number().int().min(0),
        to: z.string(),
        reason: adviceReason,
      }),
    )
    .max(200),
});
export type SchemaAdvice = z.infer<typeof SchemaAdvice>;

export const SchemaAdviceAnswer = z
  .object({
    advice: SchemaAdvice.nullable(),
    /** Name of the provider. */
    provider: z.string(),
    /** Why there is no advice, for people; '' when there is some. */
    reason: z.string(),
  })
  .meta({ id: 'SchemaAdviceAnswer' });
export type SchemaAdviceAnswer = z.infer<typeof SchemaAdviceAnswer>;
