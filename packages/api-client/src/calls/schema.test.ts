import type { WireGraphSchema, WireVertexType } from '@acacia/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { createWorkspaceClient } from '../workspace-client.ts';

afterEach(() => vi.unstubAllGlobals());

const type = (at: number): WireVertexType => ({
  Name: `Type_${at}`,
  PrimaryId: { AttributeName: 'id', AttributeType: { Name: 'STRING' } },
  Attributes: [],
  Config: {},
});

function schemaOf(vertexTypes: readonly unknown[]): Promise<WireGraphSchema> {
  const results = { GraphName: 'G', VertexTypes: vertexTypes, EdgeTypes: [] };
  vi.stubGlobal('fetch', async () => Response.json({ error: false, message: '', results }));
  return createWorkspaceClient('http://localhost/', () => Promise.resolve(null)).schema('G');
}

it('reads the types of a large schema in tasks of their own, and refuses those that are none', async () => {
  const types = Array.from({ length: 1000 }, (_, at) => type(at));
  let tasks = 0;
  const timer = setInterval(() => {
    tasks += 1;
  }, 0);
  expect((await schemaOf(types)).VertexTypes).toEqual(types);
  clearInterval(timer);
  expect(tasks).toBeGreaterThanOrEqual(3);
  await expect(schemaOf([...types, { Name: 'broken' }])).rejects.toThrow('PrimaryId');
});
