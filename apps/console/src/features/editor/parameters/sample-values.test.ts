import { WireGraphSchema, type WireVertex } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { sampleValues } from './sample-values.ts';
import { idFilter } from './VertexIds.tsx';

const attribute = (AttributeName: string, Name: string) => ({ AttributeName, AttributeType: { Name } });
const schema = WireGraphSchema.parse({
  GraphName: 'g',
  VertexTypes: [
    { Name: 'Empty', PrimaryId: attribute('id', 'STRING'), Attributes: [attribute('city', 'STRING')] },
    {
      Name: 'Airport',
      PrimaryId: attribute('iata', 'STRING'),
      Attributes: [attribute('runways', 'INT'), attribute('city', 'STRING'), attribute('built', 'DATETIME')],
    },
    { Name: 'Gate', PrimaryId: attribute('number', 'UINT'), Attributes: [] },
  ],
  EdgeTypes: [{ Name: 'route', IsDirected: true }],
});
const VERTICES: readonly WireVertex[] = [
  {
    v_id: 'ATL',
    v_type: 'Airport',
    attributes: { runways: 5, city: 'Atlanta', built: '1926-01-01 00:00:00' },
  },
];
const sample = (text: string | null, ...parameters: readonly [string, string][]) =>
  sampleValues(
    parameters.map(([paramName, paramType]) => ({ paramName, paramType })),
    text,
    {
      schema,
      vertices: (type) => Promise.resolve(VERTICES.filter(({ v_type }) => v_type === type)),
      pick: () => 0,
    },
  );

describe('sample values', () => {
  it('are ids that the graph has, of any type where none is declared', async () => {
    expect(
      await sample(null, ['from', 'VERTEX<Airport>'], ['to', 'VERTEX'], ['all', 'SET<VERTEX<Airport>>']),
    ).toEqual({
      from: { id: 'ATL', type: 'Airport' },
      to: { id: 'ATL', type: 'Airport' },
      all: [{ id: 'ATL', type: 'Airport' }],
    });
    expect(await sample(null, ['gate', 'VERTEX<Gate>'])).toEqual({});
  });

  it('are values of the attribute that the query compares a parameter with, or that has its name', async () => {
    const text = `CREATE QUERY q(INT least, STRING where_, DATETIME built) FOR GRAPH g {
      x = SELECT a FROM Airport:a WHERE a.runways >= least AND where_ == a.city AND a.iata != "x"; PRINT x; }`;
    expect(await sample(text, ['least', 'INT'], ['where_', 'STRING'], ['built', 'DATETIME'])).toEqual({
      least: 5,
      where_: 'Atlanta',
      built: '1926-01-01 00:00:00',
    });
    // A text is no number.
    expect(await sample(text.replace('a.runways', 'a.city'), ['least', 'INT'])).toEqual({ least: 1 });
  });

  it('are plausible where the graph has none', async () => {
    const given = await sample(
      null,
      ['k', 'INT'],
      ['damping', 'FLOAT'],
      ['flag', 'BOOL'],
      ['text', 'STRING'],
    );
    expect(given).toEqual({ k: 10, damping: 0.85, flag: false });
    expect(await sample(null, ['v_type_set', 'SET<STRING>'], ['e_type', 'STRING'])).toEqual({
      v_type_set: ['Empty'],
      e_type: 'route',
    });
    expect(await sample(null, ['m', 'MAP<INT, UINT>'])).toEqual({ m: { 1: 1 } });
  });
});

it.each([
  ['Airport', 'AT', 'iata>="AT",iata<"AT\u{10ffff}"'],
  ['Airport', 'a"b\\c', 'iata>="a\\"b\\\\c",iata<"a\\"b\\\\c\u{10ffff}"'],
  ['Airport', '', null],
  ['Gate', '12', 'number=12'],
  ['Gate', '12,x=1', null],
])('ids of %s that begin with %j are asked for by %j', (name, typed, expected) => {
  const type = schema.VertexTypes.find(({ Name }) => Name === name);
  expect(type && idFilter(type, typed)).toBe(expected);
});
