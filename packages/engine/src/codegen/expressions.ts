/** Compiles expressions to JavaScript. */
import type { Ast } from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { attributeOfVertex, attributeOfEdge, memberOfValue } from './attributes.ts';
import { binary, comparison } from './arithmetic.ts';
import { type Code, empty, joined, js, list, literal } from './code.ts';
import { convert } from './convert.ts';
import { fault } from './fault.ts';
import { plainPair } from './integers.ts';
import { compileCall } from './functions.ts';
import { compileVectorSearch } from './vectors.ts';
import { compileMethod } from './methods.ts';
import { wholeList } from './nested-lists.ts';
import {
  ANY,
  BOOL,
  DOUBLE,
  INT,
  NULL,
  SAFE_INT,
  STRING,
  VERTEX_SET,
  isCollection,
  widestReal,
} from './types.ts';
import type { Operand, Unit, VertexAlias } from './unit.ts';

const constants: Readonly<Record<string, Operand>> = {
  // The ends of INT's range are infinite where integers are doubles, in pages as here.
  GSQL_INT_MAX: {
    code: literal(2n ** 63n - 1n),
    type: INT,
    needs: [],
    invariant: true,
    fast: js`Infinity`,
  },
  GSQL_INT_MIN: {
    code: literal(-(2n ** 63n)),
    type: INT,
    needs: [],
    invariant: true,
    fast: js`-Infinity`,
  },
  GSQL_UINT_MAX: {
    code: literal(2n ** 64n - 1n),
    type: { kind: 'int', unsigned: true },
    needs: [],
    invariant: true,
  },
};

export const needsOf = (...operands: readonly Operand[]): readonly Code[] => [
  ...new Set(operands.flatMap((operand) => operand.needs)),
];

/** `expected` helps where an expression says its type by context: `(a, b)` may be a tuple or a set. */
export function compileExpr(unit: Unit, expr: Ast.Expr, expected?: ValueType): Operand {
  const substituted = unit.substitute?.(expr);
  if (substituted !== undefined) return substituted;
  switch (expr.kind) {
    case 'int': {
      const safe = typeof expr.value === 'number';
      return { code: literal(expr.value), type: safe ? SAFE_INT : INT, needs: [], invariant: true };
    }
    case 'float':
      return { code: literal(expr.value), type: DOUBLE, needs: [], invariant: true };
    case 'string':
      return { code: literal(expr.value), type: STRING, needs: [], invariant: true };
    case 'bool':
      return { code: literal(expr.value), type: BOOL, needs: [], invariant: true };
    case 'null':
      return { code: literal(null), type: NULL, needs: [], invariant: true };
    case 'name':
      return compileName(unit, expr);
    case 'globalAccum':
      return readGlobal(unit, expr);
    case 'vertexAccum':
      return readVertexAccum(unit, expr);
    case 'member':
      return compileMember(unit, expr);
    case 'call':
      return compileCall(unit, expr);
    case 'method':
      return compileMethod(unit, expr);
    case 'index':
      return compileIndex(unit, expr);
    case 'binary':
      return binary(unit, expr, expected);
    case 'unary':
      return compileUnary(unit, expr);
    case 'between': {
      const value = compileExpr(unit, expr.value);
      const low = compileExpr(unit, expr.low);
      const high = compileExpr(unit, expr.high);
      const above = comparison(unit, '>=', value, low);
      const below = comparison(unit, '<=', value, high);
      return { code: js`(${above} && ${below})`, type: BOOL, needs: needsOf(value, low, high) };
    }
    case 'in':
      return compileIn(unit, expr);
    case 'like': {
      const value = compileExpr(unit, expr.value);
      const pattern = compileExpr(unit, expr.pattern);
      const escape = literal(expr.escape ?? '');
      const code = unit.call('like', value.code, pattern.code, escape);
      return { code: expr.negated ? js`!${code}` : code, type: BOOL, needs: needsOf(value, pattern) };
    }
    case 'isNull': {
      // An attribute that a type does not have, or a value missing in a row of a table, is null as well.
      const value = compileExpr(unit, expr.value);
      const code = js`(${guard(value.needs)}!${unit.call('isNull', value.code)})`;
      return { code: expr.negated ? code : js`!${code}`, type: BOOL, needs: [] };
    }
    case 'case':
      return compileCase(unit, expr, expected);
    case 'parenList':
      return compileParenList(unit, expr.items, expected);
    case 'list': {
      const wanted = expected !== undefined && isCollection(expected) ? expected.element : undefined;
      const items = expr.items.map((item) => compileExpr(unit, item, wanted));
      const element = wanted ?? (items.length === 0 ? ANY : commonType(items.map(({ type }) => type)));
      const codes = items.map((item) => convert(unit, item, element));
      return { code: js`[${list(codes)}]`, type: { kind: 'list', element }, needs: needsOf(...items) };
    }
    case 'mapEntry': {
      const map = expected?.kind === 'map' ? expected : undefined;
      const group = expected?.kind === 'tuple' ? expected : undefined;
      const keys = expr.keys.map((key, index) => ({
        operand: compileExpr(unit, key, map?.key ?? group?.fields[index]?.type),
        type: map?.key ?? group?.fields[index]?.type,
      }));
      const values = expr.values.map((value, index) => {
        const type = map?.value ?? group?.fields[index + keys.length]?.type;
        return { operand: compileExpr(unit, wholeList(unit, type, value), type), type };
      });
      const codes = (entries: typeof keys): Code =>
        list(entries.map(({ operand, type }) => convertInput(unit, operand, type)));
      const needs = needsOf(...[...keys, ...values].map(({ operand }) => operand));
      const code = unit.call('entry', js`[${codes(keys)}]`, js`[${codes(values)}]`);
      const isPair = keys.length === 1 && values.length === 1;
      // An accumulator takes the entry itself; anywhere else it is a map.
      if (isPair && group === undefined && map?.accum !== true) {
        const [key, value] = [keys[0]?.operand.type ?? ANY, values[0]?.operand.type ?? ANY];
        return { code: unit.call('mapOf', js`[${code}]`), type: map ?? { kind: 'map', key, value }, needs };
      }
      return {
        code,
        type: ANY,
        needs,
        ...(isPair
          ? { pair: { key: codes(keys), value: codes(values), plain: plainPair(keys, values) } }
          : {}),
      };
    }
    case 'vertexSet':
      return compileVertexSet(unit, expr.seeds);
    case 'vectorSearch':
      return compileVectorSearch(unit, expr);
    case 'star':
      throw fault(expr.span, 'starElsewhere');
    case 'column':
      if (unit.columns !== null) {
        return { code: js`${unit.columns}(${literal(expr.column)})`, type: STRING, needs: [] };
      }
      throw fault(expr.span, 'columnElsewhere');
    case 'interval':
      throw fault(expr.span, 'intervalElsewhere');
  }
}

/** Single values are converted; a collection for a container accumulator is taken as it is. */
export function convertInput(unit: Unit, operand: Operand, type: ValueType | undefined): Code {
  if (type === undefined || isCollection(type) || type.kind === 'map') return operand.code;
  return convert(unit, operand, type);
}

function compileName(unit: Unit, expr: Extract<Ast.Expr, { kind: 'name' }>): Operand {
  const binding = unit.lookup(expr.name);
  if (binding === undefined) {
    const constant = constants[expr.name.toUpperCase()];
    if (constant !== undefined) return constant;
    // A type's name where a text is expected, as in `v.outdegree(Flight)`.
    const types = [...unit.schema.edgeTypes, ...unit.schema.vertexTypes];
    if (types.some(({ name }) => name === expr.name)) {
      return { code: literal(expr.name), type: STRING, needs: [], invariant: true };
    }
    throw fault(expr.span, 'nothingNamed', { name: expr.name });
  }
  switch (binding.kind) {
    case 'variable':
      return {
        code: binding.code,
        type: binding.type,
        needs: [],
        invariant: binding.invariant,
        ...(binding.type.kind === 'int' && binding.type.safe !== true
          ? { fast: js`(typeof ${binding.code} === "number" ? ${binding.code} : NaN)` }
          : {}),
      };
    case 'vertex': {
      const types = binding.alias.types;
      const type: ValueType = types === null ? { kind: 'vertex' } : { kind: 'vertex', types };
      return { code: binding.alias.ref, type, needs: [] };
    }
    case 'edge': {
      const types = binding.alias.types;
      const type: ValueType = types === null ? { kind: 'edge' } : { kind: 'edge', types };
      return { code: binding.alias.ref, type, needs: [] };
    }
  }
}

function readGlobal(unit: Unit, expr: Extract<Ast.Expr, { kind: 'globalAccum' }>): Operand {
  const accum = unit.globals.get(expr.name);
  if (accum === undefined) throw fault(expr.span, 'globalAccumUnnamed', { name: expr.name });
  const invariant = unit.clause === null || unit.clause.gathered.has(expr.name);
  return { code: js`${accum.code}.read()`, type: accum.info.type, needs: [], invariant };
}

/** The page of a vertex accumulator for the type of an alias. */
export const accumPage = (accum: Code, name: string, alias: VertexAlias): Code =>
  alias.hoist(`page ${name}`, js`${accum}.page(${alias.typeIndex})`);

/**
 * Where the map of an alias is now, as arguments of the functions for maps in pages; undefined for all else, also
 * for a map from before the SELECT.
 */
export function mapInPage(unit: Unit, expr: Ast.Expr): readonly Code[] | undefined {
  if (expr.kind !== 'vertexAccum' || expr.target.kind !== 'name') return undefined;
  const accum = unit.vertexAccums.get(expr.name);
  if (accum?.info.spec.kind !== 'map' || readsOld(unit, expr)) return undefined;
  unit.substitute?.(expr.target);
  const binding = unit.lookup(expr.target.name);
  if (binding?.kind !== 'vertex') return undefined;
  return [accum.code, accumPage(accum.code, expr.name, binding.alias), binding.alias.number];
}

const readsOld = (unit: Unit, expr: Extract<Ast.Expr, { kind: 'vertexAccum' }>): boolean =>
  expr.previous || (unit.clause?.readOld.has(expr.name) ?? false);

/** The stamp of a vertex in a dense page, and the epoch that it equals where the value before the SELECT is kept. */
export function markOfKept(page: Code, name: string, alias: VertexAlias): { mark: Code; epoch: Code } {
  const stamp = alias.hoist(`stamp ${name}`, js`${page}.stamp`);
  const mask = alias.hoist(`mask ${name}`, js`${page}.mask`);
  const epoch = alias.hoist(`epoch ${name}`, js`${page}.epoch`);
  return { mark: js`${stamp}[${alias.number} & ${mask}]`, epoch };
}

/** The number that a dense page holds for an alias; `old`: the one from before the SELECT. */
function storedValue(page: Code, name: string, alias: VertexAlias, old: boolean): Code {
  const values = alias.hoist(`values ${name}`, js`${page}.values`);
  const { number } = alias;
  if (!old) return js`${values}[${number}]`;
  const kept = alias.hoist(`old ${name}`, js`${page}.old`);
  const { mark, epoch } = markOfKept(page, name, alias);
  return js`(${mark} === ${epoch} ? ${kept} : ${values})[${number}]`;
}

function readVertexAccum(unit: Unit, expr: Extract<Ast.Expr, { kind: 'vertexAccum' }>): Operand {
  const accum = unit.vertexAccums.get(expr.name);
  if (accum === undefined) throw fault(expr.span, 'vertexAccumUnnamed', { name: expr.name });
  const { type, layout } = accum.info;
  const old = readsOld(unit, expr);
  if (expr.target.kind === 'name') unit.substitute?.(expr.target);
  const binding = expr.target.kind === 'name' ? unit.lookup(expr.target.name) : undefined;
  if (binding?.kind !== 'vertex') {
    const target = compileExpr(unit, expr.target);
    if (!['vertex', 'edge', 'any'].includes(target.type.kind))
      throw fault(expr.span, 'accumOfSet', { name: expr.name });
    const code = old ? js`${accum.code}.readOld(${target.code})` : js`${accum.code}.read(${target.code})`;
    return { code, type, needs: target.needs };
  }
  const { alias } = binding;
  const page = accumPage(accum.code, expr.name, alias);
  const stored = (): Code => {
    const value = storedValue(page, expr.name, alias, old);
    return unit.steady(alias, value);
  };
  switch (layout) {
    case 'double':
      return { code: stored(), type, needs: [] };
    case 'bool':
      return { code: js`(${stored()} === 1)`, type, needs: [] };
    case 'int': {
      const code = old ? js`${page}.oldValue(${alias.number})` : unit.call('getInt', page, alias.number);
      const { spec } = accum.info;
      if (spec.kind === 'sumInt' && spec.unsigned === true) {
        const value = stored();
        return {
          code: unit.call('toUint', code),
          type,
          needs: [],
          fast: js`(${value} >= 0 ? ${value} : NaN)`,
        };
      }
      return { code, type, needs: [], fast: stored() };
    }
    case 'cell':
      return {
        code: unit.call(old ? 'oldCell' : 'cellValue', accum.code, page, alias.number),
        type,
        needs: [],
      };
  }
}

function compileMember(unit: Unit, expr: Extract<Ast.Expr, { kind: 'member' }>): Operand {
  if (expr.target.kind === 'name') unit.substitute?.(expr.target);
  const binding = expr.target.kind === 'name' ? unit.lookup(expr.target.name) : undefined;
  if (binding?.kind === 'vertex') return attributeOfVertex(unit, binding.alias, expr);
  if (binding?.kind === 'edge') return attributeOfEdge(unit, binding.alias, expr);
  return memberOfValue(unit, compileExpr(unit, expr.target), expr);
}

function compileIndex(unit: Unit, expr: Extract<Ast.Expr, { kind: 'index' }>): Operand {
  const target = compileExpr(unit, expr.target);
  const index = compileExpr(unit, expr.index);
  if (target.type.kind === 'array') {
    const needs = needsOf(target, index);
    return { code: js`${target.code}.at(${index.code})`, type: target.type.element, needs };
  }
  const element =
    target.type.kind === 'map' ? target.type.value : isCollection(target.type) ? target.type.element : ANY;
  return {
    code: unit.call('itemAt', target.code, index.code, unit.constant(element)),
    type: element,
    needs: needsOf(target, index),
  };
}

function compileUnary(unit: Unit, expr: Extract<Ast.Expr, { kind: 'unary' }>): Operand {
  const operand = compileExpr(unit, expr.operand);
  const { needs, invariant } = operand;
  if (expr.op === 'NOT') return { code: js`!(${operand.code})`, type: BOOL, needs, invariant };
  if (expr.op === '~') {
    if (operand.type.kind === 'bits')
      return { code: unit.call('bitsNot', operand.code), type: operand.type, needs };
    return { code: unit.call('subtractInt', literal(-1), operand.code), type: INT, needs, invariant };
  }
  if (operand.type.kind === 'double')
    return { code: js`(-${operand.code})`, type: operand.type, needs, invariant };
  return { code: unit.call('negateInt', convert(unit, operand, INT)), type: INT, needs, invariant };
}

/**
 * The collection behind IN or FOREACH, or the value of a vertex set: the name of a vertex type stands for all its
 * vertices.
 */
export const compileCollection = (unit: Unit, expr: Ast.Expr): Operand =>
  compileExpr(unit, vertexTypeAsSet(unit, expr));

/** `Person` without a star means all of the type's vertices. */
function vertexTypeAsSet(unit: Unit, value: Ast.Expr): Ast.Expr {
  const isType =
    value.kind === 'name' &&
    unit.lookup(value.name) === undefined &&
    unit.schema.vertexTypes.some(({ name }) => name === value.name);
  if (!isType) return value;
  return {
    kind: 'vertexSet',
    seeds: [{ kind: 'allOf', name: value.name, span: value.span }],
    span: value.span,
  };
}

function compileIn(unit: Unit, expr: Extract<Ast.Expr, { kind: 'in' }>): Operand {
  const { collection } = expr;
  if ((collection.kind === 'parenList' && !isWrittenMap(collection.items)) || collection.kind === 'list') {
    const value = compileExpr(unit, expr.value);
    const items = collection.items.map((item) => compileExpr(unit, item, value.type));
    const tests = items.map((item) => comparison(unit, '==', value, item));
    const code = tests.length === 0 ? literal(false) : joined(tests, '||');
    return {
      code: expr.negated ? js`!(${code})` : js`(${code})`,
      type: BOOL,
      needs: needsOf(value, ...items),
    };
  }
  const many = compileCollection(unit, collection);
  const members = isCollection(many.type) ? many.type.element : undefined;
  // `(1, "a")` among tuples is one.
  const value = compileExpr(unit, expr.value, members?.kind === 'tuple' ? members : undefined);
  const code = unit.call('contains', many.code, convert(unit, value, members ?? value.type));
  return { code: expr.negated ? js`!${code}` : code, type: BOOL, needs: needsOf(value, many) };
}

function compileCase(
  unit: Unit,
  expr: Extract<Ast.Expr, { kind: 'case' }>,
  expected: ValueType | undefined,
): Operand {
  const operand = expr.operand === undefined ? undefined : compileExpr(unit, expr.operand);
  const branches = expr.branches.map((branch) => {
    const when = compileExpr(unit, branch.when);
    const test = operand === undefined ? when.code : comparison(unit, '==', operand, when);
    return { when, test, then: compileExpr(unit, branch.then, expected) };
  });
  const otherwise = expr.otherwise === undefined ? undefined : compileExpr(unit, expr.otherwise, expected);
  const results = [...branches.map(({ then }) => then), ...(otherwise === undefined ? [] : [otherwise])];
  const type = commonType(results.map((result) => result.type));
  const last = otherwise === undefined ? literal(null) : convert(unit, otherwise, type);
  const code = branches.reduceRight(
    (rest, { test, then }) => js`(${test} ? ${convert(unit, then, type)} : ${rest})`,
    last,
  );
  const whens = branches.map(({ when }) => when);
  return { code, type, needs: needsOf(...results, ...whens, ...(operand === undefined ? [] : [operand])) };
}

/** A type that can hold values of all these types. */
export function commonType(types: readonly ValueType[]): ValueType {
  const kinds = new Set(types.map(({ kind }) => kind));
  kinds.delete('null');
  if (kinds.has('double') && [...kinds].every((kind) => kind === 'int' || kind === 'double'))
    return widestReal(types.filter((type) => type.kind !== 'null'));
  const [kind] = kinds;
  if (kind === 'int') return INT;
  if (kinds.size !== 1) return ANY;
  return types.find((type) => type.kind === kind) ?? ANY;
}

/** Whether these are the entries of one map, `(k1 -> v1, k2 -> v2)`. */
const isWrittenMap = (items: readonly Ast.Expr[]): boolean =>
  items.length > 1 && items.every(({ kind }) => kind === 'mapEntry');

/** Type of a map of the entries of these maps. */
function mapType(types: readonly ValueType[]): ValueType {
  const maps = types.filter((type) => type.kind === 'map');
  return {
    kind: 'map',
    key: commonType(maps.map(({ key }) => key)),
    value: commonType(maps.map(({ value }) => value)),
  };
}

function compileParenList(unit: Unit, items: readonly Ast.Expr[], expected: ValueType | undefined): Operand {
  if (expected?.kind === 'tuple') return tupleOf(unit, items, expected);
  if (isWrittenMap(items)) {
    const entries = items.map((item) => compileExpr(unit, item, expected));
    const code = unit.call('mapOf', js`[${list(entries.map((entry) => entry.code))}]`);
    const type = expected?.kind === 'map' ? expected : mapType(entries.map((entry) => entry.type));
    return { code, type, needs: needsOf(...entries) };
  }
  const wanted = expected !== undefined && isCollection(expected) ? expected.element : undefined;
  const operands = items.map((item) => compileExpr(unit, item, wanted));
  const element = wanted ?? commonType(operands.map((operand) => operand.type));
  const codes = operands.map((operand) => convert(unit, operand, element));
  const kind = expected?.kind === 'bag' || expected?.kind === 'list' ? expected.kind : 'set';
  const items_ = js`[${list(codes)}]`;
  const code = kind === 'list' ? items_ : unit.call(kind === 'bag' ? 'makeBag' : 'makeSet', items_);
  return { code, type: { kind, element }, needs: needsOf(...operands) };
}

export function tupleOf(
  unit: Unit,
  items: readonly Ast.Expr[],
  type: Extract<ValueType, { kind: 'tuple' }>,
): Operand {
  const operands = items.map((item, index) => compileExpr(unit, item, type.fields[index]?.type));
  const codes = operands.map((operand, index) => convert(unit, operand, type.fields[index]?.type ?? ANY));
  return { code: unit.call('tuple', js`[${list(codes)}]`), type, needs: needsOf(...operands) };
}

function compileVertexSet(unit: Unit, seeds: readonly Ast.Seed[]): Operand {
  const parts = seeds.map((seed): Code => {
    switch (seed.kind) {
      case 'any':
        return js`X.allVertices()`;
      case 'allOf':
        return sourceNamed(unit, seed.name);
      case 'expr':
        return unit.call('sourceSet', js`X`, compileExpr(unit, seed.expr).code);
    }
  });
  const [first, ...rest] = parts;
  const code = rest.reduce((union, part) => js`${union}.union(${part})`, first ?? unit.call('noVertices'));
  return { code, type: VERTEX_SET, needs: [] };
}

/** A name of vertices: a variable or parameter in scope, else a vertex type. */
export function sourceNamed(unit: Unit, name: string): Code {
  const binding = unit.lookup(name);
  if (binding?.kind === 'variable') return unit.call('sourceSet', js`X`, binding.code);
  if (name === 'ANY' || name === '_') return js`X.allVertices()`;
  return js`X.typeSet(${literal(name)})`;
}

/** A condition; where columns are missing for a type, it is false. */
export function condition(unit: Unit, expr: Ast.Expr): Code {
  const operand = compileExpr(unit, expr);
  return js`${guard(operand.needs)}(${operand.code})`;
}

/** `column !== undefined && …` for each column that a type may lack. */
export const guard = (needs: readonly Code[]): Code =>
  needs.length === 0
    ? empty
    : js`${joined(
        needs.map((need) => js`${need} !== undefined`),
        '&&',
      )} && `;
