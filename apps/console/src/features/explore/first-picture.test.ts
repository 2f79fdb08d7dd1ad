import type { WorkspaceClient } from '@acacia/api-client';
import type { ExpandRequest, WireEdgeType, WireGraphSchema, WireVertexType } from '@acacia/contract';
import { expect, test } from 'vitest';
import { centralTypes, firstPicture } from './first-picture.ts';

const vertexType = (Name: string) => ({ Name, Attributes: [], Config: {} }) as unknown as WireVertexType;
const edgeType = (Name: string, From: string, To: string, reverse = '') =>
  ({
    Name,
    IsDirected: true,
    EdgePairs: [{ From, To }],
    Attributes: [],
    Config: reverse === '' ? {} : { REVERSE_EDGE: reverse },
  }) as unknown as WireEdgeType;

const SCHEMA: WireGraphSchema = {
  GraphName: 'g',
  UDTs: [],
  VertexTypes: ['Alone', 'Station', 'Rider', 'Trip'].map(vertexType),
  EdgeTypes: [
    edgeType('From', 'Trip', 'Station', 'Rev'),
    edgeType('Rev', 'Station', 'Trip'),
    edgeType('By', 'Trip', 'Rider'),
    edgeType('Near', 'Station', 'Station'),
  ],
};

const vertex = (v_type: string, v_id: string) => ({ v_type, v_id, attributes: {} });

/** A workspace in which some types have vertices, and each walk leads to one Rider. */
function workspaceWith(types: readonly string[]) {
  const asked: string[] = [];
  const walks: ExpandRequest[] = [];
  const client = {
    interpretQuery: async (_graph: string, text: string) => {
      const type = /FROM (\w+):/.exec(text)?.[1] ?? '';
      asked.push(type);
      return { results: [{ Found: types.includes(type) ? [vertex(type, '1'), vertex(type, '2')] : [] }] };
    },
    expand: async (_graph: string, request: ExpandRequest) => {
      walks.push(request);
      return { vertices: [vertex('Rider', 'r')], edges: [], counts: [] };
    },
  } as unknown as WorkspaceClient;
  return { asked, walks, client };
}

test('types at the ends of most edge types come first, and a reverse type does not count again', () => {
  expect(centralTypes(SCHEMA)).toEqual(['Station', 'Trip', 'Rider', 'Alone']);
});

test('goes out from vertices of the first type that has some', async () => {
  const { asked, walks, client } = workspaceWith(['Trip', 'Alone']);
  const parts = await firstPicture({ client, graph: 'g' }, SCHEMA, new AbortController().signal);
  expect(asked).toEqual(['Station', 'Trip']);
  expect([...(parts?.vertices.keys() ?? [])]).toEqual(['Trip/1', 'Trip/2', 'Rider/r']);
  expect(walks).toHaveLength(1);
  expect(walks[0]).toMatchObject({
    vertices: [
      { type: 'Trip', id: '1' },
      { type: 'Trip', id: '2' },
    ],
    limit: 12,
    then: [{ limit: 6 }, { limit: 3 }],
  });
});

test('an empty graph has no picture', async () => {
  const { client } = workspaceWith([]);
  expect(await firstPicture({ client, graph: 'g' }, SCHEMA, new AbortController().signal)).toBeNull();
});
