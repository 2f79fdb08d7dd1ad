/** SelectVertex and LOADACCUM: calls that read files. */
import type { Ast } from '@acacia/language';
import { type Code, js, list, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileExpr, condition } from './expressions.ts';
import { fault } from './fault.ts';
import { BOOL, STRING, VERTEX_SET } from './types.ts';
import type { Operand, Unit } from './unit.ts';

type CallExpr = Extract<Ast.Expr, { kind: 'call' }>;

/** A call that reads a file, and the condition of its FILTER. */
interface FileCall {
  readonly call: CallExpr;
  readonly filter?: Ast.Expr;
}

/** `name(…)` or `name(…).FILTER(condition)` of the given function; undefined for anything else. */
function fileCall(expr: Ast.Expr, name: string): FileCall | undefined {
  if (expr.kind === 'call') return expr.name.toLowerCase() === name ? { call: expr } : undefined;
  if (expr.kind !== 'method' || expr.name.toLowerCase() !== 'filter') return undefined;
  const inner = fileCall(expr.target, name);
  const [filter] = expr.args;
  return inner === undefined || filter === undefined ? undefined : { ...inner, filter };
}

/** The file, the separator and whether there is a header, and the arguments between them. */
function lineSource(unit: Unit, { call, filter }: FileCall) {
  const [file, ...rest] = call.args;
  const [separator, header] = rest.slice(-2);
  const columns = rest.slice(0, -2);
  if (file === undefined || separator === undefined || header === undefined || columns.length === 0) {
    throw fault(call.span, 'fileCallArguments', { name: call.name });
  }
  const column = unit.names.fresh();
  const parts = [
    js`file: ${convert(unit, compileExpr(unit, file), STRING)}`,
    js`separator: ${convert(unit, compileExpr(unit, separator), STRING)}`,
    js`header: ${convert(unit, compileExpr(unit, header), BOOL)}`,
  ];
  if (filter !== undefined) {
    const test = unit.readingColumns(column, () => condition(unit, filter));
    parts.push(js`filter: (${column}) => ${test}`);
  }
  return { source: js`{ ${list(parts)} }`, columns };
}

function columnOf(expr: Ast.Expr | undefined): Code {
  if (expr?.kind === 'column') return literal(expr.column);
  throw fault(expr?.span ?? { start: 0, end: 0 }, 'fileColumnForm');
}

/** `SelectVertex(file, $0, $1 or type, ",", header)`; undefined for any other expression. */
export function compileSelectVertex(unit: Unit, expr: Ast.Expr): Operand | undefined {
  const found = fileCall(expr, 'selectvertex');
  if (found === undefined) return undefined;
  const { source, columns } = lineSource(unit, found);
  const [id, type, ...more] = columns;
  if (type === undefined || more.length > 0) {
    throw fault(expr.span, 'selectVertexArguments');
  }
  const kind =
    type.kind === 'column' ? js`{ column: ${columnOf(type)} }` : js`{ name: ${typeName(unit, type)} }`;
  const code = unit.call('selectVertex', js`X`, source, columnOf(id), kind);
  return { code, type: VERTEX_SET, needs: [] };
}

/** A vertex type without quotes, or a text that names one. */
const typeName = (unit: Unit, expr: Ast.Expr): Code =>
  expr.kind === 'name' && unit.lookup(expr.name) === undefined
    ? literal(expr.name)
    : compileExpr(unit, expr).code;

/** `@@a = { LOADACCUM(…), LOADACCUM(…) };` or undefined when the value is something else. */
export function compileLoadAccum(unit: Unit, target: Ast.Expr, value: Ast.Expr): Code | undefined {
  if (value.kind !== 'vertexSet' || target.kind !== 'globalAccum') return undefined;
  const calls = value.seeds.map((seed) =>
    seed.kind === 'expr' ? fileCall(seed.expr, 'loadaccum') : undefined,
  );
  if (calls.length === 0 || calls.includes(undefined)) return undefined;
  const accum = unit.globals.get(target.name);
  if (accum === undefined) throw fault(target.span, 'globalAccumUnnamed', { name: target.name });
  const { code, info } = accum;
  const loads = calls.flatMap((found) => {
    if (found === undefined) return [];
    const { source, columns } = lineSource(unit, found);
    const names = js`[${list(columns.map(columnOf))}]`;
    const [spec, type] = [unit.constant(info.spec), unit.constant(info.type)];
    return [js`${unit.call('loadAccum', js`X`, code, source, names, spec, type)};`];
  });
  return js`${code}.reset();\n${loads}`;
}
