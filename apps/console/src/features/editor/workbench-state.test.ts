import { expect, test } from 'vitest';
import type { Asking } from './run/run-query.ts';
import type { Run } from './run/run-store.ts';
import {
  faultyRun,
  shownRun,
  workbench,
  workbenchOf,
  type WorkbenchAction,
  type WorkbenchState,
} from './workbench-state.ts';

const START = workbenchOf('files');
const run = (...actions: readonly WorkbenchAction[]): WorkbenchState => actions.reduce(workbench, START);

const show = (file: string, id: string): WorkbenchAction => ({ kind: 'show', file, run: id });
const begin = (file: string): WorkbenchAction => ({ kind: 'begin', file });
const edit = (file: string, id: string): WorkbenchAction => ({ kind: 'edit', file, run: id });

test.each<[string, readonly WorkbenchAction[], string | null]>([
  ['the newest, at first', [], null],
  ['the chosen one', [show('a', '1')], '1'],
  ['the one chosen last', [show('a', '1'), show('a', '2')], '2'],
  ['for each file its own', [show('a', '1'), show('b', '2')], '1'],
  ['the newest, once another begins', [show('a', '1'), begin('a')], null],
  ['the chosen one, while a run of another file begins', [show('a', '1'), begin('b')], '1'],
])('the run shown for a file: %s', (_, actions, expected) => {
  expect(shownRun(run(...actions), 'a')).toBe(expected);
});

test('without a file no run is shown', () => {
  expect(shownRun(run(show('a', '1')), undefined)).toBeNull();
});

const aRun = (id: string, state: Run['state'], file = 'a'): Run => ({
  id,
  type: 'GSQL',
  title: '',
  graph: null,
  origin: { file, firstLine: 0 },
  state,
  startedAt: 0,
  endedAt: null,
  log: '',
  answers: [],
  profile: [],
  error: null,
  graphAfter: null,
  limits: null,
  loaded: true,
  lost: false,
  toFile: null,
  files: [],
  progress: null,
  pinned: false,
});

test.each<[string, readonly WorkbenchAction[], readonly Run[], string | undefined]>([
  ['none without a run', [], [], undefined],
  ['the newest, when it failed', [], [aRun('2', 'failed'), aRun('1', 'failed')], '2'],
  ['none once a later run succeeded', [], [aRun('2', 'done'), aRun('1', 'failed')], undefined],
  ['none while another runs', [], [aRun('2', 'running'), aRun('1', 'failed')], undefined],
  ['none for a cancelled run', [], [aRun('1', 'cancelled')], undefined],
  ['none once the text was edited', [edit('a', '1')], [aRun('1', 'failed')], undefined],
  [
    'that of a later run of the edited text',
    [edit('a', '1')],
    [aRun('2', 'failed'), aRun('1', 'failed')],
    '2',
  ],
  ['that of a file while another was edited', [edit('b', '1')], [aRun('1', 'failed')], '1'],
  ['that of a file that was left and opened again', [begin('b'), show('b', '2')], [aRun('1', 'failed')], '1'],
])('the run whose errors are at the lines: %s', (_, actions, runs, expected) => {
  expect(faultyRun(run(...actions), runs)?.id).toBe(expected);
});

test('what changes nothing gives the same state', () => {
  expect(workbench(START, begin('a'))).toBe(START);
  const edited = run(edit('a', '1'));
  expect(workbench(edited, edit('a', '1'))).toBe(edited);
});

test('each file has the parameters of the query that was run in it last, until they are closed', () => {
  const ask = (file: string, name: string): WorkbenchAction => {
    const asking: Asking = {
      ...{ name, graph: 'g', text: '', parameters: [], endpoint: null, toFile: false, planned: true },
      run: () => Promise.resolve(),
    };
    return { kind: 'ask', file, asking };
  };
  const names = ({ asking }: WorkbenchState) => [...asking].map(([file, { name }]) => `${file} ${name}`);
  const asked = run(ask('a', 'first'), ask('b', 'other'), ask('a', 'second'));
  expect(names(asked)).toEqual(['a second', 'b other']);
  expect(names(workbench(asked, { kind: 'leave', file: 'a' }))).toEqual(['b other']);
});

test('a plan stands in the place of results until it is closed or the file runs something', () => {
  const plan: WorkbenchAction = { kind: 'plan', file: 'a', plan: { name: 'q', answer: null } };
  expect(run(plan, begin('b')).plans.get('a')).toEqual({ name: 'q', answer: null });
  expect(run(plan, begin('a')).plans.size).toBe(0);
  expect(run(plan, { kind: 'plan', file: 'a', plan: null }).plans.size).toBe(0);
});

test('the left panel keeps its tab', () => {
  expect(run({ kind: 'left', tab: 'schema' }, begin('a')).left).toBe('schema');
});

test('one dialog is open at most: another takes its place', () => {
  const connect: WorkbenchAction = { kind: 'open', dialog: { kind: 'connect', query: 'q' } };
  const history: WorkbenchAction = { kind: 'open', dialog: { kind: 'history' } };
  expect(run(connect, history).dialog).toEqual({ kind: 'history' });
  expect(run(connect, { kind: 'close' }).dialog).toBeNull();
});
