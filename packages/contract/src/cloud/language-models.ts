/** Providers of language models: the settings of the co-pilot, and advice on schemas (specification part 2, sections 3, 7). */
import { z } from 'zod';

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
