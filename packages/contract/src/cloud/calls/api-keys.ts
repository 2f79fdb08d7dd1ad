/** API keys of the organisation (specification part 3, section 7). Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { API_KEY_TEXTS, ApiKey, CreateApiKey, CreatedApiKey, DeleteApiKey } from '../api-keys.ts';

export const apiKeyCalls = {
  listApiKeys: route({
    method: 'GET',
    path: '/v2/org/api-keys',
    tag: 'api keys',
    permission: 'apiKey.manage',
    people: true,
    summary: 'API keys of the organisation, the newest first',
    result: z.array(ApiKey),
  }),
  createApiKey: route({
    method: 'POST',
    path: '/v2/org/api-keys',
    tag: 'api keys',
    permission: 'apiKey.manage',
    people: true,
    summary: 'Create an API key without roles; the answer has it, and nothing else ever has',
    heavy: true,
    body: CreateApiKey,
    result: CreatedApiKey,
  }),
  deleteApiKey: route({
    method: 'DELETE',
    path: '/v2/org/api-keys',
    tag: 'api keys',
    permission: 'apiKey.manage',
    people: true,
    summary: 'Delete an API key; it is refused from then on',
    message: API_KEY_TEXTS.deleted,
    body: DeleteApiKey,
    result: z.object({}),
  }),
} as const;
