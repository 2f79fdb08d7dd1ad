import type { GraphSchema } from '@acacia/language';
import { describe, expect, test } from 'vitest';
import { changeBetween, draftOf, EMPTY_DRAFT, isEmptyChange, losses } from './draft.ts';
import {
  addEdge,
  addVertex,
  historyOf,
  newAttribute,
  record,
  redo,
  removeTypes,
  undo,
  updateEdge,
  updateVertex,
} from './draft-edits.ts';
import { nameProblem, problemsOf } from './draft-problems.ts';

const flights: GraphSchema = {
  name: 'Flights',
  vertexTypes: [
    {
      name: 'Airport',
      primaryId: { name: 'iata', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: [
        { name: 'city', type: { kind: 'scalar', name: 'STRING' } },
        { name: 'latitude', type: { kind: 'scalar', name: 'DOUBLE' }, defaultValue: 0.5 },
      ],
    },
  ],
  edgeTypes: [
    {
      name: 'Flight',
      directed: true,
      pairs: [{ from: 'Airport', to: 'Airport' }],
      attributes: [{ name: 'flights', type: { kind: 'scalar', name: 'INT' } }],
      discriminator: [],
      reverseEdge: 'reverse_Flight',
    },
    {
      name: 'reverse_Flight',
      directed: true,
      pairs: [{ from: 'Airport', to: 'Airport' }],
      attributes: [{ name: 'flights', type: { kind: 'scalar', name: 'INT' } }],
      discriminator: [],
      reverseOf: 'Flight',
    },
  ],
  tuples: [],
  queries: [],
};
const saved = draftOf(flights, (type) => `the color of ${type}`);

describe('what saving would do', () => {
  test('nothing, for what is saved; a reverse edge type is no type of its own', () => {
    expect(saved.edges.map(({ name }) => name)).toEqual(['Flight']);
    expect(isEmptyChange(changeBetween(saved, saved))).toBe(true);
  });

  test('a type keeps its colour when it is renamed, and another gets another', () => {
    const one = addVertex(saved, 'a');
    const { color } = one.vertices.at(-1) ?? {};
    const renamed = updateVertex(one, 'a', { name: 'Aaa' });
    const two = addVertex(renamed, 'b');
    expect(two.vertices.at(-2)).toMatchObject({ name: 'Aaa', color });
    expect(new Set(two.vertices.map((vertex) => vertex.color)).size).toBe(two.vertices.length);
    expect(two.vertices[0]?.color).toBe(`the color of ${two.vertices[0]?.name}`);
  });

  test('new types carry names of vertices renamed after the edge was drawn', () => {
    const two = addEdge(addVertex(EMPTY_DRAFT, 'v'), 'e', 'v', 'v');
    const draft = updateEdge(updateVertex(two, 'v', { name: 'City' }), 'e', {
      name: 'Road',
      directed: false,
    });
    const change = changeBetween(EMPTY_DRAFT, draft);
    expect(change.addVertices[0]?.name).toBe('City');
    expect(change.addEdges).toMatchObject([
      { name: 'Road', directed: false, pairs: [{ from: 'City', to: 'City' }] },
    ]);
    expect(change.addEdges[0]).not.toHaveProperty('reverseEdge');
  });

  test('attributes are added and dropped, and the loss is named', () => {
    const airport = saved.vertices[0]!;
    const attribute = {
      ...newAttribute(),
      name: 'runways',
      type: { kind: 'scalar', name: 'INT' } as const,
      defaultValue: '2',
    };
    const draft = updateVertex(saved, airport.key, { attributes: [airport.attributes[1]!, attribute] });
    const change = changeBetween(saved, draft);
    expect(change.alterVertices).toEqual([
      {
        name: 'Airport',
        added: [{ name: 'runways', type: { kind: 'scalar', name: 'INT' }, defaultValue: 2 }],
        dropped: ['city'],
      },
    ]);
    expect(losses(change)).toEqual(['Attribute city of Airport, with its values']);
  });

  test('an edge type goes with the last vertex type it touches', () => {
    const draft = removeTypes(saved, new Set([saved.vertices[0]!.key]));
    expect(changeBetween(saved, draft)).toMatchObject({ dropVertices: ['Airport'], dropEdges: ['Flight'] });
  });
});

describe('edits', () => {
  test('the automatic reverse name keeps in step and goes with the direction', () => {
    const key = 'road';
    const draft = addEdge(saved, key, saved.vertices[0]!.key, saved.vertices[0]!.key);
    const renamed = updateEdge(draft, key, { name: 'Road' });
    expect(renamed.edges.at(-1)?.reverseEdge).toBe('reverse_Road');
    const own = updateEdge(renamed, key, { reverseEdge: 'back' });
    expect(updateEdge(own, key, { name: 'Street' }).edges.at(-1)?.reverseEdge).toBe('back');
    expect(updateEdge(own, key, { directed: false }).edges.at(-1)?.reverseEdge).toBe('');
  });

  test('new types get free names', () => {
    const draft = addVertex(addVertex(EMPTY_DRAFT, 'a'), 'b');
    expect(draft.vertices.map(({ name }) => name)).toEqual(['VertexType_1', 'VertexType_1_2']);
  });

  test('undo and redo; typing in one field is one step', () => {
    const start = historyOf(EMPTY_DRAFT);
    const key = 'v';
    const draft = addVertex(EMPTY_DRAFT, key);
    const created = record(start, draft);
    const typed = record(
      record(created, updateVertex(draft, key, { name: 'A' })),
      updateVertex(draft, key, { name: 'Ab' }),
      true,
    );
    expect(undo(typed).present).toBe(draft);
    expect(redo(undo(typed)).present.vertices[0]?.name).toBe('Ab');
    expect(undo(undo(undo(typed))).present).toBe(EMPTY_DRAFT);
  });
});

describe('problems', () => {
  test.each([
    ['', 'Give the vertex type a name.'],
    [
      '9lives',
      "'9lives' cannot be the name of a vertex type: letters, digits and underscores are allowed, a digit not first.",
    ],
    ['count', "'count' is a reserved word and cannot be the name of a vertex type."],
    ['gsql_sys_x', "The name 'gsql_sys_x' begins with the reserved prefix gsql_sys_."],
    ['GSQL_sys_x', "The name 'GSQL_sys_x' begins with the reserved prefix gsql_sys_."],
    ['x'.repeat(101), /cannot be the name of a vertex type: it has more than 100 characters\.$/],
    ['Person', null],
  ])('name %j: %j', (name, message) => {
    const problem = nameProblem('vertex type', name);
    if (message instanceof RegExp) expect(problem).toMatch(message);
    else expect(problem).toBe(message);
  });

  test('an id may be named as an attribute may', () => {
    expect(nameProblem('primary id', 'count')).toBeNull();
    expect(nameProblem('primary id', 'order')).toBe(
      "'order' is a reserved word and cannot be the name of a primary id.",
    );
  });

  test('a saved schema has none', () => {
    expect(problemsOf(saved)).toEqual([]);
  });

  test('clashes, bad defaults and missing pairs are found at their place', () => {
    const airport = saved.vertices[0]!;
    const bad = {
      ...newAttribute(),
      name: 'iata',
      type: { kind: 'scalar', name: 'INT' } as const,
      defaultValue: 'x',
    };
    const draft = addEdge(saved, 'e', airport.key, airport.key);
    const edge = updateEdge(draft, 'e', { name: 'Airport', reverseEdge: '', pairs: [] });
    const found = problemsOf(updateVertex(edge, airport.key, { attributes: [bad] }));
    expect(found.map(({ message }) => message)).toEqual([
      "There are two attributes named 'iata'.",
      "The default 'x' is not an INT.",
      "The edge type name 'Airport' is used by another type.",
      'At least one edge pair must remain. Please keep at least one edge pair.',
    ]);
  });
});
