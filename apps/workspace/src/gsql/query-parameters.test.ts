import { describe, expect, it } from 'vitest';
import { leftOutMessage, parametersOfAddress, parametersOfBody } from './query-parameters.ts';

const declared = [
  { name: 'n', type: 'INT' },
  { name: 'names', type: 'SET<STRING>' },
  { name: 'p', type: 'VERTEX<person>' },
  { name: 'v', type: 'VERTEX' },
  { name: 'ps', type: 'SET<VERTEX<person>>' },
  { name: 'vs', type: 'SET<VERTEX>' },
  { name: 'm', type: 'MAP<STRING, INT>' },
];
const given = (text: string) => parametersOfAddress(new URLSearchParams(text), declared);
const address = (text: string) => given(text).values;
const body = (values: Record<string, unknown>, bareIds = false) =>
  parametersOfBody(values, declared, { bareIds });

describe('parametersOfAddress', () => {
  it('reads the encodings that clients use', () => {
    expect(address('n=3&names=a&names=b')).toEqual({ n: '3', names: ['a', 'b'] });
    expect(address('names=only')).toEqual({ names: ['only'] });
    expect(address('p=1')).toEqual({ p: { id: '1', type: 'person' } });
    expect(address('v=1&v.type=city')).toEqual({ v: { id: '1', type: 'city' } });
    expect(address('ps=1&ps=2')).toEqual({
      ps: [
        { id: '1', type: 'person' },
        { id: '2', type: 'person' },
      ],
    });
    expect(address('vs[0]=1&vs[0].type=person&vs[1]=x&vs[1].type=city')).toEqual({
      vs: [
        { id: '1', type: 'person' },
        { id: 'x', type: 'city' },
      ],
    });
    expect(address('m={"keylist":["a"],"valuelist":[1]}')).toEqual({ m: { keylist: ['a'], valuelist: [1] } });
  });

  it('leaves out what belongs to the call', () => {
    const ofCall = given('graph=g&read_committed=true&__GQUERY__USING_ALL_ACTIVE_MODE=true');
    expect(ofCall).toEqual({ values: {}, leftOut: [] });
  });

  it('leaves out what the query does not have, and names it', () => {
    const { values, leftOut } = given('nn=1&n=2&x[0]=3');
    expect([values, leftOut]).toEqual([{ n: '2' }, ['nn', 'x']]);
    expect(leftOutMessage(leftOut, declared)).toContain(
      'does not have were left out: nn, x. Its parameters are: n, names',
    );
    expect(leftOutMessage([], declared)).toBe('');
  });

  it('looks at no other type than the declared one', () => {
    expect(address('p=1&p.type=city')).toEqual({ p: { id: '1', type: 'person' } });
  });

  it('names what is wrong', () => {
    expect(() => address('n=1&n=2')).toThrow('The parameter n of type INT is given more than once.');
    expect(() => address('v=1')).toThrow('The vertex type of parameter v is missing: give v.type.');
    expect(() => address('m=x')).toThrow('The parameter m must be a JSON object.');
  });
});

describe('parametersOfBody', () => {
  it('takes vertices as ids and as objects, and maps in both forms', () => {
    expect(
      body({ n: 9007199254740993n, p: '1', v: { id: 'x', type: 'city' }, ps: ['1', { id: '2' }] }, true)
        .values,
    ).toEqual({
      n: 9007199254740993n,
      p: { id: '1', type: 'person' },
      v: { id: 'x', type: 'city' },
      ps: [
        { id: '1', type: 'person' },
        { id: '2', type: 'person' },
      ],
    });
    const m = { keylist: ['a'], valuelist: [1] };
    expect(body({ m }).values).toEqual({ m });
    expect(body({ m: { a: 1 } }).values).toEqual({ m: { a: 1 } });
  });

  it('leaves out what the query does not have', () => {
    expect(body({ x: 1, graph: 'g' })).toEqual({ values: {}, leftOut: ['x'] });
  });

  it('asks for the id of a vertex by its name', () => {
    const missing = "'id' is not found in the VERTEX parameter";
    for (const one of [{ p: '1' }, { v: '1' }, { p: { type: 'person' } }])
      expect(() => body(one)).toThrow(missing);
    expect(body({ v: '1', 'v.type': 'city' }).values).toEqual({ v: '1', 'v.type': 'city' });
    expect(body({ p: { id: '1' } }).values).toEqual({ p: { type: 'person', id: '1' } });
  });
});
