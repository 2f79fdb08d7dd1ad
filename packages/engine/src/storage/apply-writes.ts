/** Applies writes given as plain values: stages them by type and merges each batch within one transaction. */
import { engineError } from '../errors/catalogue.ts';
import { BIGINT, VARCHAR, type DuckDBValue } from '@duckdb/node-api';
import { scopeOf, type Catalog, type Scope, type VertexTypeEntry } from '../catalog/catalog.ts';
import { empty, sql, type Sql } from '../sql.ts';
import type {
  AttributeWrite,
  ColumnWrite,
  QueryWrite,
  Write,
  WriteOptions,
  WriteSummary,
} from '../writes.ts';
import { toStored } from '../catalog/stored-values.ts';
import { storedType } from './columns.ts';
import { deleteEdges, deleteVertices } from './delete-elements.ts';
import { canonicalId, checkGivenParts, isKeyPart } from './keys.ts';
import { mergeEdges, type EdgeStage, type EdgeTarget, type MissingEnds } from './merge-edges.ts';
import type { GivenAttribute } from './merge-values.ts';
import { writeKnownEdges, writeKnownVertices } from './known-writes.ts';
import { VectorWrites } from './merge-vectors.ts';
import { mergeVertices, type VertexStage } from './merge-vertices.ts';
import { edgeTargetIn, vertexTypeIn } from './resolve-types.ts';
import type { StageColumn, Transaction } from './transaction.ts';
import { addRow, givenIn, picked, rowsOf, valuesIn, type Batch, type GivenValue } from './write-batch.ts';

type SetVertices = Extract<QueryWrite, { kind: 'setVertices' }>;
type SetEdges = Extract<QueryWrite, { kind: 'setEdges' }>;
export type Upsert = Extract<Write, { kind: 'upsertVertex' | 'upsertEdge' }> | SetVertices | SetEdges;
type Delete = Extract<Write, { kind: 'deleteVertex' | 'deleteEdge' }>;

export interface VertexGroup {
  readonly entry: VertexTypeEntry;
  readonly vectors: VectorWrites;
  readonly batches: Batch[];
}
export interface EdgeGroup {
  readonly target: EdgeTarget;
  /** Whether the source of a write is the pair's `to`. */
  readonly swapped: boolean;
  readonly batches: Batch[];
}

/**
 * Applies writes in order; within a sequence of upserts, vertices before edges.
 * @throws EngineError when a write is refused
 */
export async function applyWrites(
  transaction: Transaction,
  catalog: Catalog,
  graph: string,
  writes: readonly QueryWrite[],
  options: WriteOptions,
): Promise<WriteSummary> {
  const scope = scopeOf(catalog, graph);
  const total = new Totals();
  for (let start = 0; start < writes.length;) {
    const isDelete = isDeletion(writes[start]);
    let end = start;
    while (end < writes.length && isDeletion(writes[end]) === isDelete) end += 1;
    const run = writes.slice(start, end);
    if (isDelete) await applyDeletes(transaction, catalog, scope, run as Delete[], total);
    else await applyUpserts(transaction, catalog, scope, run as Upsert[], options, total);
    start = end;
  }
  return total.summary();
}

const isDeletion = (write: QueryWrite | undefined): boolean =>
  write?.kind === 'deleteVertex' || write?.kind === 'deleteEdge';

class Totals {
  acceptedVertices = 0;
  acceptedEdges = 0;
  skippedVertices = 0;
  skippedEdges = 0;
  deletedVertices = 0;
  deletedEdges = 0;
  readonly present = new Map<string, { readonly type: string; readonly id: string }>();
  readonly missing = new Map<string, { readonly type: string; readonly id: string }>();

  summary(): WriteSummary {
    const { missing, present, ...counts } = this;
    return {
      ...counts,
      presentVertices: [...present.values()],
      missingVertices: [...missing.values()],
    };
  }
}

/** Values of the attributes that the type has (others are ignored, as TigerGraph does), and operators. */
function readAttributes(
  known: readonly { readonly name: string; readonly type: Parameters<typeof toStored>[1] }[],
  given: Readonly<Record<string, AttributeWrite>>,
): GivenValue[] {
  const values: GivenValue[] = [];
  for (const { name, type } of known) {
    const write = Object.hasOwn(given, name) ? given[name] : undefined;
    if (write !== undefined) {
      values.push({ name, value: toStored(name, type, write.value), op: write.op ?? 'overwrite' });
    }
  }
  return values;
}

async function applyUpserts(
  transaction: Transaction,
  catalog: Catalog,
  scope: Scope,
  writes: readonly Upsert[],
  options: WriteOptions,
  total: Totals,
): Promise<void> {
  const { vertexGroups, edgeGroups } = collectUpserts(catalog, scope, writes);
  for (const group of vertexGroups) await mergeVertexGroup(transaction, group, options, total);
  for (const group of edgeGroups) await mergeEdgeGroup(transaction, group, options, total);
}

/**
 * Rows of upserts by table.
 * @throws EngineError when an upsert is refused
 */
export function collectUpserts(
  catalog: Catalog,
  scope: Scope,
  writes: readonly Upsert[],
): { readonly vertexGroups: readonly VertexGroup[]; readonly edgeGroups: readonly EdgeGroup[] } {
  const vertexGroups = new Map<number, VertexGroup>();
  const edgeGroups = new Map<string, EdgeGroup>();
  writes.forEach((write, n) => {
    if (write.kind === 'upsertVertex') collectVertex(scope, write, n, vertexGroups);
    else if (write.kind === 'upsertEdge') collectEdge(catalog, scope, write, n, edgeGroups);
    else if (write.kind === 'setVertices') {
      write.ids.forEach((id, row) => {
        const attributes = rowOf(write.attributes, row);
        collectVertex(scope, { kind: 'upsertVertex', type: write.type, id, attributes }, n, vertexGroups);
      });
    } else {
      write.from.forEach((id, row) => {
        const [from, to] = [
          { type: write.fromType, id },
          { type: write.toType, id: write.to[row] ?? '' },
        ];
        const attributes = rowOf(write.attributes, row);
        collectEdge(
          catalog,
          scope,
          { kind: 'upsertEdge', type: write.type, from, to, attributes },
          n,
          edgeGroups,
        );
      });
    }
  });
  return { vertexGroups: [...vertexGroups.values()], edgeGroups: [...edgeGroups.values()] };
}

/** One row of columns, as a single write has its attributes. */
function rowOf(columns: ReadonlyMap<string, ColumnWrite>, row: number): Record<string, AttributeWrite> {
  const attributes: (readonly [string, AttributeWrite])[] = [];
  for (const [name, { values, op }] of columns) {
    const value = values[row];
    if (value !== undefined) attributes.push([name, op === undefined ? { value } : { value, op }]);
  }
  return Object.fromEntries(attributes);
}

function collectVertex(
  scope: Scope,
  write: Extract<Write, { kind: 'upsertVertex' }>,
  n: number,
  groups: Map<number, VertexGroup>,
): void {
  const entry = vertexTypeIn(scope, write.type);
  const group = groups.get(entry.index) ?? { entry, vectors: new VectorWrites(entry), batches: [] };
  groups.set(entry.index, group);
  // The parts of a composite key are in the id.
  const id = canonicalId(entry.type, write.id);
  checkGivenParts(entry.type, id, write.attributes);
  group.vectors.collect(n, id, write.attributes);
  const known = entry.type.attributes.filter(({ name }) => !isKeyPart(entry.type, name));
  addRow(group.batches, [BigInt(n), id], readAttributes(known, write.attributes));
}

function collectEdge(
  catalog: Catalog,
  scope: Scope,
  write: Extract<Write, { kind: 'upsertEdge' }>,
  n: number,
  groups: Map<string, EdgeGroup>,
): void {
  const { target, swapped } = edgeTargetIn(catalog, scope, write.type, write.from.type, write.to.type);
  const key = `${target.pair.table}/${swapped}`;
  const group = groups.get(key) ?? { target, swapped, batches: [] };
  groups.set(key, group);
  const values = readAttributes(target.entry.type.attributes, write.attributes);
  for (const name of target.entry.type.discriminator) {
    if (!values.some((given) => given.name === name)) {
      throw engineError('edgeWithoutDiscriminator', { type: write.type, name });
    }
  }
  addRow(group.batches, [BigInt(n), ...edgeIds(target, write, swapped)], values);
}

function edgeIds(
  target: EdgeTarget,
  write: { readonly from: { readonly id: string }; readonly to: { readonly id: string } },
  swapped: boolean,
): [string, string] {
  const [from, to] = swapped ? [write.to.id, write.from.id] : [write.from.id, write.to.id];
  return [canonicalId(target.from.type, from), canonicalId(target.to.type, to)];
}

const N: StageColumn = { name: 'n', sql: sql`BIGINT`, type: BIGINT };
const text = (name: string): StageColumn => ({ name, sql: sql`VARCHAR`, type: VARCHAR });

async function stageBatch(
  transaction: Transaction,
  keys: readonly StageColumn[],
  entry: VertexTypeEntry | EdgeTarget['entry'],
  batch: Batch,
): Promise<{ stage: Sql; given: GivenAttribute[] }> {
  const given = givenIn(batch, entry);
  const columns = given.map(({ attribute, column }): StageColumn => ({
    name: column,
    ...storedType(attribute.type),
  }));
  const rows = rowsOf(batch);
  const stage = await transaction.stage(
    'stage',
    [...keys, ...columns],
    [...batch.keys, ...given.map(({ attribute }) => valuesIn(batch, attribute.name, rows))],
  );
  return { stage, given };
}

/** Records which of the staged vertices already exist. */
async function notePresent(
  transaction: Transaction,
  { table, type }: VertexTypeEntry,
  stage: Sql,
  { present }: Totals,
): Promise<void> {
  const rows = await transaction.rows(
    sql`SELECT s.id FROM ${stage} s JOIN ${table} t ON t._id = s.id ORDER BY s.n`,
  );
  for (const [id] of rows) present.set(`${type.name}/${String(id)}`, { type: type.name, id: String(id) });
}

async function mergeVertexGroup(
  transaction: Transaction,
  { entry, vectors, batches }: VertexGroup,
  options: WriteOptions,
  total: Totals,
): Promise<void> {
  const mode =
    options.newVertexOnly === true ? 'newOnly' : options.updateVertexOnly === true ? 'updateOnly' : 'upsert';
  if (mode === 'newOnly') await vectors.leaveOutKnown(transaction);
  for (const batch of batches) {
    const left = mode === 'upsert' ? await writeKnownVertices(transaction, entry, batch) : rowsOf(batch);
    total.acceptedVertices += batch.rows - left.length;
    if (left.length === 0) continue;
    const rest = picked(batch, left);
    const { stage, given } = await stageBatch(transaction, [N, text('id')], entry, rest);
    if (mode === 'newOnly') await notePresent(transaction, entry, stage, total);
    const staged: VertexStage = {
      rows: stage,
      ids: 'text',
      count: rest.rows,
      distinct: new Set(rest.keys[1]).size,
    };
    const counts = await mergeVertices(transaction, entry, staged, given, mode);
    total.skippedVertices += counts.skipped;
    total.acceptedVertices += rest.rows - counts.skipped;
  }
  await vectors.store(transaction);
}

/** In the direction of the pair. An undirected edge has no source: both of its ends have to be there. */
function missingEndsOf(
  { endsMustExist }: WriteOptions,
  { entry }: EdgeTarget,
  swapped: boolean,
): MissingEnds {
  if (endsMustExist === undefined) return 'create';
  if (endsMustExist === 'both' || !entry.type.directed) return 'leaveOut';
  return (endsMustExist === 'source') === swapped ? 'leaveOutTo' : 'leaveOutFrom';
}

async function mergeEdgeGroup(
  transaction: Transaction,
  { target, swapped, batches }: EdgeGroup,
  options: WriteOptions,
  total: Totals,
): Promise<void> {
  const missingEnds = missingEndsOf(options, target, swapped);
  for (const batch of batches) {
    const left = await writeKnownEdges(transaction, target, batch);
    total.acceptedEdges += batch.rows - left.length;
    if (left.length === 0) continue;
    const rest = picked(batch, left);
    const { stage, given } = await stageBatch(transaction, [N, text('f'), text('t')], target.entry, rest);
    const staged: EdgeStage = { rows: stage, ids: 'text', count: rest.rows };
    const { missing } = await mergeEdges(transaction, target, staged, given, missingEnds);
    let skipped = 0;
    if (missing !== null) {
      for (const [f, t, noFrom, noTo] of await transaction.rows(
        sql`SELECT f, t, no_from, no_to FROM ${missing} ORDER BY n`,
      )) {
        skipped += 1;
        const add = (type: string, id: string): unknown => total.missing.set(`${type}/${id}`, { type, id });
        if (noFrom === true) add(target.from.type.name, String(f));
        if (noTo === true) add(target.to.type.name, String(t));
      }
      await transaction.drop(missing);
    }
    total.skippedEdges += skipped;
    total.acceptedEdges += rest.rows - skipped;
  }
}

async function applyDeletes(
  transaction: Transaction,
  catalog: Catalog,
  scope: Scope,
  writes: readonly Delete[],
  total: Totals,
): Promise<void> {
  const vertices = new Map<VertexTypeEntry, string[]>();
  const edges = new Map<string, { target: EdgeTarget; names: string[]; rows: DuckDBValue[][] }>();
  for (const write of writes) {
    if (write.kind === 'deleteVertex') {
      const entry = vertexTypeIn(scope, write.type);
      const ids = vertices.get(entry) ?? [];
      ids.push(canonicalId(entry.type, write.id));
      vertices.set(entry, ids);
      continue;
    }
    const { target, swapped } = edgeTargetIn(catalog, scope, write.type, write.from.type, write.to.type);
    const given = write.discriminator ?? {};
    const names = target.entry.type.discriminator.filter((name) => Object.hasOwn(given, name));
    const key = `${target.pair.table}/${names.join()}`;
    const group = edges.get(key) ?? { target, names, rows: [] };
    edges.set(key, group);
    const values = names.map((name) => {
      const attribute = target.entry.type.attributes.find((each) => each.name === name);
      const value = given[name];
      if (attribute === undefined || value === undefined) throw new TypeError(`No discriminator ${name}`);
      return toStored(name, attribute.type, value);
    });
    group.rows.push([...edgeIds(target, write, swapped), ...values]);
  }
  for (const { target, names, rows } of edges.values()) {
    const keyColumns = names.map((name) => target.entry.columns[name] ?? empty);
    const columns: StageColumn[] = names.map((name, index) => {
      const attribute = target.entry.type.attributes.find((each) => each.name === name);
      if (attribute === undefined) throw new TypeError(`No discriminator ${name}`);
      return { name: keyColumns[index] ?? '', ...storedType(attribute.type) };
    });
    const all = [text('f'), text('t'), ...columns];
    const stage = await transaction.stage(
      'stage',
      all,
      all.map((_, index) => rows.map((row) => row[index] ?? null)),
    );
    total.deletedEdges += await deleteEdges(transaction, target, stage, keyColumns);
    await transaction.drop(stage);
  }
  for (const [entry, ids] of vertices) {
    const stage = await transaction.stage('stage', [text('id')], [ids]);
    const deleted = await deleteVertices(transaction, catalog, entry, stage);
    total.deletedVertices += deleted.vertices;
    total.deletedEdges += deleted.edges;
    await transaction.drop(stage);
  }
}
