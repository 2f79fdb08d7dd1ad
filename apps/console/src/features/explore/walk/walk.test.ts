import type { AttributeCondition, WireGraphSchema } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { alongRequest, EVERYWHERE, walkRequest, WHOLE_STEP } from './walk.ts';

const attribute = (AttributeName: string, Name: string) => ({ AttributeName, AttributeType: { Name } });
const SCHEMA = {
  VertexTypes: [
    { Name: 'Person', Attributes: [attribute('name', 'STRING'), attribute('born', 'DATETIME')] },
    { Name: 'Account', Attributes: [attribute('closed', 'BOOL')] },
  ],
  EdgeTypes: [{ Name: 'Paid', IsDirected: true, Attributes: [attribute('amount', 'INT')], Config: {} }],
} as unknown as WireGraphSchema;

const where = (
  kind: AttributeCondition['kind'],
  type: string,
  name: string,
  operator: AttributeCondition['operator'],
  value: string,
): AttributeCondition => ({ kind, type, attribute: name, operator, value });

describe('the edges and vertices of a walk', () => {
  it('are all, or those of some types, under conditions of both', () => {
    expect(alongRequest(EVERYWHERE, SCHEMA)).toEqual({});
    expect(
      alongRequest(
        {
          edgeTypes: ['Paid'],
          vertexTypes: ['Person'],
          where: [
            where('edge', 'Paid', 'amount', '>=', ' 10 '),
            where('vertex', 'Person', 'born', '<', '2000-01-01'),
            where('vertex', 'Person', 'name', 'contains', 'O"Neil_'),
            where('vertex', 'Account', 'closed', '=', 'False'),
          ],
        },
        SCHEMA,
      ),
    ).toEqual({
      edgeTypes: ['Paid'],
      vertexTypes: ['Person'],
      edgeFilters: [{ type: 'Paid', condition: 'amount >= 10' }],
      vertexFilters: [
        { type: 'Person', condition: 'born < to_datetime("2000-01-01")' },
        { type: 'Person', condition: String.raw`lower(to_string(name)) LIKE "%o\"neil[_]%"` },
        { type: 'Account', condition: 'closed == false' },
      ],
    });
  });

  it('are refused where a condition does not fit, in any step', () => {
    const wrong = { ...WHOLE_STEP, where: [where('edge', 'Paid', 'amount', '=', 'ten')] };
    const problem = { problem: '‘ten’ is no INT, as amount is.' };
    const vertices = [{ type: 'Person', id: 'p' }];
    expect(walkRequest(vertices, [wrong], SCHEMA)).toEqual(problem);
    expect(walkRequest(vertices, [WHOLE_STEP, WHOLE_STEP, wrong], SCHEMA)).toEqual(problem);
    const gone = { ...EVERYWHERE, where: [where('vertex', 'Person', 'height', '=', '1')] };
    expect(alongRequest(gone, SCHEMA)).toEqual({ problem: 'Person has no attribute ‘height’.' });
  });

  it('are walked step by step, each with a limit and a direction', () => {
    const vertices = [{ type: 'Person', id: 'p' }];
    expect(walkRequest(vertices, [WHOLE_STEP], SCHEMA)).toEqual({ vertices, direction: 'any', limit: 200 });
    const second = { ...WHOLE_STEP, direction: 'in', limit: 5, vertexTypes: ['Account'] } as const;
    expect(walkRequest(vertices, [{ ...WHOLE_STEP, limit: 9 }, second], SCHEMA)).toEqual({
      vertices,
      direction: 'any',
      limit: 9,
      then: [{ direction: 'in', limit: 5, vertexTypes: ['Account'] }],
    });
  });
});
