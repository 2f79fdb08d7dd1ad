/** Statements of a query's body. */
import type { Ast } from '@acacia/language';
import { textsIn } from '../plan/aliases.ts';
import { accumInfo, specCode } from './accumulators.ts';
import { gatherings } from './additions.ts';
import { compileAssign } from './assignment.ts';
import { type Code, js, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileLoadAccum } from './data-files.ts';
import {
  compileAssignOfNull,
  compileDml,
  compileInsert,
  declaredType,
  foreachLoop,
  ifChain,
  initialValue,
  whileLoop,
} from './dml.ts';
import { compileCollection, compileExpr, condition } from './expressions.ts';
import { fault } from './fault.ts';
import { compilePrint } from './print.ts';
import { compileSelectInto } from './select-into.ts';
import { compilePattern } from './pattern-code.ts';
import { clauseShown, passed, timed } from './profile.ts';
import { compileSelect } from './select.ts';
import { withRow } from './statement-rows.ts';
import { wholeList } from './nested-lists.ts';
import { vertexLoop } from './vertex-loops.ts';
import { assignTable, compileTableStatement } from './tables.ts';
import { writtenType } from './types.ts';
import type { Clause, Unit } from './unit.ts';
import { queryVariable, setVariable } from './variables.ts';

export const compileBody = (unit: Unit, statements: readonly Ast.BodyStatement[]): Code =>
  js`${statements.map((statement) => js`${settled(unit, statement)}${needed(unit, statement)}${compileStatement(unit, statement)}`)}`;

/** Code before a statement that may read virtual edges: makes the changes to them visible. */
const settled = (unit: Unit, { kind }: Ast.BodyStatement): Code =>
  unit.hasVirtualEdges && kind !== 'insert' ? js`${unit.call('settleVirtual', js`X`)};\n` : js``;

/** Code that fails a statement that reads a parameter without a value; without such a statement the query runs. */
function needed(unit: Unit, statement: Ast.BodyStatement): Code {
  if (unit.required.size === 0) return js``;
  const read = textsIn(ownParts(statement));
  const checks = [...unit.required].filter(([name]) => read.has(name));
  return js`${checks.map(([name, code]) => js`if (${code} === null) ${unit.call('notGiven', literal(name))};\n`)}`;
}

/** The expressions that a statement evaluates before the statements inside it. */
function ownParts(statement: Ast.BodyStatement): unknown {
  switch (statement.kind) {
    case 'if':
      return statement.branches.map(({ when }) => when);
    case 'while':
      return [statement.condition, statement.limit];
    case 'foreach':
      return statement.loop;
    case 'try':
      return null;
    default:
      return statement;
  }
}

function restore<Item>(items: Map<string, Item>, before: ReadonlyMap<string, Item>): void {
  items.clear();
  for (const [name, item] of before) items.set(name, item);
}

function block(unit: Unit, statements: readonly Ast.BodyStatement[]): Code {
  const [globals, attached] = [new Map(unit.globals), new Map(unit.vertexAccums)];
  const code = unit.scoped(() => compileBody(unit, statements));
  // Accumulators that the block declares end with it.
  restore(unit.globals, globals);
  restore(unit.vertexAccums, attached);
  return code;
}

const compileStatement = (unit: Unit, statement: Ast.BodyStatement): Code =>
  withRow(unit, statement, () => compilePlain(unit, statement));

function compilePlain(unit: Unit, statement: Ast.BodyStatement): Code {
  switch (statement.kind) {
    case 'declareAccums':
      return js`${statement.accums.map((accum) => declareAccum(unit, statement.type, accum))}`;
    case 'declareVars':
      return declareVariables(unit, statement);
    case 'typedefTuple':
      unit.tuples.set(statement.name, {
        kind: 'tuple',
        name: statement.name,
        fields: statement.fields.map(({ name, type }) => ({ name, type: writtenType(type, unit.tuples) })),
      });
      return js``;
    case 'typedefAccum':
      unit.typedefs.set(statement.name, statement.type);
      return js``;
    case 'assign':
      return assign(unit, statement);
    case 'assignSelect':
      return js`${setVariable(unit, statement.target.text)} = ${compileSelect(unit, statement.select, unit.isMentioned(statement.target.text))};`;
    case 'select': {
      if (statement.select.into === undefined) return js`${compileSelect(unit, statement.select, false)};`;
      const { code, type } = compileSelectInto(unit, statement.select);
      return assignTable(unit, statement.select.into.table, code, type);
    }
    case 'if':
      return ifChain(
        statement.branches.map(({ when, body }) => [condition(unit, when), block(unit, body)]),
        statement.otherwise === undefined ? undefined : block(unit, statement.otherwise),
      );
    case 'while':
      return js`{\n${whileLoop(unit, statement.condition, statement.limit, () => block(unit, statement.body))}\n}`;
    case 'foreach':
      return foreachLoop(
        unit,
        statement.loop,
        true,
        () => js`${unit.call('check')};\n${passed(unit, literal(1), null)}\n${block(unit, statement.body)}`,
        statement.body,
      );
    case 'break':
      return js`break;`;
    case 'continue':
      return js`continue;`;
    case 'print':
      return compilePrint(unit, statement);
    case 'declareFile': {
      const code = queryVariable(unit, statement.name.text, { kind: 'file' });
      const { path, permission } = statement;
      const mode = permission === undefined ? literal(null) : compileExpr(unit, permission).code;
      return js`${code} = ${unit.call('openFile', js`X`, compileExpr(unit, path).code, mode)};`;
    }
    case 'declareException':
      unit.exceptions.set(statement.name.text, statement.code);
      return js``;
    case 'createVirtualEdge':
      return js``;
    case 'raise': {
      const { name, message } = statement;
      const text = message === undefined ? literal(null) : compileExpr(unit, message).code;
      const code = unit.exceptions.get(name.text) ?? 0;
      return js`${unit.call('raise', literal(name.text), literal(code), text)};`;
    }
    case 'try':
      return compileTry(unit, statement);
    case 'return':
      return js`return ${compileExpr(unit, statement.value).code};`;
    case 'expr':
      return js`${compileExpr(unit, statement.expr).code};`;
    case 'insert':
      return compileInsert(unit, statement);
    case 'delete':
      return compileDelete(unit, statement);
    case 'update':
      return compileUpdate(unit, statement);
    default:
      return compileTableStatement(unit, statement);
  }
}

function compileTry(unit: Unit, statement: Extract<Ast.BodyStatement, { kind: 'try' }>): Code {
  const problem = unit.names.fresh();
  const raised = unit.names.fresh();
  const tried = block(unit, statement.body);
  const handlers = ifChain(
    statement.handlers.map(({ name, body }) => [js`${raised} === ${literal(name.text)}`, block(unit, body)]),
    statement.otherwise === undefined ? js`throw ${problem};` : block(unit, statement.otherwise),
  );
  // Without a WHEN, all statements are in ELSE.
  const handled = statement.handlers.length > 0 ? handlers : block(unit, statement.otherwise ?? []);
  return js`try {\n${tried}\n} catch (${problem}) {\nconst ${raised} = ${unit.call('raisedName', problem)};\n${handled}\n}`;
}

/** Accumulators live in variables of the run, so that the functions of SELECT blocks see them. */
function declareAccum(
  unit: Unit,
  type: Ast.AccumType,
  accum: Extract<Ast.BodyStatement, { kind: 'declareAccums' }>['accums'][number],
): Code {
  const info = accumInfo(type, unit, accum.dimensions);
  const code = unit.names.fresh();
  unit.preamble.push(js`let ${code};`);
  const spec = specCode(unit, info);
  const written = accum.initial === undefined ? undefined : wholeList(unit, info.type, accum.initial);
  const isTuple = written?.kind === 'parenList' && info.input.kind === 'tuple';
  const start = written && compileExpr(unit, written, isTuple ? info.input : info.type);
  const initial =
    start === undefined
      ? js`undefined`
      : convert(unit, start, 'element' in info.type ? info.type : info.input);
  if (accum.global) {
    unit.globals.set(accum.name, { code, info });
    return js`${code} = ${unit.call('globalAccum', spec, initial)};`;
  }
  unit.vertexAccums.set(accum.name, { code, info, edge: accum.edge });
  const described = js`{ name: ${literal(accum.name)}, layout: ${literal(info.layout)}, spec: ${spec} }`;
  const lib = accum.edge ? 'edgeAccum' : 'vertexAccum';
  return js`${code} = ${unit.call(lib, js`X`, described, initial)};`;
}

function declareVariables(unit: Unit, statement: Extract<Ast.BodyStatement, { kind: 'declareVars' }>): Code {
  const type = declaredType(unit, statement.type);
  const json = statement.type.kind === 'json' ? statement.type.name : undefined;
  const initial = (): Code =>
    json === undefined ? initialValue(unit, type) : json === 'JSONARRAY' ? js`[]` : js`{}`;
  return js`${statement.vars.map((variable) => {
    const value = variable.value === undefined ? undefined : compileExpr(unit, variable.value, type);
    const code = unit.names.fresh();
    unit.preamble.push(js`let ${code} = ${initial()};`);
    unit.bind(variable.name, { kind: 'variable', code, type, invariant: true });
    return js`${code} = ${value === undefined ? initial() : convert(unit, value, type)};`;
  })}`;
}

function assign(unit: Unit, statement: Extract<Ast.BodyStatement, { kind: 'assign' }>): Code {
  const { target, value } = statement;
  const loaded = compileLoadAccum(unit, target, value);
  if (loaded !== undefined) return loaded;
  if (target.kind !== 'name') return compileAssignOfNull(unit, statement);
  const known = unit.lookup(target.name);
  const isSet = known === undefined || (known.kind === 'variable' && known.type.kind === 'vertexSet');
  if (!isSet) return compileAssign(unit, statement);
  const set = unit.call('sourceSet', js`X`, compileCollection(unit, value).code);
  const code = setVariable(unit, target.name);
  return js`${code} = ${statement.op === '+=' ? js`${code}.union(${set})` : set};`;
}

const plainClause = (): Clause => ({
  kind: 'accum',
  fixed: false,
  readOld: new Set(),
  keepOld: new Set(),
  onlyAdded: new Map(),
  gathered: new Map(),
  gatherContainers: new Set(),
  deferred: new Map(),
});

type DeleteStatement = Extract<Ast.BodyStatement, { kind: 'delete' }>;
type UpdateStatement = Extract<Ast.BodyStatement, { kind: 'update' }>;

function asFunction(unit: Unit, code: Code): Code {
  const id = unit.names.fresh();
  unit.functions.push(js`function ${id}() {\n${unit.call('check')};\n${code}\n}`);
  return js`${id}();`;
}

const compileDelete = (unit: Unit, statement: DeleteStatement): Code =>
  asFunction(
    unit,
    compilePattern(unit, statement, statement.span, () => {
      const target = compileExpr(unit, {
        kind: 'name',
        name: statement.alias.text,
        span: statement.alias.span,
      });
      const lib = target.type.kind === 'edge' ? 'deleteEdge' : 'deleteVertex';
      return js`${unit.call(lib, js`X`, target.code)};`;
    }),
  );

/** SET runs once per vertex of the alias, or for each row when the alias is an edge. */
function compileUpdate(unit: Unit, statement: UpdateStatement): Code {
  const clause = plainClause();
  const shown = clauseShown(unit, 'SET', statement.set, statement);
  const isEdge = statement.from.some((path) =>
    path.hops.some((hop) => hop.edge.alias?.text === statement.alias.text),
  );
  if (isEdge) {
    const loops = unit.within(clause, () =>
      compilePattern(unit, { ...statement, work: shown }, statement.span, () =>
        unit.scoped(() => compileDml(unit, statement.set)),
      ),
    );
    const { before, names, merge } = gatherings(unit, clause);
    return asFunction(unit, js`${before}\n${loops}\n${merge(names)}`);
  }
  const collector = unit.names.fresh();
  const set = unit.names.fresh();
  const loops = compilePattern(unit, statement, statement.span, () => {
    const binding = unit.lookup(statement.alias.text);
    if (binding?.kind !== 'vertex')
      throw fault(statement.alias.span, 'notAlias', { alias: statement.alias.text });
    const page = binding.alias.hoist('collector', js`${collector}.page(${binding.alias.typeIndex})`);
    const { number } = binding.alias;
    return js`if (${page}.bits[${number}] === 0) ${page}.push(${number});`;
  });
  const update = unit.within(clause, () =>
    vertexLoop(unit, set, statement.alias.text, null, () => compileDml(unit, statement.set)),
  );
  const { before, names, merge } = gatherings(unit, clause);
  const size = js`${set}.size`;
  return asFunction(
    unit,
    js`const ${collector} = ${unit.call('collector', js`X`)};
${loops}
const ${set} = ${collector}.finish();
${before}
${timed(unit, shown, { rowsIn: size, rowsOut: size }, update)}
${merge(names)}
${passed(unit, null, size)}`,
  );
}
