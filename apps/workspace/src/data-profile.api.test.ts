import { DataProfile } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(`
    CREATE VERTEX person (PRIMARY_ID id STRING, age INT)
    CREATE UNDIRECTED EDGE knows (FROM person, TO person)
    CREATE GRAPH social (*)
    CREATE GRAPH empty ()`);
  const { status } = await workspace.call('POST', '/restpp/graph/social', {
    body: {
      vertices: { person: { a: { age: { value: 30 } }, b: { age: { value: 40 } }, c: {} } },
      edges: { person: { a: { knows: { person: { b: {} } } } } },
    },
  });
  expect(status).toBe(200);
});
afterAll(() => workspace.close());

describe('GET /api/data-profile/{graph}', () => {
  it('answers in the shape of the contract', async () => {
    const { status, json } = await workspace.call('GET', '/api/data-profile/social');
    expect(status).toBe(200);
    const profile = DataProfile.parse(json['results']);
    expect(profile).toMatchObject({
      graph: 'social',
      vertices: [{ type: 'person', count: 3, attributes: [{ name: 'age', filled: 3, min: '0', max: '40' }] }],
      edges: [
        {
          type: 'knows',
          count: 1,
          from: ['person'],
          to: ['person'],
          degrees: [
            { label: '0', count: 1 },
            { label: '1', count: 2 },
          ],
        },
      ],
    });
    expect(Date.now() - Date.parse(profile.measured_at)).toBeLessThan(60_000);
  });

  it('has nothing to tell of a graph without types', async () => {
    const { json } = await workspace.call('GET', '/api/data-profile/empty');
    expect(json['results']).toMatchObject({ vertices: [], edges: [] });
  });

  it('is read by observers, not by strangers', async () => {
    expect((await workspace.call('GET', '/api/data-profile/social', { as: 'observer' })).status).toBe(200);
    expect((await workspace.call('GET', '/api/data-profile/social', { as: 'nobody' })).status).toBe(401);
  });

  it('refuses a graph that is not there', async () => {
    const { status, json } = await workspace.call('GET', '/api/data-profile/nowhere');
    expect(status).toBe(404);
    expect(json).toMatchObject({ error: true });
    expect(json['message']).toContain('nowhere');
  });
});
