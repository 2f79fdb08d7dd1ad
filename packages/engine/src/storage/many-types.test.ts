/** A write takes memory for each type that it writes to, until it is committed. */
import type { Attribute } from '@acacia/language';
import { expect, it } from 'vitest';
import { testEngine } from '../testing.ts';
import type { Write } from '../writes.ts';

const TYPES = 200;
const IDS = ['a', 'b', 'c'];
const ATTRIBUTES = Array.from({ length: 12 }, (_, at): Attribute => ({
  name: `x${at}`,
  type: { kind: 'scalar', name: at % 2 === 0 ? 'STRING' : 'INT' },
}));

it('refuses a write over more types than its memory has room for, whole and by the limit, and takes it in parts', async () => {
  const engine = await testEngine({ memoryLimitBytes: 192 * 2 ** 20 });
  const names = Array.from({ length: TYPES }, (_, at) => `T${at}`);
  await engine.changeSchema(null, {
    addVertexTypes: names.map((name) => ({
      name,
      primaryId: { name: 'id', type: 'STRING', asAttribute: false, isPrimaryKey: false },
      attributes: ATTRIBUTES,
    })),
  });
  await engine.createGraph('g', '*');
  const given = Object.fromEntries(
    ATTRIBUTES.map(({ name }, at) => [name, { value: at % 2 === 0 ? 'v' : 1 }] as const),
  );
  const writes = (types: readonly string[]) =>
    types.flatMap((type) => IDS.map((id): Write => ({ kind: 'upsertVertex', type, id, attributes: given })));
  await expect(engine.write('g', writes(names))).rejects.toThrow(
    /^The store ran out of its memory of 96\.0 MiB: nothing of this change was stored\. .* for each type/,
  );
  expect(await engine.vertices('g', 'T0', {})).toEqual([]);
  for (const half of [names.slice(0, 100), names.slice(100)])
    expect((await engine.write('g', writes(half))).acceptedVertices).toBe(half.length * IDS.length);
  const stored = await engine.vertices('g', 'T199', {});
  expect(stored.map(({ v_id }) => v_id).toSorted()).toEqual(IDS);
  expect(stored[0]).toMatchObject({ attributes: { x0: 'v', x1: 1 } });
});
