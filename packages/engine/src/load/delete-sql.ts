/** DELETE statements of loading jobs: the SQL that reads a file's rows as elements to delete, and the deletes. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import {
  scopeOf,
  visiblePairs,
  type Catalog,
  type EdgeTypeEntry,
  type PairEntry,
  type Scope,
  type VertexTypeEntry,
} from '../catalog/catalog.ts';
import { empty, id, sql, type Sql } from '../sql.ts';
import { deleteVertices, deleteWhere } from '../storage/delete-elements.ts';
import type { Transaction } from '../storage/transaction.ts';
import { AS_TEXTS, JudgedRows } from './judged-rows.ts';
import type { CheckedRows } from './row-checks.ts';
import { scalarSql } from './scalar-sql.ts';
import { endValues } from './target-sql.ts';
import { callsInDelete, ownFunctions, trialColumns, type OwnFunctions } from './own-functions.ts';
import { columnsRead, columnsReadBy, valueSql, type TokenColumns } from './value-sql.ts';

/** A table whose rows may go: the column that holds the source given, and that of the target. */
interface EdgeRows {
  readonly table: Sql;
  readonly source: '_from' | '_to';
  readonly target: '_from' | '_to';
  /** Columns of the discriminators that are given. */
  readonly keys: readonly Sql[];
}

/** A DELETE statement whose names were found in the catalog. */
export interface ResolvedDelete {
  readonly name: string;
  readonly ast: Ast.LoadDelete;
  readonly catalog: Catalog;
  readonly functions: OwnFunctions;
  readonly kind: 'vertex' | 'edge';
  readonly from: VertexTypeEntry;
  /** Of edges, when it is given. */
  readonly to: VertexTypeEntry | null;
  readonly rows: readonly EdgeRows[];
  /** SQL of the discriminators' values from their tokens. */
  readonly discriminators: readonly ((raw: Sql) => Sql)[];
}

/** @throws EngineError when the statement does not fit the schema */
export function resolveDelete(catalog: Catalog, graph: string, ast: Ast.LoadDelete): ResolvedDelete {
  const scope = scopeOf(catalog, graph);
  const resolved =
    ast.kind === 'deleteVertex' ? ofVertices(catalog, scope, ast) : ofEdges(catalog, scope, ast);
  compileDelete(resolved, trialColumns(resolved.functions));
  return resolved;
}

function vertexEntry(scope: Scope, name: string): VertexTypeEntry {
  const entry = scope.vertexTypes.get(name);
  if (entry === undefined) throw engineError('loadedVertexTypeUnknown', { name, graph: String(scope.graph) });
  return entry;
}

const ofVertices = (
  catalog: Catalog,
  scope: Scope,
  ast: Extract<Ast.LoadDelete, { kind: 'deleteVertex' }>,
): ResolvedDelete => ({
  name: ast.type.text,
  ast,
  catalog,
  functions: ownFunctions(catalog),
  kind: 'vertex',
  from: vertexEntry(scope, ast.type.text),
  to: null,
  rows: [],
  discriminators: [],
});

function ofEdges(
  catalog: Catalog,
  scope: Scope,
  ast: Extract<Ast.LoadDelete, { kind: 'deleteEdge' }>,
): ResolvedDelete {
  if (ast.from.typeValue !== undefined || ast.to?.typeValue !== undefined) {
    throw engineError('deleteEdgeTypeForm');
  }
  const name = ast.type?.text ?? '*';
  if (ast.type === null && ast.from.type === undefined) {
    throw engineError('deleteEdgeSourceType');
  }
  const seen = ast.type === null ? [...scope.edgeTypes.values()] : [scope.edgeTypes.get(ast.type.text)];
  const candidates = seen.flatMap((edge) => {
    if (edge === undefined) throw engineError('loadedEdgeTypeUnknown', { name, graph: String(scope.graph) });
    const { entry, reversed } = edge;
    return visiblePairs(scope, entry).flatMap((pair) =>
      sidesOf(entry, pair, reversed, catalog, ast.from.type).map((swapped) => ({
        entry,
        pair,
        swapped,
        from: catalog.vertexTypes.get(swapped ? pair.to : pair.from),
        to: catalog.vertexTypes.get(swapped ? pair.from : pair.to),
      })),
    );
  });
  const fits = (entry: VertexTypeEntry | undefined, type: Ast.Name | undefined): boolean =>
    entry !== undefined && (type === undefined || entry.type.name === type.text);
  const chosen = candidates.filter(
    (each) => fits(each.from, ast.from.type) && (ast.to === undefined || fits(each.to, ast.to.type)),
  );
  const from = onlyType(
    name,
    'FROM',
    chosen.map((each) => each.from),
    ast.from.type,
  );
  const to =
    ast.to === undefined
      ? null
      : onlyType(
          name,
          'TO',
          chosen.map((each) => each.to),
          ast.to.type,
        );
  const [first] = chosen;
  const given = ast.discriminator.length;
  const named = ast.type === null ? [] : (first?.entry.type.discriminator ?? []);
  if (given > 0 && given !== named.length) {
    throw engineError('discriminatorCount', { edge: name, count: named.length, given });
  }
  const keys = given === 0 ? [] : named;
  return {
    name,
    ast,
    catalog,
    functions: ownFunctions(catalog),
    kind: 'edge',
    from,
    to,
    rows: chosen.map(({ entry, pair, swapped }) => ({
      table: pair.table,
      source: swapped ? '_to' : '_from',
      target: swapped ? '_from' : '_to',
      keys: keys.map((key) => entry.columns[key] ?? empty),
    })),
    discriminators: keys.map((key) => {
      const type = first?.entry.type.attributes.find((attribute) => attribute.name === key)?.type;
      return (raw) => (type?.kind === 'scalar' ? scalarSql(type.name, raw) : raw);
    }),
  };
}

/**
 * The ends of a pair that may be the source in a statement. Of a reverse edge it is the pair's target; of an undirected
 * edge within one type, both ends; between two types, the first declared one unless the statement names the other.
 */
function sidesOf(
  entry: EdgeTypeEntry,
  pair: PairEntry,
  reversed: boolean,
  catalog: Catalog,
  said: Ast.Name | undefined,
): readonly boolean[] {
  if (entry.type.directed) return [reversed];
  if (pair.from === pair.to) return [false, true];
  return [said !== undefined && catalog.vertexTypes.get(pair.to)?.type.name === said.text];
}

/** The one vertex type that an end can have. */
function onlyType(
  edge: string,
  side: 'FROM' | 'TO',
  entries: readonly (VertexTypeEntry | undefined)[],
  said: Ast.Name | undefined,
): VertexTypeEntry {
  const names = [...new Set(entries.flatMap((entry) => entry?.type.name ?? []))];
  const [entry] = entries;
  if (entry === undefined) {
    throw engineError('edgeEndUnknown', {
      edge,
      direction: side === 'FROM' ? 'from' : 'to',
      end: said?.text ?? 'there',
    });
  }
  if (names.length > 1) {
    throw engineError('edgeEndUnclear', { edge, side, types: names.join(', '), example: String(names[0]) });
  }
  return entry;
}

/** Columns that a statement reads: numbers, and names of the header. */
export const deleteColumns = ({ ast }: ResolvedDelete): (number | string)[] => [
  ...(ast.kind === 'deleteVertex'
    ? [ast.id]
    : [ast.from.value, ...(ast.to === undefined ? [] : [ast.to.value]), ...ast.discriminator]
  ).flatMap(columnsRead),
  ...(ast.where === undefined ? [] : columnsReadBy(ast.where)),
];

/** Their columns are the ids `f` and `t`, and the discriminators `k0`, `k1`, … */
export function compileDelete(resolved: ResolvedDelete, columns: TokenColumns): CheckedRows {
  const { ast, name, from, to } = resolved;
  const rows = new JudgedRows(`delete ${resolved.kind}:${name}`, columns, AS_TEXTS);
  const calls = callsInDelete(resolved.functions, ast);
  rows.faults(calls.condition);
  rows.condition(ast.where);
  rows.faults(calls.values);
  if (ast.kind === 'deleteVertex') {
    rows.key({ column: sql`f`, vertex: from, what: 'the id', values: endValues(ast.id) });
    return rows;
  }
  rows.key({ column: sql`f`, vertex: from, what: 'the source', values: endValues(ast.from.value) });
  if (to !== null) {
    rows.key({ column: sql`t`, vertex: to, what: 'the target', values: endValues(ast.to?.value) });
  }
  for (const [index, value] of ast.discriminator.entries()) {
    const raw = valueSql(value, columns);
    rows.discriminator(sql`k${index}`, resolved.discriminators[index]?.(raw) ?? raw, raw);
  }
  return rows;
}

/** Deletes the vertices or edges that a staging table lists; gives their number. */
export async function deleteRows(
  transaction: Transaction,
  resolved: ResolvedDelete,
  stage: Sql,
): Promise<number> {
  if (resolved.kind === 'vertex') {
    const ids = sql`(SELECT f AS id FROM ${stage})`;
    return (await deleteVertices(transaction, resolved.catalog, resolved.from, ids)).vertices;
  }
  let deleted = 0;
  for (const { table, source, target, keys } of resolved.rows) {
    const ends =
      resolved.to === null
        ? empty
        : sql`JOIN ${resolved.to.table} b ON b._id = s.t AND e.${id(target)} = b._num`;
    const same = keys.map((column, index) => sql` AND e.${column} = s.k${index}`);
    const gone = await deleteWhere(
      transaction,
      table,
      sql`rowid IN (
         SELECT e.rowid FROM ${stage} s
         JOIN ${resolved.from.table} a ON a._id = s.f
         JOIN ${table} e ON e.${id(source)} = a._num${same} ${ends})`,
    );
    if (gone > 0) transaction.touchRows(table);
    deleted += gone;
  }
  return deleted;
}
