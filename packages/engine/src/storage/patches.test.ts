import type { Attribute } from '@acacia/language';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addGraph, applySchemaChange } from '../catalog/change-graphs.ts';
import type { ColumnData, GraphSnapshot } from '../graph/snapshot.ts';
import { temporaryFolder } from '../testing.ts';
import type { Write } from '../writes.ts';
import { applyWrites } from './apply-writes.ts';
import { Store } from './store.ts';

const scalar = (name: string, type: 'INT' | 'DOUBLE' | 'STRING' | 'BOOL'): Attribute => ({
  name,
  type: { kind: 'scalar', name: type },
});
const pair = (from: string, to: string) => [{ from, to }];

async function open(): Promise<Store> {
  const dataDir = await temporaryFolder();
  const store = await Store.open({ dataDir, memoryLimitBytes: 512 * 2 ** 20, threads: 1 });
  onTestFinished(() => store.close());
  const id = { name: 'id', asAttribute: true, isPrimaryKey: false } as const;
  await store.changeCatalog((catalog) =>
    addGraph(
      applySchemaChange(catalog, null, {
        addVertexTypes: [
          {
            name: 'P',
            primaryId: { ...id, type: 'INT' },
            attributes: [scalar('n', 'INT'), scalar('name', 'STRING')],
          },
          { name: 'Q', primaryId: { ...id, type: 'STRING' }, attributes: [scalar('ok', 'BOOL')] },
        ],
        addEdgeTypes: [
          {
            name: 'D',
            directed: true,
            pairs: pair('P', 'P'),
            attributes: [scalar('day', 'INT'), scalar('w', 'DOUBLE')],
            discriminator: ['day'],
            reverseEdge: 'R',
          },
          {
            name: 'U',
            directed: false,
            pairs: pair('P', 'P'),
            attributes: [scalar('s', 'STRING')],
            discriminator: [],
          },
          { name: 'X', directed: false, pairs: pair('P', 'Q'), attributes: [], discriminator: [] },
        ],
      }),
      'g',
      '*',
    ),
  );
  return store;
}

function cell(column: ColumnData | undefined, row: number): unknown {
  if (column === undefined || column.kind === 'vector') throw new Error('There is no such column');
  return 'codes' in column ? column.strings.get(column.codes[row] as number) : column.values[row];
}

/** Everything that a graph holds, out of its vertices and its lists of neighbours in both directions. */
function contentOf(snapshot: GraphSnapshot): string[] {
  const found: string[] = [];
  for (const table of snapshot.vertexTables) {
    const names = ['id', ...table.type.attributes.map(({ name }) => name)];
    for (let number = 0; number < table.size; number += 1) {
      if (table.alive?.[number] === 0) continue;
      expect(table.lookup(table.id(number))).toBe(number);
      const values = names.map((name) => cell(table.column(name), number));
      found.push(`${table.type.name} ${table.id(number)} ${values.join(' ')}`);
    }
    found.push(`${table.type.name} ${table.count}`);
  }
  for (const table of ['D', 'U', 'X'].flatMap((type) => snapshot.edgeTables(type))) {
    const id = (type: number, number: number): string => snapshot.vertexTable(type).id(number);
    for (const side of ['out', 'in'] as const) {
      const { offsets, ends, neighbours, rows } = table[side];
      const [near, far] =
        side === 'out' ? [table.fromIndex, table.toIndex] : [table.toIndex, table.fromIndex];
      for (let number = 0; number < snapshot.vertexTable(near).size; number += 1) {
        for (let at = offsets[number] as number; at < (ends[number] as number); at += 1) {
          const row = rows[at] as number;
          const both = `${id(near, number)} ${id(far, neighbours[at] as number)}`;
          const stored = `${id(table.fromIndex, table.from[row] as number)}>${id(table.toIndex, table.to[row] as number)}`;
          const values = table.type.attributes.map(({ name }) => cell(table.column(name), row));
          found.push(`${table.type.name} ${side} ${both} ${stored} ${values.join(' ')}`);
        }
      }
    }
    found.push(`${table.type.name} ${table.count}`);
  }
  return found.sort();
}

/** mulberry32 */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const someWrites = (draw: (below: number) => number): Write[] =>
  Array.from({ length: 1 + draw(4) }, (): Write => {
    const p = (): { type: string; id: string } => ({ type: 'P', id: String(draw(12)) });
    const q = (): { type: string; id: string } => ({ type: 'Q', id: `q${draw(5)}` });
    switch (draw(9)) {
      case 0:
        return { kind: 'upsertVertex', ...p(), attributes: { n: { value: draw(100) } } };
      case 1:
        return { kind: 'upsertVertex', ...p(), attributes: { name: { value: `n${draw(6)}` } } };
      case 2:
        return { kind: 'upsertVertex', ...q(), attributes: { ok: { value: draw(2) === 1 } } };
      case 3:
        return { kind: 'deleteVertex', ...(draw(2) === 0 ? p() : q()) };
      case 4:
      case 5:
        return {
          kind: 'upsertEdge',
          type: 'D',
          from: p(),
          to: p(),
          attributes: { day: { value: draw(2) }, w: { value: draw(10) / 2 } },
        };
      case 6:
        return {
          kind: 'upsertEdge',
          type: 'U',
          from: p(),
          to: p(),
          attributes: { s: { value: `s${draw(3)}` } },
        };
      case 7:
        return { kind: 'upsertEdge', type: 'X', from: p(), to: q(), attributes: {} };
      default:
        return { kind: 'deleteEdge', type: draw(2) === 0 ? 'D' : 'U', from: p(), to: p() };
    }
  });

describe('after every write', () => {
  it('the graph in memory is what reading it anew gives', async () => {
    const store = await open();
    const draw = random(7);
    const write = (writes: readonly Write[]) =>
      store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', writes, {}));
    const snapshotOf = async (): Promise<GraphSnapshot> => (await store.snapshot('g')).snapshot;
    await write(Array.from({ length: 4 }, () => someWrites(draw)).flat());
    for (let round = 0; round < 40; round += 1) {
      const before = await snapshotOf();
      const was = contentOf(before);
      for (let commits = 1 + draw(3); commits > 0; commits -= 1) await write(someWrites(draw));
      const patched = contentOf(await snapshotOf());
      expect(contentOf(before)).toEqual(was);
      if (round % 2 === 0) continue;
      store.forgetGraphs();
      expect(patched).toEqual(contentOf(await snapshotOf()));
    }
  });
});
