import type { GraphSchema } from '@acacia/language';
import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../http/json-text.ts';
import type { Problem } from '../errors/problem.ts';
import { upsertWrites } from './upsert-body.ts';

const schema: GraphSchema = {
  name: 'g',
  vertexTypes: [
    {
      name: 'person',
      primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false },
      attributes: [
        { name: 'age', type: { kind: 'scalar', name: 'INT' } },
        { name: 'tags', type: { kind: 'list', element: { kind: 'scalar', name: 'STRING' } } },
        {
          name: 'visits',
          type: {
            kind: 'map',
            key: { kind: 'scalar', name: 'STRING' },
            value: { kind: 'scalar', name: 'INT' },
          },
        },
      ],
    },
  ],
  edgeTypes: [
    {
      name: 'called',
      directed: true,
      pairs: [{ from: 'person', to: 'person' }],
      attributes: [{ name: 'at', type: { kind: 'scalar', name: 'INT' } }],
      discriminator: ['at'],
    },
  ],
  tuples: [],
  queries: [],
};
const writes = (text: string) => upsertWrites(parseJsonText(text), schema);
function refusal(text: string): Problem {
  try {
    writes(text);
  } catch (error) {
    return error as Problem;
  }
  throw new Error('accepted');
}

describe('upsertWrites', () => {
  it('reads values, operators, collections and maps', () => {
    const { vertices } = writes(
      `{"vertices": {"person": {"ann": {"id": {"value": "ann"}, "age": {"value": 9223372036854775807, "op": "+"},
        "tags": {"value": ["a", "b"]}, "visits": {"value": {"keylist": ["x"], "valuelist": [2]}}}}}}`,
    );
    expect(vertices).toEqual([
      {
        kind: 'upsertVertex',
        type: 'person',
        id: 'ann',
        attributes: {
          age: { value: 9223372036854775807n, op: 'add' },
          tags: { value: ['a', 'b'], op: 'overwrite' },
          visits: { value: new Map([['x', 2]]), op: 'overwrite' },
        },
      },
    ]);
  });

  it('keeps several edges between the same ends', () => {
    const { edges } = writes(
      `{"edges": {"person": {"ann": {"called": {"person": {"bob": {"at": {"value": 1}}, "bob": {"at": {"value": 2}}}}}}}}`,
    );
    expect(edges.map((edge) => edge.kind === 'upsertEdge' && edge.attributes['at']?.value)).toEqual([1, 2]);
  });

  it('names the place of what is wrong', () => {
    expect(refusal('{"vertices": {"persn": {}}}')).toMatchObject({ code: 'REST-30200' });
    expect(refusal('{"vertices": {"person": {"a": {"agee": {"value": 1}}}}}')).toMatchObject({
      code: 'REST-30200',
      message: "vertices.person.a: there is no attribute 'agee' in person.",
    });
    expect(refusal('{"edges": {"person": {"a": {"calls": {}}}}}')).toMatchObject({ code: 'REST-30200' });
    expect(refusal('{"vertices": {"person": {"a": {"age": {"value": 1, "op": "^"}}}}}')).toMatchObject({
      code: 'REST-30200',
      message: "vertices.person.a.age: '^' is not an operator of an upsert.",
    });
    expect(refusal('{"vertices": []}').message).toBe('vertices must be a JSON object.');
    expect(refusal('{"vertexes": {}}').message).toContain('not "vertexes"');
    expect(refusal('{"vertices": {"person": {"a": {"age": null}}}}').message).toContain(
      'vertices.person.a.age is null',
    );
  });
});
