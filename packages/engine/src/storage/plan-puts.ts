/**
 * Plans upserts of which the graph in memory tells everything, so that they need not ask the store: vertices and edges
 * that are there or not, and values that replace others. Others are left to `applyWrites`.
 */
import { scopeOf, type EdgeTypeEntry, type VertexTypeEntry } from '../catalog/catalog.ts';
import { defaultValue, type StoredValue } from '../catalog/stored-values.ts';
import type { ColumnData } from '../graph/snapshot.ts';
import type { TableChange } from '../graph/table-changes.ts';
import { collectUpserts, type EdgeGroup, type Upsert, type VertexGroup } from './apply-writes.ts';
import type { Put } from './journal.ts';
import { keyParts } from './keys.ts';
import { edgeRow, isOther } from './known-writes.ts';
import type { TablesNow } from './snapshot-cache.ts';
import type { StoreState } from './store.ts';
import type { UpsertOperator } from '../writes.ts';
import type { Batch } from './write-batch.ts';

/** The rows of planned upserts, for the journal and for the graph in memory. */
export interface PlannedPuts {
  readonly puts: readonly Put[];
  /** As of a `Transaction`. */
  readonly touched: ReadonlyMap<string, ReadonlySet<string> | 'rows'>;
  readonly changes: ReadonlyMap<string, readonly TableChange[]>;
  readonly undoGuards?: undefined;
  /** The next free numbers of vertex types that got vertices. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** The store as it is when the puts are planned. */
export interface Known {
  readonly tables: TablesNow;
  readonly state: StoreState;
  /** The next free number of a vertex table, where it is known. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Called where a table is not in memory. */
  readonly missed: () => void;
}

/** An element that is put, with the values that are given for it. */
interface Element {
  readonly key: readonly [number, string | number];
  /** Its row in the table in memory, or -1. */
  readonly at: number;
  /** Given values, in the order of the type's attributes. */
  readonly values: (StoredValue | undefined)[];
}

/** Characters of the values of a plan: longer ones would be written twice for nothing. */
const MOST_CHARACTERS = 4_000_000;

class Plan {
  readonly puts: Put[] = [];
  readonly touched = new Map<string, Set<string> | 'rows'>();
  readonly changes = new Map<string, TableChange[]>();
  readonly numbers = new Map<string, number>();
  #characters = 0;

  /** Whether so much is put that the journal saves nothing. */
  get isLong(): boolean {
    return this.#characters > MOST_CHARACTERS;
  }

  /** Elements of which the same attributes are given; `given`: their places in the type. */
  put(
    table: string,
    entry: VertexTypeEntry | EdgeTypeEntry,
    isNew: boolean,
    given: readonly number[],
    elements: readonly Element[],
  ): void {
    if (elements.length === 0) return;
    const attributes = given.map((at) => entry.type.attributes[at]?.name ?? '');
    const columns = attributes.map((name) => String(entry.columns[name]));
    const valuesOf = ({ values }: Element) => given.map((at) => values[at] ?? 0);
    const kind = 'pairs' in entry ? 'edges' : 'vertices';
    const rows = elements.map((each): Put['rows'][number] => [
      String(each.key[0]),
      String(each.key[1]),
      ...valuesOf(each).map(String),
    ]);
    for (const row of rows) for (const text of row) this.#characters += text.length;
    this.puts.push({ table, kind, isNew, columns, rows });
    const before = this.touched.get(table) ?? new Set();
    // A changed edge gets another row in memory.
    if (isNew || kind === 'edges') this.touched.set(table, 'rows');
    else if (before !== 'rows') this.touched.set(table, new Set([...before, ...columns]));
    const change: TableChange =
      kind === 'edges'
        ? {
            kind: 'putEdges',
            attributes,
            rows: elements.map((each) => ({
              from: each.key[0],
              to: Number(each.key[1]),
              values: valuesOf(each),
            })),
          }
        : {
            kind: 'put',
            attributes,
            rows: elements.map((each) => ({
              number: each.key[0],
              id: String(each.key[1]),
              values: valuesOf(each),
            })),
          };
    this.changes.set(table, [...(this.changes.get(table) ?? []), change]);
  }
}

/**
 * Null where the store has to be asked.
 * @throws EngineError when an upsert is refused
 */
export function planPuts(known: Known, graph: string, upserts: readonly Upsert[]): PlannedPuts | null {
  const { catalog } = known.state;
  const { vertexGroups, edgeGroups } = collectUpserts(catalog, scopeOf(catalog, graph), upserts);
  const plan = new Plan();
  for (const group of vertexGroups) if (!planVertices(known, group, plan)) return null;
  // New vertices are not in the tables in memory yet: edges of the same request would not find them.
  if (vertexGroups.length > 0 && edgeGroups.length > 0) return null;
  for (const group of edgeGroups) if (!planEdges(known, group, plan)) return null;
  return plan.isLong ? null : plan;
}

interface GivenColumn {
  readonly place: number;
  readonly op: UpsertOperator;
  readonly values: readonly (StoredValue | undefined)[];
}

/** The columns of a batch, with the places of their attributes in the type. */
const columnsIn = ({ ops, values }: Batch, { type }: VertexTypeEntry | EdgeTypeEntry): GivenColumn[] =>
  type.attributes.flatMap(({ name }, place): GivenColumn[] => {
    const op = ops.get(name);
    return op === undefined ? [] : [{ place, op, values: values.get(name) ?? [] }];
  });

/**
 * Notes the values that a row gives.
 * @returns false where the value after the upsert depends on the one before
 */
function note(element: Element, isRepeated: boolean, columns: readonly GivenColumn[], row: number): boolean {
  for (const { place, op, values } of columns) {
    const value = values[row];
    if (value === undefined) continue;
    if (element.at >= 0 && op === 'ignore_if_exists') continue;
    if ((element.at >= 0 || isRepeated) && op !== 'overwrite') return false;
    element.values[place] = value;
  }
  return true;
}

function planVertices(known: Known, { entry, vectors, batches }: VertexGroup, plan: Plan): boolean {
  const table = known.tables.vertices(known.state, entry);
  // A type without vertices begins its numbers anew; columns of a composite key's parts are computed.
  const isPlain = vectors.isEmpty && keyParts(entry.type).length === 0;
  if (!isPlain) return false;
  if (table === null) known.missed();
  if (table === null || table.count === 0) return false;
  const first = known.numbers.get(entry.table);
  let next = first ?? -1;
  const elements = new Map<string, Element>();
  for (const batch of batches) {
    const columns = columnsIn(batch, entry);
    for (let row = 0; row < batch.rows; row += 1) {
      const id = String(batch.keys[1]?.[row]);
      let element = elements.get(id);
      const isRepeated = element !== undefined;
      if (element === undefined) {
        const at = table.lookup(id);
        if (at < 0 && first === undefined) return false;
        element = { key: [at < 0 ? next++ : at, id], at, values: [] };
        elements.set(id, element);
      }
      if (!note(element, isRepeated, columns, row)) return false;
    }
  }
  if (first !== undefined && next > first) plan.numbers.set(entry.table, next);
  putElements(plan, entry.table, entry, [...elements.values()], (name) => table.column(name));
  return true;
}

function planEdges(known: Known, { target, batches }: EdgeGroup, plan: Plan): boolean {
  const { entry, pair, from, to } = target;
  if (entry.type.discriminator.length > 0) return false;
  const sources = known.tables.vertices(known.state, from);
  const targets = known.tables.vertices(known.state, to);
  const table =
    sources && targets && known.tables.edges(known.state, entry, pair, sources.size, targets.size);
  if (sources === null || targets === null || table === null) {
    known.missed();
    return false;
  }
  const isEither = !entry.type.directed && from.index === to.index;
  // A number for both ends of an edge.
  if (sources.size * targets.size > Number.MAX_SAFE_INTEGER) return false;
  const elements = new Map<number, Element>();
  for (const batch of batches) {
    const columns = columnsIn(batch, entry);
    for (let row = 0; row < batch.rows; row += 1) {
      const one = sources.lookup(String(batch.keys[1]?.[row]));
      const other = targets.lookup(String(batch.keys[2]?.[row]));
      if (one < 0 || other < 0) return false;
      const key = isEither && other < one ? ([other, one] as const) : ([one, other] as const);
      const ends = key[0] * targets.size + key[1];
      const known = elements.get(ends);
      const element = known ?? { key, at: edgeRow(table.out, ...key), values: [] };
      if (known === undefined) elements.set(ends, element);
      if (!note(element, known !== undefined, columns, row)) return false;
    }
  }
  const attributes = entry.type.attributes.length;
  const isWhole = ({ at, values }: Element): boolean =>
    at < 0 || values.length === 0 || countGiven(values) === attributes;
  for (const element of elements.values()) if (!isWhole(element)) return false;
  putElements(plan, pair.table, entry, [...elements.values()], (name) => table.column(name));
  return true;
}

const countGiven = (values: readonly (StoredValue | undefined)[]): number =>
  values.reduce<number>((count, value) => (value === undefined ? count : count + 1), 0);

/** Puts new elements with all their values, and of the others those that change something. */
function putElements(
  plan: Plan,
  table: string,
  entry: VertexTypeEntry | EdgeTypeEntry,
  elements: readonly Element[],
  columnOf: (name: string) => ColumnData | undefined,
): void {
  const { attributes } = entry.type;
  const places = attributes.map((_, place) => place);
  const defaults = attributes.map(defaultValue);
  const columns = attributes.map(({ name }) => columnOf(name));
  const fresh = elements.filter(({ at }) => at < 0);
  for (const { values } of fresh) for (const place of places) values[place] ??= defaults[place];
  plan.put(table, entry, true, places, fresh);
  const alike = new Map<string, { readonly given: readonly number[]; readonly elements: Element[] }>();
  for (const element of elements) {
    const { at, values } = element;
    if (at < 0) continue;
    const given = places.filter((place) => values[place] !== undefined);
    if (!given.some((place) => isOther(columns[place], at, values[place] ?? 0))) continue;
    const key = given.join();
    const group = alike.get(key) ?? { given, elements: [] };
    group.elements.push(element);
    alike.set(key, group);
  }
  for (const { given, elements: together } of alike.values()) plan.put(table, entry, false, given, together);
}
