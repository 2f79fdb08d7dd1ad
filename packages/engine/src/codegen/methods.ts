/** Compiles methods of accumulators, collections, vertices and edges. */
import { parseTypeText, type Ast } from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { type Code, js, list, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileSelectVertex } from './data-files.ts';
import { compileFiltered } from './dynamic.ts';
import { compileExpr, mapInPage, needsOf } from './expressions.ts';
import { fault } from './fault.ts';
import { sizeOfSets } from './set-sizes.ts';
import { accumPlace } from './places.ts';
import { ANY, BOOL, INT, SAFE_INT, STRING, isCollection, shapeOf, writtenType } from './types.ts';
import type { Operand, Unit } from './unit.ts';

type MethodExpr = Extract<Ast.Expr, { kind: 'method' }>;

export function compileMethod(unit: Unit, expr: MethodExpr): Operand {
  const own =
    ownMethod(unit, expr) ??
    pageMethod(unit, expr) ??
    compileFiltered(unit, expr) ??
    compileSelectVertex(unit, expr);
  if (own !== undefined) return own;
  const target = compileExpr(unit, expr.target);
  switch (target.type.kind) {
    case 'vertex':
      return vertexMethod(unit, expr, target);
    case 'edge':
      return edgeMethod(unit, expr, target);
    case 'file': {
      if (expr.name.toLowerCase() !== 'println')
        throw fault(expr.span, 'fileMethodUnknown', { name: expr.name });
      const args = expr.args.map((arg) => compileExpr(unit, arg));
      const values = args.map(({ code, type }) =>
        unit.call('toJson', js`X`, unit.constant(shapeOf(type)), code),
      );
      const line = unit.call('printLine', js`X`, target.code, js`[${list(values)}]`);
      return { code: line, type: ANY, needs: needsOf(...args) };
    }
    case 'any': {
      const json = jsonMethod(unit, expr, target);
      return json ?? collectionMethod(unit, expr, target);
    }
    default:
      return collectionMethod(unit, expr, target);
  }
}

/** Functions that need the accumulator itself instead of its value. */
function ownMethod(unit: Unit, expr: MethodExpr): Operand | undefined {
  const place = accumPlace(unit, expr.target);
  if (place === undefined) return undefined;
  const name = expr.name.toLowerCase();
  const args = expr.args.map((arg) => compileExpr(unit, arg));
  const needs = [...place.needs, ...needsOf(...args)];
  const values = js`[${list(args.map(({ code }) => code))}]`;
  switch (place.info.spec.kind) {
    case 'bits': {
      const type: ValueType = name === 'get' || name === 'cardinality' ? SAFE_INT : { kind: 'bits' };
      return { code: unit.call('bitsMethod', place.slot, literal(name), values), type, needs };
    }
    case 'percentile': {
      const type: ValueType = name === 'size' ? SAFE_INT : { kind: 'double' };
      return { code: unit.call('percentileMethod', place.slot, literal(name), values), type, needs };
    }
    case 'array':
      if (name !== 'reallocate') return undefined;
      return { code: js`${place.slot}.cell.reallocate(${values})`, type: ANY, needs };
    case 'heap':
      if (name !== 'resize') return undefined;
      return { code: js`${place.slot}.cell.resize(Number(${values}[0]))`, type: ANY, needs };
    default:
      return undefined;
  }
}

/** Functions of a vertex's map that need no map for their answer. */
function pageMethod(unit: Unit, expr: MethodExpr): Operand | undefined {
  const name = expr.name.toLowerCase();
  if (name !== 'size' && name !== 'clear') return undefined;
  const place = mapInPage(unit, expr.target);
  if (place === undefined) return undefined;
  return name === 'size'
    ? { code: unit.call('mapSize', ...place), type: SAFE_INT, needs: [] }
    : { code: unit.call('clearMap', ...place), type: ANY, needs: [] };
}

/** Result types of the functions of JSONOBJECT and JSONARRAY, by name in lower case. */
const JSON_METHODS: Readonly<Record<string, ValueType>> = {
  getint: INT,
  getdouble: { kind: 'double' },
  getstring: STRING,
  getbool: BOOL,
  getjsonobject: ANY,
  getjsonarray: ANY,
};

function jsonMethod(unit: Unit, expr: MethodExpr, target: Operand): Operand | undefined {
  const name = expr.name.toLowerCase();
  const [key, ...more] = expr.args.map((arg) => compileExpr(unit, arg));
  const type = Object.hasOwn(JSON_METHODS, name) ? JSON_METHODS[name] : undefined;
  if ((type === undefined && name !== 'containskey') || key === undefined || more.length > 0)
    return undefined;
  const needs = needsOf(target, key);
  if (type === undefined) return { code: unit.call('jsonHas', target.code, key.code), type: BOOL, needs };
  const got = unit.call('jsonGet', literal(expr.name), target.code, key.code);
  return { code: type.kind === 'double' ? js`Number(${got})` : got, type, needs };
}

/** Methods that change the accumulator that they are called on. */
export const MUTATORS = new Set([
  'clear',
  'remove',
  'removeone',
  'removeall',
  'update',
  'resize',
  'pop',
  'set',
  'reset',
  'flip',
  'and',
  'or',
  'xor',
  'setpercent',
  'reallocate',
]);

function collectionMethod(unit: Unit, expr: MethodExpr, target: Operand): Operand {
  const name = expr.name.toLowerCase();
  const { type } = target;
  const element = isCollection(type) ? type.element : ANY;
  const args = expr.args.map((arg) => compileExpr(unit, arg, element));
  const [first, second] = args;
  const needs = needsOf(target, ...args);
  const value = (): Code => {
    if (first === undefined) throw fault(expr.span, 'methodTakesArgument', { name: expr.name });
    return convert(unit, first, type.kind === 'map' ? type.key : element);
  };
  switch (name) {
    case 'size':
      if (args.length === 0 && expr.target.kind === 'binary') {
        const size = sizeOfSets(unit, expr.target);
        if (size !== undefined) return size;
      }
      return { code: unit.call('sizeOf', target.code), type: SAFE_INT, needs };
    case 'contains':
      return { code: unit.call('contains', target.code, value()), type: BOOL, needs };
    case 'containskey': {
      if (type.kind !== 'groups') {
        return { code: unit.call('containsKey', target.code, value()), type: BOOL, needs };
      }
      const keys = args.map((arg) => arg.code).join(', ') as Code;
      return { code: unit.call('hasGroup', target.code, js`[${keys}]`), type: BOOL, needs };
    }
    case 'get':
      if (type.kind === 'map') {
        return {
          code: unit.call('mapGet', target.code, value(), unit.constant(type.value)),
          type: type.value,
          needs,
        };
      }
      if (type.kind === 'groups') {
        const keys = args.map((arg) => arg.code).join(', ') as Code;
        const group: ValueType =
          element.kind === 'tuple' ? { ...element, fields: element.fields.slice(args.length) } : element;
        return { code: unit.call('groupGet', target.code, js`[${keys}]`), type: group, needs };
      }
      if (first === undefined) throw fault(expr.span, 'getTakesArgument');
      return {
        code: unit.call('itemAt', target.code, first.code, unit.constant(element)),
        type: element,
        needs,
      };
    case 'top':
    case 'pop':
      return {
        code: unit.call('heapTuple', literal(name), target.code, unit.constant(element)),
        type: element,
        needs,
      };
    case 'clear':
      return { code: unit.call('clearContainer', target.code), type: ANY, needs };
    case 'remove':
    case 'removeone':
    case 'removeall':
      if (type.kind === 'groups') {
        const keys = args.map((arg) => arg.code);
        return { code: unit.call('removeGroup', target.code, js`[${list(keys)}]`), type: ANY, needs };
      }
      return { code: unit.call('removeFrom', literal(name), target.code, value()), type: ANY, needs };
    case 'update': {
      if (first === undefined || second === undefined) throw fault(expr.span, 'updateTakes');
      const item = convert(unit, second, element);
      return { code: unit.call('replaceItem', target.code, first.code, item), type: BOOL, needs };
    }
    case 'resize':
      return { code: js`${target.code}.resize(Number(${value()}))`, type: ANY, needs };
    default:
      throw fault(expr.span, 'methodUnknown', { kind: type.kind, name: expr.name });
  }
}

/** Edge types given to outdegree() and neighbors(): a text, a collection of texts, or nothing. */
function edgeArgument(unit: Unit, expr: MethodExpr): Operand | undefined {
  const [first] = expr.args;
  return first === undefined ? undefined : compileExpr(unit, first);
}

function vertexMethod(unit: Unit, expr: MethodExpr, target: Operand): Operand {
  const name = expr.name.toLowerCase();
  switch (name) {
    case 'outdegree': {
      const types = edgeArgument(unit, expr);
      const degree = degreeOfAlias(unit, expr, types);
      if (degree !== undefined) return degree;
      const code = unit.call('outdegree', js`X`, target.code, types?.code ?? literal(null));
      return { code, type: SAFE_INT, needs: target.needs };
    }
    case 'neighbors': {
      const types = edgeArgument(unit, expr);
      const code = unit.call('neighbors', js`X`, target.code, types?.code ?? literal(null), ...unit.filter);
      return { code, type: { kind: 'bag', element: { kind: 'vertex' } }, needs: target.needs };
    }
    case 'neighborattribute': {
      const [edge, vertex, attribute] = expr.args.map((arg) => compileExpr(unit, arg));
      if (edge === undefined || vertex === undefined || attribute === undefined) {
        throw fault(expr.span, 'neighborAttributeTakes');
      }
      const last = expr.args[2];
      const found = last?.kind === 'string' ? unit.vertexAttribute(null, last.value) : undefined;
      const type = found?.type ?? ANY;
      const code = unit.call(
        'neighborAttribute',
        js`X`,
        target.code,
        edge.code,
        vertex.code,
        attribute.code,
        unit.constant(type),
        ...unit.filter,
      );
      return { code, type: { kind: 'bag', element: type }, needs: target.needs };
    }
    case 'edgeattribute': {
      const [edge, attribute] = expr.args.map((arg) => compileExpr(unit, arg));
      if (edge === undefined || attribute === undefined) {
        throw fault(expr.span, 'edgeAttributeTakes');
      }
      const last = expr.args[1];
      const found = last?.kind === 'string' ? unit.edgeAttribute(null, last.value) : undefined;
      const type = found?.type ?? ANY;
      const code = unit.call(
        'edgeAttributes',
        js`X`,
        target.code,
        edge.code,
        attribute.code,
        unit.constant(type),
        ...unit.filter,
      );
      return { code, type: { kind: 'bag', element: type }, needs: target.needs };
    }
    case 'getattr':
      return getAttribute(unit, expr, target, 'vertexAttribute');
    case 'setattr': {
      const [attribute, value] = expr.args.map((arg) => compileExpr(unit, arg));
      if (attribute === undefined || value === undefined) {
        throw fault(expr.span, 'setAttrTakes');
      }
      const code = unit.call('setVertexAttribute', js`X`, target.code, attribute.code, value.code);
      return { code, type: ANY, needs: [...target.needs, ...value.needs] };
    }
    default:
      throw fault(expr.span, 'vertexMethodUnknown', { name: expr.name });
  }
}

/** outdegree of an alias: the adjacencies are found once per type. */
function degreeOfAlias(unit: Unit, expr: MethodExpr, types: Operand | undefined): Operand | undefined {
  const binding = expr.target.kind === 'name' ? unit.lookup(expr.target.name) : undefined;
  if (binding?.kind !== 'vertex' || (types !== undefined && types.invariant !== true)) return undefined;
  const { alias } = binding;
  const names = types?.code ?? literal(null);
  const adjacencies = alias.hoist(`degree ${names}`, unit.call('degreeHops', js`X`, alias.typeIndex, names));
  const degree = unit.call('degreeAt', adjacencies, alias.number);
  const only = alias.hoist(`only ${names}`, js`${adjacencies}.length === 1 ? ${adjacencies}[0] : null`);
  const [starts, ends] = (['offsets', 'ends'] as const).map((field) =>
    alias.hoist(
      `${field} ${names}`,
      js`${only} === null ? null : ${only}.${field === 'ends' ? js`ends` : js`offsets`}`,
    ),
  ) as [Code, Code];
  const { number } = alias;
  const quick = js`(${starts} === null ? ${degree} : ${ends}[${number}] - ${starts}[${number}])`;
  return { code: unit.steady(alias, quick), type: SAFE_INT, needs: [] };
}

function edgeMethod(unit: Unit, expr: MethodExpr, target: Operand): Operand {
  switch (expr.name.toLowerCase()) {
    case 'isdirected':
      return { code: js`X.edgeParts(${target.code}).table.type.directed`, type: BOOL, needs: target.needs };
    case 'getattr':
      return getAttribute(unit, expr, target, 'edgeAttribute');
    case 'setattr': {
      const [attribute, value] = expr.args.map((arg) => compileExpr(unit, arg));
      if (attribute === undefined || value === undefined) {
        throw fault(expr.span, 'setAttrTakes');
      }
      const code = unit.call('setEdgeAttribute', js`X`, target.code, attribute.code, value.code);
      return { code, type: ANY, needs: [...target.needs, ...value.needs] };
    }
    default:
      throw fault(expr.span, 'edgeMethodUnknown', { name: expr.name });
  }
}

/** `x.getAttr("name", "TYPE")`: the second argument is the name of the expected type. */
function getAttribute(
  unit: Unit,
  expr: MethodExpr,
  target: Operand,
  lib: 'vertexAttribute' | 'edgeAttribute',
): Operand {
  const [attribute, typeName] = expr.args;
  if (attribute === undefined) throw fault(expr.span, 'getAttrTakes');
  const name = compileExpr(unit, attribute);
  const type = typeName?.kind === 'string' ? namedType(unit, typeName.value) : undefined;
  const known =
    attribute.kind === 'string'
      ? lib === 'vertexAttribute'
        ? unit.vertexAttribute(null, attribute.value)?.type
        : unit.edgeAttribute(null, attribute.value)?.type
      : undefined;
  const result = known ?? type ?? ANY;
  const code = unit.call(lib, js`X`, target.code, name.code, unit.constant(result));
  const operand: Operand = { code, type: result, needs: target.needs };
  return type === undefined ? operand : { ...operand, code: convert(unit, operand, type), type };
}

function namedType(unit: Unit, name: string): ValueType | undefined {
  const type = parseTypeText(name);
  return type === undefined || type.kind === 'named' ? undefined : writtenType(type, unit.tuples);
}
