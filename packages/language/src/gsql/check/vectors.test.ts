import { describe, expect, it } from 'vitest';
import type { GraphSchema } from '../../schema.ts';
import { schemaFromWire, schemaToWire } from '../../wire-schema.ts';
import { social } from '../testing/social.ts';
import { checkProgram } from './program.ts';

const schema: GraphSchema = {
  ...social,
  vertexTypes: social.vertexTypes.map((type) =>
    type.name === 'Person'
      ? {
          ...type,
          vectors: [
            { name: 'face', dimension: 3, metric: 'L2' },
            { name: 'voice', dimension: 2, metric: 'COSINE' },
          ],
        }
      : type,
  ),
};

const said = (text: string): [string, string][] =>
  checkProgram(text, schema).map(({ message, span }) => [text.slice(span.start, span.end), message]);

const job = (step: string): string => `CREATE SCHEMA_CHANGE JOB j FOR GRAPH social { ALTER VERTEX ${step}; }`;
const query = (body: string): string =>
  `CREATE QUERY q(LIST<FLOAT> v) FOR GRAPH social { MapAccum<VERTEX, FLOAT> @@d; ${body} }`;

describe('vectors', () => {
  it.each([
    job('City ADD VECTOR ATTRIBUTE map (DIMENSION=3, METRIC="IP", INDEXTYPE="HNSW", DATATYPE="FLOAT")'),
    job('Person DROP VECTOR ATTRIBUTE face'),
    'CREATE LOADING JOB j FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VECTOR ATTRIBUTE face ON VERTEX Person VALUES ($0, SPLIT($1, ",")); }',
    query(
      'S = {Person.*}; S = vectorSearch({Person.face}, v, 3, {candidate_set: S, ef: 9, distance_map: @@d}); PRINT S WITH VECTOR;',
    ),
    query('S = SELECT p FROM Person:p WHERE gds.vector.distance(p.face, v, "L2") < 1; PRINT S;'),
    query(
      'UPDATE p FROM Person:p SET p.face = [1, 2, 3]; INSERT INTO Person (PRIMARY_ID, face) VALUES ("a", v);',
    ),
  ])('are right in %s', (text) => {
    expect(said(text)).toEqual([]);
  });

  it.each<[string, string, string]>([
    [job('Person ADD VECTOR ATTRIBUTE face (DIMENSION=3)'), 'face', 'Person has an attribute face already.'],
    [
      job('City ADD VECTOR ATTRIBUTE e (DIMENSION=0)'),
      'DIMENSION=0',
      'DIMENSION must be a whole number from 1 to 32768, not 0.',
    ],
    [
      job('City ADD VECTOR ATTRIBUTE e (DIMENSION=3, METRIC="L1")'),
      'METRIC="L1"',
      'METRIC must be "COSINE", "L2" or "IP", not "L1".',
    ],
    [
      job('Person DROP VECTOR ATTRIBUTE faces'),
      'faces',
      'Vector attribute faces is not known. Did you mean face?',
    ],
    [
      'CREATE LOADING JOB j FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VECTOR ATTRIBUTE face ON VERTEX Person VALUES ($0); }',
      'face',
      'A vector attribute takes the id and the vector, not 1 values.',
    ],
    [
      query('S = vectorSearch({Person.faces}, v, 3);'),
      'faces',
      'Vector attribute faces is not known in vertex type Person. Did you mean face?',
    ],
    [
      query('S = vectorSearch({Person.face}, 3, 3);'),
      '3',
      'The query vector must be a list of numbers, but this is INT.',
    ],
    [
      query('S = vectorSearch({Person.face, Person.voice}, v, 3);'),
      'voice',
      'Vectors that are searched together need one dimension and metric: Person.voice has 2 and COSINE, the first one 3 and L2.',
    ],
    [
      query('PRINT gds.vector.norm(3, "L2");'),
      '3',
      'The argument a must be a list of numbers, but this is INT.',
    ],
  ])('are wrong in %s', (text, place, message) => {
    expect(said(text)).toContainEqual([place, message]);
  });

  it('go through the JSON of a schema', () => {
    const wire = schemaToWire(schema);
    expect(wire.VertexTypes[0]).toMatchObject({
      EmbeddingAttributes: [
        { Name: 'face', Dimension: 3, IndexType: 'HNSW', DataType: 'FLOAT', Metric: 'L2' },
        { Name: 'voice', Dimension: 2, IndexType: 'HNSW', DataType: 'FLOAT', Metric: 'COSINE' },
      ],
    });
    expect(wire.VertexTypes[1]).not.toHaveProperty('EmbeddingAttributes');
    expect(schemaFromWire(wire).vertexTypes).toEqual(schema.vertexTypes);
  });
});
