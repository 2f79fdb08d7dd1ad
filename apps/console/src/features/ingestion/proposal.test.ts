import type { WireProposal } from '@acacia/contract';
import { expect, test } from 'vitest';
import {
  addEdge,
  chooseEdge,
  chooseEnd,
  chooseKey,
  chooseType,
  editedFrom,
  graphName,
  leaveOut,
  mappingsOf,
  proposalFault,
  renameAttribute,
  renameEdge,
  renameVertex,
  schemaOf,
  type EditedProposal,
} from './proposal.ts';

const judged = { confidence: 0.9, reason: 'Text.' };
const PROPOSAL: WireProposal = {
  vertices: [
    {
      name: 'Customer',
      table: 0,
      key: { name: 'id', type: 'INT', column: 0 },
      attributes: [{ name: 'email', type: 'STRING', column: 1, reason: 'Text.' }],
      ...judged,
    },
    { name: 'Sale', table: 1, key: { name: 'id', type: 'INT', column: 0 }, attributes: [], ...judged },
    {
      name: 'Country',
      table: null,
      key: { name: 'name', type: 'STRING', column: 2 },
      attributes: [],
      ...judged,
    },
  ],
  edges: [
    {
      name: 'Sale_Customer',
      table: 1,
      from: { vertex: 'Sale', column: 0 },
      to: { vertex: 'Customer', column: 1 },
      attributes: [],
      discriminator: [],
      instead: { name: 'customer', type: 'INT', column: 1, reason: 'Text.' },
      chosen: true,
      ...judged,
    },
    {
      name: 'Customer_Country',
      table: 0,
      from: { vertex: 'Customer', column: 0 },
      to: { vertex: 'Country', column: 2 },
      attributes: [],
      discriminator: [],
      instead: null,
      chosen: false,
      ...judged,
    },
  ],
};
const FILES = [{ file: { name: 'c.csv' } }, { file: { name: 'o.csv' } }];
const start = editedFrom(PROPOSAL);

function typesOf(proposal: EditedProposal): string[] {
  const { vertexTypes, edgeTypes } = schemaOf('G', proposal);
  return [...vertexTypes, ...edgeTypes].map(({ name }) => name);
}

test('types that only an edge brings come with that edge, and edges go with their ends', () => {
  expect(typesOf(start)).toEqual(['Customer', 'Sale', 'Sale_Customer']);
  const more = chooseEdge(start, 1, true);
  expect(typesOf(more)).toEqual(['Customer', 'Sale', 'Country', 'Sale_Customer', 'Customer_Country']);
  expect(typesOf(leaveOut(more, 'Customer', true))).toEqual(['Sale']);
  expect(typesOf(leaveOut(leaveOut(more, 'Customer', true), 'Customer', false))).toEqual(typesOf(more));
});

test('edges follow a vertex type that is renamed; two types are never joined by their names', () => {
  const renamed = renameVertex(leaveOut(start, 'Customer', true), 'Customer', 'Buyer');
  expect(typesOf(renamed)).toEqual(['Sale']);
  expect(schemaOf('G', leaveOut(renamed, 'Buyer', false)).edgeTypes[0]?.pairs).toEqual([
    { from: 'Sale', to: 'Buyer' },
  ]);
  expect(renameVertex(start, 'Sale', 'Customer')).toBe(start);
});

test('a row that refers to nothing makes no edge, and is no fault', () => {
  const schema = schemaOf('G', start);
  const conditions = mappingsOf(start, schema, FILES).map(({ target, where }) => [target.type, where.tests]);
  expect(conditions).toEqual([
    ['Customer', []],
    ['Sale', []],
    ['Sale_Customer', [{ source: { kind: 'column', index: 1 }, operator: 'IS NOT EMPTY', value: '' }]],
  ]);
});

test.each([
  ['hafenanläufe.csv', 'hafenanlaufe'],
  ['Employees (export).csv', 'Employees_export_'],
  ['2026.csv', '_2026'],
  ['李.csv', 'my_graph'],
])('a graph for %s is called %s', (file, name) => {
  expect(graphName(file)).toBe(name);
});

test('the column of an edge that is left out stays as an attribute', () => {
  const [, sale] = schemaOf('G', start).vertexTypes;
  expect(sale?.attributes).toEqual([]);
  for (const without of [chooseEdge(start, 0, false), leaveOut(start, 'Customer', true)]) {
    const schema = schemaOf('G', without);
    const kept = schema.vertexTypes.find(({ name }) => name === 'Sale');
    expect(kept?.attributes).toEqual([{ name: 'customer', type: { kind: 'scalar', name: 'INT' } }]);
    const [mapping] = mappingsOf(without, schema, FILES).filter(({ target }) => target.type === 'Sale');
    expect(mapping?.slots.map(({ source }) => source)).toEqual([
      { kind: 'column', index: 0 },
      { kind: 'column', index: 1 },
    ]);
  }
});

test('an edge that a person adds by an attribute, and leads elsewhere', () => {
  const added = addEdge(start, 'Customer', 1, 'Sale');
  const schema = schemaOf('G', added);
  expect(schema.vertexTypes[0]?.attributes).toEqual([]);
  expect(schema.edgeTypes.at(-1)).toMatchObject({
    name: 'Customer_email',
    pairs: [{ from: 'Customer', to: 'Sale' }],
  });
  const led = chooseEnd(added, 2, 'to', 'Country');
  expect(typesOf(led)).toEqual(['Customer', 'Sale', 'Country', 'Sale_Customer', 'Customer_email']);
  expect(led.edges[2]).toMatchObject({ confidence: 1, reason: 'You chose it.' });
  expect(addEdge(start, 'Country', 1, 'Sale')).toBe(start);
});

test('another key swaps places with the attribute, for edges from the same file too', () => {
  const keyed = chooseKey(chooseEdge(start, 1, true), 'Customer', 1);
  const schema = schemaOf('G', keyed);
  expect(schema.vertexTypes[0]).toMatchObject({
    primaryId: { name: 'email', type: 'STRING' },
    attributes: [{ name: 'id' }],
  });
  const columns = mappingsOf(keyed, schema, FILES).map(({ file, target, slots }) => [
    file,
    target.type,
    slots.map(({ source }) => (source.kind === 'column' ? source.index : source.kind)),
  ]);
  expect(columns).toEqual([
    ['c.csv', 'Customer', [1, 0]],
    ['o.csv', 'Sale', [0]],
    ['o.csv', 'Sale_Customer', [0, 1]],
    ['c.csv', 'Customer_Country', [1, 2]],
  ]);
});

test('an attribute that a person names otherwise keeps its column', () => {
  const renamed = renameAttribute(start, 'Customer', 1, 'address');
  const schema = schemaOf('G', renamed);
  expect(schema.vertexTypes[0]?.attributes.map(({ name }) => name)).toEqual(['address']);
  expect(mappingsOf(renamed, schema, FILES)[0]?.slots.map(({ source }) => source)).toEqual([
    { kind: 'column', index: 0 },
    { kind: 'column', index: 1 },
  ]);
});

test('a type that a person chose', () => {
  const [customer] = schemaOf('G', chooseType(start, 'Customer', 1, 'INT')).vertexTypes;
  expect(customer?.attributes).toEqual([{ name: 'email', type: { kind: 'scalar', name: 'INT' } }]);
});

test.each<[string, EditedProposal, string]>([
  ['a name twice', renameEdge(start, 0, 'Customer'), 'Two types have the name Customer.'],
  ['a name with a space', renameVertex(start, 'Sale', 'an order'), 'an order'],
  ['an attribute twice', renameAttribute(start, 'Customer', 1, 'id'), 'Two attributes of Customer'],
  ['an attribute with a space', renameAttribute(start, 'Customer', 1, 'e mail'), 'e mail'],
  ['nothing left', leaveOut(leaveOut(start, 'Sale', true), 'Customer', true), 'Choose a vertex type.'],
])('a schema cannot be created: %s', (_, proposal, fault) => {
  expect(proposalFault(start)).toBeUndefined();
  expect(proposalFault(proposal)).toContain(fault);
});
