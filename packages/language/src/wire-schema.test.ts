import { describe, expect, it } from 'vitest';
import type { GraphSchema } from './schema.ts';
import { attributeFromWire, schemaFromWire, schemaToWire, WireSchemaError } from './wire-schema.ts';

const scalar = <N extends 'INT' | 'STRING' | 'BOOL'>(name: N) => ({ kind: 'scalar', name }) as const;

const schema: GraphSchema = {
  name: 'social',
  vertexTypes: [
    {
      name: 'person',
      primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: [
        { name: 'age', type: scalar('INT'), defaultValue: 7 },
        { name: 'tags', type: { kind: 'list', element: scalar('STRING') } },
        { name: 'visits', type: { kind: 'map', key: scalar('STRING'), value: scalar('INT') } },
        { name: 'spot', type: { kind: 'udt', name: 'place' } },
        { name: 'spots', type: { kind: 'set', element: { kind: 'udt', name: 'place' } } },
      ],
    },
    {
      name: 'city',
      primaryId: { name: 'code', type: 'INT', asAttribute: true, isPrimaryKey: true },
      attributes: [],
    },
  ],
  edgeTypes: [
    {
      name: 'visited',
      directed: true,
      pairs: [
        { from: 'person', to: 'city' },
        { from: 'city', to: 'person' },
      ],
      attributes: [{ name: 'year', type: scalar('INT') }],
      discriminator: ['year'],
      reverseEdge: 'visited_by',
    },
    {
      name: 'visited_by',
      directed: true,
      pairs: [
        { from: 'city', to: 'person' },
        { from: 'person', to: 'city' },
      ],
      attributes: [{ name: 'year', type: scalar('INT') }],
      discriminator: ['year'],
      reverseOf: 'visited',
    },
    {
      name: 'knows',
      directed: false,
      pairs: [{ from: 'person', to: 'person' }],
      attributes: [],
      discriminator: [],
    },
  ],
  tuples: [{ name: 'place', fields: [{ name: 'x', type: scalar('INT') }] }],
  queries: [],
};

describe('schemaToWire and schemaFromWire', () => {
  it('give back the schema they were given', () => {
    expect(schemaFromWire(schemaToWire(schema))).toEqual(schema);
  });

  it('name local types and keep reverse edge types out of the list', () => {
    const wire = schemaToWire(schema, (type) => type === 'city');
    expect(wire.VertexTypes.map((type) => type.IsLocal)).toEqual([false, true]);
    expect(wire.EdgeTypes.map((type) => type.Name)).toEqual(['visited', 'knows']);
    expect(wire.EdgeTypes[0]).toMatchObject({
      FromVertexTypeName: '*',
      Config: { REVERSE_EDGE: 'visited_by' },
      Attributes: [{ AttributeName: 'year', IsDiscriminator: true }],
    });
    expect(wire.EdgeTypes[1]).toMatchObject({ FromVertexTypeName: 'person', ToVertexTypeName: 'person' });
  });
});

describe('attributeFromWire', () => {
  const read = (Name: string, DefaultValue?: string, more: object = {}) =>
    attributeFromWire({ AttributeName: 'a', AttributeType: { Name, ...more }, DefaultValue }, 'T');

  it('gives defaults the form of their type', () => {
    expect(read('INT', '-3').defaultValue).toBe(-3);
    expect(read('BOOL', 'True').defaultValue).toBe(true);
    expect(read('STRING', '').defaultValue).toBe('');
    expect(read('DOUBLE', '').defaultValue).toBeUndefined();
  });

  it('refuses what is no type or no value of it, naming the attribute', () => {
    expect(() => read('INT', 'x')).toThrow("The default 'x' is not a number (attribute 'a' of 'T').");
    expect(() => read('LIST')).toThrow("ValueTypeName is missing (attribute 'a' of 'T').");
    expect(() => read('MAP', undefined, { ValueTypeName: 'INT' })).toThrow('KeyTypeName is missing');
    expect(() => read('1x')).toThrow(WireSchemaError);
  });
});
