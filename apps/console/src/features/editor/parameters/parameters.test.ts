import { describe, expect, it } from 'vitest';
import { parameterTypeOf } from './parameter-type.ts';
import { draftOf, problemsOf, scalarProblem, valueOf } from './parameter-value.ts';

describe('types', () => {
  it('are read as GSQL writes them', () => {
    expect(parameterTypeOf('int')).toEqual({ kind: 'scalar', name: 'INT' });
    expect(parameterTypeOf('VERTEX<Person>')).toEqual({ kind: 'vertex', vertexType: 'Person' });
    expect(parameterTypeOf('VERTEX')).toEqual({ kind: 'vertex', vertexType: undefined });
    expect(parameterTypeOf('SET<VERTEX<Person>>')).toEqual({
      kind: 'list',
      element: { kind: 'vertex', vertexType: 'Person' },
    });
    expect(parameterTypeOf('MAP<STRING, LIST<INT>>')).toEqual({
      kind: 'map',
      key: { kind: 'scalar', name: 'STRING' },
      value: { kind: 'list', element: { kind: 'scalar', name: 'INT' } },
    });
    expect(parameterTypeOf('SOMETHING')).toEqual({ kind: 'scalar', name: 'STRING' });
  });
});

describe('what is wrong with a value', () => {
  it.each([
    ['INT', '-12', null],
    ['INT', '1.5', 'Please input a valid INT.'],
    ['INT', '', 'Please input a valid INT.'],
    ['UINT', '-1', 'Please input a valid UINT.'],
    ['FLOAT', '', 'Please input a valid FLOAT.'],
    ['DOUBLE', '1e-3', null],
    ['DOUBLE', 'x', 'Please input a valid DOUBLE.'],
    ['DATETIME', '2026-11-21 08:25:00', null],
    ['DATETIME', '1763713500', null],
    ['DATETIME', 'soon', 'Please input a valid DATETIME.'],
    ['BOOL', 'yes', 'Please input a valid BOOL.'],
    ['STRING', '', null],
  ] as const)('%s %j: %s', (name, text, problem) => {
    expect(scalarProblem(name, text)).toBe(problem);
  });

  it('is told for each element of a list, and for keys and values of a map', () => {
    const list = parameterTypeOf('LIST<INT>');
    expect([...problemsOf(list, draftOf(list, ['1', 'x']))]).toEqual([['1', 'Please input a valid INT.']]);
    const map = parameterTypeOf('MAP<INT, VERTEX<P>>');
    expect([...problemsOf(map, draftOf(map, { a: '', 2: 'v' }))]).toEqual([
      ['1.key', 'Please input a valid INT.'],
      ['1.value', 'Please input a valid vertex ID.'],
    ]);
  });

  it('needs a vertex id, and a type where the parameter names none', () => {
    const any = parameterTypeOf('VERTEX');
    expect(problemsOf(any, draftOf(any)).get('')).toBe('Please input a valid vertex ID.');
    expect(problemsOf(any, draftOf(any, 'x')).get('')).toBe('Please choose a vertex type.');
  });
});

describe('what is sent', () => {
  it('keeps integers exact and gives vertices with their type', () => {
    const sent = (type: string, value: unknown) =>
      valueOf(parameterTypeOf(type), draftOf(parameterTypeOf(type), value));
    expect(sent('INT', '9007199254740993')).toBe(9007199254740993n);
    expect(sent('INT', '-5')).toBe(-5);
    expect(sent('BOOL', undefined)).toBe(false);
    expect(sent('VERTEX<Airport>', ' ATL ')).toEqual({ id: 'ATL', type: 'Airport' });
    expect(sent('SET<VERTEX>', [{ id: 'a', type: 'T' }])).toEqual([{ id: 'a', type: 'T' }]);
    expect(sent('MAP<STRING, INT>', { a: 1 })).toEqual({ a: 1 });
  });
});
