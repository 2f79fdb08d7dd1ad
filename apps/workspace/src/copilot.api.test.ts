/** Descriptions of queries, and the queries registered for the copilot. */
import { QueryDescriptions, RegisteredQueries } from '@acacia/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  for (const text of [
    'CREATE QUERY friends(VERTEX<person> p, INT depth) { /* Friends of a person */ PRINT p; }',
    'CREATE QUERY plain() { PRINT 1; }',
    'CREATE QUERY cities() { PRINT 2; }',
  ]) {
    expect(await workspace.gsql(text, 'social')).toContain('Successfully created');
  }
}, 120_000);
afterAll(() => workspace.close());

async function descriptions(query = '') {
  const answer = await workspace.call('GET', `/gsql/v1/description?graph=social${query}`);
  return QueryDescriptions.parse(answer.json).results.queries;
}
const describe = (body: unknown) => workspace.call('PUT', '/gsql/v1/description?graph=social', { body });
async function registered() {
  const answer = await workspace.call('GET', '/copilot/social/list_registered_queries');
  return RegisteredQueries.parse(answer.json).map((query) => query.queryName);
}
const register = (...queries: string[]) =>
  workspace.call('POST', '/copilot/social/upsert_from_gsql', { body: { queries } });
const unregister = (...queries: string[]) =>
  workspace.call('POST', '/copilot/social/delete_from_gsql', { body: { queries } });

it('gives what was said of a query, or the comment that it begins with', async () => {
  expect(await descriptions('&query=friends,plain')).toEqual([
    {
      queryName: 'friends',
      description: 'Friends of a person',
      parameters: [{ paramName: 'p' }, { paramName: 'depth' }],
    },
    { queryName: 'plain', parameters: [] },
  ]);
  const answer = await describe({
    queries: [
      { queryName: 'plain', description: 'Prints one' },
      { queryName: 'friends', parameters: [{ paramName: 'depth', description: 'Steps' }] },
    ],
  });
  expect(answer.status).toBe(200);
  await workspace.restart();
  // A new text is about the same thing.
  await workspace.gsql('CREATE OR REPLACE QUERY plain(INT n) { PRINT n; }', 'social');
  await workspace.gsql(
    'CREATE OR REPLACE QUERY friends(INT depth) { /* Friends of a person */ PRINT depth; }',
    'social',
  );
  expect(await descriptions()).toMatchObject([
    { queryName: 'friends', description: 'Friends of a person', parameters: [{ description: 'Steps' }] },
    { queryName: 'plain', description: 'Prints one' },
    { queryName: 'cities' },
  ]);
  const info = await workspace.call('GET', '/gsql/v1/queries/info?graph=social&query=plain');
  expect(info.json['results']).toMatchObject([{ description: 'Prints one' }]);
});

it('drops descriptions, and refuses what is not there without doing the rest', async () => {
  const refused = await describe({
    queries: [
      { queryName: 'cities', description: 'Cities' },
      { queryName: 'nope', description: 'x' },
    ],
  });
  expect([refused.status, refused.json['message']]).toEqual([
    400,
    "The query 'nope' does not exist in the graph 'social'.",
  ]);
  expect((await descriptions('&query=cities'))[0]).not.toHaveProperty('description');
  const parameter = { queryName: 'plain', parameters: [{ paramName: 'x', description: 'y' }] };
  expect((await describe({ queries: [parameter] })).json['message']).toContain("has no parameter 'x'");
  expect((await describe({ queries: [] })).status).toBe(400);
  expect((await workspace.call('GET', '/gsql/v1/description?graph=social&query=nope')).status).toBe(404);
  const dropped = await workspace.call('DELETE', '/gsql/v1/description?graph=social', {
    body: { queries: ['plain'], queryParameters: ['friends.*'] },
  });
  expect(dropped.status).toBe(200);
  const left = await descriptions('&query=plain,friends');
  expect(left[0]).not.toHaveProperty('description');
  expect(left[1]?.parameters).toEqual([{ paramName: 'depth' }]);
  const asObserver = { as: 'observer', body: { queries: [{ queryName: 'plain' }] } } as const;
  expect((await workspace.call('PUT', '/gsql/v1/description?graph=social', asObserver)).status).toBe(403);
});

it('registers queries for the copilot, durably', async () => {
  expect(await registered()).toEqual([]);
  const answer = await register('friends', 'cities', 'friends');
  expect(answer.json).toMatchObject({
    upserted_count: 2,
    upserted_functions: [{ queryName: 'friends' }, {}],
  });
  // At the same time: neither is lost.
  await Promise.all([register('plain'), unregister('cities')]);
  await workspace.restart();
  expect((await registered()).sort()).toEqual(['friends', 'plain']);
  await workspace.gsql('DROP QUERY plain', 'social');
  expect(await registered()).toEqual(['friends']);
});

it('refuses names that are not there, other graphs and other people', async () => {
  const refused = await register('friends', 'nope');
  expect([refused.status, refused.json['message']]).toEqual([
    404,
    "The query 'nope' does not exist in graph 'social'.",
  ]);
  expect((await unregister('nope')).status).toBe(404);
  expect((await register()).json['message']).toContain('Name at least one query.');
  expect((await workspace.call('GET', '/copilot/nope/list_registered_queries')).status).toBe(404);
  const body = { queries: ['friends'] };
  const observer = { as: 'observer', body } as const;
  expect((await workspace.call('POST', '/copilot/social/upsert_from_gsql', observer)).status).toBe(403);
  expect((await workspace.call('POST', '/copilot/social/delete_from_gsql', observer)).status).toBe(403);
  expect(
    (await workspace.call('GET', '/copilot/social/list_registered_queries', { as: 'observer' })).status,
  ).toBe(200);
  // By these privileges pages tell for which graphs queries may be registered.
  const auth = await workspace.call('GET', '/gsql/v1/auth/simple');
  const { privileges } = auth.json as { privileges: Record<string, { privileges: string[] }> };
  expect(privileges['social']?.privileges).toEqual(expect.arrayContaining(['READ_ROLE', 'WRITE_ROLE']));
});
