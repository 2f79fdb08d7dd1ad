/** The calls on add-ons and on the co-pilot's settings over a real server and database. */
import { ASK_FOR_ADDON, MASKED_SECRET, operationDenied } from '@acacia/contract';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addonConfigs, orgAddons, workspaces } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts';
import { createSealer } from '../../database/seal.ts';

let postgres: TestPostgres;
let server: TestServer;
let place: { workgroup_id: string; workspace_id: string };

/** A language model that answers as a test says, and the questions that it was asked. */
const model = createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => (body += piece.toString()));
  request.on('end', () => {
    asked.push({ url: request.url, authorization: request.headers.authorization, body: JSON.parse(body) });
    const { status = 200, headers = {}, text } = answers;
    response.writeHead(status, headers).end(text);
  });
});
let asked: { url: string | undefined; authorization: string | undefined; body: unknown }[] = [];
let answers: { status?: number; headers?: Record<string, string>; text: string } = { text: '' };
let endpoint = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const { port } = model.address() as AddressInfo;
  endpoint = `http://127.0.0.1:${port}/v1/`;
  postgres = await startTestPostgres();
  const environment = { ACACIA_ALLOWED_SOURCES: `127.0.0.1:${port}` };
  server = await startTestServer(postgres, { environment });
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
  model.close();
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
    const usable = addons.filter(({ UnavailableReason }) => UnavailableReason === '');
    expect(usable.map(({ Title }) => Title)).toEqual(['Admin Portal']);
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

  test.each([true, false])('include the admin portal, which is always on (enable: %s)', async (enable) => {
    expect(refusal(await turn('adminportal', enable))).toEqual({
      status: 400,
      field: 'addons',
      message: 'Admin Portal is always on.',
    });
    const params = { addon_id: 'adminportal' };
    const found = list(await server.call('listAddonWorkspaces', { params }));
    expect(found.map(({ workspace_id }) => workspace_id)).toContain(place.workspace_id);
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
      Endpoint: '',
      Model: '',
      APIKey: '',
      EncryptedAPIKey: MASKED_SECRET,
    });
    const { sealedKey } = await stored(id);
    expect(sealedKey).not.toContain('sk-secret');
    expect(await createSealer([]).unseal(server.database.db, 'addon-configs', id, sealedKey)).toBe(
      'sk-secret-1234',
    );
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
      body: { Name: 'Renamed', Provider: 'OpenAI', Model: 'small' },
    });
    expect(renamed.result['ConfigValue']).toContain('Renamed');
    expect((await stored(id)).sealedKey).toBe(before.sealedKey);
    // It goes nowhere but to the address that it was entered for.
    for (const elsewhere of [{ Provider: 'Anthropic' }, { Endpoint: 'https://elsewhere.example/v1' }]) {
      const body = { Name: 'Renamed', Provider: 'OpenAI', ...elsewhere };
      const refused = await server.call('updateAddonConfig', { params, body });
      expect(refusal(refused)).toEqual({ status: 400, field: 'APIKey', message: 'required' });
    }
    await server.call('updateAddonConfig', { params, body: { ...PROVIDER, APIKey: 'sk-new' } });
    expect(
      await createSealer([]).unseal(server.database.db, 'addon-configs', id, (await stored(id)).sealedKey),
    ).toBe('sk-new');
    expect((await server.call('deleteAddonConfig', { params })).status).toBe(200);
    expect(list(await server.call('listAddonConfigs', { params: PROVIDERS }))).toEqual([]);
  });

  test.each([
    ['no name', { ...PROVIDER, Name: '' }, 'Name', 'required'],
    ['no key', { Name: 'Ours', Provider: 'OpenAI' }, 'APIKey', 'required'],
    [
      'an address that is none of the web',
      { ...PROVIDER, Endpoint: 'file:///etc/passwd' },
      'Endpoint',
      'Endpoint: must be an address such as https://host/v1',
    ],
    [
      'an address with a password',
      { ...PROVIDER, Endpoint: 'https://me:secret@host/v1' },
      'Endpoint',
      'Endpoint: must be an address such as https://host/v1',
    ],
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

describe('advice on a schema', () => {
  const request = {
    tables: [{ name: 'orders', columns: [{ name: 'cust', type: 'STRING', values: ['c1'] }] }],
    vertices: ['Ordr', 'Customer'],
    edges: [{ name: 'Ordr_Cust', from: 'Ordr', to: 'Customer' }],
  };
  const local = { Name: 'Local', Provider: 'OpenAI-compatible', APIKey: 'sk-1', Model: 'm' };
  const provider = async (given: object = {}) => {
    asked = [];
    const { result } = await createProvider({ ...local, Endpoint: endpoint, ...given });
    return String(result['ID']);
  };
  const ask = async (provider_id: string, token?: string) =>
    server.call('adviseSchema', {
      params: place,
      body: { ...request, provider_id },
      ...(token === undefined ? {} : { token }),
    });
  const completion = (content: unknown) => JSON.stringify({ choices: [{ message: { content } }] });

  test('is what the model says of what there is, from whatever it stands between', async () => {
    const advice = {
      vertices: [
        { name: 'Ordr', to: 'Order', reason: 'Its name was cut.' },
        { name: 'Nobody', to: 'Other', reason: 'It is not there.' },
        { name: 'Customer', to: 'a name; DROP GRAPH', reason: 'It is no name.' },
      ],
      edges: [{ name: 'Ordr_Cust', to: 'placed_by', reason: 'It reads better.' }],
      links: [
        { table: 0, column: 0, to: 'Customer', reason: 'It holds customers.' },
        { table: 0, column: 7, to: 'Customer', reason: 'There is no such column.' },
      ],
    };
    answers = { text: completion(`Here it is:\n\`\`\`json\n${JSON.stringify(advice)}\n\`\`\``) };
    const { result } = await ask(await provider());
    expect(result).toEqual({
      advice: {
        vertices: advice.vertices.slice(0, 1),
        edges: advice.edges,
        links: advice.links.slice(0, 1),
      },
      provider: 'Local',
      reason: '',
    });
    expect(asked).toMatchObject([
      { url: '/v1/chat/completions', authorization: 'Bearer sk-1', body: { model: 'm' } },
    ]);
    const [entry] = await audit();
    expect(entry).toMatchObject({ action: 'adviseSchema' });
    expect(JSON.stringify(entry)).not.toContain('sk-1');
  });

  test.each<[string, typeof answers, object, string]>([
    ['says nothing', { text: completion('') }, {}, 'Local answered nothing.'],
    ['answers no completion', { text: '<html>' }, {}, 'Local answered nothing that can be read.'],
    [
      'talks nonsense',
      { text: completion('I like graphs {very} much') },
      {},
      'The answer of Local is not of the form that it was asked for.',
    ],
    [
      'answers with another form',
      { text: completion('{"vertices": "all"}') },
      {},
      'The answer of Local is not of the form that it was asked for.',
    ],
    ['refuses', { status: 401, text: '' }, {}, 'Local refused the question with status 401.'],
    [
      'leads elsewhere',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' },
      {},
      'Local refused the question with status 302.',
    ],
    [
      'is too long',
      { text: 'x'.repeat(2 ** 20 + 1) },
      {},
      'Local could not be reached, or did not answer in time.',
    ],
    [
      'is at an address that may not be reached',
      { text: '' },
      { Endpoint: 'http://169.254.169.254/v1' },
      'Local could not be reached, or did not answer in time.',
    ],
    [
      'has no model',
      { text: '' },
      { Model: '' },
      'Local has no model: an administrator enters one in its settings.',
    ],
    [
      'has no endpoint',
      { text: '' },
      { Endpoint: '' },
      'Local has no endpoint: an administrator enters one in its settings.',
    ],
  ])('is none, with the reason, where the model %s', async (_, answer, given, reason) => {
    answers = answer;
    const { status, result } = await ask(await provider(given));
    expect([status, result]).toEqual([200, { advice: null, provider: 'Local', reason }]);
  });

  test('comes from a provider of the organisation, and for those who may change the workspace', async () => {
    expect(refusal(await ask('none'))).toEqual({
      status: 400,
      field: 'provider_id',
      message: 'There is no such LLM provider.',
    });
    expect((await ask(await provider(), await role('workspace-users'))).status).toBe(403);
    expect(asked).toEqual([]);
  });
});
