/** Statements of ACCUM, POST-ACCUM and SET, and control statements as the body has them too. */
import type { Ast } from '@acacia/language';
import type { TupleType, ValueType } from '../library/value-types.ts';
import { walk } from '../plan/aliases.ts';
import { type Code, js, list, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileAssign, compileEmptied, guarded, mutation } from './assignment.ts';
import { accumulatorsOf } from './clauses.ts';
import { compileCollection, compileExpr, condition, mapInPage } from './expressions.ts';
import { fault } from './fault.ts';
import { accumInfo } from './accumulators.ts';
import { MUTATORS } from './methods.ts';
import { ANY, isCollection, shapeOf, writtenType } from './types.ts';
import type { Operand, Unit } from './unit.ts';

export const compileDml = (unit: Unit, statements: readonly Ast.DmlStatement[]): Code =>
  js`${statements.map((statement) => compileOne(unit, statement))}`;

const block = (unit: Unit, statements: readonly Ast.DmlStatement[]): Code =>
  unit.scoped(() => compileDml(unit, statements));

/** Statements whose inner ones may not run. */
const BRANCHING = new Set(['if', 'while', 'foreach']);

const compileOne = (unit: Unit, statement: Ast.DmlStatement): Code =>
  BRANCHING.has(statement.kind)
    ? unit.conditionally(() => compilePlain(unit, statement))
    : compilePlain(unit, statement);

function compilePlain(unit: Unit, statement: Ast.DmlStatement): Code {
  switch (statement.kind) {
    case 'declare': {
      const type = declaredType(unit, statement.type);
      const code = unit.names.fresh();
      const value = statement.value === undefined ? undefined : compileExpr(unit, statement.value, type);
      unit.bind(statement.name, { kind: 'variable', code, type, invariant: false });
      if (value === undefined) return js`let ${code} = ${initialValue(unit, type)};`;
      const assigned = js`${code} = ${convert(unit, value, type)};`;
      if (value.needs.length === 0) return js`let ${assigned}`;
      return js`let ${code} = ${initialValue(unit, type)}; ${guarded(value.needs, assigned)}`;
    }
    case 'assign':
      return compileAssignOfNull(unit, statement);
    case 'expr': {
      const operand = compileExpr(unit, statement.expr);
      return guarded(operand.needs, js`${mutation(unit, statement.expr)}${operand.code};`);
    }
    case 'if':
      return ifChain(
        statement.branches.map(({ when, body }) => [condition(unit, when), block(unit, body)]),
        statement.otherwise === undefined ? undefined : block(unit, statement.otherwise),
      );
    case 'while':
      return whileLoop(unit, statement.condition, statement.limit, () => block(unit, statement.body));
    case 'foreach':
      return foreachLoop(unit, statement.loop, false, () => compileDml(unit, statement.body), statement.body);
    case 'break':
      return js`break;`;
    case 'continue':
      return js`continue;`;
    case 'insert':
      return compileInsert(unit, statement);
    case 'deleteElement': {
      const target = compileExpr(unit, {
        kind: 'name',
        name: statement.alias.text,
        span: statement.alias.span,
      });
      const lib = target.type.kind === 'edge' ? 'deleteEdge' : 'deleteVertex';
      return js`${unit.call(lib, js`X`, target.code)};`;
    }
  }
}

/** Whether an expression gives NULL where no condition is true. */
const mayBeNull = (expr: Ast.Expr): boolean =>
  expr.kind === 'null' ||
  (expr.kind === 'case' &&
    (expr.otherwise === undefined ||
      [...expr.branches.map(({ then }) => then), expr.otherwise].some(mayBeNull)));

/** A CASE that may give NULL within an entry of a map, as a CASE of entries. */
function lifted(value: Ast.Expr): Ast.Expr {
  if (value.kind !== 'mapEntry' || value.keys.length !== 1 || value.values.length !== 1) return value;
  const parts = [...value.keys, ...value.values].map(lifted);
  const place = parts.findIndex(mayBeNull);
  const case_ = parts[place];
  if (case_?.kind === 'null') return case_;
  if (case_?.kind !== 'case') return value;
  const entry = (then: Ast.Expr): Ast.Expr => {
    const [key = then, of = then] = parts.with(place, then);
    return lifted({ ...value, keys: [key], values: [of] });
  };
  return {
    ...case_,
    branches: case_.branches.map(({ when, then }) => ({ when, then: entry(then) })),
    ...(case_.otherwise === undefined ? {} : { otherwise: entry(case_.otherwise) }),
  };
}

/**
 * As `compileAssign`. NULL adds nothing to an accumulator, and assigned gives it the value of one that nothing was
 * added to: each branch of a CASE that may give it is a statement by itself.
 */
export function compileAssignOfNull(unit: Unit, statement: Parameters<typeof compileAssign>[1]): Code {
  const { target, op } = statement;
  const value = lifted(statement.value);
  if (target.kind === 'name' || target.kind === 'member' || !mayBeNull(value))
    return compileAssign(unit, statement);
  if (value.kind !== 'case') return op === '+=' ? js`` : compileEmptied(unit, statement);
  const { operand } = value;
  const tested = (when: Ast.Expr): Ast.Expr =>
    operand === undefined ? when : { kind: 'binary', op: '==', left: operand, right: when, span: when.span };
  const assigning = (then: Ast.Expr): Code => compileAssignOfNull(unit, { ...statement, value: then });
  const none: Ast.Expr = { kind: 'null', span: value.span };
  return ifChain(
    value.branches.map(({ when, then }) => [condition(unit, tested(when)), assigning(then)]),
    assigning(value.otherwise ?? none),
  );
}

export function declaredType(unit: Unit, type: Ast.TypeExpr): ValueType {
  if (type.kind === 'accum') return accumInfo(type.accum, unit).type;
  if (type.kind === 'named' && unit.typedefs.has(type.name)) return accumInfo(type, unit).type;
  return writtenType(type, unit.tuples);
}

/** Code of an unset value of a type. */
export function initialValue(unit: Unit, type: ValueType): Code {
  switch (type.kind) {
    case 'list':
      return js`[]`;
    case 'set':
      return js`new Set()`;
    case 'bag':
      return unit.call('makeBag', js`[]`);
    case 'map':
      return js`new Map()`;
    case 'vertexSet':
      return unit.call('noVertices');
    case 'table':
      return unit.call('noTable');
    case 'tuple':
      return unit.call('tuple', js`[${list(type.fields.map((field) => initialValue(unit, field.type)))}]`);
    case 'bool':
      return literal(false);
    case 'string':
      return literal('');
    case 'vertex':
    case 'edge':
      return literal(-1);
    case 'int':
    case 'double':
    case 'datetime':
    case 'bits':
      return literal(0);
    default:
      return literal(null);
  }
}

export function ifChain(
  branches: readonly (readonly [test: Code, body: Code])[],
  otherwise: Code | undefined,
): Code {
  const last = otherwise === undefined ? js`` : js` else {\n${otherwise}\n}`;
  return branches.reduceRight((rest, [test, body], index) => {
    const chain = js`if (${test}) {\n${body}\n}${rest}`;
    return index === 0 ? chain : js` else ${chain}`;
  }, last);
}

/** `WHILE c LIMIT n DO … END`; a stop request ends it. */
export function whileLoop(unit: Unit, test: Ast.Expr, limit: Ast.Expr | undefined, body: () => Code): Code {
  const count = unit.names.fresh();
  const most = limit === undefined ? literal(null) : compileExpr(unit, limit).code;
  const bound = unit.names.fresh();
  const tested = condition(unit, test);
  return js`const ${bound} = ${most};
for (let ${count} = 0; (${bound} === null || ${count} < ${bound}) && ${tested}; ${count}++) {
${unit.call('check')};
${body()}
}`;
}

/**
 * `kept`: the loop stands in the body, so its variables are variables of the run, which the functions of
 * SELECT blocks see; inside a clause they belong to the loop.
 */
export const foreachLoop = (
  unit: Unit,
  loop: Ast.ForeachLoop,
  kept: boolean,
  body: () => Code,
  statements: readonly unknown[],
): Code =>
  unit.scoped(() => {
    const declared = kept ? js`` : js`let `;
    const variable = (name: string, type: ValueType, store?: (value: Code) => Code): Code => {
      const code = unit.names.fresh();
      if (kept) unit.preamble.push(js`let ${code};`);
      const stored = kept && store !== undefined ? { store: store(code) } : {};
      unit.bind(name, { kind: 'variable', code, type, invariant: kept, ...stored });
      return code;
    };
    if (loop.kind === 'range') {
      const from = compileExpr(unit, loop.from).code;
      const to = compileExpr(unit, loop.to).code;
      const step = loop.step === undefined ? literal(1) : compileExpr(unit, loop.step).code;
      const item = variable(loop.name.text, { kind: 'int', safe: true });
      return js`for (${declared}${item} of ${unit.call('range', from, to, step)}) {\n${body()}\n}`;
    }
    const many = asCollection(unit, compileCollection(unit, loop.collection));
    const source = unit.call('iterate', many.code);
    if (loop.names.length === 1) {
      const [name] = loop.names as readonly [Ast.Name];
      const element = many.type.kind === 'map' ? many.type.key : elementOf(many.type);
      // The body's assignments to the loop variable change the item of the list.
      const at = unit.names.fresh();
      const isList = kept && many.type.kind === 'list';
      const item = variable(
        name.text,
        element,
        isList ? (value) => js` ${unit.call('updateList', many.code, js`${at} - 1`, value)};` : undefined,
      );
      const items = many.type.kind === 'map' ? unit.call('keysOf', many.code) : source;
      const counted = isList ? js`${at} += 1;\n` : js``;
      const own = ownItem(unit, statements, name.text);
      const start = isList ? js`let ${at} = 0;\n` : js``;
      return js`{\n${start}for (${declared}${item} of ${items}) {\n${counted}${own}${body()}\n}\n}`;
    }
    const types =
      many.type.kind === 'map'
        ? [many.type.key, many.type.value]
        : many.type.kind !== 'vertexSet' && isCollection(many.type) && many.type.element.kind === 'tuple'
          ? many.type.element.fields.map((field) => field.type)
          : [];
    const codes: Code[] = [];
    for (const [index, name] of loop.names.entries()) {
      const isValue = many.type.kind === 'map' && index === 1;
      const store = (value: Code): Code =>
        js` ${unit.call('updateMap', many.code, codes[0] ?? literal(null), value)};`;
      codes.push(variable(name.text, types[index] ?? ANY, isValue ? store : undefined));
    }
    const items = codes;
    if (many.type.kind === 'map' && codes.length === 2) {
      const [pairs, at] = [unit.names.fresh(), unit.names.fresh()];
      const [key, value] = codes as [Code, Code];
      const own = ownItem(unit, statements, loop.names[1]?.text ?? '');
      const place = kept ? undefined : mapInPage(unit, loop.collection);
      if (place !== undefined && !changes(statements, loop.collection)) {
        const [keys, values, end] = [unit.names.fresh(), unit.names.fresh(), unit.names.fresh()];
        return js`{
const ${pairs} = ${unit.call('mapRun', ...place)};
const ${keys} = ${pairs}.keys, ${values} = ${pairs}.values, ${end} = ${pairs}.end;
for (let ${at} = ${pairs}.start; ${at} < ${end}; ${at}++) {
if ((${at} & 1023) === 1023) ${unit.call('check')};
let ${key} = ${keys}[${at}], ${value} = ${values}[${at}];
${own}${body()}
}
}`;
      }
      return js`{
const ${pairs} = ${unit.call('pairsOf', many.code)};
for (let ${at} = 0; ${at} < ${pairs}.keys.length; ${at}++) {
if ((${at} & 1023) === 1023) ${unit.call('check')};
${declared}${key} = ${pairs}.keys[${at}]${kept ? js`;` : js`,`} ${value} = ${pairs}.values[${at}];
${own}${body()}
}
}`;
    }
    const parts = unit.call('entriesOf', many.code);
    return js`for (${declared}[${list(items)}] of ${parts}) {\n${body()}\n}`;
  });

/** The rows of a table as tuples of its columns; any other collection as it is. */
function asCollection(unit: Unit, many: Operand): Operand {
  if (many.type.kind !== 'table') return many;
  const { columns } = many.type;
  const names = unit.constant(columns.map(({ name }) => name));
  const element: TupleType = { kind: 'tuple', name: '', fields: columns };
  return { ...many, code: unit.call('rowTuples', many.code, names), type: { kind: 'set', element } };
}

/**
 * The item of a loop's collection is a value: when the loop's body calls a method that changes it, it becomes
 * a copy. A copy that is written back stays in the collection from then on.
 */
function ownItem(unit: Unit, statements: readonly unknown[], name: string): Code {
  let changed = false;
  walk(statements, (node) => {
    const { kind, name: method, target } = node as Extract<Ast.Expr, { kind: 'method' }>;
    if (kind !== 'method' || target.kind !== 'name' || target.name !== name) return;
    changed ||= MUTATORS.has(method.toLowerCase());
  });
  const binding = unit.lookup(name);
  if (!changed || binding?.kind !== 'variable') return js``;
  const copy = js`${binding.code} = ${unit.call('ownCopy', binding.code)};`;
  return js`${copy}${binding.store ?? js``}\n`;
}

/** Whether statements may change the vertex accumulator that an expression reads. */
const changes = (statements: readonly unknown[], read: Ast.Expr): boolean =>
  read.kind !== 'vertexAccum' || accumulatorsOf(statements).vertexWrites.has(read.name);

function elementOf(type: ValueType): ValueType {
  if (type.kind === 'vertexSet') return { kind: 'vertex' };
  return isCollection(type) ? type.element : ANY;
}

export function compileInsert(unit: Unit, statement: Ast.InsertStatement): Code {
  const binding = unit.lookup(statement.type.text);
  const known = [...unit.schema.vertexTypes, ...unit.schema.edgeTypes];
  if (binding === undefined && !known.some(({ name }) => name === statement.type.text)) {
    throw fault(statement.type.span, 'typeUnnamed', { type: statement.type.text });
  }
  const type = binding?.kind === 'variable' ? binding.code : literal(statement.type.text);
  const operands = statement.values.map(({ value }) =>
    value === null ? null : compileExpr(unit, value, groupType(value)),
  );
  const values = operands.map((operand, index) => {
    if (operand === null) return literal(null);
    const vertexType = statement.values[index]?.vertexType;
    const typed = vertexType === undefined ? literal(null) : typeText(unit, vertexType);
    const shape = unit.constant(shapeOf(operand.type));
    return js`{ value: ${operand.code}, vertexType: ${typed}, shape: ${shape} }`;
  });
  const columns = unit.constant(statement.columns ?? null);
  const needs = operands.flatMap((operand) => operand?.needs ?? []);
  const code = unit.call('insert', js`X`, type, columns, js`[${list(values)}]`);
  return guarded(needs, js`${code};`);
}

/** `("a", "b")` as a value of INSERT: a list, as it may be one, or the parts of a key, in which all count. */
const groupType = (value: Ast.Expr): ValueType | undefined =>
  value.kind === 'parenList' && value.items.every(({ kind }) => kind !== 'mapEntry')
    ? { kind: 'list', element: ANY }
    : undefined;

function typeText(unit: Unit, name: string): Code {
  const binding = unit.lookup(name);
  return binding?.kind === 'variable' ? binding.code : literal(name);
}
