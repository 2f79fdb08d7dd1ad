/** API keys of an organisation: service accounts that call without a sign-in (specification part 3, sections 3 to 9). */
import { z } from 'zod';

/** The header of a key, in requests to the cloud API and to workspaces. A key is taken from `Authorization: Bearer` too. */
export const API_KEY_HEADER = 'x-api-key';
/** 256 bits in base64url behind a prefix by which it is told from a token. */
export const API_KEY_PATTERN = /^ak_[\w-]{43}$/;
export const API_KEY_PREFIX = 'ak_';

/** Query of `GET /users` that lists the accounts of keys in place of people. */
export const API_KEY_USERS = 'api_key_external_org';

/** Domain of the addresses of service accounts: nobody gets mail there (RFC 6761, section 6.4). */
const SERVICE_DOMAIN = '@api-keys.invalid';
export const isServiceEmail = (email: string): boolean => email.toLowerCase().endsWith(SERVICE_DOMAIN);
/** @param mark letters and digits that nobody else's address has */
export function serviceEmail(description: string, mark: string): string {
  const words = description
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-|-$/g, '');
  return `${words === '' ? 'key' : words}.${mark}${SERVICE_DOMAIN}`;
}

/** Keys of an organisation, expired ones included. */
export const API_KEYS_MOST = 200;
export const API_KEY_DESCRIPTION_MOST = 100;

const DAY = 86_400;
/** Lifetimes to choose from, in seconds; 0: the key does not expire. */
export const API_KEY_LIFETIMES = [
  { seconds: 0, label: 'Never' },
  { seconds: 7 * DAY, label: '1 week' },
  { seconds: 14 * DAY, label: '2 weeks' },
  { seconds: 30 * DAY, label: '1 month' },
  { seconds: 180 * DAY, label: '6 months' },
  { seconds: 365 * DAY, label: '1 year' },
] as const;
/** The longest lifetime that the API takes, in seconds: ten years. */
const LIFETIME_MOST = 3650 * DAY;

export const API_KEY_TEXTS = {
  created: 'API key created successfully.',
  copied: 'API key copied successfully.',
  saveIt: 'Save this key now: it is shown once, and nobody can read it again.',
  deleting: 'Deleting API key',
  deleted: 'API key deleted successfully.',
  updated: 'Permission updated successfully.',
  notRead: 'Fail to get key from server.',
  notAssigned: (error: string): string => `Fail to assign permission: ${error.replace(/\.$/, '')}.`,
} as const;

/** First and last five characters of a key. */
export const redactedKey = (first: string, last: string): string => `${first}…${last}`;

export const ApiKey = z
  .object({
    /** Id of the key. */
    key_name: z.string(),
    /** The service account of the key, whose roles are its permissions. */
    user_id: z.string(),
    description: z.string(),
    /** First and last five characters. */
    redacted_key: z.string(),
    /** E-mail of the person who created it. */
    creator: z.string(),
    created_at: z.iso.datetime(),
    /** Null: never. */
    expires_at: z.iso.datetime().nullable(),
    /** To the minute; null: not used yet. */
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const CreateApiKey = z
  .object({
    description: z
      .string()
      .trim()
      .min(1, 'required')
      .max(API_KEY_DESCRIPTION_MOST, `must have at most ${API_KEY_DESCRIPTION_MOST} characters`)
      .regex(/^\P{Cc}*$/u, 'must be one line'),
    /** Null, zero or less: the key does not expire. */
    life_time_in_seconds: z
      .int('must be a whole number of seconds, or null')
      .max(LIFETIME_MOST, `must be at most ${LIFETIME_MOST} (ten years)`)
      .nullable(),
  })
  .strict()
  .meta({ id: 'CreateApiKey' });

/** A new key. Its text is told here and never again. */
export const CreatedApiKey = z
  .object({ key_name: z.string(), plaintext_key: z.string(), user_id: z.string() })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const DeleteApiKey = z
  .object({ key_name: z.string().min(1, 'required').max(100) })
  .strict()
  .meta({ id: 'DeleteApiKey' });
