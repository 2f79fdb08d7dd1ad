import type { Engine } from '@acacia/engine';
import { ExpandRequest } from '@acacia/contract';
import { expect, it } from 'vitest';
import { expand, subgraph } from './expand.ts';
import type { Interpreter } from './interpreter.ts';

const edge = (name: string, directed: boolean, ...pairs: readonly (readonly [string, string])[]) => ({
  name,
  directed,
  pairs: pairs.map(([from, to]) => ({ from, to })),
});
const SCHEMA = {
  vertexTypes: ['A', 'B', 'C', 'D'].map((name) => ({ name })),
  edgeTypes: [
    edge('AB', true, ['A', 'B']),
    edge('CA', true, ['C', 'A']),
    edge('BC', false, ['B', 'C']),
    edge('DD', true, ['D', 'D'], ['D', 'C']),
  ],
};

/** An interpreter that keeps the bodies of its queries and finds nothing. */
function listening(): { readonly bodies: string[]; readonly interpreter: Interpreter } {
  const bodies: string[] = [];
  const interpreter = {
    engine: { schema: () => SCHEMA } as unknown as Engine,
    graph: 'g',
    run: async (_parameters: string, body: string) => {
      bodies.push(body);
      return [{ out: {} }, { in: {} }];
    },
  } as unknown as Interpreter;
  return { bodies, interpreter };
}

/** The types along which each SELECT of an expansion walks. */
async function walked(asked: object, type = 'A'): Promise<string[]> {
  const { bodies, interpreter } = listening();
  await expand(interpreter, ExpandRequest.parse({ vertices: [{ type, id: 'x' }], ...asked }));
  return bodies.flatMap((body) => [...body.matchAll(/-\(\((.*?)\):e\)-/g)].map(([, types = '']) => types));
}

it('walks along those types alone that lead away from where a step begins', async () => {
  expect(await walked({})).toEqual(['AB>|CA>', '<AB|<CA', 'AB>|<AB|CA>|<CA']);
  expect(await walked({ direction: 'out' })).toEqual(['AB>', 'AB>']);
  expect(await walked({ direction: 'in', then: [{ direction: 'out' }] }, 'B')).toEqual([
    '<AB|BC',
    '<AB|BC',
    'AB>|CA>|BC',
  ]);
  expect(await walked({ direction: 'out', vertexTypes: ['B'], then: [{}, { vertexTypes: ['D'] }] })).toEqual([
    'AB>',
    'AB>',
    'AB>|<AB|BC',
    'DD>|<DD',
  ]);
  expect(await walked({ edgeTypes: ['DD'] })).toEqual([]);
});

it('reads all conditions, and asks those of types that it can meet', async () => {
  const { bodies, interpreter } = listening();
  const asked = (condition: string) =>
    ExpandRequest.parse({
      vertices: [{ type: 'A', id: 'x' }],
      direction: 'out',
      edgeFilters: [
        { type: 'AB', condition: 'here > 1' },
        { type: 'BC', condition },
      ],
      vertexFilters: [
        { type: 'B', condition: 'big' },
        { type: 'C', condition: 'away' },
        { type: '*', condition: 'all' },
      ],
    });
  await expand(interpreter, asked('elsewhere > 1'));
  const [body = ''] = bodies;
  expect(body).toContain('(t.type != "B" OR (t.big)) AND (t.all) AND (e.type != "AB" OR (e.here > 1))');
  expect(body).not.toMatch(/elsewhere|away/);
  await expect(expand(interpreter, asked('delete(x)'))).rejects.toThrow('delete');
});

it('looks for edges among vertices along the types that can join them', async () => {
  const { bodies, interpreter } = listening();
  const among = (...types: readonly string[]) =>
    subgraph(interpreter, { vertices: types.map((type) => ({ type, id: 'x' })), edgeTypes: undefined });
  await among('A', 'B');
  await among('C', 'D', 'A');
  await among('B');
  expect(bodies.map((body) => /-\(\((.*?)\):e\)-/.exec(body)?.[1])).toEqual(['AB>', 'CA>|DD>', undefined]);
});
