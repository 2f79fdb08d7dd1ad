/** API keys: made, and judged when one is shown (docs/adr/0053-api-keys.md). */
import { createHmac, randomBytes } from 'node:crypto';
import { API_KEY_PATTERN, API_KEY_PREFIX, redactedKey } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { keptSecret, type OperatorKeys } from '../database/kept-secrets.ts';
import { apiKeys } from '../database/organization-tables.ts';
import { problem } from '../errors/problem.ts';
import { personOf, type Person } from './person.ts';

const NAME = 'api-keys';
/** Characters at each end of a key that lists show (specification part 3, section 9). */
const SHOWN = 5;

export interface ApiKeys {
  /** A new key: its text, the hash to store, and what lists may show. */
  make(): { readonly text: string; readonly hash: string; readonly redacted: string };
  /** The service account of a key, with its present roles. @throws Problem when the key is unknown or has expired */
  personOf(text: string): Promise<Person>;
}

/** The installation's key of the hashes; made once. */
async function hashingKey(db: Db, operatorKeys: OperatorKeys): Promise<Buffer> {
  const kept = await keptSecret(db, operatorKeys, NAME, () => randomBytes(32).toString('base64url'));
  return Buffer.from(z.base64url().parse(kept), 'base64url');
}

/** @param enabled whether keys are accepted on this installation */
export async function createApiKeys(db: Db, operatorKeys: OperatorKeys, enabled: boolean): Promise<ApiKeys> {
  const secret = await hashingKey(db, operatorKeys);
  const hashOf = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    make() {
      const text = `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
      const redacted = redactedKey(text.slice(0, SHOWN), text.slice(-SHOWN));
      return { text, hash: hashOf(text), redacted };
    },
    async personOf(text) {
      if (!enabled) throw problem('apiKeysOff');
      // Texts of another form, long ones say, are refused without work.
      if (!API_KEY_PATTERN.test(text)) throw problem('apiKeyNotValid');
      const [key] = await db
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.hash, hashOf(text)));
      if (key === undefined) throw problem('apiKeyNotValid');
      if (key.expiresAt !== null && key.expiresAt <= new Date()) throw problem('apiKeyExpired');
      return personOf(db, { accountId: key.accountId, sid: key.id, orgId: key.orgId, twoFactors: 'own' });
    },
  };
}
