/** Assignment: to variables, accumulators and attributes, in clauses and in the body. */
import type { Ast } from '@acacia/language';
import { namesIn, walk } from '../plan/aliases.ts';
import type { AccumInfo } from './accumulators.ts';
import { type Code, joined, js, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileExpr, convertInput } from './expressions.ts';
import { fault } from './fault.ts';
import { MUTATORS } from './methods.ts';
import { type ValueType, isCollection } from './types.ts';
import type { Operand, Unit } from './unit.ts';

export const guarded = (needs: readonly Code[], statement: Code): Code => {
  if (needs.length === 0) return statement;
  const tests = joined(
    needs.map((need) => js`${need} !== undefined`),
    '&&',
  );
  return js`if (${tests}) { ${statement} }`;
};

/** Kinds of expressions that cost nothing to work out again. */
const CHEAP = new Set([
  'int',
  'float',
  'string',
  'bool',
  'null',
  'name',
  'globalAccum',
  'vertexAccum',
  'member',
]);
/** Calls whose value is not the same each time, or that do something. */
const IMPURE = new Set(['rand', 'now', 'gsql_uuid_v4', 'setattr', ...MUTATORS]);

/**
 * The value that is added to an accumulator. When it depends on one alias of an outer loop alone, it is
 * worked out once per vertex of that alias instead of once per row: ACCUM reads what was before it.
 */
const contribution = (unit: Unit, value: Ast.Expr, expected: ValueType, type: ValueType): Operand => {
  const operand = compileExpr(unit, value, expected);
  const converted = { ...operand, code: convertInput(unit, operand, type) };
  if (CHEAP.has(value.kind) || unit.clause?.kind !== 'accum' || operand.needs.length > 0) return converted;
  const names = [...namesIn(value)].filter((name) => unit.lookup(name) !== undefined);
  if (names.some((name) => unit.clause?.assigned.has(name))) return converted;
  const bindings = names.map((name) => unit.lookup(name));
  const aliases = bindings.flatMap((binding) => (binding?.kind === 'vertex' ? [binding.alias] : []));
  const others = bindings.every(
    (binding) => binding?.kind === 'vertex' || (binding?.kind === 'variable' && binding.invariant),
  );
  const isOuter = names.some((name) => unit.outerAliases.has(name));
  const scalar = ['int', 'double', 'bool', 'string', 'datetime'].includes(operand.type.kind);
  const [alias] = aliases;
  if (alias === undefined || aliases.length !== 1 || !others || !isOuter || !scalar || !isPure(unit, value)) {
    return converted;
  }
  const initial = literal(operand.type.kind === 'string' ? '' : operand.type.kind === 'bool' ? false : 0);
  return { ...converted, code: alias.once(converted.code, initial) };
};

const isPure = (unit: Unit, value: Ast.Expr): boolean => {
  let pure = true;
  walk(value, (node) => {
    if (!('name' in node) || typeof node.name !== 'string') return;
    const { name } = node;
    if (node.kind !== 'call' && node.kind !== 'method') return;
    if (IMPURE.has(name.toLowerCase()) || unit.schema.queries.some((query) => query.name === name))
      pure = false;
  });
  return pure;
};

/** What `+=` or `=` to an accumulator expects of the expression on its right. */
const expectedInput = (info: AccumInfo, value: Ast.Expr): ValueType => {
  if (value.kind === 'mapEntry' || value.kind === 'call') return info.input;
  if (value.kind === 'parenList') return info.input.kind === 'tuple' ? info.input : info.type;
  return value.kind === 'list' ? info.type : info.input;
};

/** Before a method that changes a vertex accumulator: keep what was there for readers of old values. */
export const mutation = (unit: Unit, expr: Ast.Expr): Code => {
  if (expr.kind !== 'method' || expr.target.kind !== 'vertexAccum') return js``;
  const accum = unit.vertexAccums.get(expr.target.name);
  if (accum === undefined || unit.clause?.keepOld.has(expr.target.name) !== true) return js``;
  return js`${accum.code}.keep(${compileExpr(unit, expr.target.target).code}); `;
};

type Assign = Extract<Ast.DmlStatement, { kind: 'assign' }>;

export const compileAssign = (
  unit: Unit,
  statement: { readonly target: Ast.Target; readonly op: Assign['op']; readonly value: Ast.Expr },
): Code => {
  const { target, op } = statement;
  switch (target.kind) {
    case 'name':
      return assignName(unit, target, op, statement.value);
    case 'globalAccum':
      return assignGlobal(unit, target, op, statement.value);
    case 'vertexAccum':
      return assignVertexAccum(unit, target, op, statement.value);
    case 'member':
      return assignAttribute(unit, target, op, statement.value);
    case 'index': {
      const list_ = compileExpr(unit, target.target);
      const index = compileExpr(unit, target.index);
      const value = compileExpr(unit, statement.value);
      return js`${unit.call('updateList', list_.code, index.code, value.code)};`;
    }
  }
};

const assignName = (
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'name' }>,
  op: Assign['op'],
  value: Ast.Expr,
): Code => {
  const binding = unit.lookup(target.name);
  if (binding?.kind !== 'variable') throw fault(target.span, `${target.name} cannot be assigned.`);
  const whole: Ast.Expr =
    op === '=' ? value : { kind: 'binary', op: '+', left: target, right: value, span: target.span };
  const operand = compileExpr(unit, whole, binding.type);
  return guarded(operand.needs, js`${binding.code} = ${convert(unit, operand, binding.type)};`);
};

const assignGlobal = (
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'globalAccum' }>,
  op: Assign['op'],
  value: Ast.Expr,
): Code => {
  const accum = unit.globals.get(target.name);
  if (accum === undefined) throw fault(target.span, `No global accumulator is named @@${target.name}.`);
  const { info, code } = accum;
  const operand = contribution(unit, value, expectedInput(info, value), info.input);
  const input = operand.code;
  const { clause } = unit;
  if (op === '=' || clause === null) {
    return guarded(operand.needs, js`${code}.${op === '=' ? js`assign` : js`add`}(${input});`);
  }
  const scalar = scalarAdd(unit, info, operand);
  if (scalar === undefined && !clause.gatherContainers.has(target.name)) {
    return guarded(operand.needs, js`${code}.add(${input});`);
  }
  let gathered = clause.gathered.get(target.name);
  if (gathered === undefined) {
    gathered = unit.names.fresh();
    clause.gathered.set(target.name, gathered);
  }
  const add = scalar?.(gathered, input) ?? js`${gathered} = ${code}.ops.add(${gathered}, ${input});`;
  return guarded(operand.needs, add);
};

/** Inline `+=` for accumulators of one number or truth value that are gathered in a local variable. */
const scalarAdd = (
  unit: Unit,
  info: AccumInfo,
  operand: Operand,
): ((cell: Code, input: Code) => Code) | undefined => {
  if (operand.type.kind === 'any' || isCollection(operand.type)) return undefined;
  switch (info.spec.kind) {
    case 'sumInt':
      return (cell, input) => js`${cell} = ${unit.call('addInt', cell, input)};`;
    case 'sumDouble':
      return (cell, input) => js`${cell} += ${input};`;
    case 'min':
    case 'max': {
      if (!['int', 'double', 'datetime'].includes(info.input.kind)) return undefined;
      const better = info.spec.kind === 'min' ? js`<` : js`>`;
      return (cell, input) => {
        const value = unit.names.fresh();
        return js`{ const ${value} = ${input}; if (${cell} === null || ${value} ${better} ${cell}) ${cell} = ${value}; }`;
      };
    }
    case 'or':
      return (cell, input) => js`if (${input}) ${cell} = true;`;
    case 'and':
      return (cell, input) => js`if (!(${input})) ${cell} = false;`;
    default:
      return undefined;
  }
};

const assignVertexAccum = (
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'vertexAccum' }>,
  op: Assign['op'],
  value: Ast.Expr,
): Code => {
  const accum = unit.vertexAccums.get(target.name);
  if (accum === undefined) throw fault(target.span, `No vertex accumulator is named @${target.name}.`);
  const { info, code } = accum;
  const operand = contribution(unit, value, expectedInput(info, value), info.input);
  const input = operand.code;
  const keeps = unit.clause?.keepOld.has(target.name) ?? false;
  const binding = target.target.kind === 'name' ? unit.lookup(target.target.name) : undefined;
  if (binding?.kind !== 'vertex') {
    const vertex = compileExpr(unit, target.target);
    const keep = keeps ? js`${code}.keep(${vertex.code}); ` : js``;
    const method = op === '=' ? js`assign` : js`add`;
    return guarded(
      [...operand.needs, ...vertex.needs],
      js`${keep}${code}.${method}(${vertex.code}, ${input});`,
    );
  }
  const { alias } = binding;
  const page = alias.hoist(`page ${target.name}`, js`${code}.page(${alias.typeIndex})`);
  const keep = keeps ? js`${keepCall(unit, info, code, page, alias.number)}; ` : js``;
  const write =
    op === '='
      ? writeAt(unit, info, code, page, alias.number, input)
      : addAt(unit, info, code, page, alias.number, input, () =>
          alias.hoist(`values ${target.name}`, js`${page}.values`),
        );
  return guarded(operand.needs, js`${keep}${write};`);
};

const keepCall = (unit: Unit, info: AccumInfo, accum: Code, page: Code, number: Code): Code => {
  const epoch = js`${accum}.epoch`;
  switch (info.layout) {
    case 'double':
      return unit.call('keepDouble', page, number, epoch);
    case 'int':
      return unit.call('keepInt', page, number, epoch);
    case 'bool':
      return unit.call('keepBool', page, number, epoch);
    case 'cell':
      return unit.call('keepCell', accum, page, number);
  }
};

const writeAt = (unit: Unit, info: AccumInfo, accum: Code, page: Code, number: Code, input: Code): Code => {
  switch (info.layout) {
    case 'double':
      return js`${page}.values[${number}] = ${input}`;
    case 'int':
      return unit.call('setInt', page, number, input);
    case 'bool':
      return js`${page}.values[${number}] = ${input} ? 1 : 0`;
    case 'cell':
      return unit.call('assignCell', accum, page, number, input);
  }
};

const addAt = (
  unit: Unit,
  info: AccumInfo,
  accum: Code,
  page: Code,
  number: Code,
  input: Code,
  values: () => Code,
): Code => {
  const { kind } = info.spec;
  switch (info.layout) {
    case 'double':
      if (kind === 'min') return unit.call('minDoubleAt', values(), number, input);
      if (kind === 'max') return unit.call('maxDoubleAt', values(), number, input);
      return js`${values()}[${number}] += ${input}`;
    case 'int':
      if (kind === 'min') return unit.call('minIntAt', page, number, input);
      if (kind === 'max') return unit.call('maxIntAt', page, number, input);
      return unit.call('addIntAt', page, number, input);
    case 'bool':
      if (kind === 'and') return js`if (!(${input})) ${values()}[${number}] = 0`;
      return js`if (${input}) ${values()}[${number}] = 1`;
    case 'cell':
      return unit.call('addCell', accum, page, number, input);
  }
};

/** `v.attr = x`, `e.attr = x`: a write that is done when the query has ended. A tuple's field is not assigned. */
const assignAttribute = (
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'member' }>,
  op: Assign['op'],
  value: Ast.Expr,
): Code => {
  const owner = compileExpr(unit, target.target);
  if (owner.type.kind !== 'vertex' && owner.type.kind !== 'edge') {
    throw fault(target.span, 'Only an attribute of a vertex or an edge can be assigned.');
  }
  const isVertex = owner.type.kind === 'vertex';
  const types = owner.type.types ?? null;
  const attribute = isVertex
    ? unit.vertexAttribute(types, target.name)
    : unit.edgeAttribute(types, target.name);
  if (attribute === undefined) throw fault(target.span, `No attribute is named ${target.name}.`);
  const operand = compileExpr(unit, value, attribute.type);
  const operator = literal(op === '+=' ? 'add' : null);
  const code = unit.call(
    isVertex ? 'setVertexAttribute' : 'setEdgeAttribute',
    js`X`,
    owner.code,
    literal(target.name),
    convert(unit, operand, attribute.type),
    operator,
  );
  return guarded([...owner.needs, ...operand.needs], js`${code};`);
};
