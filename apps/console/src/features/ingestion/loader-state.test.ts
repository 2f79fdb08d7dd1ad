import type { ParsingOptions, WireLoadStatus } from '@acacia/contract';
import type { GraphSchema } from '@acacia/language';
import { expect, test } from 'vitest';
import {
  loader,
  loadRefusal,
  loadedFiles,
  loadedPaths,
  nothingChosen,
  unread,
  type ChosenFile,
  type LoaderAction,
  type LoaderState,
} from './loader-state.ts';
import type { Slot } from './mapping.ts';
import { NO_SOURCE, type SlotForm } from './source.ts';
import { aPreview, OPTIONS } from './testing.ts';
import { EVERY_ROW, type Where } from './where.ts';

const SLOTS: readonly Slot[] = [
  { name: 'id', type: 'STRING', form: 'scalar', required: true, source: NO_SOURCE },
  { name: 'city', type: 'STRING', form: 'scalar', required: false, source: NO_SOURCE },
];

const add = (name: string, ...columns: string[]): LoaderAction => ({
  kind: 'add',
  file: { name, size: 3, path: name },
  preview: aPreview(name, columns),
});
const map = (file: string, target = 'vertex'): LoaderAction => ({
  kind: 'map',
  file,
  target:
    target === 'vertex'
      ? { kind: 'vertex', type: 'City' }
      : { kind: 'edge', type: 'Road', pair: { from: 'City', to: 'City' } },
  slots: SLOTS,
});
const choose = (options: Partial<ParsingOptions>): LoaderAction => ({ kind: 'choose', file: 'a', options });
const start: LoaderAction = { kind: 'start' };
const failed: LoaderAction = { kind: 'end', run: { phase: 'failed', id: null, error: 'no' }, job: 'second' };
const loading: LoaderAction = {
  kind: 'progress',
  run: { phase: 'loading', id: 'l', status: null, lost: false },
};
const ended: LoaderAction = {
  kind: 'end',
  run: { phase: 'ended', id: 'l', status: {} as Partial<WireLoadStatus> as WireLoadStatus },
  job: 'second',
};

const run = (actions: readonly LoaderAction[], from = nothingChosen('first')): LoaderState =>
  actions.reduce(loader, from);

/** The facts that the tables compare. A mapping is its file and the sources of its slots: a position, a text, or `-`. */
const summary = ({ files, mappings, run: { phase }, job, refused }: LoaderState) => ({
  files: files.map(({ file }) => file.name).join(' '),
  mappings: mappings.map(({ file, slots }) => {
    const sources = slots.map(({ source }) =>
      source.kind === 'column' ? source.index : source.kind === 'literal' ? source.text : '-',
    );
    return `${file}: ${sources.join(' ')}`;
  }),
  phase,
  job,
  refused,
});

const MAPPED = [add('a', 'id', 'town'), map('a')];
const source = (slot: string, given: Slot['source']): LoaderAction => ({
  kind: 'source',
  mapping: 'mapping-0',
  slot,
  source: given,
});

test.each<[string, readonly LoaderAction[], Partial<ReturnType<typeof summary>>]>([
  ['files are kept in the order of their choice', [add('b'), add('a')], { files: 'b a' }],
  [
    'a file of the same name takes the place and the mappings of the first',
    [...MAPPED, add('b'), add('a')],
    { files: 'b a', mappings: [] },
  ],
  [
    'a removed file takes its mappings with it',
    [...MAPPED, add('b', 'id'), map('b'), { kind: 'remove', file: 'a' }],
    { files: 'b', mappings: ['b: 0 -'] },
  ],
  [
    'the next choice of files replaces the refusals',
    [
      { kind: 'refuse', messages: ['x'] },
      { kind: 'refuse', messages: [] },
    ],
    { refused: [] },
  ],
  ['a mapping begins with the columns of the same name', MAPPED, { mappings: ['a: 0 -'] }],
  ['a file that is gone cannot be mapped', [map('a')], { mappings: [] }],
  [
    'a source of one slot',
    [...MAPPED, source('city', { kind: 'column', index: 1 })],
    { mappings: ['a: 0 1'] },
  ],
  [
    'two sources chosen one after the other',
    [...MAPPED, source('city', { kind: 'literal', text: 'US' }), source('id', NO_SOURCE)],
    { mappings: ['a: - US'] },
  ],
  [
    'a slot that is not there',
    [...MAPPED, source('country', { kind: 'column', index: 1 })],
    { mappings: ['a: 0 -'] },
  ],
  [
    'a mapping is removed',
    [...MAPPED, map('a', 'edge'), { kind: 'unmap', mapping: 'mapping-0' }],
    { mappings: ['a: 0 -'] },
  ],
  [
    'a load begins with the first mapped file',
    [add('z'), ...MAPPED, start],
    { phase: 'loading', job: 'first' },
  ],
  ['no load without a mapping', [add('a'), start], { phase: 'none' }],
  ['no load while a required column is missing', [add('a', 'town'), map('a'), start], { phase: 'none' }],
  ['progress of a load', [...MAPPED, start, loading], { phase: 'loading' }],
  ['a second start changes nothing', [...MAPPED, start, loading, start], { phase: 'loading' }],
  [
    'a failed load keeps the choices, and the next one gets another job',
    [...MAPPED, start, failed],
    { phase: 'failed', files: 'a', mappings: ['a: 0 -'], job: 'second' },
  ],
  [
    'a failed load can be started again',
    [...MAPPED, start, failed, start],
    { phase: 'loading', job: 'second' },
  ],
  ['a load ends', [...MAPPED, start, loading, ended], { phase: 'ended', job: 'second' }],
  ['progress after the end comes too late', [...MAPPED, start, failed, loading], { phase: 'failed' }],
  ['an end without a load is none', [...MAPPED, ended], { phase: 'none', job: 'first' }],
])('%s', (_, actions, expected) => {
  expect(summary(run(actions))).toMatchObject(expected);
});

test.each<[string, readonly LoaderAction[], string | undefined]>([
  ['no file', [], 'Choose a file first.'],
  ['no mapping', [add('a')], 'Map a file to a vertex or edge type first.'],
  ['no column for an id', [add('a'), map('a')], 'Choose the column that holds id of City.'],
  ['a file that is being read', [...MAPPED, choose({ quote: 'none' })], 'The file a is being read.'],
  [
    'a file that is being sent',
    [...MAPPED, { kind: 'sending', sending: { file: 'b', sent: 0, total: 9 } }],
    'The file b is being sent.',
  ],
  ['a load that runs', [...MAPPED, start], 'A load is under way.'],
  ['nothing', MAPPED, undefined],
])('what keeps a load from being started: %s', (_, actions, expected) => {
  expect(loadRefusal(run(actions))).toBe(expected);
});

/** The file `a` as it waits to be read. */
function waiting(state: LoaderState): ChosenFile {
  const [first] = unread(state.files);
  if (first === undefined) throw new Error('No file waits to be read.');
  return first;
}

test('options that are chosen one after the other hold together, before the file is read', () => {
  const state = run([...MAPPED, choose({ quote: 'none' }), choose({ separator: ';' })]);
  expect(waiting(state).options).toEqual({ ...OPTIONS, quote: 'none', separator: ';' });
});

test('only the preview with the options chosen last counts', () => {
  const first = run([...MAPPED, choose({ quote: 'none' })]);
  const second = run([choose({ separator: ';' })], first);
  const late: LoaderAction = {
    kind: 'preview',
    of: waiting(first),
    preview: aPreview('a', ['late'], waiting(first).options),
  };
  expect(loader(second, late)).toBe(second);
  expect(loader(second, { kind: 'previewFailed', of: waiting(first), message: 'no' })).toBe(second);
  const of = waiting(second);
  const read = loader(second, { kind: 'preview', of, preview: aPreview('a', ['id'], of.options) });
  expect(read.files[0]?.preview.columns).toEqual(['id']);
  expect(unread(read.files)).toEqual([]);
});

test('a preview of a file that was removed, or chosen again, comes too late', () => {
  const state = run([...MAPPED, choose({ quote: 'none' })]);
  const action: LoaderAction = { kind: 'preview', of: waiting(state), preview: aPreview('a', ['late']) };
  const removed = run([{ kind: 'remove', file: 'a' }], state);
  expect(loader(removed, action)).toBe(removed);
  const again = run([add('a', 'id'), choose({ quote: 'none' })], state);
  expect(loader(again, action)).toBe(again);
});

test('a file that cannot be read again keeps the options of its preview', () => {
  const state = run([...MAPPED, choose({ quote: 'none' })]);
  const left = loader(state, { kind: 'previewFailed', of: waiting(state), message: 'gone' });
  expect(left.files[0]?.options).toBe(left.files[0]?.preview.options);
  expect(unread(left.files)).toEqual([]);
  expect(summary(left)).toMatchObject({ refused: ['gone'], mappings: ['a: 0 -'] });
});

test.each<[string, readonly LoaderAction[], readonly string[], string]>([
  [
    'the same columns: all sources stay',
    [source('id', { kind: 'column', index: 1 })],
    ['id', 'town'],
    'a: 1 -',
  ],
  [
    'as many columns: positions stay',
    [source('city', { kind: 'column', index: 1 })],
    ['column 1', 'column 2'],
    'a: 0 1',
  ],
  [
    'more columns: they are followed by name',
    [source('city', { kind: 'column', index: 1 })],
    ['x', 'town', 'id'],
    'a: 2 1',
  ],
  ['a column that is gone', [source('city', { kind: 'column', index: 1 })], ['id'], 'a: 0 -'],
  [
    'a column that is gone, another of the name of the slot',
    [source('city', { kind: 'column', index: 1 })],
    ['id', 'City', 'x'],
    'a: 0 1',
  ],
  ['fixed values stay', [source('city', { kind: 'literal', text: 'US' })], ['city'], 'a: - US'],
])('mappings after other options: %s', (_, actions, columns, expected) => {
  const state = run([...MAPPED, ...actions, add('b', 'id'), map('b'), choose({ separator: ';' })]);
  const read = loader(state, { kind: 'preview', of: waiting(state), preview: aPreview('a', columns) });
  expect(summary(read).mappings).toEqual([expected, 'b: 0 -']);
});

test('a condition follows its columns when they move, and waits for another where one is gone', () => {
  const tested = (index: number) =>
    ({ source: { kind: 'column', index }, operator: 'IN', values: ['x'] }) as const;
  const group = (index: number) =>
    ({ operator: 'GROUP', negated: true, joined: 'OR', tests: [tested(index)] }) as const;
  const where: Where = { joined: 'AND', tests: [tested(0), group(1)] };
  const [mapping = ''] = run([...MAPPED]).mappings.map(({ key }) => key);
  const state = run([...MAPPED, { kind: 'where', mapping, where }, choose({ separator: ';' })]);
  const after = (...columns: readonly string[]) =>
    loader(state, { kind: 'preview', of: waiting(state), preview: aPreview('a', columns) });
  expect(after('x', 'town', 'id').mappings[0]?.where.tests).toEqual([tested(2), group(1)]);
  expect(after('a', 'b').mappings[0]?.where).toBe(where);
  const gone = after('id');
  expect(gone.mappings[0]?.where.tests).toEqual([
    tested(0),
    { ...group(1), tests: [{ ...tested(1), source: { kind: 'none' } }] },
  ]);
  expect(loadRefusal(gone)).not.toBeUndefined();
});

test('rows without ends are reported or created for all edges of a file alike', () => {
  const edges = [add('a', 'id'), map('a', 'edge'), add('b', 'id'), map('b', 'edge')];
  const off: LoaderAction = { kind: 'endsMustExist', file: 'a', endsMustExist: false };
  const state = run([...edges, off, map('a', 'edge')]);
  expect(state.mappings.map(({ file, endsMustExist }) => [file, endsMustExist])).toEqual([
    ['a', false],
    ['b', true],
    ['a', false],
  ]);
});

test('only mapped files are loaded', () => {
  expect(loadedFiles(run([add('z'), ...MAPPED])).map(({ file }) => file.name)).toEqual(['a']);
});

test('a file is being sent until it has come or was given up', () => {
  const sending = (sent: number): LoaderAction => ({
    kind: 'sending',
    sending: { file: 'a', sent, total: 9 },
  });
  const state = run([sending(0), sending(5)]);
  expect(state.sending).toEqual([{ file: 'a', sent: 5, total: 9 }]);
  expect(loader(state, { kind: 'sent', file: 'a' }).sending).toEqual([]);
});

test('a file that cannot be loaded as it is keeps a load from being started', () => {
  const state = run(MAPPED);
  const files = state.files.map((each) => ({
    ...each,
    preview: { ...each.preview, sample: { ...each.preview.sample, problem: 'It is not text.' } },
  }));
  expect(loadRefusal({ ...state, files })).toBe('The file a cannot be loaded.');
});

test('a job of one’s own reads the files that its variables name, and is left with the graph', () => {
  const own = {
    text: 'CREATE …',
    variables: [
      { name: 'file_2', hasPath: false },
      { name: 'more', hasPath: true },
    ],
  };
  const state = run([add('a', 'id'), add('b', 'id'), { kind: 'own', own }]);
  expect(loadRefusal(state)).toBeUndefined();
  expect(loadedPaths(state)).toEqual({ file_2: 'b', more: '' });
  expect(loadedPaths(run([...MAPPED]))).toEqual({ file_1: 'a' });
  expect(run([{ kind: 'graph', graph: 'other' }], state).own).toBeNull();
});

test('an attribute whose type has become a collection or a tuple is unmapped when its draft comes back', () => {
  const mapping = (file: string, form: SlotForm, given: Slot['source']) => ({
    file,
    target: { kind: 'vertex', type: 'City' } as const,
    slots: [{ name: 'sizes', type: '', form, required: false, source: given }],
    endsMustExist: false,
    where: EVERY_ROW,
  });
  const column = { kind: 'column', index: 0 } as const;
  const split = { kind: 'split', index: 0, separator: '|' } as const;
  const files: readonly LoaderAction[] = [
    add('a', 'id'),
    {
      kind: 'add',
      file: { name: 'j', size: 3, path: 'j' },
      preview: aPreview('j', ['id'], { format: 'json' }, [['id']]),
    },
  ];
  const own = { text: 'CREATE …', variables: [] };
  const mappings = [
    mapping('a', 'scalar', column),
    mapping('a', 'list', column),
    mapping('a', 'set', split),
    mapping('a', 'map', { kind: 'literal', text: 'x' }),
    mapping('a', 'udt', column),
    // An array of JSON fills a list as it is.
    mapping('j', 'list', column),
    mapping('gone', 'scalar', column),
  ];
  const state = run([...files, { kind: 'restore', graph: 'g', files: ['a', 'j', 'gone'], mappings, own }]);
  expect(state.mappings.map(({ slots }) => slots[0]?.source.kind)).toEqual([
    'column',
    'none',
    'split',
    'none',
    'none',
    'column',
  ]);
  expect(state).toMatchObject({ graph: 'g', own });
});

test('what was mapped of another file before a draft came back stays, and takes no key of the draft’s mappings', () => {
  const kept = {
    file: 'a',
    target: { kind: 'vertex', type: 'Town' },
    slots: SLOTS,
    endsMustExist: false,
  } as const;
  const mappings = [{ ...kept, where: EVERY_ROW }];
  const state = run([
    ...MAPPED,
    add('b', 'id'),
    map('b'),
    { kind: 'restore', graph: 'g', files: ['a'], mappings, own: null },
  ]);
  expect(state.mappings.map(({ file, target }) => `${file} ${target.type}`)).toEqual(['a Town', 'b City']);
  expect(new Set(state.mappings.map(({ key }) => key)).size).toBe(2);
  const none = run([{ kind: 'restore', graph: 'g', files: ['a', 'b'], mappings: [], own: null }], state);
  expect(none.mappings).toEqual([]);
});

test('an attribute that a type has got is filled in the mapping that asked for it, and stands in the others', () => {
  const city = (...names: string[]): GraphSchema => ({
    name: 'g',
    vertexTypes: [
      {
        name: 'City',
        primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
        attributes: names.map((name) => ({ name, type: { kind: 'scalar', name: 'STRING' } })),
      },
    ],
    edgeTypes: [],
    tuples: [],
    queries: [],
  });
  const before = run([add('a', 'id', 'city', 'size'), map('a'), map('a'), map('a', 'edge')]);
  const [first] = before.mappings;
  const after = run(
    [
      {
        kind: 'grown',
        mapping: first?.key ?? '',
        schema: city('city', 'size'),
        sources: { size: { kind: 'column', index: 2 }, city: { kind: 'column', index: 2 } },
      },
    ],
    before,
  );
  const sources = after.mappings.map(({ slots }) =>
    slots.map(({ name, source }) => `${name} ${source.kind === 'column' ? source.index : source.kind}`),
  );
  expect(sources).toEqual([
    ['id 0', 'city 1', 'size 2'],
    ['id 0', 'city 1', 'size none'],
    // Its type is not in the schema.
    ['id 0', 'city 1'],
  ]);
});

test('labels of columns are kept with their file, and change no mapping', () => {
  const before = run(MAPPED);
  const labels = { 0: 'Code' };
  const after = run([{ kind: 'label', file: 'a', labels }], before);
  expect(after.files[0]).toMatchObject({ labels });
  expect({ ...after, files: before.files }).toEqual(before);
  const read = run([choose({ header: false })], after);
  const preview = aPreview('a', ['column 1', 'column 2'], { header: false });
  expect(run([{ kind: 'preview', of: waiting(read), preview }], read).files[0]).toMatchObject({ labels: {} });
  expect(run([add('a', 'id')], after).files[0]).toMatchObject({ labels: {} });
});
