import { describe, expect, it } from 'vitest';
import type { GraphSchema } from '../../schema.ts';
import { schemaText } from '../format/schema-text.ts';
import { readSchemaText } from './read-schema-text.ts';

const EMPTY: GraphSchema = { name: 'g', vertexTypes: [], edgeTypes: [], tuples: [], queries: [] };
const int = { kind: 'scalar', name: 'INT' } as const;
const string = { kind: 'scalar', name: 'STRING' } as const;

/** A type of each form that a schema can have. */
const FULL: GraphSchema = {
  ...EMPTY,
  tuples: [{ name: 'Money', fields: [{ name: 'amount', type: int }] }],
  vertexTypes: [
    {
      name: 'Person',
      primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: [
        { name: 'name', type: string, defaultValue: 'a "quoted" \\ one' },
        { name: 'age', type: int, defaultValue: -1 },
        { name: 'big', type: int, defaultValue: '-9223372036854775808' },
        { name: 'rate', type: { kind: 'scalar', name: 'DOUBLE' }, defaultValue: 0.5 },
        { name: 'ok', type: { kind: 'scalar', name: 'BOOL' }, defaultValue: true },
        { name: 'tags', type: { kind: 'map', key: string, value: int } },
      ],
      indexes: [{ name: 'by_age', attribute: 'age' }],
      vectors: [{ name: 'face', dimension: 12, metric: 'L2' }],
    },
    {
      name: 'City',
      primaryId: { name: 'code', type: 'INT', asAttribute: true, isPrimaryKey: true },
      attributes: [],
      stats: 'none',
    },
    {
      name: 'Seat',
      primaryId: {
        name: 'row,place',
        type: 'STRING',
        asAttribute: false,
        isPrimaryKey: false,
        parts: ['row', 'place'],
      },
      attributes: [
        { name: 'row', type: int },
        { name: 'place', type: string },
      ],
    },
  ],
  edgeTypes: [
    {
      name: 'Lives',
      directed: true,
      pairs: [
        { from: 'Person', to: 'City' },
        { from: 'Seat', to: 'City' },
      ],
      attributes: [
        { name: 'since', type: int },
        { name: 'note', type: string },
      ],
      discriminator: ['since'],
      reverseEdge: 'Houses',
    },
    {
      name: 'Houses',
      directed: true,
      pairs: [
        { from: 'City', to: 'Person' },
        { from: 'City', to: 'Seat' },
      ],
      attributes: [
        { name: 'since', type: int },
        { name: 'note', type: string },
      ],
      discriminator: ['since'],
      reverseOf: 'Lives',
    },
    {
      name: 'Knows',
      directed: false,
      pairs: [{ from: 'Person', to: 'Person' }],
      attributes: [],
      discriminator: [],
    },
  ],
};

const messagesOf = (text: string, scope: GraphSchema): string[] =>
  readSchemaText(text, scope).diagnostics.map(
    ({ message, span }) => `${text.slice(span.start, span.end)}: ${message}`,
  );

describe('a schema as text', () => {
  it('is read back as it was printed, of a graph and of the global scope', () => {
    for (const name of ['g', '']) {
      const schema = { ...FULL, name };
      const { schema: read, diagnostics } = readSchemaText(schemaText(schema), {
        ...EMPTY,
        name,
        tuples: schema.tuples,
      });
      expect(diagnostics).toEqual([]);
      expect(read).toEqual(schema);
    }
  });

  it('may be written as statements, and says where each type is added', () => {
    const text = 'CREATE VERTEX A (PRIMARY_ID id INT)\nCREATE UNDIRECTED EDGE e (FROM A, TO *)';
    const { schema, spans, diagnostics } = readSchemaText(text, EMPTY);
    expect(diagnostics).toEqual([]);
    expect(schema.edgeTypes.map(({ pairs }) => pairs)).toEqual([[{ from: 'A', to: 'A' }]]);
    expect(spans.get('e')?.start).toBe(text.indexOf('CREATE UNDIRECTED'));
  });

  it('applies the steps of a job in their order', () => {
    const { schema, diagnostics } = readSchemaText(
      `CREATE SCHEMA_CHANGE JOB j FOR GRAPH g {
         ADD VERTEX A (PRIMARY_ID id INT, x INT); ADD VERTEX B (PRIMARY_ID id INT);
         ADD DIRECTED EDGE e (FROM A, TO A); ALTER EDGE e ADD TO (B);
         ALTER VERTEX A ADD INDEX i ON (x); ALTER VERTEX A DROP INDEX i; ALTER VERTEX A ADD INDEX k ON (x);
       }`,
      EMPTY,
    );
    expect(diagnostics).toEqual([]);
    expect(schema.edgeTypes[0]?.pairs).toEqual([
      { from: 'A', to: 'A' },
      { from: 'A', to: 'B' },
    ]);
    expect(schema.vertexTypes[0]?.indexes).toEqual([{ name: 'k', attribute: 'x' }]);
  });

  it('is refused where it says anything else than the types of its scope', () => {
    const scope: GraphSchema = { ...EMPTY, vertexTypes: FULL.vertexTypes.slice(1, 2) };
    expect(messagesOf('DROP ALL', scope)).toEqual([
      'DROP ALL: A schema is written with CREATE VERTEX, CREATE EDGE and the steps of a schema change job alone.',
    ]);
    expect(messagesOf('USE GRAPH other', scope)).toEqual([
      'USE GRAPH other: This text is the schema of the graph g alone.',
    ]);
    expect(messagesOf('CREATE GLOBAL SCHEMA_CHANGE JOB j { ADD VERTEX City TO GRAPH g; }', scope)).toEqual([
      'j: This text is the schema of the graph g alone.',
      'ADD VERTEX City TO GRAPH g: A schema is written with CREATE VERTEX, CREATE EDGE and the steps of a schema change job alone.',
    ]);
    expect(
      messagesOf(
        'CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ALTER VERTEX City ADD ATTRIBUTE (x INT); }',
        scope,
      ),
    ).toEqual(['City: City is a global type: change it in the global scope.']);
    expect(messagesOf('CREATE VERTEX City (PRIMARY_ID id INT)', scope)).toEqual([
      'City: There is a vertex type City already.',
    ]);
    expect(messagesOf('CREATE VERTEX A (PRIMARY_ID id INT, x INT DEFAULT 1 + 1)', scope)).toHaveLength(1);
  });
});
