import type { GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import { firstQuestions } from './first-questions.ts';

const vertex = (name: string): GraphSchema['vertexTypes'][number] => ({
  name,
  primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
  attributes: [],
});
const edge = (name: string, from: string, to: string, directed = true): GraphSchema['edgeTypes'][number] => ({
  name,
  directed,
  pairs: [{ from, to }],
  attributes: [],
  discriminator: [],
});
const graph = (
  vertexTypes: GraphSchema['vertexTypes'],
  edgeTypes: GraphSchema['edgeTypes'],
): GraphSchema => ({ name: 'g', vertexTypes, edgeTypes, tuples: [], queries: [] });

test('asks for vertices, edges and the best connected, of types that the graph has', () => {
  const schema = graph([vertex('Port'), vertex('Ship')], [edge('calls', 'Ship', 'Port')]);
  expect(firstQuestions(schema)).toEqual([
    { title: 'Some Ship', text: 'SELECT v FROM (v:Ship) LIMIT 10' },
    { title: 'Some calls', text: 'SELECT a, b FROM (a:Ship) -[:calls]-> (b:Port) LIMIT 10' },
    {
      title: 'Port with most calls',
      text: 'SELECT v, count(*) AS edges FROM (:Ship) -[:calls]-> (v:Port) GROUP BY v ORDER BY edges DESC LIMIT 10',
    },
  ]);
});

test('follows edges without a direction, and leaves out those with ends of any type', () => {
  const both = graph([vertex('P')], [edge('any', '*', 'P'), edge('knows', 'P', 'P', false)]);
  expect(firstQuestions(both)[1]?.text).toBe('SELECT a, b FROM (a:P) -[:knows]- (b:P) LIMIT 10');
  expect(firstQuestions(graph([vertex('P')], [edge('any', '*', 'P')]))).toHaveLength(1);
  expect(firstQuestions(graph([], []))).toEqual([]);
});
