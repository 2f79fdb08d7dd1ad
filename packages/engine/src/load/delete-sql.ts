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
import { empty, id, list, literal, sql, type Sql } from '../sql.ts';
import { deleteVertices, deleteWhere } from '../storage/delete-elements.ts';
import type { Transaction } from '../storage/transaction.ts';
import { conditionSql } from './condition-sql.ts';
import { keySql } from './key-sql.ts';
import { scalarSql } from './scalar-sql.ts';
import { ROW, endValues } from './target-sql.ts';
import { callsInDelete, faultSql, ownFunctions, trialColumns, type OwnFunctions } from './own-functions.ts';
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
export const resolveDelete = (catalog: Catalog, graph: string, ast: Ast.LoadDelete): ResolvedDelete => {
  const scope = scopeOf(catalog, graph);
  const resolved =
    ast.kind === 'deleteVertex' ? ofVertices(catalog, scope, ast) : ofEdges(catalog, scope, ast);
  deleteSql(resolved, trialColumns(resolved.functions));
  return resolved;
};

const vertexEntry = (scope: Scope, name: string): VertexTypeEntry => {
  const entry = scope.vertexTypes.get(name);
  if (entry === undefined) throw engineError('loadedVertexTypeUnknown', { name, graph: String(scope.graph) });
  return entry;
};

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

const ofEdges = (
  catalog: Catalog,
  scope: Scope,
  ast: Extract<Ast.LoadDelete, { kind: 'deleteEdge' }>,
): ResolvedDelete => {
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
};

/**
 * The ends of a pair that may be the source in a statement. Of a reverse edge it is the pair's target; of an undirected
 * edge within one type, both ends; between two types, the first declared one unless the statement names the other.
 */
const sidesOf = (
  entry: EdgeTypeEntry,
  pair: PairEntry,
  reversed: boolean,
  catalog: Catalog,
  said: Ast.Name | undefined,
): readonly boolean[] => {
  if (entry.type.directed) return [reversed];
  if (pair.from === pair.to) return [false, true];
  return [said !== undefined && catalog.vertexTypes.get(pair.to)?.type.name === said.text];
};

/** The one vertex type that an end can have. */
const onlyType = (
  edge: string,
  side: 'FROM' | 'TO',
  entries: readonly (VertexTypeEntry | undefined)[],
  said: Ast.Name | undefined,
): VertexTypeEntry => {
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
};

/** Columns that a statement reads: numbers, and names of the header. */
export const deleteColumns = ({ ast }: ResolvedDelete): (number | string)[] => [
  ...(ast.kind === 'deleteVertex'
    ? [ast.id]
    : [ast.from.value, ...(ast.to === undefined ? [] : [ast.to.value]), ...ast.discriminator]
  ).flatMap(columnsRead),
  ...(ast.where === undefined ? [] : columnsReadBy(ast.where)),
];

/** Select list over the tokens: `n`, `verdict`, the ids `f` and `t`, and the discriminators `k0`, `k1`, … */
export const deleteSql = (resolved: ResolvedDelete, columns: TokenColumns): Sql => {
  const { ast, name, from, to } = resolved;
  const label = `delete ${resolved.kind}:${name}`;
  const cases: Sql[] = [];
  const when = (condition: Sql, code: number, reason: Sql): void => {
    cases.push(sql`WHEN ${condition} THEN struct_pack(code := ${code}, reason := ${reason})`);
  };
  const calls = callsInDelete(resolved.functions, ast);
  const failed = (fault: Sql | null): void => {
    const words = literal(`InvalidAttribute(${label}): `);
    if (fault !== null) when(sql`${fault} IS NOT NULL`, ROW.badAttribute, sql`${words} || ${fault}`);
  };
  failed(faultSql(calls.condition, columns));
  if (ast.where !== undefined) {
    when(sql`NOT coalesce(${conditionSql(ast.where, columns)}, false)`, ROW.failedCondition, sql`''`);
  }
  failed(faultSql(calls.values, columns));
  const keyOf = (entry: VertexTypeEntry, value: Ast.LoadValue | undefined, what: string): Sql => {
    const key = keySql(entry.type, endValues(value), columns);
    when(key.absent, ROW.noId, literal(`NoIdFound(${label}): ${what} is empty`));
    const words = `InvalidPrimaryId(${label}): ${what} must be ${key.wanted} as the id of ${entry.type.name}, but is `;
    when(key.invalid, ROW.badId, sql`${literal(words)} || ${key.shown}`);
    return key.typed;
  };
  const source =
    ast.kind === 'deleteVertex' ? keyOf(from, ast.id, 'the id') : keyOf(from, ast.from.value, 'the source');
  const target =
    ast.kind === 'deleteEdge' && to !== null ? [sql`${keyOf(to, ast.to?.value, 'the target')} AS t`] : [];
  const values = ast.kind === 'deleteEdge' ? ast.discriminator : [];
  const keys = values.map((value, index) => {
    const raw = valueSql(value, columns);
    const typed = resolved.discriminators[index]?.(raw) ?? raw;
    const words = `InvalidAttribute(${label}): a discriminator cannot be `;
    when(sql`(${typed}) IS NULL`, ROW.badAttribute, sql`${literal(words)} || coalesce(${raw}, '')`);
    return sql`${typed} AS k${index}`;
  });
  const verdict = sql`CASE ${cases} ELSE struct_pack(code := 0, reason := '') END`;
  return list([sql`n`, sql`${verdict} AS verdict`, sql`${source} AS f`, ...target, ...keys]);
};

/** Deletes the vertices or edges that a staging table lists; gives their number. */
export const deleteRows = async (
  transaction: Transaction,
  resolved: ResolvedDelete,
  stage: Sql,
): Promise<number> => {
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
};
