/** Handlers of calls on the API keys of an organisation. */
import { randomBytes, randomUUID } from 'node:crypto';
import { API_KEYS_MOST, serviceEmail, type ApiKey } from '@acacia/contract';
import { and, count, desc, eq } from 'drizzle-orm';
import { apiKeys } from '../../database/organization-tables.ts';
import { accounts, memberships } from '../../database/schema.ts';
import { badField, problem } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import type { ApiKeys } from '../../identity/api-keys.ts';
import { lockPeople } from '../users/people.ts';

const until = (seconds: number | null): Date | null =>
  seconds === null || seconds <= 0 ? null : new Date(Date.now() + seconds * 1000);

/** @param enabled whether keys are accepted on this installation */
export const apiKeyHandlers = (
  keys: ApiKeys,
  enabled: boolean,
): HandlersOf<'listApiKeys' | 'createApiKey' | 'deleteApiKey'> => ({
  listApiKeys: async ({ actor, db }) => {
    const rows = await db
      .select({ key: apiKeys, description: accounts.name, lastUsedAt: memberships.lastActiveAt })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
      .innerJoin(memberships, eq(memberships.accountId, accounts.id))
      .where(eq(apiKeys.orgId, actor.orgId))
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
    return rows.map(({ key, description, lastUsedAt }): ApiKey => ({
      key_name: key.id,
      user_id: key.accountId,
      description,
      redacted_key: key.redacted,
      creator: key.creator,
      created_at: key.createdAt.toISOString(),
      expires_at: key.expiresAt?.toISOString() ?? null,
      last_used_at: lastUsedAt?.toISOString() ?? null,
    }));
  },

  createApiKey: async ({ actor, body, db, changed }) => {
    if (!enabled) throw problem('apiKeysOff');
    const { orgId } = actor;
    await lockPeople(db, actor);
    const [held] = await db.select({ number: count() }).from(apiKeys).where(eq(apiKeys.orgId, orgId));
    if ((held?.number ?? 0) >= API_KEYS_MOST) throw problem('tooManyApiKeys');
    const { description } = body;
    const expiresAt = until(body.life_time_in_seconds);
    const { text, hash, redacted } = keys.make();
    const [id, accountId] = [randomUUID(), randomUUID()];
    const email = serviceEmail(description, randomBytes(6).toString('hex'));
    await db.insert(accounts).values({ id: accountId, kind: 'service', email, name: description });
    await db.insert(memberships).values({
      id: randomUUID(),
      orgId,
      accountId,
      invitedBy: actor.userId,
      joinedAt: new Date(),
    });
    await db
      .insert(apiKeys)
      .values({ id, orgId, accountId, hash, redacted, creator: actor.email, expiresAt });
    const expires_at = expiresAt?.toISOString() ?? null;
    changed({ resource: `apiKey/${id}`, after: { description, email, redacted_key: redacted, expires_at } });
    return { key_name: id, plaintext_key: text, user_id: accountId };
  },

  deleteApiKey: async ({ actor, body, db, changed }) => {
    await lockPeople(db, actor);
    const [found] = await db
      .select({ id: accounts.id, email: accounts.email, name: accounts.name, redacted: apiKeys.redacted })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
      .where(and(eq(apiKeys.id, body.key_name), eq(apiKeys.orgId, actor.orgId)));
    if (found === undefined) throw badField('key_name', 'noSuch', { what: 'API key' });
    // Key, membership and roles go with the account.
    await db.delete(accounts).where(eq(accounts.id, found.id));
    const { email, name: description, redacted: redacted_key } = found;
    changed({ resource: `apiKey/${body.key_name}`, before: { description, email, redacted_key } });
    return {};
  },
});
