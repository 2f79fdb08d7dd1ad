import type { SchemaAdvice, WireProposal } from '@acacia/contract';
import { expect, test } from 'vitest';
import { editedFrom } from '../ingestion/proposal.ts';
import { aSample } from '../ingestion/testing.ts';
import { advised, adviceRequest } from './advice.ts';

const judged = { confidence: 0.9, reason: 'Text.' };
const PROPOSAL: WireProposal = {
  vertices: [
    {
      name: 'Ordr',
      table: 0,
      key: { name: 'id', type: 'INT', column: 0 },
      attributes: [{ name: 'cust', type: 'STRING', column: 1, reason: 'Text.' }],
      ...judged,
    },
    {
      name: 'Customer',
      table: 1,
      key: { name: 'id', type: 'STRING', column: 0 },
      attributes: [],
      ...judged,
    },
  ],
  edges: [],
};
const start = editedFrom(PROPOSAL);
const NONE: SchemaAdvice = { vertices: [], edges: [], links: [] };
const reason = 'It says so.';

test('links a column, and renames, with the reason of the model', () => {
  const { edited, changes } = advised(start, {
    vertices: [{ name: 'Ordr', to: 'Order_', reason }],
    edges: [{ name: 'Ordr_cust', to: 'placed_by', reason }],
    links: [{ table: 0, column: 1, to: 'Customer', reason }],
  });
  expect(changes).toBe(3);
  expect(edited.vertices[0]).toMatchObject({
    name: 'Order_',
    attributes: [],
    reason: 'Text. A language model: It says so.',
  });
  expect(edited.edges).toMatchObject([
    { name: 'placed_by', from: { vertex: 'Order_' }, to: { vertex: 'Customer', column: 1 }, confidence: 0.5 },
  ]);
});

test.each<[string, Partial<SchemaAdvice>]>([
  ['a name that another type has', { vertices: [{ name: 'Ordr', to: 'Customer', reason }] }],
  ['a reserved name', { vertices: [{ name: 'Ordr', to: 'SELECT', reason }] }],
  ['a type that is not there', { vertices: [{ name: 'Nobody', to: 'Somebody', reason }] }],
  ['an edge that is not there', { edges: [{ name: 'Nothing', to: 'Something', reason }] }],
  ['a key as a link', { links: [{ table: 0, column: 0, to: 'Customer', reason }] }],
  ['a link to nowhere', { links: [{ table: 0, column: 1, to: 'Nobody', reason }] }],
])('takes no advice of %s', (_, advice) => {
  expect(advised(start, { ...NONE, ...advice })).toEqual({ edited: start, changes: 0 });
});

test('tells names and three short values of each column, and no more', () => {
  const sample = aSample('orders.csv', ['id', 'cust']);
  const rows = [1, 2, 3, 4].map((id) => [String(id), id === 2 ? null : 'x'.repeat(100)]);
  const request = adviceRequest('p', PROPOSAL, [{ name: 'orders.csv', sample: { ...sample, rows } }]);
  expect(request.tables[0]?.columns).toEqual([
    { name: 'id', type: 'STRING', values: ['1', '2', '3'] },
    { name: 'cust', type: 'STRING', values: ['x'.repeat(60), 'x'.repeat(60)] },
  ]);
  expect(request.vertices).toEqual(['Ordr', 'Customer']);
});
