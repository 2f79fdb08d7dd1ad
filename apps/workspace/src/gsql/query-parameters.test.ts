import { describe, expect, it } from 'vitest';
import { parametersOfAddress, parametersOfBody } from './query-parameters.ts';

const declared = [
  { name: 'n', type: 'INT' },
  { name: 'names', type: 'SET<STRING>' },
  { name: 'p', type: 'VERTEX<person>' },
  { name: 'v', type: 'VERTEX' },
  { name: 'ps', type: 'SET<VERTEX<person>>' },
  { name: 'vs', type: 'SET<VERTEX>' },
  { name: 'm', type: 'MAP<STRING, INT>' },
];
const address = (text: string) => parametersOfAddress(new URLSearchParams(text), declared);

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
    expect(address('graph=g&read_committed=true&__GQUERY__USING_ALL_ACTIVE_MODE=true')).toEqual({});
  });

  it('names what is wrong', () => {
    expect(() => address('nn=1')).toThrow("The query has no parameter 'nn'. Its parameters are: n, names");
    expect(() => address('n=1&n=2')).toThrow('The parameter n of type INT is given more than once.');
    expect(() => address('v=1')).toThrow('The vertex type of parameter v is missing: give v.type.');
    expect(() => address('m=x')).toThrow('The parameter m must be a JSON object.');
  });
});

describe('parametersOfBody', () => {
  it('takes vertices as ids and as objects, and maps in both forms', () => {
    expect(
      parametersOfBody(
        { n: 9007199254740993n, p: '1', v: { id: 'x', type: 'city' }, ps: ['1', { id: '2' }] },
        declared,
      ),
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
    expect(parametersOfBody({ m }, declared)).toEqual({ m });
    expect(parametersOfBody({ m: { a: 1 } }, declared)).toEqual({ m: { a: 1 } });
  });

  it('refuses parameters that the query does not have', () => {
    expect(() => parametersOfBody({ x: 1 }, declared)).toThrow("The query has no parameter 'x'.");
  });
});
