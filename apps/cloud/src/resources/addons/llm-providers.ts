/** Providers of language models of an organisation. Their API keys are stored encrypted and never returned. */
import { randomUUID } from 'node:crypto';
import {
  LLM_CONFIG_KEY,
  LLM_ENDPOINTS,
  LLM_WITHOUT_KEY,
  LlmProviderName,
  MASKED_SECRET,
  type AddonConfig,
  type LlmProvider,
} from '@acacia/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { addonConfigs, workgroups, workspaceAddons, workspaces } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import type { Sealer } from '../../database/seal.ts';

type Row = typeof addonConfigs.$inferSelect;

const Stored = z.object({
  Name: z.string(),
  Provider: LlmProviderName,
  Endpoint: z.string().default(''),
  Model: z.string().default(''),
  sealedKey: z.string(),
});

/** Identifies settings: an organisation, one of its add-ons, and the settings' key. */
export interface ConfigPlace {
  readonly orgId: string;
  readonly addonId: string;
  readonly key: string;
}

/** @throws Problem Not-Found when the add-on has no settings with this key */
function demandKey({ addonId, key }: ConfigPlace): void {
  if (addonId !== 'copilot' || key !== LLM_CONFIG_KEY) throw notFound(`setting '${key}' of this add-on`);
}

const of = ({ orgId }: ConfigPlace) =>
  and(
    eq(addonConfigs.orgId, orgId),
    eq(addonConfigs.addonId, 'copilot'),
    eq(addonConfigs.key, LLM_CONFIG_KEY),
  );

function present({ id, value }: Pick<Row, 'id' | 'value'>): AddonConfig {
  const { sealedKey, ...rest } = Stored.parse(value);
  const shown = { ...rest, APIKey: '', EncryptedAPIKey: sealedKey === '' ? '' : MASKED_SECRET };
  return { ID: id, ConfigValue: JSON.stringify(shown) };
}

/** The provider for the audit log, without its API key. */
export const described = ({ APIKey, ...rest }: LlmProvider) => ({
  ...rest,
  APIKey: APIKey === undefined ? 'unchanged' : MASKED_SECRET,
});

export async function listProviders(db: Db, place: ConfigPlace): Promise<AddonConfig[]> {
  demandKey(place);
  const rows = await db
    .select()
    .from(addonConfigs)
    .where(of(place))
    .orderBy(asc(addonConfigs.createdAt), asc(addonConfigs.id));
  return rows.map(present);
}

type Stored = z.infer<typeof Stored>;

const placeOf = ({ Provider, Endpoint }: Pick<Stored, 'Provider' | 'Endpoint'>): string | undefined =>
  Endpoint === '' ? LLM_ENDPOINTS[Provider] : Endpoint;

/** The values to store. @throws Problem at `APIKey` when the provider needs one and there is none */
async function storedOf(
  tx: Db,
  sealer: Sealer,
  id: string,
  wish: LlmProvider,
  before: Stored | null,
): Promise<Stored> {
  const { APIKey = '', ...rest } = wish;
  // A stored key goes nowhere but to the address that it was entered for.
  const kept = before !== null && placeOf(before) === placeOf(rest) ? before.sealedKey : '';
  const sealedKey = APIKey === '' ? kept : await sealer.seal(tx, 'addon-configs', id, APIKey);
  if (sealedKey === '' && !LLM_WITHOUT_KEY.has(rest.Provider)) throw badField('APIKey', 'apiKeyRequired');
  return { ...rest, sealedKey };
}

export async function createProvider(
  tx: Db,
  sealer: Sealer,
  place: ConfigPlace,
  wish: LlmProvider,
): Promise<AddonConfig> {
  demandKey(place);
  const id = randomUUID();
  const value = await storedOf(tx, sealer, id, wish, null);
  await tx
    .insert(addonConfigs)
    .values({ id, orgId: place.orgId, addonId: 'copilot', key: LLM_CONFIG_KEY, value });
  return present({ id, value });
}

async function locked(tx: Db, place: ConfigPlace, id: string): Promise<Stored> {
  demandKey(place);
  const [row] = await tx
    .select()
    .from(addonConfigs)
    .where(and(of(place), eq(addonConfigs.id, id)))
    .for('update');
  if (row === undefined) throw notFound('provider');
  return Stored.parse(row.value);
}

/** Changes a provider; without an API key in `wish` the stored one stays. */
export async function updateProvider(
  tx: Db,
  sealer: Sealer,
  place: ConfigPlace,
  id: string,
  wish: LlmProvider,
): Promise<{ readonly before: LlmProvider; readonly after: AddonConfig }> {
  const stored = await locked(tx, place, id);
  const { sealedKey: _key, ...before } = stored;
  const value = await storedOf(tx, sealer, id, wish, stored);
  await tx.update(addonConfigs).set({ value }).where(eq(addonConfigs.id, id));
  return { before, after: present({ id, value }) };
}

/** Deletes a provider. @throws Problem Conflict while a workspace's co-pilot uses it */
export async function deleteProvider(tx: Db, place: ConfigPlace, id: string): Promise<LlmProvider> {
  const { sealedKey: _key, ...before } = await locked(tx, place, id);
  const users = await tx
    .select({ name: workspaces.name })
    .from(workspaceAddons)
    .innerJoin(workspaces, eq(workspaces.id, workspaceAddons.workspaceId))
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(
      and(
        eq(workgroups.orgId, place.orgId),
        eq(workspaceAddons.addonId, 'copilot'),
        sql`${workspaceAddons.settings}->>'llm_provider_id' = ${id}`,
      ),
    );
  if (users.length > 0) {
    const names = users.map(({ name }) => `'${name}'`).join(', ');
    throw problem('llmProviderInUse', { provider: before.Name, workspaces: names });
  }
  await tx.delete(addonConfigs).where(eq(addonConfigs.id, id));
  return before;
}

/** Locks a provider, so that it is not deleted meanwhile. @throws Problem when the organisation has no such provider */
export async function demandProvider(tx: Db, orgId: string, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: addonConfigs.id })
    .from(addonConfigs)
    .where(and(of({ orgId, addonId: 'copilot', key: LLM_CONFIG_KEY }), eq(addonConfigs.id, id)))
    .for('share');
  if (row === undefined) throw badField('llm_provider_id', 'noLlmProvider');
}

export interface ProviderAccess extends Omit<Stored, 'sealedKey'> {
  /** Where it is asked; undefined where none is known. */
  readonly address: string | undefined;
  /** '' for one without a key. */
  readonly key: string;
}

/** A provider with its key, to be asked. @throws Problem when the organisation has no such provider */
export async function accessProvider(
  db: Db,
  sealer: Sealer,
  orgId: string,
  id: string,
): Promise<ProviderAccess> {
  const [row] = await db
    .select()
    .from(addonConfigs)
    .where(and(of({ orgId, addonId: 'copilot', key: LLM_CONFIG_KEY }), eq(addonConfigs.id, id)));
  if (row === undefined) throw badField('provider_id', 'noLlmProvider');
  const { sealedKey, ...rest } = Stored.parse(row.value);
  return {
    ...rest,
    address: placeOf(rest),
    key: sealedKey === '' ? '' : await sealer.unseal(db, 'addon-configs', id, sealedKey),
  };
}
