import { changedStyle } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { describe, expect, test } from 'vitest';
import { draftOf, EMPTY_DRAFT } from './draft.ts';
import {
  changeBetween,
  isEmptyChange,
  looksBetween,
  losses,
  toStyleChange,
  withAllColors,
} from './draft-change.ts';
import {
  addEdge,
  addVertex,
  historyOf,
  moveTypes,
  newAttribute,
  newVector,
  record,
  redo,
  removeTypes,
  undo,
  updateEdge,
  updateVertex,
} from './draft-edits.ts';
import { nameProblem, placeOf, problemsOf } from './draft-problems.ts';
import { globalRefusal, toggled } from './global-choice.ts';

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
/** A style with all that other clients keep in one. */
const STYLE = {
  vertexStyles: { Airport: { fillColor: '#111111', icon: 'plane', other: { size: 3 } } },
  edgeStyles: { Flight: { fillColor: '#222222', other: 1 } },
  other: { zoom: 2 },
};
const saved = draftOf(flights, {
  style: STYLE,
  colorOf: (type) => `the color of ${type}`,
  isForeign: () => false,
});

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

  test('a new edge type has a colour that no other type has, and it is stored', () => {
    const draft = addEdge(addVertex(saved, 'v'), 'e', 'v', 'v');
    const { color } = draft.edges.at(-1) ?? {};
    expect(color).toMatch(/^#/);
    expect(draft.vertices.map((vertex) => vertex.color)).not.toContain(color);
    expect(looksBetween(saved, draft).edges).toEqual({ EdgeType_1: { fillColor: color } });
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
    expect(change.alterVertices).toMatchObject([
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

test('indexes, vectors and pairs of a saved type are added and dropped', () => {
  const airport = saved.vertices[0]!;
  const indexed = updateVertex(saved, airport.key, {
    attributes: airport.attributes.map((each) => ({ ...each, index: `${each.name}_index` })),
    vectors: [{ ...newVector(), name: 'emb' }],
  });
  const flight = saved.edges[0]!;
  const added = addVertex(indexed, 'c');
  const draft = updateEdge(added, flight.key, { pairs: [{ from: airport.key, to: 'c' }] });
  const change = changeBetween(saved, draft);
  expect(change.alterVertices).toMatchObject([
    {
      addedIndexes: [{ name: 'city_index', attribute: 'city' }, { name: 'latitude_index' }],
      addedVectors: [{ name: 'emb', dimension: 128, metric: 'COSINE' }],
      added: [],
    },
  ]);
  expect(change.alterEdges).toMatchObject([
    { addedPairs: [{ to: 'VertexType_1' }], droppedPairs: [{ from: 'Airport', to: 'Airport' }] },
  ]);
  expect(losses(change)).toEqual(['Edges of Flight from Airport to Airport']);
});

describe('the look', () => {
  const airport = saved.vertices[0]!;

  test('of types that were not changed stays as it is stored, with icons, other members and edge styles', () => {
    const moved = moveTypes(saved, new Map([[airport.key, { x: 4, y: 5 }]]));
    const look = looksBetween(saved, moved);
    expect(look).toEqual({ vertices: { Airport: { x: 4, y: 5 } }, edges: {} });
    expect(changedStyle(STYLE, toStyleChange(look))).toEqual({
      ...STYLE,
      vertexStyles: { Airport: { ...STYLE.vertexStyles.Airport, x: 4, y: 5 } },
    });
    expect(isEmptyChange(changeBetween(saved, moved))).toBe(true);
  });

  test('goes with its type, and an icon that was taken away goes alone', () => {
    const gone = looksBetween(saved, removeTypes(saved, new Set([airport.key])));
    expect(changedStyle(STYLE, toStyleChange(gone))).toEqual({ ...STYLE, vertexStyles: {}, edgeStyles: {} });
    const plain = looksBetween(saved, updateVertex(saved, airport.key, { icon: '' }));
    expect(changedStyle(STYLE, toStyleChange(plain)).vertexStyles).toEqual({
      Airport: { fillColor: '#111111', other: { size: 3 } },
    });
  });

  test('keeps what another person stored meanwhile, and the colours of the palette', () => {
    const meanwhile = { ...STYLE, vertexStyles: { ...STYLE.vertexStyles, City: { icon: 'home' } } };
    const draft = addVertex(saved, 'v');
    const stored = changedStyle(
      meanwhile,
      toStyleChange(withAllColors(looksBetween(saved, draft), draft, meanwhile)),
    );
    expect(stored.vertexStyles).toMatchObject({
      Airport: STYLE.vertexStyles.Airport,
      City: { icon: 'home' },
      VertexType_1: { fillColor: draft.vertices[1]?.color },
    });
  });
});

describe('global types', () => {
  const global = draftOf(flights, { style: STYLE, colorOf: () => '#000000', isForeign: () => true });
  const [airport, flight] = [global.vertices[0]!, global.edges[0]!];

  test('an edge type takes along its ends, a vertex type the edge types whose ends are there', () => {
    const whole = (type: typeof airport | typeof flight) => {
      const { vertices, edges } = toggled(EMPTY_DRAFT, global, type, true).added;
      return [...vertices, ...edges].map(({ name }) => name);
    };
    expect(whole(flight)).toEqual(['Airport', 'Flight']);
    expect(whole(airport)).toEqual(['Airport', 'Flight']);
    expect([...toggled(global, global, airport, false).removed]).toEqual([airport.key, flight.key]);
  });

  test('names that the graph has itself are refused, and edge types that touch them', () => {
    const own = { vertices: saved.vertices, edges: [] };
    expect(globalRefusal(own, global, airport)).toBe('The graph has its own type Airport.');
    expect(globalRefusal(own, global, flight)).toBe('It touches Airport, of which the graph has its own.');
    expect(globalRefusal(EMPTY_DRAFT, global, flight)).toBeUndefined();
  });

  test('are given to a graph and taken from it, and are neither made nor dropped', () => {
    const given = changeBetween(EMPTY_DRAFT, global);
    expect(given).toMatchObject({ addGlobal: ['Airport', 'Flight'], addVertices: [], addEdges: [] });
    expect(changeBetween(global, EMPTY_DRAFT)).toMatchObject({
      dropGlobal: ['Flight', 'Airport'],
      dropVertices: [],
      dropEdges: [],
    });
    expect(losses(changeBetween(global, EMPTY_DRAFT))).toEqual([]);
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

  test.each(['0', '1.5', '', 'many', '32769'])(
    'a vector of dimension %j is refused at its row',
    (dimension) => {
      const airport = saved.vertices[0]!;
      const vector = { ...newVector(), name: 'emb', dimension };
      const found = problemsOf(updateVertex(saved, airport.key, { vectors: [vector] }));
      expect(found).toEqual([
        {
          type: airport.key,
          attribute: vector.key,
          message: "The dimension of the vector attribute 'emb' is a whole number from 1 to 32768.",
        },
      ]);
    },
  );

  test('an answer of the server is placed at the row that it names', () => {
    const airport = saved.vertices[0]!;
    expect(placeOf(saved, "The attribute 'city' of Airport is used.")).toMatchObject({
      type: airport.key,
      attribute: airport.attributes[0]?.key,
    });
    expect(placeOf(saved, 'Airport is used.')).toMatchObject({ type: airport.key, field: 'name' });
    expect(placeOf(saved, 'The disk is full.')).toBeUndefined();
  });

  test('a name that another type gives up is free', () => {
    const two = addVertex(addVertex(EMPTY_DRAFT, 'a'), 'b');
    const same = updateVertex(two, 'b', { name: 'VertexType_1' });
    expect(problemsOf(same)).toHaveLength(2);
    expect(problemsOf(updateVertex(same, 'b', { name: 'Other' }))).toEqual([]);
  });

  test('a saved schema has none', () => {
    expect(problemsOf(saved)).toEqual([]);
  });

  test('a saved key keeps its attributes', () => {
    const airport = saved.vertices[0]!;
    const keyed = updateVertex(saved, airport.key, { parts: ['city', 'latitude'] });
    expect(problemsOf(keyed)).toEqual([]);
    const without = updateVertex(keyed, airport.key, { attributes: airport.attributes.slice(0, 1) });
    expect(problemsOf(without)).toEqual([
      {
        type: airport.key,
        field: 'primaryId',
        message: "The key names the attribute 'latitude', which the type does not have.",
      },
    ]);
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
