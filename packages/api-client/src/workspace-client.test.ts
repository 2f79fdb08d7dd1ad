/** The client against the real server in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts';
import { WorkspaceError } from './workspace-error.ts';

const SCHEMA = `
CREATE VERTEX person (PRIMARY_ID id STRING, name STRING, age INT) WITH primary_id_as_attribute="true"
CREATE UNDIRECTED EDGE friend (FROM person, TO person, since INT)
CREATE GRAPH social (*)
CREATE QUERY older(INT than) FOR GRAPH social {
  people = {person.*};
  found = SELECT p FROM people:p WHERE p.age > than;
  PRINT found;
}
CREATE QUERY endless() FOR GRAPH social {
  SumAccum<INT> @@n;
  WHILE true DO @@n += 1; END;
  PRINT @@n;
}
INSTALL QUERY ALL
`;

let folder: string;
let server: ChildProcess;
let client: WorkspaceClient;
let origin: string;
let token: string | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acacia-client-'));
  const flags = ['--port', '0', '--data', folder, '--memory-mb', '256', '--workers', '1'];
  server = spawn(process.execPath, [inject('workspaceMain'), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line')) as [
    string,
  ];
  origin = line.replace('Workspace is ready at ', '');
  const first = await fetch(`${origin}/gsql/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('tigergraph:tigergraph')}` },
  });
  ({ token } = (await first.json()) as { token: string });
  client = createWorkspaceClient(`${origin}/`, () => Promise.resolve(token));
  expect(await client.statements(SCHEMA)).toContain('Successfully created queries: [older]');
});

afterAll(async () => {
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await exit;
  await rm(folder, { recursive: true, force: true });
});

async function refusal(call: Promise<unknown>): Promise<WorkspaceError> {
  const error = await call.then(
    () => new Error('The call was accepted.'),
    (cause: unknown) => cause,
  );
  if (error instanceof WorkspaceError) return error;
  throw error;
}

describe('the workspace client', () => {
  it('reads who one is and which graphs there are', async () => {
    expect(await client.ping()).toBe('pong');
    expect(await client.simpleAuth()).toMatchObject({ name: 'tigergraph', isSuperUser: true });
    expect(await client.graphs()).toEqual([{ graphName: 'social', vertices: ['person'], edges: ['friend'] }]);
    expect((await client.schema('social')).VertexTypes[0]?.Name).toBe('person');
    expect((await client.schema(null)).GraphName).toBe('');
  });

  it('writes and reads data, big integers included', async () => {
    const summary = await client.upsert('social', {
      vertices: {
        person: {
          ann: { name: { value: 'Ann' }, age: { value: 31 } },
          'b/o b': { age: { value: 9007199254740993n } },
        },
      },
      edges: { person: { ann: { friend: { person: { 'b/o b': { since: { value: 1 } } } } } } },
    });
    expect(summary).toMatchObject({ accepted_vertices: 2, accepted_edges: 1 });
    expect((await client.vertex('social', 'person', 'b/o b')).attributes['age']).toBe(9007199254740993n);
    expect(await client.vertices('social', 'person', { filter: 'age<100', select: 'name' })).toEqual([
      { v_id: 'ann', v_type: 'person', attributes: { name: 'Ann' } },
    ]);
    const edges = await client.edges('social', {
      sourceType: 'person',
      sourceId: 'ann',
      targetType: 'person',
    });
    expect(edges).toMatchObject([{ e_type: 'friend', to_id: 'b/o b' }]);
    expect(await client.vertexCounts('social')).toEqual([{ v_type: 'person', count: 2 }]);
    expect(await client.edgeCounts('social')).toMatchObject([{ e_type: 'friend', count: 1 }]);
  });

  it('calls for the vertex of an id that addresses read as a step, and for no other', async () => {
    const beside = { friend: { person: { ann: {}, '..': {} } } };
    await client.upsert('social', {
      vertices: { person: { '.': {}, '..': {} } },
      edges: { person: { '..': beside, '.': beside } },
    });
    for (const id of ['.', '..']) {
      expect(await client.vertex('social', 'person', id)).toMatchObject({ v_id: id });
      const path = { sourceType: 'person', sourceId: id, edgeType: 'friend', targetType: 'person' };
      expect(await client.deleteEdges('social', { ...path, targetId: 'ann' })).toBe(1);
      expect(await client.edges('social', { ...path, targetId: '..' })).toHaveLength(1);
    }
    expect(await client.deleteVertices('social', 'person', { id: '..' })).toBe(1);
    expect(await client.deleteVertices('social', 'person', { id: '.' })).toBe(1);
    const left = await client.vertices('social', 'person');
    expect(left.map(({ v_id }) => v_id).sort()).toEqual(['ann', 'b/o b']);
  });

  it('refuses what cannot stand in an address, and names it', async () => {
    const before = await client.vertexCounts('social');
    const path = { sourceType: 'person', edgeType: 'friend', targetType: 'person' };
    for (const call of [
      client.deleteVertices('social', 'person', { id: '' }),
      client.vertex('social', 'person', ''),
      client.edges('social', { ...path, sourceId: '' }),
      client.deleteEdges('social', { ...path, sourceId: 'ann', targetId: '' }),
    ]) {
      expect((await refusal(call)).message).toContain('"" is empty');
    }
    expect((await refusal(client.deleteSecret('..'))).message).toContain('".."');
    expect((await refusal(client.deleteFile('.'))).message).toContain('"."');
    expect((await refusal(client.uploadFile('..', new Blob(['x'])))).message).toContain('".."');
    expect(await client.vertexCounts('social')).toEqual(before);
  });

  it('runs queries, installed and not, and checks them', async () => {
    const answer = await client.runQuery('social', 'older', { than: 9007199254740992n }, { profile: true });
    expect(answer.results).toMatchObject([{ found: [{ v_id: 'b/o b' }] }]);
    expect(answer.profile?.length).toBeGreaterThan(0);
    const text =
      'INTERPRET QUERY (SET<INT> ns, VERTEX<person> p, STRING s) FOR GRAPH social { PRINT ns.size() AS n, p AS p, s AS s; }';
    const parameters = { ns: [1, 2], p: { id: 'ann', type: 'person' }, s: 'a&b=%' };
    const interpreted = await client.interpretQuery('social', text, parameters);
    expect(interpreted.results).toEqual([{ n: 2, p: 'ann', s: 'a&b=%' }]);
    const checked = await client.checkQuery('social', 'CREATE QUERY q() FOR GRAPH social { PRINT x; }');
    expect(checked.errors).toMatchObject([{ startLine: 1 }]);
    const endpoints = await client.endpoints('social', { dynamic: true });
    expect(Object.keys(endpoints)).toContain('GET /query/social/older');
    expect((await client.queries('social')).map((query) => query.name)).toEqual(['older', 'endless']);
  });

  it('streams GSQL output and tells how it ended', async () => {
    const messages = [];
    for await (const message of client.gsqlCommand('USE GRAPH social\nLS', { graph: null }))
      messages.push(message);
    expect(messages.map((message) => message.results).join('')).toContain('person');
    expect(messages.at(-1)).toMatchObject({ done: true, graph: 'social', returnCode: 0 });
  });

  it('starts a run, leaves it, and attaches to it again', async () => {
    const id = crypto.randomUUID();
    const text = 'USE GRAPH social\nLS\nRUN QUERY older(0)';
    expect(await client.startRun(id, { type: 'GSQL', graph: null, text })).toMatchObject({
      id,
      type: 'GSQL',
    });
    const events = [];
    for await (const event of client.runEvents(id, { from: 0 })) events.push(event);
    expect(events.flatMap((event) => (event.kind === 'output' ? event.text : [])).join('')).toContain(
      'person',
    );
    expect(events.at(-1)).toMatchObject({ kind: 'end', run: { state: 'done', graphAfter: 'social' } });
    for await (const event of client.runEvents(id, { from: 1 })) {
      expect(event).toEqual(events[1]);
      break;
    }
    expect((await client.runs()).map((run) => run.id)).toContain(id);
    expect(await client.runAnswer(id, 0)).toMatchObject({ results: [{ found: [{ v_id: 'ann' }, {}] }] });
    expect(await client.runLimits({ timeMs: 5, memoryMb: 0 })).toMatchObject({ timeMs: 5 });
    expect((await client.runFile(id, 0, 'json')).name).toBe('USE-GRAPH-social-found.json');
    const { content } = await client.runFile(id, 0, 'json', { search: 'ann' });
    expect(JSON.parse(await content.text())).toMatchObject([{ v_id: 'ann' }]);
    expect(await client.runHistory({ search: 'older' })).toMatchObject({ total: 1, entries: [{ id, text }] });
  });

  it('attaches by another token to a run that goes on when its own has ended', async () => {
    const secret = await client.createSecret('brief');
    const { token: brief } = await client.createToken({ secret: secret.value, lifetime: 1000 });
    const person = createWorkspaceClient(origin, (refused) =>
      Promise.resolve(refused === undefined ? brief : token),
    );
    const id = crypto.randomUUID();
    await person.startRun(id, { type: 'GSQL', graph: null, text: 'USE GRAPH social\nRUN QUERY endless()' });
    const headers = { authorization: `Bearer ${brief}` };
    const status = async () => (await fetch(`${origin}/gsql/v1/auth/simple`, { headers })).status;
    await expect.poll(status, { timeout: 50_000 }).toBe(401);
    expect((await person.runs()).find((run) => run.id === id)?.state).toBe('running');
    await person.cancelRun(id);
    const events = [];
    for await (const event of person.runEvents(id, { from: 0 })) events.push(event);
    expect(events.at(-1)).toMatchObject({ kind: 'end', run: { state: 'cancelled' } });
    await client.deleteSecret('brief');
  });

  it('cancels what it no longer waits for', async () => {
    const running = async () => (await client.runningQueries()).length;
    const until = async (count: number) => {
      while ((await running()) !== count) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const controller = new AbortController();
    const run = client.runQuery('social', 'endless', {}, { signal: controller.signal });
    const outcome = expect(run).rejects.toThrow('aborted');
    await until(1);
    controller.abort();
    await outcome;
    await until(0);

    // Leaving the loop cancels a command as well.
    const command = client.gsqlCommand('USE GRAPH social\nRUN QUERY endless()', { graph: null });
    for await (const message of command) {
      expect(message.done).toBe(false);
      await until(1);
      break;
    }
    await until(0);
  });

  it('uploads files, loads them, and reads what was rejected', async () => {
    const file = await client.uploadFile('people.csv', new Blob(['id,name,age\nkim,Kim,20\nlee,Lee,old\n']));
    expect(file).toMatchObject({ name: 'people.csv', size: 35 });
    await client.createLoadingJob(
      'social',
      'CREATE LOADING JOB people FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VERTEX person VALUES ($0, $1, $2) USING HEADER="true"; }',
    );
    const id = await client.runLoadingJob('social', 'people', { f: file.path });
    let status = await client.loadStatus('social', id);
    while (status.overall.status === 'running') status = await client.loadStatus('social', id);
    expect(status.overall.statistics.objectLevel.vertex).toMatchObject([
      { validObject: 1, newObject: 1, invalidAttribute: 1 },
    ]);
    expect(await client.rejectedRows('social', id, 10)).toMatchObject([{ line: 3 }]);
    expect(await (await client.rejectedRowsFile('social', id)).text()).toContain('lee');
    expect((await client.loads('social')).map((load) => load.overall.id)).toEqual([id]);
    expect(await client.loadingJobs('social')).toMatchObject([{ JobName: 'people' }]);
    await client.deleteLoadingJob('social', 'people');

    const code = `CREATE LOADING JOB once FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VERTEX person VALUES ($0, $1, $2) USING HEADER="true"; }`;
    const tried = await client.startLoad('social', code, { f: file.path }, { dryRun: true });
    do status = await client.loadStatus('social', tried);
    while (status.overall.status === 'running');
    expect(status.overall).toMatchObject({ status: 'finished', dryRun: true, resumable: false });
    expect((await client.loadPreview('social', tried))[0]?.rows).toEqual([['kim', 'Kim', '20']]);
    await client.deleteFile('people.csv');
    expect(await client.files()).toEqual([]);
  });

  it('reads the columns and rows of a wide file, which come in lines, in their order', async () => {
    const names = Array.from({ length: 4_500 }, (_, at) => `column_${at}`);
    const text = [names, names.map((_, at) => at)].map((row) => `${row.join()}\n`).join('');
    const { path } = await client.uploadFile('wide.csv', new Blob([text]));
    const { columns, columnCount, rows } = await client.sampleSource(null, path, {});
    expect(columns.map(({ name }) => name)).toEqual(names);
    expect(rows).toEqual([names.map((_, at) => String(at))]);
    expect(columnCount).toBe(names.length);
    await client.deleteFile('wide.csv');
    expect((await refusal(client.sampleSource(null, path, {}))).message).toContain('does not exist');
  });

  it('sends a large file in parts', async () => {
    const content = new Uint8Array(9 * 2 ** 20).map((_, at) => at % 251);
    const shares: number[] = [];
    const onProgress = (sent: number): number => shares.push(sent);
    const file = await client.uploadFile('large.bin', new Blob([content]), { onProgress });
    expect(file).toMatchObject({ name: 'large.bin', size: content.length });
    expect(shares).toEqual([8 * 2 ** 20, content.length]);
    await client.deleteFile('large.bin');
  });

  it('keeps keys of stores, and never gives them back', async () => {
    await client.createDataSource('social', 'lake', { type: 's3', 'access.key': 'a', 'secret.key': 'b' });
    await client.changeDataSource('social', 'lake', {
      type: 's3',
      region: 'eu-west-1',
      'access.key': 'a',
      'secret.key': 'c',
    });
    expect(await client.dataSources('social')).toMatchObject([
      {
        name: 'lake',
        type: 's3',
        config: { region: 'eu-west-1', 'access.key': '****', 'secret.key': '****' },
      },
    ]);
    await client.deleteDataSource('social', 'lake');
    expect(await client.dataSources('social')).toEqual([]);
  });

  it('changes schemas and stores styles', async () => {
    await client.createGraph('shop');
    await client.changeSchema('shop', {
      addVertexTypes: [
        { Name: 'item', PrimaryId: { AttributeName: 'id', AttributeType: { Name: 'STRING' } } },
      ],
    });
    expect((await client.schema('shop')).VertexTypes).toMatchObject([{ Name: 'item', IsLocal: true }]);
    await client.changeGraphStyle('shop', { vertexStyles: { item: { fillColor: '#123456' } } });
    expect((await client.graphStyle('shop')).vertexStyles['item']).toEqual({ fillColor: '#123456' });
    await client.saveDocument('drafts', 'shop', { a: 'CREATE' });
    expect(await client.storedDocument('drafts', 'shop')).toEqual({ a: 'CREATE' });
    await client.dropGraph('shop');
    await client.deleteDocument('drafts', 'shop');
    expect((await client.graphs()).map((graph) => graph.graphName)).toEqual(['social']);
  });

  it('makes secrets and tokens', async () => {
    const secret = await client.createSecret('app');
    expect((await client.secrets()).map(({ alias }) => alias)).toContain('app');
    const { token: made } = await client.createToken({ secret: secret.value, lifetime: 60 });
    expect(made).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    await client.deleteSecret('app');
  });

  it('assigns roles to users and revokes them, in a graph and everywhere', async () => {
    const created = { username: 'o/x', password: 'a long enough one' };
    await client.request({ method: 'POST', path: '/gsql/v1/users', json: created });
    expect((await client.roles()).builtIn.global).toContain('superuser');
    const users = ['o/x'];
    await client.assignRoles({ graph: 'social', users, roles: ['designer', 'observer'] });
    await client.assignRoles({ graph: null, users, roles: ['globalobserver'] });
    await client.revokeRoles({ graph: 'social', users, roles: ['designer'] });
    expect(await client.rolesOfUser('o/x')).toEqual({
      '1': ['globalobserver'],
      social: ['globalobserver', 'observer'],
    });
    const stranger = await refusal(client.rolesOfUser('nobody'));
    expect([stranger.status, stranger.message]).toEqual([404, `The user "nobody" doesn't exist.`]);
  });

  it('throws what the server says, with its status and code', async () => {
    const unknown = await refusal(client.vertices('social', 'nope'));
    expect(unknown).toMatchObject({ status: 400, code: 'REST-30000' });
    expect(unknown.message).toContain("'nope'");
    const mistyped = await refusal(client.runQuery('social', 'older', { than: 'x' }));
    expect(mistyped.message).toContain('than');
    const kept = token;
    token = 'no-token';
    expect(await refusal(client.simpleAuth())).toMatchObject({ status: 401, code: 'REST-10016' });
    token = kept;
    const nowhere = createWorkspaceClient('http://localhost:1', () => Promise.resolve(null));
    expect(await refusal(nowhere.ping())).toMatchObject({ status: 0 });
  });
});
