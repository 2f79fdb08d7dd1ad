/** Configurations of language-model providers in the cloud (specification part 2, section 3). */
import { LLM_CONFIG_KEY, LlmProviderName, type AddonConfig } from '@acacia/contract';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { Services } from '../../../services/services.ts';

const Stored = z.object({
  Name: z.string().catch(''),
  Provider: LlmProviderName.or(z.literal('')).catch(''),
  EncryptedAPIKey: z.string().catch(''),
  Endpoint: z.string().catch(''),
  Model: z.string().catch(''),
});

export interface Provider extends z.infer<typeof Stored> {
  readonly id: string;
}

const BLANK = { Name: '', Provider: '', EncryptedAPIKey: '', Endpoint: '', Model: '' } as const;

/** The provider in a configuration; blank when it cannot be read. */
function providerOf({ ID, ConfigValue }: AddonConfig): Provider {
  try {
    return { id: ID, ...Stored.parse(JSON.parse(ConfigValue)) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return { id: ID, ...BLANK };
    throw error;
  }
}

export const providersKey = ['llm-providers'] as const;

export const providersQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: providersKey,
    queryFn: async ({ signal }) => {
      const params = { addon_id: 'copilot', config_key: LLM_CONFIG_KEY } as const;
      return (await cloud.listAddonConfigs({ params, signal })).map(providerOf);
    },
  });
