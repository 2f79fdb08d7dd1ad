/**
 * A target of a LOAD statement as SQL: a table of its rows with typed values, and the checks by which rows are rejected.
 */
import { engineError } from '../errors/catalogue.ts';
import { typeText, type Ast, type Attribute, type VectorAttribute } from '@acacia/language';
import { scopeOf, type Catalog, type Scope, type VertexTypeEntry } from '../catalog/catalog.ts';
import { empty, joined, literal, sql, type Sql } from '../sql.ts';
import { isKeyPart } from '../storage/keys.ts';
import type { EdgeTarget } from '../storage/merge-edges.ts';
import type { GivenAttribute } from '../storage/merge-values.ts';
import { edgeTargetIn } from '../storage/resolve-types.ts';
import { AS_TEXTS, JudgedRows, type KeyColumn, type Reading } from './judged-rows.ts';
import { collectionSql, reduced } from './typed-sql.ts';
import { REJECT_REASONS } from './reject-reasons.ts';
import { ROW, type CheckedRows } from './row-checks.ts';
import { vectorSql } from './vector-sql.ts';
import { callsInTarget, ownFunctions, trialColumns, type OwnFunctions } from './own-functions.ts';
import { columnsRead, columnsReadBy, valueSql, type TokenColumns } from './value-sql.ts';

/** A target in the graph. */
type TypeTarget = Extract<Ast.LoadTarget, { kind: 'vertex' | 'edge' | 'vector' }>;

type Destination =
  /** `vector`: the attribute that a clause fills, and nothing else of the vertex. */
  | { readonly kind: 'vertex'; readonly entry: VertexTypeEntry; readonly vector?: VectorAttribute }
  | { readonly kind: 'edge'; readonly target: EdgeTarget; readonly swapped: boolean };

interface EndTypes {
  readonly from: string;
  readonly to: string;
}

/** A target whose names were found in the catalog. */
export interface ResolvedTarget {
  readonly name: string;
  readonly destination: Destination;
  readonly ast: TypeTarget;
  readonly functions: OwnFunctions;
  /** Of an edge clause whose vertex types stand in the lines: this target's, and all that are possible. */
  readonly lineTypes?: { readonly own: EndTypes; readonly all: readonly EndTypes[] };
  /** The table that its rows come from; absent: the lines of the file. */
  readonly tempTable?: string;
}

export interface CompiledTarget extends ResolvedTarget {
  /** Their columns are the keys, and those of `given`. */
  readonly rows: CheckedRows;
  readonly given: readonly GivenAttribute[];
}

/**
 * Resolves the types that a clause names and checks the number of its values. An edge clause whose vertex types are
 * read from the lines gives a target for each possible pair.
 * @throws EngineError when the clause does not fit the schema
 */
export function resolveTargets(catalog: Catalog, graph: string, ast: TypeTarget): readonly ResolvedTarget[] {
  const scope = scopeOf(catalog, graph);
  const functions = ownFunctions(catalog);
  if (ast.kind === 'vector') {
    const target = { name: ast.type.text, destination: vectorDestination(scope, ast), ast, functions };
    compileTarget(target, trialColumns(functions));
    return [target];
  }
  const targets =
    ast.kind === 'vertex'
      ? [{ name: ast.type.text, destination: vertexDestination(scope, ast.type.text), ast, functions }]
      : edgeTargets(catalog, scope, ast);
  for (const target of targets) checkValues(target);
  return targets;
}

function checkValues(target: ResolvedTarget): void {
  const { ast, name } = target;
  const keys = keyCount(target);
  const most = keys + attributesOf(target).length;
  const least = Math.max(keys, partCount(target));
  if (ast.values.length < least || ast.values.length > most) {
    throw engineError('loadValueCount', {
      kind: ast.kind,
      type: name,
      wanted: least === most ? least : `${least} to ${most}`,
      given: ast.values.length,
    });
  }
  if (ast.values.slice(0, least).some((value) => value.kind === 'skip')) {
    throw engineError('underscoreForKey', {
      what: ast.kind === 'vertex' ? 'the id of the vertex type' : 'an end of the edge type',
      type: name,
    });
  }
  // Values are compiled for the file's real columns later; a trial compilation finds their errors now.
  compileTarget(target, trialColumns(target.functions));
}

/** Values before the attributes: ids. The parts of a composite key are attributes themselves. */
function keyCount({ destination }: ResolvedTarget): number {
  if (destination.kind === 'edge') return 2;
  return destination.entry.type.primaryId.parts === undefined ? 1 : 0;
}

const partCount = ({ destination }: ResolvedTarget): number =>
  destination.kind === 'vertex' ? (destination.entry.type.primaryId.parts?.length ?? 0) : 0;

const attributesOf = ({ destination }: ResolvedTarget): readonly Attribute[] =>
  (destination.kind === 'vertex' ? destination.entry : destination.target.entry).type.attributes;

function vertexDestination(scope: Scope, name: string): Extract<Destination, { readonly kind: 'vertex' }> {
  const entry = scope.vertexTypes.get(name);
  if (entry === undefined) throw engineError('loadedVertexTypeUnknown', { name, graph: String(scope.graph) });
  return { kind: 'vertex', entry };
}

function vectorDestination(
  scope: Scope,
  { type, attribute }: Extract<Ast.LoadTarget, { kind: 'vector' }>,
): Destination {
  const { entry } = vertexDestination(scope, type.text);
  const vector = entry.type.vectors?.find(({ name }) => name === attribute.text);
  if (vector === undefined)
    throw engineError('vectorAttributeOfTypeUnknown', { name: attribute.text, type: type.text });
  return { kind: 'vertex', entry, vector };
}

function edgeTargets(
  catalog: Catalog,
  scope: Scope,
  ast: Extract<Ast.LoadTarget, { kind: 'edge' }>,
): readonly ResolvedTarget[] {
  const name = ast.type.text;
  const seen = scope.edgeTypes.get(name);
  if (seen === undefined) throw engineError('loadedEdgeTypeUnknown', { name, graph: String(scope.graph) });
  const pairs = seen.entry.type.pairs
    .map(({ from, to }) => (seen.reversed ? { from: to, to: from } : { from, to }))
    .filter(({ from, to }) => scope.vertexTypes.has(from) && scope.vertexTypes.has(to));
  const fitting = pairs.filter(
    ({ from, to }) =>
      (ast.fromType === undefined || ast.fromType.text === from) &&
      (ast.toType === undefined || ast.toType.text === to),
  );
  const target = ({ from, to }: EndTypes): ResolvedTarget => ({
    name,
    destination: { kind: 'edge', ...edgeTargetIn(catalog, scope, name, from, to) },
    ast,
    functions: ownFunctions(catalog),
  });
  const [pair] = fitting;
  if (pair !== undefined && (ast.fromTypeValue !== undefined || ast.toTypeValue !== undefined)) {
    checkToldByLine(ast, fitting);
    return fitting.map((own) => ({ ...target(own), lineTypes: { own, all: fitting } }));
  }
  if (pair !== undefined && fitting.length > 1) {
    throw engineError('edgePairUnclear', { type: name, from: pair.from, to: pair.to });
  }
  return [target({ from: ast.fromType?.text ?? pair?.from ?? '', to: ast.toType?.text ?? pair?.to ?? '' })];
}

/** An end whose vertex type is not said must have the same one in all pairs that a line may mean. */
function checkToldByLine(ast: Extract<Ast.LoadTarget, { kind: 'edge' }>, pairs: readonly EndTypes[]): void {
  const open = (side: 'from' | 'to', value: Ast.LoadValue | undefined): boolean =>
    value === undefined && new Set(pairs.map((pair) => pair[side])).size > 1;
  if (!open('from', ast.fromTypeValue) && !open('to', ast.toTypeValue)) return;
  const [pair] = pairs;
  throw engineError('edgeEndsUnsaid', {
    type: ast.type.text,
    from: String(pair?.from),
    to: String(pair?.to),
  });
}

/** Columns that a target reads: numbers, and names of the header. */
export const targetColumns = ({
  ast,
}: {
  readonly ast: Pick<Ast.LoadTarget, 'values' | 'where'> & {
    readonly fromTypeValue?: Ast.LoadValue;
    readonly toTypeValue?: Ast.LoadValue;
  };
}): (number | string)[] => [
  ...ast.values.flatMap(columnsRead),
  ...[ast.fromTypeValue, ast.toTypeValue].flatMap((value) => (value === undefined ? [] : columnsRead(value))),
  ...(ast.where === undefined ? [] : columnsReadBy(ast.where)),
];

/** SQL of whether a line names these vertex types. */
function namesTypes(target: ResolvedTarget, types: EndTypes, columns: TokenColumns): Sql {
  const { ast } = target;
  const [from, to] = ast.kind === 'edge' ? [ast.fromTypeValue, ast.toTypeValue] : [];
  const is = (value: Ast.LoadValue | undefined, type: string): Sql[] =>
    value === undefined ? [] : [sql`trim(${valueSql(value, columns)}) = ${literal(type)}`];
  return sql`coalesce(${joined([...is(from, types.from), ...is(to, types.to)], 'AND')}, false)`;
}

/** The attributes that a target fills, with their values. */
export function attributeValues(target: ResolvedTarget) {
  const { destination, ast, name } = target;
  const { type, columns } = destination.kind === 'vertex' ? destination.entry : destination.target.entry;
  const discriminators = destination.kind === 'edge' ? destination.target.entry.type.discriminator : [];
  const first = keyCount(target);
  const attributes = ast.kind === 'vector' ? [] : type.attributes;
  return attributes.flatMap((attribute, index) => {
    // The parts of a composite key are computed from it.
    if (isKeyPart(type, attribute.name)) return [];
    const value = ast.values[first + index];
    const needed = discriminators.includes(attribute.name);
    if (value === undefined || value.kind === 'skip') {
      if (needed)
        throw engineError('discriminatorWithoutValue', { discriminator: attribute.name, type: name });
      return [];
    }
    return [{ attribute, value, column: columns[attribute.name] ?? empty, needed }];
  });
}

/** Compiles the SQL of a target: its values, and the checks by which rows are loaded or rejected. */
export function compileTarget(
  target: ResolvedTarget,
  columns: TokenColumns,
  reading: Reading = AS_TEXTS,
): CompiledTarget {
  const { destination, ast } = target;
  const rows = new JudgedRows(`load ${ast.kind}:${target.name}`, columns, reading);
  const calls = callsInTarget(target.functions, ast);
  rows.faults(calls.condition);
  rows.condition(ast.where);
  rows.faults(calls.values);
  checkTypes(rows, target, columns);
  for (const key of keysOf(target)) rows.key(key);
  if (ast.kind === 'vector' && destination.kind === 'vertex' && destination.vector !== undefined) {
    const made = vectorSql(destination.vector, ast.values, columns);
    rows.value(sql`v`, made, destination.vector.name, made.wanted);
  }
  const given: GivenAttribute[] = [];
  for (const { attribute, value: written, column, needed } of attributeValues(target)) {
    const { name, type } = attribute;
    const { value, op } = reduced(type, written);
    const wanted = typeText(type);
    given.push({ attribute, column, op });
    if (type.kind !== 'scalar') {
      rows.value(column, collectionSql(name, type, value, columns), name, wanted);
      continue;
    }
    rows.scalar(column, type.name, value, name, wanted);
    if (!needed || type.name === 'STRING') continue;
    const reason = REJECT_REASONS.noValue({ where: rows.where, name });
    rows.check(sql`${column} IS NULL`, ROW.badAttribute, reason);
  }
  return { ...target, given, rows };
}

/** Lines of which the vertex types that they name are others than those of a target. */
function checkTypes(rows: JudgedRows, target: ResolvedTarget, columns: TokenColumns): void {
  if (target.lineTypes === undefined) return;
  const { own, all } = target.lineTypes;
  // The first of the targets reports lines that fit none of them.
  if (own === all[0]) {
    const known = all.map((types) => namesTypes(target, types, columns));
    const types = all.map(({ from, to }) => `${from} to ${to}`).join(', ');
    rows.inner.push(sql`NOT (${joined(known, 'OR')}) AS of_no_type`);
    rows.check(sql`of_no_type`, ROW.badId, REJECT_REASONS.badTypes({ where: rows.where, types }));
  }
  rows.inner.push(sql`NOT ${namesTypes(target, own, columns)} AS elsewhere`);
  rows.checks.push({ when: sql`elsewhere`, code: ROW.elsewhere, reason: sql`''` });
}

/** The keys in the order of the values; the ends of a swapped edge land on the pair's other side. */
export function keysOf({ destination, ast }: ResolvedTarget): KeyColumn[] {
  if (destination.kind === 'vertex') {
    const { entry } = destination;
    const { parts } = entry.type.primaryId;
    if (ast.kind === 'vector') {
      return [{ column: sql`id`, vertex: entry, what: 'the id', values: endValues(ast.values[0]) }];
    }
    const values =
      parts === undefined
        ? ast.values.slice(0, 1)
        : parts.flatMap(
            (part) => ast.values[entry.type.attributes.findIndex(({ name }) => name === part)] ?? [],
          );
    return [{ column: sql`id`, vertex: entry, what: 'the id', values }];
  }
  const { target, swapped } = destination;
  const ends = swapped ? [target.to, target.from] : [target.from, target.to];
  const names = swapped ? [sql`t`, sql`f`] : [sql`f`, sql`t`];
  return ends.map((vertex, index) => ({
    column: names[index] ?? sql`f`,
    vertex,
    what: index === 0 ? 'the source' : 'the target',
    values: endValues(ast.values[index]),
  }));
}

/** The values of an end: those in parentheses of a composite key, or the one. */
export const endValues = (value: Ast.LoadValue | undefined): readonly Ast.LoadValue[] =>
  value === undefined ? [] : value.kind === 'tuple' ? value.items : [value];
