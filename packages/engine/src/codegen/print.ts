/** PRINT: one object per statement, a key per expression. */
import type { Ast } from '@acacia/language';
import { namesIn } from '../plan/aliases.ts';
import { type Code, js, list, literal } from './code.ts';
import { compileExpr, condition, guard } from './expressions.ts';
import { fault } from './fault.ts';
import { vertexLoop } from './vertex-loops.ts';
import { shapeOf } from './types.ts';
import { type Unit, VertexAlias } from './unit.ts';

type PrintStatement = Extract<Ast.BodyStatement, { kind: 'print' }>;

export function compilePrint(unit: Unit, written: PrintStatement): Code {
  const statement = { ...written, items: projections(unit, written.items) };
  const { where } = statement;
  const filtered = where === undefined ? undefined : setInCondition(unit, statement, where);
  const chosen = filtered === undefined ? undefined : where;
  if (statement.toCsv !== undefined) {
    const code = printCsv(unit, statement.toCsv, statement.items, chosen);
    return where === undefined || chosen !== undefined
      ? code
      : js`if (${condition(unit, where)}) {\n${code}\n}`;
  }
  const object = unit.names.fresh();
  const keys = statement.items.map((item) => {
    const key = literal(item.as ?? item.text);
    return js`${unit.call('define', object, key, itemJson(unit, item, chosen))};`;
  });
  const code = js`const ${object} = {};\n${keys}\nX.results.push(${object});`;
  if (where === undefined || filtered !== undefined) return js`{\n${code}\n}`;
  return js`if (${condition(unit, where)}) {\n${code}\n}`;
}

/** `PRINT S.a, S.@b` of a vertex set is another way to write `PRINT S[S.a, S.@b]`. */
function projections(unit: Unit, items: readonly Ast.PrintItem[]): readonly Ast.PrintItem[] {
  const found: Ast.PrintItem[] = [];
  for (const item of items) {
    const set = item.projection === undefined ? setOf(unit, item.expr) : undefined;
    const last = found.at(-1);
    if (set === undefined) found.push(item);
    else {
      const column = { expr: item.expr, span: item.span, ...(item.as === undefined ? {} : { as: item.as }) };
      const before = last?.text === set.name && last.projection !== undefined ? last.projection : undefined;
      if (before !== undefined) found.pop();
      found.push({ expr: set, text: set.name, span: item.span, projection: [...(before ?? []), column] });
    }
  }
  return found;
}

/** The vertex set whose members' attribute or accumulator an expression asks for. */
function setOf(unit: Unit, expr: Ast.Expr): Extract<Ast.Expr, { kind: 'name' }> | undefined {
  if (
    expr.kind !== 'member' &&
    expr.kind !== 'vertexAccum' &&
    expr.kind !== 'method' &&
    expr.kind !== 'index'
  ) {
    return undefined;
  }
  if (expr.target.kind !== 'name') return setOf(unit, expr.target);
  const binding = unit.lookup(expr.target.name);
  const isSet = binding?.kind === 'variable' && binding.type.kind === 'vertexSet';
  return isSet && (expr.kind === 'member' || expr.kind === 'vertexAccum') ? expr.target : undefined;
}

/** A file that was declared, or a path. */
function printCsv(
  unit: Unit,
  file: Ast.Expr,
  items: readonly Ast.PrintItem[],
  where: Ast.Expr | undefined,
): Code {
  const path = compileExpr(unit, file);
  if (path.type.kind !== 'file' && path.type.kind !== 'string') throw fault(file.span, 'csvWithoutFile');
  const values = items.map(
    (item) =>
      js`{ value: ${itemJson(unit, item, where)}, projected: ${literal(item.projection !== undefined)} }`,
  );
  return js`${unit.call('printCsv', js`X`, path.code, js`[${list(values)}]`)};`;
}

/** The printed vertex set that WHERE is about: then it chooses vertices instead of the whole statement. */
function setInCondition(unit: Unit, statement: PrintStatement, where: Ast.Expr): string | undefined {
  const names = namesIn(where);
  for (const item of statement.items) {
    if (item.expr.kind !== 'name' || !names.has(item.expr.name)) continue;
    const binding = unit.lookup(item.expr.name);
    if (binding?.kind === 'variable' && binding.type.kind === 'vertexSet') return item.expr.name;
  }
  return undefined;
}

function itemJson(unit: Unit, item: Ast.PrintItem, where: Ast.Expr | undefined): Code {
  const operand = compileExpr(unit, item.expr);
  if (operand.type.kind !== 'vertexSet') {
    if (item.withVector === true) throw fault(item.span, 'withVectorElsewhere');
    return unit.call('toJson', js`X`, unit.constant(shapeOf(operand.type)), operand.code);
  }
  const name = item.expr.kind === 'name' ? item.expr.name : '';
  const set =
    where === undefined || !namesIn(where).has(name)
      ? operand.code
      : filteredSet(unit, operand.code, name, where);
  const withVectors = literal(item.withVector === true);
  if (item.projection !== undefined) {
    const columns = item.projection.map((column) => projected(unit, name, column));
    return unit.call('projectionJson', js`X`, set, js`[${list(columns)}]`, withVectors);
  }
  const attached = [...unit.vertexAccums].filter(([, { edge }]) => !edge);
  const extras = attached.map(([accum, { code, info }]) => {
    const read = unit.call('toJson', js`X`, unit.constant(shapeOf(info.type)), js`${code}.read(ref)`);
    return js`{ name: ${literal(`@${accum}`)}, value: (ref) => ${read} }`;
  });
  return unit.call('verticesJson', js`X`, set, js`[${list(extras)}]`, withVectors);
}

function filteredSet(unit: Unit, set: Code, name: string, where: Ast.Expr): Code {
  const kept = unit.names.fresh();
  const loop = vertexLoop(
    unit,
    set,
    name,
    null,
    (alias) => js`if (${condition(unit, where)}) ${kept}.page(${alias.typeIndex}).push(${alias.number});`,
  );
  return js`(() => { const ${kept} = ${unit.call('collector', js`X`)};\n${loop}\nreturn ${kept}.finish(); })()`;
}

/** The key of a value without AS: its text without the space outside of texts. */
const keyOf = (text: string): string =>
  text.replace(
    /("(?:[^"\\]|\\.)*")|\s+|\b(?:distinct|true|false|coalesce)\b|(?<![.@])\b(?:count|max|min|avg|sum)(?=\s*\()/giu,
    (found, quoted?: string) => (quoted === undefined ? found.trim().toLowerCase() : found),
  );

/** A column of `S[…]` as a function of the vertex; undefined where the vertex type lacks an attribute. */
const projected = (unit: Unit, setName: string, column: Ast.Column): Code =>
  unit.scoped(() => {
    const alias = new VertexAlias(unit.names, null);
    unit.bind(setName, { kind: 'vertex', alias });
    const operand = compileExpr(unit, column.expr);
    const json = unit.call('toJson', js`X`, unit.constant(shapeOf(operand.type)), operand.code);
    const value = operand.needs.length === 0 ? json : js`(${guard(operand.needs)}true) ? ${json} : undefined`;
    const name = column.as ?? keyOf(unit.text.slice(column.expr.span.start, column.expr.span.end));
    return js`{ name: ${literal(name)}, value: (ref) => {
const ${alias.typeIndex} = ${unit.call('typeIndexOf', js`ref`)}, ${alias.number} = ${unit.call('numberOf', js`ref`)};
${alias.prelude()}
return ${value};
} }`;
  });
