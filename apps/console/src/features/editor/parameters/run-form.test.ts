import { expect, test } from 'vitest';
import {
  jsonOf,
  problemsIn,
  requestOf,
  runForm,
  runFormOf,
  type RunForm,
  type RunFormAction,
} from './run-form.ts';

const FORM = runFormOf([
  { paramName: 'k', paramType: 'INT', paramDefaultValue: 3 },
  { paramName: 'ids', paramType: 'SET<STRING>' },
  { paramName: 'weights', paramType: 'MAP<STRING, INT>' },
]);

const run = (...actions: readonly RunFormAction[]): RunForm => actions.reduce(runForm, FORM);
const enter = (text: string): RunFormAction => ({
  kind: 'enter',
  parameter: 'k',
  draft: { kind: 'scalar', text },
});
const write = (text: string): RunFormAction => ({ kind: 'write', text });
const tried: RunFormAction = { kind: 'try' };

const EMPTY = { ids: [], weights: {} };

test('begins with the defaults of the parameters, without limits and with a profile', () => {
  expect(requestOf(FORM)).toEqual({
    parameters: { k: 3, ...EMPTY },
    timeoutMs: 0,
    memoryLimitMb: 0,
    profile: true,
  });
});

test.each<[string, readonly RunFormAction[], object | null]>([
  ['a value that is entered', [enter('7')], { parameters: { k: 7, ...EMPTY } }],
  ['a value with a problem', [enter('x')], null],
  ['a problem that was mended', [enter('x'), tried, enter('8')], { parameters: { k: 8, ...EMPTY } }],
  [
    'JSON',
    [write('{"k":9,"ids":["a"],"weights":{"a":1}}')],
    { parameters: { k: 9, ids: ['a'], weights: { a: 1 } } },
  ],
  ['JSON without some parameters', [write('{"k":9}')], { parameters: { k: 9, ...EMPTY } }],
  ['JSON without a value that is needed', [write('{}')], null],
  ['what is no JSON', [write('{"k":')], null],
  ['JSON that is no object', [write('[1]')], null],
  ['an unknown parameter', [write('{"k":1,"z":1}')], null],
  [
    'values of the last run',
    [{ kind: 'use', values: { k: 8, ids: ['x'], weights: '***', gone: 1 }, chosen: false }],
    { parameters: { k: 8, ids: ['x'], weights: {} } },
  ],
  [
    'values of the last run that come after others were entered',
    [enter('7'), { kind: 'use', values: { k: 8 }, chosen: false }],
    { parameters: { k: 7, ...EMPTY } },
  ],
  [
    'values of an earlier run that were chosen',
    [enter('7'), { kind: 'use', values: { k: 8, ids: 'no list' }, chosen: true }],
    { parameters: { k: 8, ...EMPTY } },
  ],
  ['a value for a list', [write('{"k":1,"ids":"a"}')], null],
  ['a list for a map', [write('{"k":1,"weights":[1]}')], null],
  ['a value entered after faulty JSON', [write('{"k":'), enter('2')], { parameters: { k: 2, ...EMPTY } }],
  [
    'limits',
    [
      { kind: 'limit', timeout: 2 },
      { kind: 'limit', memory: 5 },
    ],
    { timeoutMs: 2000, memoryLimitMb: 5 },
  ],
  [
    'cleared limits',
    [
      { kind: 'limit', timeout: 2, memory: 5 },
      { kind: 'limit', timeout: 0, memory: 0 },
    ],
    { timeoutMs: 0, memoryLimitMb: 0 },
  ],
  ['no profile', [{ kind: 'profile', profile: false }], { profile: false }],
])('what is run: %s', (_, actions, expected) => {
  const request = requestOf(run(...actions));
  if (expected === null) expect(request).toBeNull();
  else expect(request).toMatchObject(expected);
});

test.each<[string, RegExp]>([
  ['{"k":', /^This is not JSON: /],
  ['[1]', /^Write an object: /],
  ['{"z":1}', /^The query has no parameter named z\.$/],
  ['{"ids":"a"}', /^The parameter ids takes a list: /],
  ['{"weights":[1]}', /^The parameter weights takes an object: /],
])('the problem of the text %j', (text, problem) => {
  const form = run(write(text));
  expect(form.json?.problem).toMatch(problem);
  expect(jsonOf(form)).toBe(text);
});

test.each<[string, readonly RunFormAction[], RunForm['tab']]>([
  ['to the values that have a problem', [{ kind: 'show', tab: 'code' }, enter('x'), tried], 'parameters'],
  ['to JSON that has a problem', [write('{'), { kind: 'show', tab: 'parameters' }, tried], 'json'],
  [
    'to the values, for JSON with a value that is not valid',
    [{ kind: 'show', tab: 'json' }, write('{"k":"x"}'), tried],
    'parameters',
  ],
  ['nowhere without a problem', [{ kind: 'show', tab: 'code' }, tried], 'code'],
])('a try leads %s', (_, actions, tab) => {
  const form = run(...actions);
  expect(form).toMatchObject({ tab, tried: true });
});

test('the JSON is that of the values again once one is entered', () => {
  expect(JSON.parse(jsonOf(run(write('{"k":1}'), enter('2'))))).toEqual({ k: 2, ...EMPTY });
});

test('problems are those of the one parameter', () => {
  const form = run(enter('x'));
  expect([...problemsIn(form, 'k').keys()]).toEqual(['']);
  expect(problemsIn(form, 'ids').size).toBe(0);
});
