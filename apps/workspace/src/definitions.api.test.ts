/** Composite keys and tuples over REST, the schema that describes them, and further statements at the prompt. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestWorkspace, type TestWorkspace } from './test-support.ts';

const SCHEMA = `
TYPEDEF TUPLE <score INT, word STRING(10), day DATETIME> Mark
CREATE VERTEX Movie (id UINT, title STRING, year UINT, best Mark, PRIMARY KEY (title, year)) WITH STATS="none"
CREATE VERTEX Fan (PRIMARY_ID name STRING, marks LIST<Mark>, by_word MAP<STRING, Mark>)
CREATE DIRECTED EDGE saw (FROM Fan, TO Movie, DISCRIMINATOR(day DATETIME, place STRING), mark Mark) WITH REVERSE_EDGE="seen_by"
CREATE GRAPH films (Movie, Fan, saw)
CREATE GLOBAL SCHEMA_CHANGE JOB more { ALTER VERTEX Movie ADD INDEX by_id ON (id); }
RUN GLOBAL SCHEMA_CHANGE JOB more`;

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SCHEMA);
});
afterAll(() => workspace.close());

const post = (body: unknown) => workspace.call('POST', '/restpp/graph/films', { body });
const results = async (path: string): Promise<unknown> =>
  (await workspace.call('GET', `/restpp/graph/films/${path}`)).json['results'];

describe('composite keys and tuples', () => {
  it('are upserted and read, by the values of the key joined by commas', async () => {
    const mark = { score: 3, word: 'fine', day: '2024-01-01' };
    const answer = await post({
      vertices: {
        Movie: { 'Up, up,2009': { id: { value: 7 }, best: { value: mark } } },
        Fan: {
          ann: { marks: { value: [mark, [4, 'good', '2024-01-02']] }, by_word: { value: { fine: mark } } },
        },
      },
      edges: {
        Fan: {
          ann: {
            saw: {
              Movie: {
                'Up, up,2009': [
                  { day: { value: '2024-01-01' }, place: { value: 'home' }, mark: { value: mark } },
                  { day: { value: '2024-01-01' }, place: { value: 'out' } },
                ],
                'Down,2010': { day: { value: '2024-01-01' }, place: { value: 'home' } },
              },
            },
          },
        },
      },
    });
    expect(answer.json['results']).toEqual([{ accepted_vertices: 2, accepted_edges: 3 }]);
    const shown = { score: 3, word: 'fine', day: '2024-01-01 00:00:00' };
    const none = { score: 0, word: '', day: '1970-01-01 00:00:00' };
    expect(await results('vertices/Movie')).toEqual([
      {
        v_id: 'Up, up,2009',
        v_type: 'Movie',
        attributes: { id: 7, title: 'Up, up', year: 2009, best: shown },
      },
      { v_id: 'Down,2010', v_type: 'Movie', attributes: { id: 0, title: 'Down', year: 2010, best: none } },
    ]);
    expect(await results('vertices/Fan/ann')).toMatchObject([
      {
        attributes: {
          marks: [shown, { score: 4, word: 'good', day: '2024-01-02 00:00:00' }],
          by_word: { fine: shown },
        },
      },
    ]);
    expect(await results(`edges/Fan/ann/saw/Movie/${encodeURIComponent('Up, up,2009')}`)).toMatchObject([
      { discriminator: '2024-01-01 00:00:00,home', attributes: { place: 'home', mark: shown } },
      { discriminator: '2024-01-01 00:00:00,out', attributes: { place: 'out', mark: none } },
    ]);
    expect(await results('vertices/Movie?filter=year=2010&select=title')).toMatchObject([
      { v_id: 'Down,2010' },
    ]);
  });

  it('are refused where they do not fit, with the place', async () => {
    const refused = async (body: unknown): Promise<unknown> => (await post(body)).json['message'];
    expect(await refused({ vertices: { Movie: { Alone: {} } } })).toContain(
      "'Alone' is not an id of the vertex type 'Movie': (title STRING, year UINT), joined by commas, is expected.",
    );
    expect(await refused({ vertices: { Movie: { 'Up,2009': { year: { value: 2010 } } } } })).toContain(
      'cannot have year = 2010: its id says otherwise',
    );
    expect(await refused({ vertices: { Movie: { 'Up,2009': { best: { value: { scor: 1 } } } } } })).toContain(
      "vertices.Movie.Up,2009.best: the tuple Mark has no field 'scor'",
    );
    expect(await refused({ vertices: { Movie: { 'Up,2009': { best: { value: [1] } } } } })).toContain(
      'has 1 values, but Mark has 3 fields',
    );
  });

  it('stand in the schema, which makes the same type again', async () => {
    const movie = (await workspace.call('GET', '/gsql/v1/schema/vertices/Movie?graph=films')).json['results'];
    expect(movie).toMatchObject({
      PrimaryId: { AttributeName: 'title,year', AttributeType: { Name: 'STRING' } },
      Attributes: [
        { AttributeName: 'id', HasIndex: true, IndexName: 'by_id' },
        { AttributeName: 'title', IsPartOfCompositeKey: true },
        { AttributeName: 'year', IsPartOfCompositeKey: true },
        { AttributeName: 'best', AttributeType: { Name: 'UDT', TupleName: 'Mark' } },
      ],
      Config: { STATS: 'NONE' },
    });
    const again = { ...(movie as object), Name: 'Movie2' };
    const change = { addVertexTypes: [again] };
    const changed = await workspace.call('POST', '/gsql/v1/schema/change?graph=films', { body: change });
    expect(changed.status).toBe(200);
    expect(await workspace.gsql('SHOW VERTEX Movie2', 'films')).toContain(
      'VERTEX Movie2(id UINT, title STRING, year UINT, best Mark, PRIMARY KEY(title, year)) WITH STATS="NONE"',
    );
    await workspace.gsql('TYPEDEF TUPLE <score INT, word STRING> Loose', 'films');
    const loose = { AttributeName: 'best', AttributeType: { Name: 'UDT', TupleName: 'Loose' } };
    const id = { AttributeName: 'id', AttributeType: { Name: 'STRING' }, PrimaryIdAsAttribute: true };
    const refused = await workspace.call('POST', '/gsql/v1/schema/change?graph=films', {
      body: { addVertexTypes: [{ Name: 'Movie3', PrimaryId: id, Attributes: [loose], Config: {} }] },
    });
    expect(refused.status).toBe(400);
    expect(refused.json['message']).toContain('its field word is a STRING without length');
  });
});

describe('schema change jobs', () => {
  it('are made, listed, run and dropped', async () => {
    const call = (method: string, path: string, body?: unknown) =>
      workspace.call(method, `/gsql/v1/schema/jobs${path}`, body === undefined ? {} : { body });
    const code =
      'CREATE SCHEMA_CHANGE JOB local_one FOR GRAPH films { ADD VERTEX Extra (PRIMARY_ID id STRING); }';
    expect((await call('POST', '?graph=films&gsql=true', { gsql: code })).status).toBe(200);
    expect((await call('GET', '?graph=films')).json['results']).toEqual([{ local_one: code }]);
    expect((await call('GET', '?graph=films&json=true')).json['results']).toMatchObject([
      { local_one: { graph: 'films', addVertexTypes: [{ Name: 'Extra' }], alterEdgeTypes: [] } },
    ]);
    expect((await call('GET', '')).json['results']).toMatchObject([{ more: expect.any(String) as string }]);
    expect((await call('PUT', '/local_one?graph=films')).json['message']).toBe(
      'Schema change job run successfully!',
    );
    expect((await workspace.call('GET', '/gsql/v1/schema/vertices/Extra?graph=films')).status).toBe(200);
    expect((await call('POST', '/local_one?graph=films')).json['message']).toContain(
      'is used by another object',
    );
    expect((await call('DELETE', '?graph=films&jobName=local_one')).status).toBe(200);
    expect((await call('GET', '/local_one?graph=films')).status).toBe(404);
  });

  it('take indexes as JSON has them', async () => {
    const change = (alter: object) =>
      workspace.call('POST', '/gsql/v1/schema/change', {
        body: { alterVertexTypes: [{ name: 'Movie', ...alter }] },
      });
    const added = await change({ addIndexAttributes: [{ indexName: 'by_year', attributeName: 'year' }] });
    expect(added.json['message']).toBe('Global schema change runs successfully');
    expect(await workspace.gsql('SHOW INDEX', 'films')).toContain('INDEX by_year ON VERTEX Movie(year)');
    expect((await change({ dropIndexAttributes: ['by_year'] })).status).toBe(200);
    expect(await workspace.gsql('SHOW INDEX', 'films')).not.toContain('by_year');
  });
});

describe('the prompt', () => {
  it('makes, lists and drops secrets', async () => {
    const made = await workspace.gsql('CREATE SECRET mine');
    const secret = /The secret: (\w+) has been created for user "tigergraph"/.exec(made)?.[1] ?? '';
    expect(secret).not.toBe('');
    const masked = `${secret.slice(0, 3)}****${secret.slice(-3)}`;
    expect(await workspace.gsql('SHOW SECRET')).toContain(`  - Secret: ${masked}\n  - Alias: mine`);
    expect(await workspace.gsql('CREATE SECRET mine').catch(String)).toContain('already exists');
    await workspace.gsql('DROP SECRET mine');
    expect(await workspace.gsql('SHOW SECRET')).not.toContain(masked);
  });

  it('shows users and roles, and says what is not managed here', async () => {
    expect(await workspace.gsql('SHOW USER')).toContain(
      '  - Name: tigergraph (Current User)\n    - Global Roles: superuser',
    );
    expect(await workspace.gsql('SHOW ROLE')).toContain('    globalobserver');
    expect(await workspace.gsql('CREATE TOKEN')).toContain('POST /gsql/v1/tokens');
    const asObserver = { as: 'observer', body: 'ALTER PASSWORD tigergraph -p "other"' } as const;
    expect((await workspace.call('POST', '/gsql/v1/statements', asObserver)).text).toContain('WRITE_USER');
  });

  it('runs a query apart, whose result is asked for by its id', async () => {
    await workspace.gsql(
      'CREATE QUERY twice(INT n) FOR GRAPH films { PRINT 2 * n AS x; }\nINSTALL QUERY twice',
      'films',
    );
    const submitted = JSON.parse(await workspace.gsql('RUN QUERY -async twice(4)', 'films')) as {
      requestid: string;
    };
    await vi.waitFor(
      async () => {
        const path = `/restpp/query_result?requestid=${submitted.requestid}`;
        expect((await workspace.call('GET', path)).json['results']).toEqual([{ x: 8 }]);
      },
      { timeout: 50_000 },
    );
  });

  it('lets observers neither clear nor import nor export', async () => {
    for (const body of ['CLEAR GRAPH STORE', 'IMPORT GRAPH ALL FROM "x"', 'EXPORT GRAPH ALL TO "x"']) {
      expect((await workspace.call('POST', '/gsql/v1/statements', { as: 'observer', body })).status).toBe(
        403,
      );
    }
  });
});
