/**
 * One target of a LOAD statement as SQL: a table of its rows with typed values, and for those that
 * cannot be loaded a code and the reason in words.
 */
import type { Ast, ScalarTypeName } from '@acacia/language';
import { scopeOf, type Catalog, type Scope, type VertexTypeEntry } from '../catalog/catalog.ts';
import { EngineError } from '../errors.ts';
import { quoteText, typeText } from '../storage/columns.ts';
import type { EdgeTarget } from '../storage/merge-edges.ts';
import type { GivenAttribute } from '../storage/merge-values.ts';
import { edgeTargetIn } from '../storage/resolve-types.ts';
import { attributeSql, idSql } from './typed-sql.ts';
import { columnsRead, columnsReadBy, conditionSql, valueSql, type TokenColumns } from './value-sql.ts';

/** A target in the graph. */
type TypeTarget = Extract<Ast.LoadTarget, { kind: 'vertex' | 'edge' }>;

/** Why a row is not loaded; 0 when it is. */
export const ROW = { valid: 0, failedCondition: 1, noId: 2, badId: 3, badAttribute: 4 } as const;

type Destination =
  | { readonly kind: 'vertex'; readonly entry: VertexTypeEntry }
  | { readonly kind: 'edge'; readonly target: EdgeTarget; readonly swapped: boolean };

/** A target whose names were found in the catalog. */
export interface ResolvedTarget {
  readonly name: string;
  readonly destination: Destination;
  readonly ast: TypeTarget;
  /** The table that its rows come from; absent: the lines of the file. */
  readonly tempTable?: string;
}

export interface CompiledTarget extends ResolvedTarget {
  /** Select list over the tokens: `n`, `code`, `reason`, the keys, and the columns of `given`. */
  readonly select: string;
  readonly given: readonly GivenAttribute[];
}

const semantic = (message: string): EngineError => new EngineError('GSQL-SEMANTIC', message);

/** Finds what a target names and checks how many values it has. Throws EngineError. */
export const resolveTarget = (catalog: Catalog, graph: string, ast: TypeTarget): ResolvedTarget => {
  const scope = scopeOf(catalog, graph);
  const name = ast.type.text;
  const destination =
    ast.kind === 'vertex' ? vertexDestination(scope, name) : edgeDestination(catalog, scope, ast);
  const keys = destination.kind === 'vertex' ? 1 : 2;
  const { attributes } =
    destination.kind === 'vertex' ? destination.entry.type : destination.target.entry.type;
  const most = keys + attributes.length;
  if (ast.values.length < keys || ast.values.length > most) {
    throw semantic(
      `The ${ast.kind} type ${name} takes ${keys === most ? keys : `${keys} to ${most}`} values, ${ast.values.length} are given.`,
    );
  }
  if (ast.values.slice(0, keys).some((value) => value.kind === 'skip')) {
    throw semantic(
      `'_' cannot stand for ${keys === 1 ? `the id of the vertex type` : 'an end of the edge type'} ${name}.`,
    );
  }
  const target = { name, destination, ast };
  // Values are compiled for the file's real columns later; a trial tells now what is wrong with them.
  compileTarget(target, { indexOf: () => 0, column: (index) => `c${index}` });
  return target;
};

const vertexDestination = (scope: Scope, name: string): Destination => {
  const entry = scope.vertexTypes.get(name);
  if (entry === undefined)
    throw semantic(`The vertex type ${name} does not exist in the graph ${scope.graph}.`);
  return { kind: 'vertex', entry };
};

const edgeDestination = (
  catalog: Catalog,
  scope: Scope,
  ast: Extract<Ast.LoadTarget, { kind: 'edge' }>,
): Destination => {
  const name = ast.type.text;
  const seen = scope.edgeTypes.get(name);
  if (seen === undefined) throw semantic(`The edge type ${name} does not exist in the graph ${scope.graph}.`);
  const pairs = seen.entry.type.pairs.map(({ from, to }) =>
    seen.reversed ? { from: to, to: from } : { from, to },
  );
  const fitting = pairs.filter(
    ({ from, to }) =>
      (ast.fromType === undefined || ast.fromType.text === from) &&
      (ast.toType === undefined || ast.toType.text === to),
  );
  const [pair] = fitting;
  if (pair !== undefined && fitting.length > 1) {
    throw semantic(
      `The edge type ${name} connects several pairs of vertex types: say which, as in VALUES ($0 ${pair.from}, $1 ${pair.to}).`,
    );
  }
  const from = ast.fromType?.text ?? pair?.from ?? '';
  const to = ast.toType?.text ?? pair?.to ?? '';
  return { kind: 'edge', ...edgeTargetIn(catalog, scope, name, from, to) };
};

/** Columns that a target reads: numbers, and names of the header. */
export const targetColumns = ({
  ast,
}: {
  readonly ast: Pick<Ast.LoadTarget, 'values' | 'where'>;
}): (number | string)[] => [
  ...ast.values.flatMap(columnsRead),
  ...(ast.where === undefined ? [] : columnsReadBy(ast.where)),
];

export const compileTarget = (target: ResolvedTarget, columns: TokenColumns): CompiledTarget => {
  const { destination, ast, name } = target;
  const label = `load ${ast.kind}:${name}`;
  const keys = keysOf(destination);
  const type = destination.kind === 'vertex' ? destination.entry : destination.target.entry;
  const discriminators = destination.kind === 'edge' ? destination.target.entry.type.discriminator : [];
  const cases: string[] = [];
  const when = (condition: string, code: number, reason: string): void => {
    cases.push(`WHEN ${condition} THEN struct_pack(code := ${code}, reason := ${reason})`);
  };
  if (ast.where !== undefined) {
    when(`NOT coalesce(${conditionSql(ast.where, columns)}, false)`, ROW.failedCondition, `''`);
  }
  const keyColumns = keys.map(({ column, idType, typeName, what }, index) => {
    const value = ast.values[index];
    if (value === undefined) throw new TypeError(`No value for ${what}`);
    const raw = valueSql(value, columns);
    const sql = idSql(idType, raw);
    when(`coalesce(${raw}, '') = ''`, ROW.noId, quoteText(`NoIdFound(${label}): ${what} is empty`));
    const words = `InvalidPrimaryId(${label}): ${what} must be ${idType} as the id of ${typeName}, but is `;
    if (idType !== 'STRING') when(`(${sql}) IS NULL`, ROW.badId, `${quoteText(words)} || ${raw}`);
    return `${sql} AS ${column}`;
  });
  const given: GivenAttribute[] = [];
  const valueColumns: string[] = [];
  type.type.attributes.forEach((attribute, index) => {
    const value = ast.values[keys.length + index];
    const needed = discriminators.includes(attribute.name);
    const sql = value === undefined ? null : attributeSql(attribute, value, columns);
    if (sql === null) {
      if (needed) throw semantic(`The discriminator ${attribute.name} of ${name} needs a value.`);
      return;
    }
    const words = `InvalidAttribute(${label}): ${attribute.name} must be ${typeText(attribute.type)}, but is `;
    when(sql.invalid, ROW.badAttribute, `${quoteText(words)} || ${sql.raw}`);
    if (needed && attribute.type.kind === 'scalar' && attribute.type.name !== 'STRING') {
      when(
        `(${sql.typed}) IS NULL`,
        ROW.badAttribute,
        quoteText(`InvalidAttribute(${label}): ${attribute.name} is empty`),
      );
    }
    const column = type.columns[attribute.name] ?? '';
    given.push({ attribute, column, op: sql.op });
    valueColumns.push(`${sql.typed} AS ${column}`);
  });
  const verdict =
    cases.length === 0
      ? `struct_pack(code := 0, reason := '')`
      : `CASE ${cases.join('\n')} ELSE struct_pack(code := 0, reason := '') END`;
  return {
    ...target,
    given,
    select: ['n', `${verdict} AS verdict`, ...keyColumns, ...valueColumns].join(', '),
  };
};

interface KeyColumn {
  readonly column: 'id' | 'f' | 't';
  readonly idType: ScalarTypeName;
  readonly typeName: string;
  readonly what: string;
}

/** The keys in the order of the values; the ends of a swapped edge land on the pair's other side. */
const keysOf = (destination: Destination): KeyColumn[] => {
  if (destination.kind === 'vertex') {
    const { type } = destination.entry;
    return [{ column: 'id', idType: type.primaryId.type, typeName: type.name, what: 'the id' }];
  }
  const { target, swapped } = destination;
  const ends = swapped ? [target.to, target.from] : [target.from, target.to];
  const names = swapped ? (['t', 'f'] as const) : (['f', 't'] as const);
  return ends.map(({ type }, index) => ({
    column: names[index] ?? 'f',
    idType: type.primaryId.type,
    typeName: type.name,
    what: index === 0 ? 'the source' : 'the target',
  }));
};
