import type {
  ExplorationDocument,
  ExplorationEntry,
  ImportDraft,
  LoadDraft,
  LoadDraftEntry,
  LoadSource,
} from '@acacia/contract';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explorations, explorationStyles } from '../../database/exploration-tables.ts';
import { loadDrafts } from '../../database/import-tables.ts';
import { auditEntries, memberships } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
let place: { workgroup_id: string; workspace_id: string };
let elsewhere: { workgroup_id: string; workspace_id: string };

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  const workgroup_id = await server.workgroup();
  place = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
  elsewhere = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

interface Somebody {
  readonly token: string;
  readonly id: string;
  readonly email: string;
}
async function somebody(name = 'workspace-users'): Promise<Somebody> {
  const grants = name === '' ? [] : [{ name: name as 'workspace-users', ...place }];
  const token = await server.person(grants);
  const me = (await server.call('getMe', { token })).result;
  return { token, id: String(me['id']), email: String(me['email']) };
}

const VIEW = {
  styles: {
    looks: {},
    rules: [{ id: '1', kind: 'vertex', by: 'value', type: 'Airport', attribute: 'state' }],
  },
  filters: [{ kind: 'vertex', type: 'Airport', attribute: 'name', operator: 'contains', value: 'O"Hare' }],
  hidden: { vertexTypes: [], edgeTypes: [], vertices: [], classes: [] },
  groups: [],
  time: { attribute: 'at', from: 0, to: 10 },
  pattern: null,
} as const;
const document = (...ids: string[]): ExplorationDocument =>
  ({
    vertices: ids.map((id, n) => ['Airport', id, n, -1 - n, false]),
    edges: ids.slice(1).map((_, n) => ['Flight', n, n + 1, '']),
    view: VIEW,
  }) as unknown as ExplorationDocument;

const create = (who: Somebody, body: object = {}, params: Record<string, string> = place) =>
  server.call('createExploration', {
    token: who.token,
    params,
    body: { name: 'Hubs', graph: 'Air', document: document('ATL', 'ORD'), ...body },
  });
async function made(who: Somebody, body: object = {}): Promise<ExplorationEntry> {
  const answer = await create(who, body);
  if (answer.status !== 200) throw new Error(answer.body.Message);
  return answer.result as unknown as ExplorationEntry;
}
const paramsOf = (exploration_id: string) => ({ ...place, exploration_id });
const get = (who: Somebody, id: string) =>
  server.call('getExploration', { token: who.token, params: paramsOf(id) });
const save = (who: Somebody, id: string, version: number, body: ExplorationDocument) =>
  server.call('saveExploration', {
    token: who.token,
    params: paramsOf(id),
    version,
    body: { document: body },
  });
const share = (who: Somebody, id: string, body: object) =>
  server.call('shareExploration', { token: who.token, params: paramsOf(id), body });
const comment = (who: Somebody, id: string, body: object) =>
  server.call('addExplorationComment', { token: who.token, params: paramsOf(id), body });
async function names(who: Somebody): Promise<string[]> {
  const listed = await server.call('listExplorations', { token: who.token, params: place });
  return (listed.result as unknown as ExplorationEntry[]).map(({ name }) => name);
}
const refusal = ({ status, body }: Answer) => [status, body.ErrorDetails?.[0]?.FieldName, body.Message];

describe('an exploration', () => {
  it('is saved with places, filters and styles, and comes back as it was', async () => {
    const ann = await somebody();
    const entry = await made(ann);
    expect(entry).toMatchObject({ version: 1, vertices: 2, edges: 1, permission: 'owner', access: 'none' });
    const read = await get(ann, entry.exploration_id);
    expect(read.headers['etag']).toBe('"1"');
    expect(read.result['document']).toEqual(document('ATL', 'ORD'));
    const saved = await save(ann, entry.exploration_id, 1, document('ATL'));
    expect([saved.headers['etag'], saved.result['vertices']]).toEqual(['"2"', 1]);
    const params = paramsOf(entry.exploration_id);
    await server.call('renameExploration', { token: ann.token, params, body: { name: 'Atlanta' } });
    expect(await names(ann)).toEqual(['Atlanta']);
    await server.call('deleteExploration', { token: ann.token, params });
    expect((await get(ann, entry.exploration_id)).status).toBe(404);
    const { db } = server.database;
    const audited = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.resource, `exploration/${entry.exploration_id}`));
    expect(audited.map(({ action }) => action)).toEqual([
      'createExploration',
      'saveExploration',
      'renameExploration',
      'deleteExploration',
    ]);
  });

  it('is saved by one of two writers of one version; the other gets what is there', async () => {
    const ann = await somebody();
    const { exploration_id: id } = await made(ann);
    const both = await Promise.all([save(ann, id, 1, document('A')), save(ann, id, 1, document('B'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const stale = both.find(({ status }) => status === 412);
    const kept = (await get(ann, id)).result['document'] as ExplorationDocument;
    expect(stale?.result).toMatchObject({ version: 2, document: kept });
    expect(stale?.result['updated_by']).toContain(ann.email);
    // Sent again after a lost answer.
    expect((await save(ann, id, 1, kept)).result['version']).toBe(2);
  });

  it('is refused by the field where it is wrong', async () => {
    const ann = await somebody();
    const stray = { ...document('A'), edges: [['Flight', 0, 1, '']] };
    expect(refusal(await create(ann, { document: stray })).slice(0, 2)).toEqual([400, 'document.edges.0']);
    const script = {
      id: '1',
      kind: 'vertex',
      by: 'condition',
      type: 'A',
      attribute: 'a',
      operator: '=',
      value: '',
      color: 'url(http://x)',
    };
    const styled = { ...document('A'), view: { ...VIEW, styles: { looks: {}, rules: [script] } } };
    expect(refusal(await create(ann, { document: styled })).slice(0, 2)).toEqual([
      400,
      'document.view.styles.rules.0.color',
    ]);
    expect((await create(ann, { document: { ...document('A'), more: 1 } })).status).toBe(400);
    expect(refusal(await create(ann, { name: 'a\nb' })).slice(0, 2)).toEqual([400, 'name']);
    const long = Array.from({ length: 600 }, (_, n) => `${n}`.padEnd(16_000, 'x'));
    expect((await create(ann, { document: document(...long) })).status).toBeGreaterThanOrEqual(400);
    const large = Array.from({ length: 40_000 }, (_, n) => `airport-${n}`);
    expect((await create(ann, { document: document(...large) })).status).toBe(200);
  });

  it('belongs to its workspace, and is for those who use it', async () => {
    const ann = await somebody();
    const { exploration_id } = await made(ann);
    const away = { ...elsewhere, exploration_id };
    expect((await server.call('getExploration', { token: server.admin, params: away })).status).toBe(404);
    const stranger = await somebody('');
    expect((await get(stranger, exploration_id)).status).toBe(403);
    expect(
      refusal(await share(ann, exploration_id, { type: 'user', target: stranger.email, permission: 'view' })),
    ).toEqual([
      400,
      'target',
      `${stranger.email} has no access to this workspace, and could not open the exploration.`,
    ]);
  });
});

describe('sharing', () => {
  it('lets others view or edit, and ends', async () => {
    const [ann, ben] = [await somebody(), await somebody()];
    const { exploration_id: id } = await made(ann, { name: 'Shared' });
    expect(refusal(await get(ben, id))[2]).toContain(ann.email);
    expect(await names(ben)).toEqual([]);
    await share(ann, id, { type: 'user', target: ben.email, permission: 'view' });
    expect(await names(ben)).toEqual(['Shared']);
    expect((await get(ben, id)).result['permission']).toBe('view');
    expect((await save(ben, id, 1, document('X'))).status).toBe(403);
    await share(ann, id, { type: 'user', target: ben.email, permission: 'edit' });
    expect((await save(ben, id, 1, document('X'))).result['version']).toBe(2);
    expect((await share(ben, id, { type: 'org', permission: 'view' })).status).toBe(403);
    await share(ann, id, { type: 'user', target: ben.email, permission: 'none' });
    expect((await get(ben, id)).status).toBe(403);
    await share(ann, id, { type: 'org', permission: 'view' });
    expect((await get(ben, id)).result['permission']).toBe('view');
    await share(ann, id, { type: 'user', target: ben.email, permission: 'owner' });
    expect([(await get(ben, id)).result['permission'], (await get(ann, id)).result['permission']]).toEqual([
      'owner',
      'edit',
    ]);
  });

  it('passes what somebody left behind to the admins of the workspace', async () => {
    const [ann, admin] = [await somebody(), await somebody('workspace-admins')];
    const { exploration_id: id } = await made(ann);
    expect((await get(admin, id)).status).toBe(403);
    const { db } = server.database;
    await db.update(memberships).set({ deactivatedAt: new Date() }).where(eq(memberships.accountId, ann.id));
    expect((await get(admin, id)).result['permission']).toBe('owner');
    await server.call('deleteExploration', { token: admin.token, params: paramsOf(id) });
    expect((await get(admin, id)).status).toBe(404);
  });
});

describe('comments', () => {
  it('are written by whoever may view, and deleted by who wrote them or owns the exploration', async () => {
    const [ann, ben, cat] = [await somebody(), await somebody(), await somebody()];
    const { exploration_id: id } = await made(ann);
    expect((await comment(ben, id, { text: 'hello' })).status).toBe(403);
    await share(ann, id, { type: 'org', permission: 'view' });
    const first = (await comment(ben, id, { text: ' Why? ', about: 'Airport/ATL' })).result;
    expect(first).toMatchObject({ text: 'Why?', about: 'Airport/ATL', author: { email: ben.email } });
    await comment(ann, id, { text: 'Because.' });
    const remove = (who: Somebody, comment_id: string) =>
      server.call('deleteExplorationComment', {
        token: who.token,
        params: { ...paramsOf(id), comment_id },
      });
    expect((await remove(cat, String(first['comment_id']))).status).toBe(403);
    expect((await remove(ann, String(first['comment_id']))).status).toBe(200);
    const left = await server.call('listExplorationComments', { token: cat.token, params: paramsOf(id) });
    expect((left.result as unknown as { text: string }[]).map(({ text }) => text)).toEqual(['Because.']);
    expect(refusal(await comment(ben, id, { text: ' ' })).slice(0, 2)).toEqual([400, 'text']);
  });
});

describe('styles of a person', () => {
  it('are theirs alone, by graph, until they are forgotten', async () => {
    const [ann, ben] = [await somebody(), await somebody()];
    const params = { ...place, graph: 'Air' };
    const styles = { looks: { Airport: { size: 2 } }, rules: [] };
    const set = (body: object) => server.call('saveExplorationStyles', { token: ann.token, params, body });
    const read = async (who: Somebody) =>
      (await server.call('getExplorationStyles', { token: who.token, params })).result;
    expect(await read(ann)).toBeNull();
    expect((await set({ styles })).status).toBe(200);
    expect([await read(ann), await read(ben)]).toEqual([styles, null]);
    await set({ styles: null });
    expect(await read(ann)).toBeNull();
    expect((await set({ styles: { looks: { Airport: { size: 99 } }, rules: [] } })).status).toBe(400);
  });

  it('are kept for so many graphs, and for so many bytes', async () => {
    const ann = await somebody();
    const set = (graph: string, styles: object | null) => {
      const params = { ...place, graph };
      return server.call('saveExplorationStyles', { token: ann.token, params, body: { styles } });
    };
    const plain = { looks: {}, rules: [] };
    expect((await set('A', plain)).status).toBe(200);
    const rows = await server.database.db.select().from(explorationStyles);
    const row = rows.find(({ graph }) => graph === 'A');
    if (row === undefined) throw new Error('There is no row.');
    const more = Array.from({ length: 499 }, (_, n) => ({ ...row, graph: `G${n}` }));
    await server.database.db.insert(explorationStyles).values(more);
    const refused = await set('one-more', plain);
    expect([refused.status, refused.body.Message]).toEqual([
      403,
      'A person keeps styles for at most 500 graphs, of 8 MB together. Reset some first.',
    ]);
    expect((await set('A', { ...plain, looks: { Airport: { size: 2 } } })).status).toBe(200);
    await set('G0', null);
    expect((await set('one-more', plain)).status).toBe(200);
    const wide = 'x'.repeat(7.9 * 1024 * 1024);
    await server.database.db
      .update(explorationStyles)
      .set({ styles: wide })
      .where(eq(explorationStyles.graph, 'G1'));
    const looks = Object.fromEntries(
      Array.from({ length: 4000 }, (_, n) => [`${'T'.repeat(240)}${n}`, { size: 2 }]),
    );
    expect((await set('A', { ...plain, looks })).status).toBe(403);
    expect((await set('A', plain)).status).toBe(200);
  });

  it('are kept when two tabs save them at once', async () => {
    const ann = await somebody();
    const params = { ...place, graph: 'Twice' };
    const save = (size: number) =>
      server.call('saveExplorationStyles', {
        token: ann.token,
        params,
        body: { styles: { looks: { Airport: { size } }, rules: [] } },
      });
    const answers = await Promise.all([1, 2, 1.5, 2.5].map(save));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

it('a person has so many explorations', async () => {
  const ann = await somebody();
  const { exploration_id } = await made(ann);
  const { db } = server.database;
  const [row] = await db.select().from(explorations).where(eq(explorations.id, exploration_id));
  if (row === undefined) throw new Error('There is no row.');
  await db
    .insert(explorations)
    .values(Array.from({ length: 199 }, (_, n) => ({ ...row, id: `${row.id}-${n}` })));
  expect((await create(ann)).status).toBe(403);
});

describe('an import under way', () => {
  const OPTIONS = {
    format: 'csv',
    encoding: 'utf-8',
    separator: ',',
    eol: '\n',
    quote: 'none',
    header: true,
  } as const;
  const draft = (graph: string): ImportDraft => ({
    consent: true,
    files: [{ name: 'a.csv', path: 'a.csv', size: 1, columns: 2, options: OPTIONS }],
    leftOut: [],
    proposal: null,
    provider: '',
    said: '',
    graph,
    load: null,
  });
  const read = (who: Somebody) => server.call('getImportDraft', { token: who.token, params: place });
  const put = (who: Somebody, version: number, to: ImportDraft | null) =>
    server.call('saveImportDraft', { token: who.token, params: place, version, body: { draft: to } });

  it('is a person’s own, and goes on from the version that was seen', async () => {
    const [ann, bo] = [await somebody(), await somebody()];
    expect((await read(ann)).result).toEqual({ version: 0, draft: null });
    expect((await put(ann, 0, draft('A'))).result).toEqual({ version: 1 });
    expect((await put(ann, 1, draft('B'))).result).toEqual({ version: 2 });
    // Another browser, which knows the first version, and one that knows none.
    for (const known of [0, 1]) {
      const stale = await put(ann, known, draft('C'));
      expect(stale.status).toBe(412);
      expect(JSON.stringify(stale.body)).toContain('"graph":"B"');
    }
    // An answer that was lost is asked for again.
    expect((await put(ann, 1, draft('B'))).result).toEqual({ version: 2 });
    expect((await read(ann)).result).toEqual({ version: 2, draft: draft('B') });
    expect((await read(bo)).result).toEqual({ version: 0, draft: null });
    expect((await put(ann, 2, null)).result).toEqual({ version: 3 });
    expect((await read(ann)).result).toEqual({ version: 3, draft: null });
    expect((await put(ann, 2, draft('D'))).status).toBe(412);
  });

  it('has at most 120 columns once a schema is proposed for its files, and names the file beyond', async () => {
    const ann = await somebody();
    const files = [70, 50, 1].map((columns, index) => ({
      ...{ name: `${index}.csv`, path: `${index}.csv`, size: 1, columns, options: OPTIONS },
    }));
    const sources = (of: typeof files) =>
      JSON.stringify(of.map(({ path }) => ({ file: path, options: OPTIONS })));
    const edited = { vertices: [], edges: [], leftOut: [] };
    const whole = { ...draft('A'), files, proposal: { sources: sources(files), edited } };
    const refused = await put(ann, 0, whole);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(
      'With 2.csv the files have 121 columns together, of which at most 120 can be imported at once.',
    );
    // Files that are being chosen, and a proposal for other files.
    expect((await put(ann, 0, { ...whole, proposal: null })).status).toBe(200);
    const before = { sources: sources(files.slice(0, 1)), edited };
    expect((await put(ann, 1, { ...whole, proposal: before })).status).toBe(200);
    const two = { sources: sources(files.slice(0, 2)), edited };
    expect((await put(ann, 2, { ...whole, leftOut: ['2.csv'], proposal: two })).status).toBe(200);
  });

  it('of two first saves takes one, and is refused to others and to what is no import', async () => {
    const ann = await somebody();
    const both = await Promise.all([put(ann, 0, draft('A')), put(ann, 0, draft('B'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await read(await somebody(''))).status).toBe(403);
    const odd = await server.call('saveImportDraft', {
      token: ann.token,
      params: place,
      version: 1,
      body: { draft: { ...draft('A'), files: 'all' } as unknown as ImportDraft },
    });
    expect(odd.status).toBe(400);
  });
});

describe('an unfinished load', () => {
  const OPTIONS = {
    format: 'csv',
    encoding: 'utf-8',
    separator: ',',
    eol: '\n',
    quote: 'none',
    header: true,
  } as const;
  const draft = (column: number): LoadDraft => ({
    files: [{ name: 'a.csv', path: null, options: OPTIONS }],
    mappings: [
      {
        file: 'a.csv',
        target: { kind: 'vertex', type: 'Airport' },
        sources: { iata: { kind: 'column', index: column } },
        endsMustExist: true,
        where: { joined: 'AND', tests: [] },
      },
    ],
    own: null,
    run: null,
  });
  const at = (graph: string) => ({ ...place, graph });
  const read = (who: Somebody, graph = 'Air', params: { workspace_id: string } = place) =>
    server.call('getLoadDraft', { token: who.token, params: { ...at(graph), ...params } });
  const put = (who: Somebody, version: number, to: unknown, graph = 'Air') =>
    server.call('saveLoadDraft', {
      token: who.token,
      params: at(graph),
      version,
      body: { draft: to as LoadDraft },
    });
  const remove = (who: Somebody, version: number, graph = 'Air') =>
    server.call('deleteLoadDraft', { token: who.token, params: at(graph), version });
  const listed = async (who: Somebody) =>
    (await server.call('listLoadDrafts', { token: who.token, params: place }))
      .result as unknown as LoadDraftEntry[];

  it('is a person’s own by graph, and goes on from the version that was seen', async () => {
    const [ann, bo] = [await somebody(), await somebody()];
    expect((await read(ann)).result).toEqual({ version: 0, draft: null });
    expect((await put(ann, 0, draft(0))).result).toEqual({ version: 1 });
    expect((await put(ann, 1, draft(1))).result).toEqual({ version: 2 });
    // Another window, which knows the first version, and one that knows none.
    for (const known of [0, 1]) {
      const stale = await put(ann, known, draft(2));
      expect(stale.status).toBe(412);
      expect(JSON.stringify(stale.body)).toContain('"index":1');
      expect((await remove(ann, known)).status).toBe(412);
    }
    // An answer that was lost is asked for again.
    expect((await put(ann, 1, draft(1))).result).toEqual({ version: 2 });
    expect((await read(ann)).result).toEqual({ version: 2, draft: draft(1) });
    expect((await read(ann, 'Rail')).result).toEqual({ version: 0, draft: null });
    expect((await read(bo)).result).toEqual({ version: 0, draft: null });
    expect((await remove(bo, 2)).result).toEqual({ version: 0 });
    expect((await put(ann, 0, draft(0), 'Rail')).status).toBe(200);
    expect(await listed(ann)).toMatchObject([
      { graph: 'Rail', version: 1, files: 1, mappings: 1 },
      { graph: 'Air', version: 2, files: 1, mappings: 1 },
    ]);
    expect(await listed(bo)).toEqual([]);
    // A window that saw it before it was deleted does not bring it back.
    expect((await remove(ann, 2)).result).toEqual({ version: 3 });
    expect((await listed(ann)).map(({ graph }) => graph)).toEqual(['Rail']);
    expect((await put(ann, 2, draft(2))).status).toBe(412);
    expect((await read(ann)).result).toEqual({ version: 3, draft: null });
  });

  it('of two first saves takes one, and is refused to those who do not use the workspace', async () => {
    const ann = await somebody();
    const both = await Promise.all([put(ann, 0, draft(0)), put(ann, 0, draft(1))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const stranger = await somebody('');
    expect((await read(stranger)).status).toBe(403);
    expect((await put(stranger, 0, draft(0))).status).toBe(403);
    expect((await read(ann, 'Air', elsewhere)).status).toBe(403);
    const foreign = await server.person([{ name: 'org-admins' }], await server.organization());
    for (const call of ['getLoadDraft', 'deleteLoadDraft'] as const)
      expect((await server.call(call, { token: foreign, params: at('Air'), version: 1 })).status).toBe(404);
  });

  it('is read by its schema, and has a size', async () => {
    const ann = await somebody();
    let source: LoadSource = { kind: 'column', index: 0 };
    const nested = () => ({
      ...draft(0),
      mappings: [{ ...draft(0).mappings[0], sources: { iata: source } }],
    });
    for (let n = 0; n < 4; n++) source = { kind: 'function', name: 'gsql_lower', args: [source] };
    expect((await put(ann, 0, nested())).status).toBe(200);
    for (let n = 0; n < 400; n++) source = { kind: 'function', name: 'gsql_lower', args: [source] };
    expect(refusal(await put(ann, 1, nested())).slice(0, 2)).toEqual([
      400,
      expect.stringMatching(/^draft\.mappings\.0\.sources\.iata/),
    ]);
    expect((await put(ann, 1, { ...draft(0), files: 'all' })).status).toBe(400);
    const own = { text: 'x'.repeat(900_000), variables: [] };
    const large = { ...draft(0), own };
    const tooLarge = await put(ann, 1, { ...large, own: { ...own, text: 'x'.repeat(5_000_000) } });
    expect([tooLarge.status, tooLarge.body.Message]).toEqual([400, expect.stringContaining('too large')]);
    for (let n = 0; n < 18; n++) expect((await put(ann, 0, large, `G${n}`)).status).toBe(200);
    const full = await put(ann, 0, large, 'G18');
    expect([full.status, full.body.Message]).toEqual([403, expect.stringContaining('16 MB')]);
    expect((await put(ann, 0, draft(0), 'G18')).status).toBe(200);
  });

  it('is one of so many in a workspace, and goes with it', async () => {
    const ann = await somebody();
    await put(ann, 0, draft(0));
    const { db } = server.database;
    const [row] = await db.select().from(loadDrafts).orderBy(desc(loadDrafts.updatedAt)).limit(1);
    if (row === undefined) throw new Error('There is no row.');
    const before = new Date(0);
    await db
      .insert(loadDrafts)
      .values([
        ...Array.from({ length: 49 }, (_, n) => ({ ...row, graph: `G${n}` })),
        { ...row, graph: 'deleted', draft: null, updatedAt: before },
      ]);
    expect((await put(ann, 0, draft(1), 'H')).status).toBe(403);
    expect((await put(ann, 1, draft(1))).status).toBe(200);
    expect((await remove(ann, 1, 'G1')).status).toBe(200);
    expect((await put(ann, 0, draft(1), 'H')).status).toBe(200);
    const kept = await db.select().from(loadDrafts).where(eq(loadDrafts.membershipId, row.membershipId));
    expect(kept.map(({ graph }) => graph)).not.toContain('deleted');
    await db.delete(memberships).where(eq(memberships.id, row.membershipId));
    expect(await db.select().from(loadDrafts).where(eq(loadDrafts.membershipId, row.membershipId))).toEqual(
      [],
    );
  });
});
