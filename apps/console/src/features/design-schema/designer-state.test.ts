import { expect, test } from 'vitest';
import { design, designOf, type DesignerAction, type DesignerState } from './designer-state.ts';
import { EMPTY_DRAFT, type Draft, type DraftVertex } from './draft.ts';

const vertex = (key: string): DraftVertex => ({
  key,
  saved: true,
  foreign: false,
  icon: '',
  position: null,
  isPrimaryKey: false,
  vectors: [],
  name: key,
  color: '#000000',
  idName: 'id',
  idType: 'STRING',
  idAsAttribute: true,
  attributes: [],
});

/** The saved schema: vertex types City and Person. */
const SAVED: Draft = { vertices: [vertex('City'), vertex('Person')], edges: [] };
const OTHER: Draft = { vertices: [vertex('City')], edges: [] };

const run = (actions: readonly DesignerAction[], from = designOf(SAVED)): DesignerState =>
  actions.reduce(design, from);

/** The facts that the tables compare: names of types, selection, and the lengths of past and future. */
function summary({ history, selected, ...state }: DesignerState) {
  const { vertices, edges } = history.present;
  return {
    types: [...vertices, ...edges].map(({ name }) => name).join(' '),
    selected: [...selected].join(' '),
    steps: `${history.past.length}/${history.future.length}`,
    flags: (['confirming', 'saving'] as const).filter((flag) => state[flag]).join(' '),
  };
}

const newVertex: DesignerAction = { kind: 'createVertex', key: 'v', position: null };
const undo: DesignerAction = { kind: 'undo' };
const redo: DesignerAction = { kind: 'redo' };
const select = (...keys: string[]): DesignerAction => ({ kind: 'select', keys: new Set(keys) });
const name = (text: string, field: string | null = 'name'): DesignerAction => ({
  kind: 'changeVertex',
  key: 'v',
  patch: { name: text },
  field,
});
const newEdge: DesignerAction = { kind: 'createEdge', key: 'e', ends: null };
const saving: DesignerAction = { kind: 'saveStarted' };

const BEFORE = 'City Person';

test.each<[string, readonly DesignerAction[], Partial<ReturnType<typeof summary>>]>([
  [
    'a new vertex type is selected',
    [newVertex],
    { types: `${BEFORE} VertexType_1`, selected: 'v', steps: '1/0' },
  ],
  ['a new edge type is selected', [newEdge], { types: `${BEFORE} EdgeType_1`, selected: 'e', steps: '1/0' }],
  [
    'typing in one field is one step',
    [newVertex, name('A'), name('Ab')],
    { types: `${BEFORE} Ab`, steps: '2/0' },
  ],
  ['a choice is a step', [newVertex, name('A', null), name('B', null)], { steps: '3/0' }],
  ['another field is another step', [newVertex, name('A'), name('Ab', 'other')], { steps: '3/0' }],
  [
    'the same field after a selection is another step',
    [newVertex, name('A'), select('City'), select('v'), name('Ab')],
    { steps: '3/0' },
  ],
  [
    'typing after an undo keeps what was before it',
    [newVertex, name('A'), undo, name('B'), undo],
    { types: `${BEFORE} VertexType_1`, steps: '1/1' },
  ],
  ['the same value is no step', [newVertex, name('A'), name('A', null)], { steps: '2/0' }],
  ['a change of a type that is gone is no step', [name('A')], { types: BEFORE, steps: '0/0' }],
  [
    'undo takes the selection of what is gone',
    [newVertex, undo],
    { types: BEFORE, selected: '', steps: '0/1' },
  ],
  ['undo keeps other selections', [newVertex, select('City', 'v'), undo], { selected: 'City' }],
  ['redo brings the type back, not selected', [newVertex, undo, redo], { selected: '', steps: '1/0' }],
  ['nothing to undo', [undo], { types: BEFORE, steps: '0/0' }],
  ['nothing to redo', [newVertex, redo], { selected: 'v', steps: '1/0' }],
  ['an edit ends what could be redone', [newVertex, undo, newEdge], { steps: '1/0' }],
  [
    'the selected types are removed',
    [select('City'), { kind: 'removeSelected' }],
    { types: 'Person', selected: '', steps: '1/0' },
  ],
  ['nothing selected, nothing removed', [{ kind: 'removeSelected' }], { types: BEFORE, steps: '0/0' }],
  [
    'a schema read again replaces a draft without changes, and its history',
    [newVertex, undo, select('Person', 'City'), { kind: 'read', saved: OTHER }],
    { types: 'City', selected: 'City', steps: '0/0' },
  ],
  [
    'a schema read again is joined with a changed draft',
    [newVertex, { kind: 'read', saved: OTHER }],
    { types: 'City VertexType_1', selected: 'v', steps: '1/0' },
  ],
  ['losses are confirmed', [{ kind: 'confirm' }], { flags: 'confirming' }],
  ['and not saved', [{ kind: 'confirm' }, { kind: 'dismiss' }], { flags: '' }],
  ['the dialog stays while it saves', [{ kind: 'confirm' }, saving], { flags: 'confirming saving' }],
  ['a save ends', [saving, { kind: 'saveEnded' }, newVertex], { flags: '', steps: '1/0' }],
])('%s', (_, actions, expected) => {
  expect(summary(run(actions))).toMatchObject(expected);
});

test.each<DesignerAction>([
  newVertex,
  newEdge,
  name('B'),
  { kind: 'changeEdge', key: 'e', patch: { directed: false }, field: null },
  { kind: 'removeSelected' },
  { kind: 'move', positions: new Map([['v', { x: 1, y: 1 }]]) },
  undo,
  redo,
])('while saving, $kind changes nothing', (action) => {
  const state = run([newVertex, newEdge, newVertex, undo, select('v'), saving]);
  expect(design(state, action)).toBe(state);
  const free = run([{ kind: 'saveEnded' }], state);
  expect(design(free, action)).not.toBe(free);
});

test('while saving, types can still be looked at', () => {
  expect(summary(run([saving, select('City')])).selected).toBe('City');
});

test.each<[string, readonly string[], string]>([
  ['the two selected vertex types', ['Person', 'City'], 'City → Person'],
  ['the one selected vertex type, with itself', ['Person'], 'Person → Person'],
  ['the first vertex type, with itself', [], 'City → City'],
])('a new edge type joins %s', (_, keys, expected) => {
  const [edge] = run([select(...keys), newEdge]).history.present.edges;
  expect(edge?.pairs.map(({ from, to }) => `${from} → ${to}`)).toEqual([expected]);
});

test('a drawn edge type joins what it was drawn between', () => {
  const drawn = run([{ kind: 'createEdge', key: 'e', ends: { from: 'Person', to: 'City' } }]);
  expect(drawn.history.present.edges[0]?.pairs).toEqual([{ from: 'Person', to: 'City' }]);
});

test('without any vertex type there is no edge type', () => {
  const empty = designOf(EMPTY_DRAFT);
  expect(design(empty, newEdge)).toBe(empty);
});

const move = (key: string, x: number): DesignerAction => ({
  kind: 'move',
  positions: new Map([[key, { x, y: 0 }]]),
});
const places = (state: DesignerState) =>
  state.history.present.vertices.map(({ name, position }) => `${name} ${position?.x ?? '-'}`).join(', ');

test('a move is a step that is undone', () => {
  const moved = run([move('City', 1), move('City', 2)]);
  expect(places(moved)).toBe('City 2, Person -');
  expect(places(run([undo], moved))).toBe('City 1, Person -');
});

test('from the first edit on, boxes keep the places that the layout gave them; arranging releases them', () => {
  const arranged: DesignerAction = {
    kind: 'arranged',
    places: new Map([
      ['City', { x: 10, y: 0 }],
      ['Person', { x: 20, y: 0 }],
    ]),
  };
  expect(run([arranged]).history.past).toEqual([]);
  const edited = run([arranged, newVertex]);
  expect(places(edited)).toBe('City 10, Person 20, VertexType_1 -');
  expect(places(run([{ kind: 'arrange' }], edited))).toBe('City -, Person -, VertexType_1 -');
  expect(places(run([{ kind: 'arrange' }, undo], edited))).toBe('City 10, Person 20, VertexType_1 -');
});

test('a moved box stays where it is when a schema is read again', () => {
  const state = run([move('City', 1), { kind: 'read', saved: OTHER }]);
  expect(places(state)).toBe('City 1');
});

test('what was stored gives way to the schema that is read next, with the selection kept by name', () => {
  const after: Draft = {
    vertices: [vertex('City'), { ...vertex('vertex:New'), name: 'VertexType_1' }],
    edges: [],
  };
  const state = run([
    newVertex,
    saving,
    { kind: 'saveStored' },
    { kind: 'saveEnded' },
    { kind: 'read', saved: after },
  ]);
  expect(summary(state)).toMatchObject({ types: 'City VertexType_1', selected: 'vertex:New', steps: '0/0' });
});

test('a save that failed selects the type that the answer names, until the next edit', () => {
  const failure = { type: 'City', field: 'name', message: 'City is no name.' } as const;
  const state = run([newVertex, saving, { kind: 'saveFailed', failure }]);
  expect(summary(state)).toMatchObject({ selected: 'City', flags: '' });
  expect(state.failure).toBe(failure);
  expect(run([name('B')], state).failure).toBeNull();
});

test('global types are not removed from the designer of a graph', () => {
  const own: Draft = { vertices: [{ ...vertex('City'), foreign: true }, vertex('Person')], edges: [] };
  const state = [select('City', 'Person'), { kind: 'removeSelected' } as const].reduce(design, designOf(own));
  expect(summary(state)).toMatchObject({ types: BEFORE, steps: '0/0' });
});
