/** Assignment: to variables, accumulators and attributes, in clauses and in the body. */
import type { Ast } from '@acacia/language';
import type { AccumInfo, ValueType } from '../library/value-types.ts';
import { addDense, addGlobal, setDenseInt } from './additions.ts';
import { type Code, joined, js, literal } from './code.ts';
import { convert } from './convert.ts';
import { contribution } from './contributions.ts';
import { accumPage, compileExpr, convertInput, markOfKept } from './expressions.ts';
import { fault } from './fault.ts';
import { addOuter } from './outer-additions.ts';
import { isSafe } from './integers.ts';
import { wholeList } from './nested-lists.ts';
import { accumPlace, rootOf } from './places.ts';
import { ANY, isCollection } from './types.ts';
import type { Operand, Unit, VertexAlias } from './unit.ts';

export function guarded(needs: readonly Code[], statement: Code): Code {
  if (needs.length === 0) return statement;
  const tests = joined(
    needs.map((need) => js`${need} !== undefined`),
    '&&',
  );
  return js`if (${tests}) { ${statement} }`;
}

/** The type that `+=` or `=` to an accumulator expects of the expression on its right. */
function expectedInput(info: AccumInfo, value: Ast.Expr): ValueType {
  if (value.kind === 'mapEntry' || value.kind === 'call') return info.input;
  if (value.kind === 'parenList') return info.input.kind === 'tuple' ? info.input : info.type;
  return value.kind === 'list' ? info.type : info.input;
}

/** Code before a method that changes a vertex accumulator: keeps the old value for those who read it. */
export const mutation = (unit: Unit, expr: Ast.Expr): Code =>
  expr.kind === 'method' ? kept(unit, expr.target) : js``;

function kept(unit: Unit, expr: Ast.Expr): Code {
  const root = rootOf(expr);
  if (root.kind !== 'vertexAccum') return js``;
  const accum = unit.vertexAccums.get(root.name);
  if (accum === undefined || unit.clause?.keepOld.has(root.name) !== true) return js``;
  return js`${accum.code}.keep(${compileExpr(unit, root.target).code}); `;
}

type Assign = Extract<Ast.DmlStatement, { kind: 'assign' }>;

export function compileAssign(
  unit: Unit,
  statement: { readonly target: Ast.Target; readonly op: Assign['op']; readonly value: Ast.Expr },
): Code {
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
    case 'index':
      return assignIndex(unit, target, op, statement.value);
  }
}

/** `= NULL` to an accumulator: the value of one that nothing was added to. */
export function compileEmptied(unit: Unit, statement: Parameters<typeof compileAssign>[1]): Code {
  const { target } = statement;
  if (target.kind === 'vertexAccum') {
    const accum = unit.vertexAccums.get(target.name);
    if (accum === undefined) throw fault(target.span, 'vertexAccumUnnamed', { name: target.name });
    const vertex = compileExpr(unit, target.target);
    return guarded(vertex.needs, js`${kept(unit, target)}${accum.code}.empty(${vertex.code});`);
  }
  const place = accumPlace(unit, target);
  if (place === undefined) return compileAssign(unit, statement);
  return guarded(place.needs, js`${kept(unit, target)}${unit.call('emptySlot', place.slot)};`);
}

/** `@@a[1][2] += x` of an array of accumulators, or the item of a list. */
function assignIndex(
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'index' }>,
  op: Assign['op'],
  value: Ast.Expr,
): Code {
  const place = accumPlace(unit, target);
  if (place === undefined) {
    const list_ = compileExpr(unit, target.target);
    const index = compileExpr(unit, target.index);
    const element = isCollection(list_.type) ? list_.type.element : ANY;
    const whole: Ast.Expr =
      op === '=' ? value : { kind: 'binary', op: '+', left: target, right: value, span: target.span };
    const operand = compileExpr(unit, whole, element);
    const code = unit.call('updateList', list_.code, index.code, convert(unit, operand, element));
    return guarded([...list_.needs, ...index.needs, ...operand.needs], js`${code};`);
  }
  const { info, slot, needs } = place;
  const added = wholeList(unit, info.type, value);
  const operand = compileExpr(unit, added, expectedInput(info, added));
  const input = convertInput(unit, operand, info.input);
  const method = op === '=' ? js`assign` : js`add`;
  return guarded([...needs, ...operand.needs], js`${kept(unit, target)}${slot}.${method}(${input});`);
}

/**
 * Where a variable's new value goes. In ACCUM and POST-ACCUM a variable of the body keeps its value until the
 * clause has ended, and the last assigned value counts.
 */
function assignable(
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'name' }>,
): { readonly code: Code; readonly current: Code; readonly type: ValueType; readonly store: Code } {
  const binding = unit.lookup(target.name);
  if (binding?.kind !== 'variable') throw fault(target.span, 'targetNotAssignable', { name: target.name });
  const { code, type, store = js`` } = binding;
  if (unit.clause === null || !binding.invariant) return { code, current: code, type, store };
  const { deferred } = unit.clause;
  const known = deferred.get(target.name) ?? { variable: code, later: unit.names.fresh() };
  deferred.set(target.name, known);
  return { code: known.later, current: js`(${known.later} ?? ${code})`, type, store: js`` };
}

/** A collection that is written out is of the variable's type, anything else may be one of its elements. */
const expectedMember = (
  type: Extract<ValueType, { readonly element: ValueType }>,
  value: Ast.Expr,
): ValueType => (value.kind === 'list' || value.kind === 'parenList' ? type : type.element);

function assignName(
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'name' }>,
  op: Assign['op'],
  value: Ast.Expr,
): Code {
  const variable = assignable(unit, target);
  const { type } = variable;
  if (op === '+=' && (type.kind === 'map' || (isCollection(type) && type.kind !== 'array'))) {
    const added = compileExpr(unit, value, type.kind === 'map' ? type : expectedMember(type, value));
    const sum = unit.call('addContainers', variable.current, convertInput(unit, added, added.type));
    return guarded(added.needs, js`${variable.code} = ${sum};${variable.store}`);
  }
  const whole: Ast.Expr =
    op === '=' ? value : { kind: 'binary', op: '+', left: target, right: value, span: target.span };
  const operand = compileExpr(unit, whole, type);
  const assigned = js`${variable.code} = ${convert(unit, operand, variable.type)};${variable.store}`;
  return guarded(operand.needs, assigned);
}

function assignGlobal(
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'globalAccum' }>,
  op: Assign['op'],
  written: Ast.Expr,
): Code {
  const accum = unit.globals.get(target.name);
  if (accum === undefined) throw fault(target.span, 'globalAccumUnnamed', { name: target.name });
  const { info, code } = accum;
  const value = wholeList(unit, info.type, written);
  const operand = contribution(unit, value, expectedInput(info, value), info.input);
  const input = operand.code;
  const { clause } = unit;
  if (op === '=' || clause === null) {
    return guarded(operand.needs, js`${code}.${op === '=' ? js`assign` : js`add`}(${input});`);
  }
  return guarded(operand.needs, addGlobal(unit, clause, target.name, accum, operand));
}

function assignVertexAccum(
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'vertexAccum' }>,
  op: Assign['op'],
  written: Ast.Expr,
): Code {
  const accum = unit.vertexAccums.get(target.name);
  if (accum === undefined) throw fault(target.span, 'vertexAccumUnnamed', { name: target.name });
  const { info, code } = accum;
  const value = wholeList(unit, info.type, written);
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
  const page = accumPage(code, target.name, alias);
  const keep = keeps ? js`${keepOld(unit, info, code, target.name, alias, page)} ` : js``;
  const values = (): Code => alias.hoist(`values ${target.name}`, js`${page}.values`);
  if (op === '+=' && info.layout !== 'cell') {
    const place = { name: target.name, info, alias, page, values: values(), keep };
    const added = addOuter(unit, place, operand);
    if (added !== undefined) return guarded(operand.needs, js`${added};`);
  }
  const write =
    op === '='
      ? writeAt(unit, info, code, page, values, alias.number, operand)
      : info.layout === 'cell'
        ? addToCell(unit, target.name, accum, page, alias, operand)
        : addDense(unit, info, page, values(), alias.number, operand);
  return guarded(operand.needs, js`${keep}${write};`);
}

function addToCell(
  unit: Unit,
  name: string,
  { code: accum, info }: { readonly code: Code; readonly info: AccumInfo },
  page: Code,
  alias: VertexAlias,
  { code, pair }: Operand,
): Code {
  const { clause } = unit;
  if (pair === undefined || info.spec.kind !== 'map') {
    return unit.call('addCell', accum, page, alias.number, code);
  }
  // One vertex after another: nothing else that the rows do is about this accumulator.
  const together =
    clause?.kind === 'accum' &&
    unit.isOuter(alias) &&
    clause.onlyAdded.get(name)?.size === 1 &&
    !clause.keepOld.has(name);
  const put = (key: Code, value: Code): Code =>
    unit.call(together ? 'putRun' : 'putCell', accum, page, alias.number, key, value);
  if (pair.plain === undefined) return put(pair.key, pair.value);
  const [key, value] = [unit.names.fresh(), unit.names.fresh()];
  return js`{ const ${key} = ${pair.plain[0]}, ${value} = ${pair.plain[1]}; if (${isSafe(key)} && ${isSafe(value)}) ${put(key, value)}; else ${put(pair.key, pair.value)}; }`;
}

/**
 * Before a write: keeps the value from before the SELECT, unless it is kept. All of it runs each time, so that
 * V8 has seen all of it when it compiles.
 */
function keepOld(
  unit: Unit,
  info: AccumInfo,
  accum: Code,
  name: string,
  alias: VertexAlias,
  page: Code,
): Code {
  const { number } = alias;
  if (info.layout === 'cell') return js`${unit.call('keepCell', accum, page, number)};`;
  const { mark, epoch } = markOfKept(page, name, alias);
  const old = alias.hoist(`old ${name}`, js`${page}.old`);
  const values = alias.hoist(`values ${name}`, js`${page}.values`);
  const value = js`${values}[${number}]`;
  const wide = info.layout === 'int' ? js`if (${value} !== ${value}) ${page}.keepOne(${number}); ` : js``;
  return js`${wide}${old}[${mark} === ${epoch} ? ${values}.length : ${number}] = ${value}; ${mark} = ${epoch};`;
}

function writeAt(
  unit: Unit,
  info: AccumInfo,
  accum: Code,
  page: Code,
  values: () => Code,
  number: Code,
  input: Operand,
): Code {
  switch (info.layout) {
    case 'double':
      return js`${values()}[${number}] = ${input.code}`;
    case 'int':
      return setDenseInt(unit, page, values(), number, input);
    case 'bool':
      return js`${values()}[${number}] = ${input.code} ? 1 : 0`;
    case 'cell':
      return unit.call('assignCell', accum, page, number, input.code);
  }
}

/** `t.field = x` of a tuple in a variable: the variable gets another tuple, so that no other holder sees it. */
function assignField(
  unit: Unit,
  owner: Extract<Ast.Expr, { kind: 'name' }>,
  target: Extract<Ast.Target, { kind: 'member' }>,
  op: Assign['op'],
  value: Ast.Expr,
): Code {
  const variable = assignable(unit, owner);
  const fields = variable.type.kind === 'tuple' ? variable.type.fields : [];
  const index = fields.findIndex(({ name }) => name === target.name);
  const field = fields[index];
  if (field === undefined)
    throw fault(target.span, 'variableWithoutField', { owner: owner.name, field: target.name });
  const whole: Ast.Expr =
    op === '=' ? value : { kind: 'binary', op: '+', left: target, right: value, span: target.span };
  const operand = compileExpr(unit, whole, field.type);
  const changed = unit.call(
    'withField',
    variable.current,
    literal(index),
    convert(unit, operand, field.type),
  );
  return guarded(operand.needs, js`${variable.code} = ${changed};${variable.store}`);
}

/** `v.attr = x`, `e.attr = x`: a write that is done when the query has ended. */
function assignAttribute(
  unit: Unit,
  target: Extract<Ast.Target, { kind: 'member' }>,
  op: Assign['op'],
  value: Ast.Expr,
): Code {
  const owner = compileExpr(unit, target.target);
  if (owner.type.kind === 'tuple' && target.target.kind === 'name') {
    return assignField(unit, target.target, target, op, value);
  }
  if (owner.type.kind !== 'vertex' && owner.type.kind !== 'edge') {
    throw fault(target.span, 'targetOfOtherKind');
  }
  const isVertex = owner.type.kind === 'vertex';
  const types = owner.type.types ?? null;
  const attribute = isVertex
    ? unit.vertexAttribute(types, target.name)
    : unit.edgeAttribute(types, target.name);
  if (attribute === undefined) throw fault(target.span, 'attributeUnnamed', { name: target.name });
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
}
