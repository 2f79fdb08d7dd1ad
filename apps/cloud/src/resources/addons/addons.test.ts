/** The calls on add-ons and on the co-pilot's settings over a real server and database. */
import { ASK_FOR_ADDON, MASKED_SECRET, operationDenied } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addonConfigs, orgAddons, workspaces } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts';
import { unseal } from '../../database/seal.ts';

let postgres: TestPostgres;
let server: TestServer;
let place: { workgroup_id: string; workspace_id: string };

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
});
beforeEach(async () => {
  const { db } = server.database;
  await db.delete(orgAddons);
  await db.delete(addonConfigs);
  await db.delete(workspaces);
  const workgroup_id = await server.workgroup();
  place = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const refusal = ({ status, body }: Answer) => ({
  status,
  field: body.ErrorDetails?.[0]?.FieldName ?? '',
  message: body.Message,
});
const list = (answer: Answer) => answer.result as unknown as Record<string, unknown>[];
const add = (addon_id: string) => server.call('addAddon', { params: { addon_id } });
const turn = (addons_id: string, enable: boolean) =>
  server.call('updateWorkspaceAddons', {
    params: place,
    body: { addons: [{ addons_id, enable, enable_configuration: true }] },
  });
const PROVIDERS = { addon_id: 'copilot', config_key: 'copilot_llm_providers' };
const PROVIDER = { Name: 'Ours', Provider: 'OpenAI', APIKey: 'sk-secret-1234' };
const createProvider = (body: object = PROVIDER, token?: string) =>
  server.call('createAddonConfig', { params: PROVIDERS, body, ...(token === undefined ? {} : { token }) });
const audit = async () =>
  (await server.call('listAuditEntries', { query: { limit: '5' } })).result as unknown as Record<
    string,
    unknown
  >[];
const role = (name: 'workspace-admins' | 'workspace-users') => server.person([{ name, ...place }]);

describe('add-ons of the organisation', () => {
  const added = async () =>
    list(await server.call('listAddons')).flatMap(({ AddonsID, Added }) =>
      Added === true ? [AddonsID] : [],
    );

  test('are all listed, with what keeps them from being used', async () => {
    const addons = list(await server.call('listAddons', { token: await server.person() }));
    expect(addons.map(({ Title, Amount }) => [Title, Amount])).toEqual([
      ['GraphStudio', 0],
      ['Insights', 0.1],
      ['GraphQL', 0],
      ['Admin Portal', 0],
      ['Co-pilot', 0],
    ]);
    expect(addons.every(({ UnavailableReason }) => UnavailableReason !== '')).toBe(true);
  });

  test('are added, also twice, and removed, each with its audit row', async () => {
    expect([(await add('copilot')).status, (await add('copilot')).status]).toEqual([200, 200]);
    expect(await added()).toEqual(['copilot']);
    expect((await audit())[0]).toMatchObject({
      action: 'addAddon',
      resource: 'addon/copilot',
      outcome: 'ok',
    });
    expect((await server.call('removeAddon', { params: { addon_id: 'copilot' } })).status).toBe(200);
    expect(await added()).toEqual([]);
  });

  test('are added by administrators of the organisation alone, and only those that there are', async () => {
    const token = await role('workspace-admins');
    const denied = await server.call('addAddon', { params: { addon_id: 'copilot' }, token });
    expect(refusal(denied)).toMatchObject({ status: 403, message: operationDenied('addon.associate') });
    expect((await add('chess')).status).toBe(400);
  });

  test('of one organisation are not those of another', async () => {
    await add('copilot');
    const token = await server.person([{ name: 'org-admins' }], await server.organization());
    const addons = list(await server.call('listAddons', { token }));
    expect(addons.some(({ Added }) => Added)).toBe(false);
  });

  test('are not removed while a workspace has them on', async () => {
    await add('copilot');
    await turn('copilot', true);
    const removed = await server.call('removeAddon', { params: { addon_id: 'copilot' } });
    expect(removed.status).toBe(409);
    expect(removed.body.Message).toMatch(/^Co-pilot is switched on in 'Workspace-\d+'/);
  });
});

describe('add-ons of a workspace', () => {
  const addons = async () => (await server.call('getWorkspace', { params: place })).result['addons'];

  test('are switched on and off, with what was before in the audit row', async () => {
    await add('copilot');
    const on = await turn('copilot', true);
    const state = [{ addons_id: 'copilot', enable: true, enable_configuration: true }];
    expect(on.result['addons']).toEqual(state);
    expect((await audit())[0]).toMatchObject({ before: { addons: [] }, after: { addons: state } });
    await turn('copilot', false);
    expect(await addons()).toEqual([{ addons_id: 'copilot', enable: false, enable_configuration: true }]);
  });

  test.each([
    [
      'that the organisation has not added',
      'copilot',
      false,
      "The organization has not added the add-on 'copilot'.",
    ],
    ['that is not there yet', 'insights', true, 'Comes with a later release.'],
  ])('%s cannot be switched on', async (_what, id, isAdded, message) => {
    if (isAdded) await add(id);
    expect(refusal(await turn(id, true))).toEqual({ status: 400, field: 'addons', message });
    expect(await addons()).toEqual([]);
  });

  test('of a read-only workspace are not the co-pilot', async () => {
    await add('copilot');
    const { db } = server.database;
    await db.update(workspaces).set({ isRw: false }).where(eq(workspaces.id, place.workspace_id));
    expect(refusal(await turn('copilot', true))).toEqual({
      status: 400,
      field: 'addons',
      message: 'Co-pilot can be used with read-write workspaces only.',
    });
  });

  test('are not changed while something is under way, nor by one who only uses it', async () => {
    await add('copilot');
    const { db } = server.database;
    const id = place.workspace_id;
    await db.update(workspaces).set({ status: 'Resizing' }).where(eq(workspaces.id, id));
    expect((await turn('copilot', true)).status).toBe(409);
    const token = await role('workspace-users');
    const denied = await server.call('updateWorkspaceAddons', { params: place, body: { addons: [] }, token });
    expect(denied.status).toBe(403);
  });

  test('are found again by the workspaces that have them, those that one can see', async () => {
    await add('copilot');
    const found = async (token?: string) => {
      const params = { addon_id: 'copilot' };
      const answer = await server.call('listAddonWorkspaces', {
        params,
        ...(token === undefined ? {} : { token }),
      });
      return list(answer).map(({ workspace_id }) => workspace_id);
    };
    expect(await found()).toEqual([]);
    await turn('copilot', true);
    expect(await found()).toEqual([place.workspace_id]);
    expect(await found(await role('workspace-users'))).toEqual([place.workspace_id]);
    expect(await found(await server.person())).toEqual([]);
  });

  test('have the co-pilot by its flag while the list says nothing', async () => {
    const params = { addon_id: 'copilot' };
    await server.call('updateWorkspace', { params: place, body: { enable_copilot: true } });
    const found = list(await server.call('listAddonWorkspaces', { params }));
    expect(found).toMatchObject([{ workspace_id: place.workspace_id, status: 'Active' }]);
    await add('copilot');
    await turn('copilot', false);
    expect(list(await server.call('listAddonWorkspaces', { params }))).toEqual([]);
  });
});

describe('LLM providers', () => {
  const stored = async (id: string) => {
    const [row] = await server.database.db.select().from(addonConfigs).where(eq(addonConfigs.id, id));
    return row?.value as { sealedKey: string };
  };
  const made = async (body: object = PROVIDER) => String((await createProvider(body)).result['ID']);

  test('keep their key encrypted; neither an answer nor the audit log shows it', async () => {
    const answer = await createProvider();
    const id = String(answer.result['ID']);
    expect(JSON.parse(String(answer.result['ConfigValue']))).toEqual({
      Name: 'Ours',
      Provider: 'OpenAI',
      APIKey: '',
      EncryptedAPIKey: MASKED_SECRET,
    });
    const { sealedKey } = await stored(id);
    expect(sealedKey).not.toContain('sk-secret');
    expect(await unseal(server.database.db, 'addon-configs', id, sealedKey)).toBe('sk-secret-1234');
    const listed = await server.call('listAddonConfigs', { params: PROVIDERS });
    expect(list(listed)).toEqual([answer.result]);
    expect(JSON.stringify([listed.body, await audit()])).not.toContain('sk-secret');
  });

  test('keep their key when they are changed without one', async () => {
    const id = await made();
    const before = await stored(id);
    const params = { ...PROVIDERS, config_id: id };
    const renamed = await server.call('updateAddonConfig', {
      params,
      body: { Name: 'Renamed', Provider: 'Anthropic' },
    });
    expect(renamed.result['ConfigValue']).toContain('Renamed');
    expect((await stored(id)).sealedKey).toBe(before.sealedKey);
    await server.call('updateAddonConfig', { params, body: { ...PROVIDER, APIKey: 'sk-new' } });
    expect(await unseal(server.database.db, 'addon-configs', id, (await stored(id)).sealedKey)).toBe(
      'sk-new',
    );
    expect((await server.call('deleteAddonConfig', { params })).status).toBe(200);
    expect(list(await server.call('listAddonConfigs', { params: PROVIDERS }))).toEqual([]);
  });

  test.each([
    ['no name', { ...PROVIDER, Name: '' }, 'Name', 'required'],
    ['no key', { Name: 'Ours', Provider: 'OpenAI' }, 'APIKey', 'required'],
    [
      'a field that is none',
      { ...PROVIDER, colour: 'red' },
      'colour',
      "'colour' is not a field of this call",
    ],
  ])('with %s are refused at the field', async (_what, body, field, message) => {
    expect(refusal(await createProvider(body))).toEqual({ status: 400, field, message });
  });

  test('that run where one puts them need no key', async () => {
    const { result } = await createProvider({ Name: 'Local', Provider: 'Ollama' });
    expect(JSON.parse(String(result['ConfigValue']))).toMatchObject({ EncryptedAPIKey: '' });
  });

  test('are read by administrators of a workspace and written by those of the organisation', async () => {
    const token = await role('workspace-admins');
    expect((await server.call('listAddonConfigs', { params: PROVIDERS, token })).status).toBe(200);
    expect((await createProvider(PROVIDER, token)).status).toBe(403);
    const params = { ...PROVIDERS, config_id: await made() };
    const stranger = await server.person([{ name: 'org-admins' }], await server.organization());
    expect((await server.call('deleteAddonConfig', { params, token: stranger })).status).toBe(404);
  });

  test('are the only setting that there is', async () => {
    const params = { addon_id: 'insights', config_key: 'colours' };
    expect(refusal(await server.call('listAddonConfigs', { params }))).toMatchObject({
      status: 404,
      message: "There is no such setting 'colours' of this add-on.",
    });
  });
});

describe('the co-pilot of a workspace', () => {
  const choose = (llm_provider_id: string) =>
    server.call('updateCopilotSettings', { params: place, body: { llm_provider_id } });
  const provider = async () => String((await createProvider()).result['ID']);

  test('has the provider that was chosen, which is then not deleted', async () => {
    await add('copilot');
    await turn('copilot', true);
    const id = await provider();
    expect((await server.call('getCopilotSettings', { params: place })).result).toEqual({
      llm_provider_id: null,
    });
    expect((await choose(id)).result).toEqual({ llm_provider_id: id });
    expect((await server.call('getCopilotSettings', { params: place })).result).toEqual({
      llm_provider_id: id,
    });
    const params = { ...PROVIDERS, config_id: id };
    const refused = await server.call('deleteAddonConfig', { params });
    expect([refused.status, refused.body.Message]).toEqual([
      409,
      expect.stringMatching(/^The co-pilot of 'Workspace-\d+' uses 'Ours'\./),
    ]);
  });

  test('keeps its settings when it is switched off and on again', async () => {
    await add('copilot');
    await turn('copilot', true);
    const id = await provider();
    await choose(id);
    await turn('copilot', false);
    await turn('copilot', true);
    expect((await server.call('getCopilotSettings', { params: place })).result).toEqual({
      llm_provider_id: id,
    });
  });

  test.each([
    ['without a provider', '', 400, 'Please select LLM Provider.'],
    ['with one that is not there', 'nothing', 400, 'There is no such LLM provider.'],
  ])('is not set up %s', async (_what, id, status, message) => {
    await add('copilot');
    await turn('copilot', true);
    expect(refusal(await choose(id))).toEqual({ status, field: 'llm_provider_id', message });
  });

  test('is not set up before it was added and switched on', async () => {
    const id = await provider();
    expect(refusal(await choose(id))).toMatchObject({ status: 409, message: ASK_FOR_ADDON });
    await add('copilot');
    expect(refusal(await choose(id))).toMatchObject({
      status: 409,
      message: 'Co-pilot is switched off in this workspace. Switch it on first.',
    });
  });
});
