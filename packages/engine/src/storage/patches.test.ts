import { repeats } from '@acacia/base/testing';
import { messageOf, stringifyJson } from '@acacia/base';
import type { Attribute, ScalarTypeName } from '@acacia/language';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addGraph, applySchemaChange } from '../catalog/change-graphs.ts';
import type { ColumnData, GraphSnapshot } from '../graph/snapshot.ts';
import { temporaryFolder } from '../testing.ts';
import type { UpsertOperator, Write } from '../writes.ts';
import { applyWrites } from './apply-writes.ts';
import { planPuts } from './plan-puts.ts';
import { countEdges, countVertices, listEdges, listVertices } from './read-lists.ts';
import { countEdgesNow, countVerticesNow, edgesNow, verticesNow } from './read-memory.ts';
import type { TablesNow } from './snapshot-cache.ts';
import { Store, type StoreState } from './store.ts';
import type { Transaction } from './transaction.ts';

const scalar = (name: string, type: ScalarTypeName): Attribute => ({
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
          {
            name: 'Q',
            primaryId: { ...id, type: 'STRING' },
            attributes: [
              scalar('ok', 'BOOL'),
              scalar('at', 'DATETIME'),
              scalar('size', 'UINT'),
              { name: 'tags', type: { kind: 'list', element: { kind: 'scalar', name: 'STRING' } } },
            ],
          },
          { name: 'T', primaryId: { ...id, type: 'DATETIME' }, attributes: [] },
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

const anOp = (draw: (below: number) => number): UpsertOperator =>
  OPERATORS[draw(2 * OPERATORS.length)] ?? 'overwrite';
const OPERATORS = ['add', 'max', 'ignore_if_exists'] as const;

const someWrites = (draw: (below: number) => number): Write[] =>
  Array.from({ length: 1 + draw(4) }, (): Write => {
    const p = (): { type: string; id: string } => ({ type: 'P', id: String(draw(12)) });
    const q = (): { type: string; id: string } => ({ type: 'Q', id: `q${draw(5)}` });
    switch (draw(9)) {
      case 0:
        return { kind: 'upsertVertex', ...p(), attributes: { n: { value: draw(100), op: anOp(draw) } } };
      case 1:
        return { kind: 'upsertVertex', ...p(), attributes: { name: { value: `n${draw(6)}` } } };
      case 2:
        return {
          kind: 'upsertVertex',
          ...q(),
          attributes: {
            ok: { value: draw(2) === 1 },
            at: { value: `2026-01-0${1 + draw(9)} 00:00:00` },
            size: { value: draw(4) === 0 ? 2n ** 63n : draw(9) },
            tags: { value: ['a', 'b'].slice(draw(3)) },
          },
        };
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
          attributes: { s: { value: `s${draw(3)}`, op: anOp(draw) } },
        };
      case 7:
        return { kind: 'upsertEdge', type: 'X', from: p(), to: q(), attributes: {} };
      default:
        return { kind: 'deleteEdge', type: draw(2) === 0 ? 'D' : 'U', from: p(), to: p() };
    }
  });

/** A vertex that is made, changed by another operator, and changed again; and an edge that comes three times. */
const writtenAgain = (id: string): Write[] => [
  ...(['add', 'overwrite', 'add', 'max'] as const).map((op, at): Write => ({
    kind: 'upsertVertex',
    type: 'P',
    id,
    attributes: { n: { value: 3 + 4 * at, op } },
  })),
  ...['a', 'b', 'b'].map((text): Write => ({
    kind: 'upsertEdge',
    type: 'U',
    from: { type: 'P', id: '1' },
    to: { type: 'P', id: '2' },
    attributes: { s: { value: text } },
  })),
];

/** The rows of a list from memory in an order to compare them by: edges between the same two vertices have no order. */
const inOrder = (rows: readonly object[]): readonly unknown[] =>
  rows.some((row) => 'e_type' in row) ? rows.map((row) => stringifyJson(row)).sort() : rows;

describe('after every write', () => {
  it('the graph in memory is what reading it anew gives', async () => {
    const store = await open();
    const draw = random(7);
    const write = (writes: readonly Write[]) =>
      store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', writes, {}));
    const snapshotOf = async (): Promise<GraphSnapshot> => (await store.snapshot('g')).snapshot;
    await write(Array.from({ length: 4 }, () => someWrites(draw)).flat());
    for (let round = 0; round < repeats(14, 40); round += 1) {
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

  it('the tables are the same, whether the graph was in memory or not', async () => {
    const [warm, cold] = [await open(), await open()];
    const draw = random(13);
    for (let round = 0; round < repeats(30, 90); round += 1) {
      // Many rows, of which some are there, with a text that no statement can hold.
      const many = Array.from({ length: round % 30 === 29 ? 80 : 0 }, (_, row): Write[] => [
        {
          kind: 'upsertVertex',
          type: 'P',
          id: String(row + round),
          attributes: { n: { value: row }, ...(row % 3 === 0 ? { name: { value: `\0${row}` } } : {}) },
        },
        {
          kind: 'upsertEdge',
          type: 'U',
          from: { type: 'P', id: String(row + round) },
          to: { type: 'P', id: String(round) },
          attributes: { s: { value: `m${row % 5}` } },
        },
      ]).flat();
      const again = round % 5 === 4 ? writtenAgain(`${100 + round}`) : [];
      const writes = [...someWrites(draw), ...many, ...again];
      for (const store of [warm, cold]) {
        await store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', writes, {}));
      }
      await warm.snapshot('g');
    }
    const patched = contentOf((await warm.snapshot('g')).snapshot);
    warm.forgetGraphs();
    const [kept, expected] = [
      contentOf((await warm.snapshot('g')).snapshot),
      contentOf((await cold.snapshot('g')).snapshot),
    ];
    expect(kept).toEqual(expected);
    expect(patched).toEqual(expected);
  });

  it('the tables are the same, whether upserts went through the journal or not', async () => {
    const [warm, cold] = [await open(), await open()];
    const draw = random(17);
    let journaled = 0;
    const apply = (store: Store, write: Write) =>
      store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', [write], {}));
    for (let round = 0; round < repeats(8, 40); round += 1) {
      await warm.snapshot('g');
      for (const write of Array.from({ length: 6 }, () => someWrites(draw)).flat()) {
        const isUpsert = write.kind === 'upsertVertex' || write.kind === 'upsertEdge';
        const isDone = isUpsert && (await warm.writeToJournal('g', (known) => planPuts(known, 'g', [write])));
        if (isDone) journaled += 1;
        else await apply(warm, write);
        await apply(cold, write);
      }
    }
    expect(journaled).toBeGreaterThan(10);
    const patched = contentOf((await warm.snapshot('g')).snapshot);
    warm.forgetGraphs();
    const expected = contentOf((await cold.snapshot('g')).snapshot);
    expect(contentOf((await warm.snapshot('g')).snapshot)).toEqual(expected);
    expect(patched).toEqual(expected);
  });

  it('a read waits for the journal to be stored, and not for a long write that has begun', async () => {
    const store = await open();
    const upsert: Write = { kind: 'upsertVertex', type: 'P', id: '1', attributes: { n: { value: 1 } } };
    await store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', [upsert], {}));
    await store.snapshot('g');
    const change: Write = { ...upsert, attributes: { n: { value: 2 } } };
    expect(await store.writeToJournal('g', (known) => planPuts(known, 'g', [change]))).toBe(true);
    let end = (): void => undefined;
    const slow = store.write(() => new Promise<void>((resolve) => (end = resolve)));
    const found = await store.read((transaction, state) =>
      listVertices(transaction, state, 'g', 'P', { filter: 'n=2' }),
    );
    expect(found).toHaveLength(1);
    end();
    await slow;
  });

  it('lists and counts from memory are those of the tables', async () => {
    const store = await open();
    const draw = random(11);
    const write = (writes: readonly Write[]) =>
      store.write((transaction, catalog) => applyWrites(transaction, catalog, 'g', writes, {}));
    await write(Array.from({ length: 6 }, () => someWrites(draw)).flat());
    await write([{ kind: 'upsertVertex', type: 'T', id: '2026-02-03 04:05:06', attributes: {} }]);
    let fromMemory = 0;
    const compare = async <T extends readonly object[]>(
      now: (tables: TablesNow, state: StoreState) => T | null | undefined,
      later: (transaction: Transaction, state: StoreState) => Promise<T>,
    ): Promise<void> => {
      const answer = await Promise.resolve(store.readElements('g', now, () => Promise.resolve(null))).catch(
        messageOf,
      );
      const expected = await store.read(later).catch(messageOf);
      if (answer === null) return;
      fromMemory += 1;
      expect(typeof answer === 'string' ? answer : inOrder(answer)).toEqual(
        typeof expected === 'string' ? expected : inOrder(expected),
      );
    };
    for (let round = 0; round < repeats(10, 25); round += 1) {
      if (round % 8 === 0) await store.snapshot('g');
      await write(someWrites(draw));
      for (const type of ['P', 'Q', 'T', '*']) {
        await compare(
          (tables, state) => countVerticesNow(tables, state, 'g', type),
          (transaction, state) => countVertices(transaction, state, 'g', type),
        );
      }
      for (const type of ['P', 'Q', 'T']) {
        const pages = [{}, { limit: 2, offset: draw(4) }, { select: ['n', 'tags'], offset: 3 }, { limit: 0 }];
        const ids = [String(draw(14)), `q${draw(6)}`, '2026-02-03 04:05:06'].map((id) => ({ id }));
        for (const options of [...pages, ...ids]) {
          await compare(
            (tables, state) => verticesNow(tables, state, 'g', type, options),
            (transaction, state) => listVertices(transaction, state, 'g', type, options),
          );
        }
      }
      for (const type of ['D', 'R', 'U', 'X', '*']) {
        for (const ends of [{}, { from: 'P' }, { from: 'Q' }]) {
          await compare(
            (tables, state) => countEdgesNow(tables, state, 'g', type, ends),
            (transaction, state) => countEdges(transaction, state, 'g', type, ends),
          );
        }
      }
      const sources = [
        { sourceType: 'P', sourceId: String(draw(12)) },
        { sourceType: 'Q', sourceId: `q${draw(5)}` },
      ];
      const targets = [
        {},
        ...['D', 'R', 'U', 'X'].map((edgeType) => ({ edgeType })),
        { edgeType: 'D', targetType: 'P', targetId: String(draw(12)) },
        { edgeType: 'U', targetType: 'P', targetId: String(draw(12)) },
      ];
      for (const source of sources) {
        for (const target of targets) {
          const path = { ...source, ...target };
          await compare(
            (tables, state) => edgesNow(tables, state, 'g', path, {}),
            (transaction, state) => listEdges(transaction, state, 'g', path, {}),
          );
        }
      }
    }
    // Deleted vertices whose numbers are given again make a table be read anew.
    expect(fromMemory).toBeGreaterThan(500);
  });

  it('conditions and orders are left to the tables', async () => {
    const store = await open();
    await store.snapshot('g');
    const answers = [{ filter: 'n>1' }, { sort: '-n' }].map((options) =>
      store.readElements<unknown>(
        'g',
        (tables, state) => verticesNow(tables, state, 'g', 'P', options),
        () => Promise.resolve('the tables'),
      ),
    );
    expect(await Promise.all(answers)).toEqual(['the tables', 'the tables']);
  });
});
