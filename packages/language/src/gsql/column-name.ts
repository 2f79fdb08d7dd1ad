/** Names of table columns that have no AS. Source: GSQL language reference, SQL-like SELECT. */
import type { Column, Expr } from './ast.ts';

/** `AS` name; `c.country` → country; `p` → p; other expressions are encoded: `count(*)` → count_lparen_1_rparen_. */
export function columnName(column: Column): string {
  return column.as ?? encoded(column.expr);
}

function encoded(expr: Expr): string {
  switch (expr.kind) {
    case 'name':
    case 'member':
    case 'globalAccum':
      return expr.name;
    case 'vertexAccum':
      return `@${expr.name}`;
    default:
      return encodeText(expr);
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'div',
  '%': 'mod',
};

function encodeText(expr: Expr): string {
  switch (expr.kind) {
    case 'star':
      return '1';
    case 'int':
    case 'float':
    case 'string':
    case 'bool':
      return String(expr.value).replace(/\W+/g, '_');
    case 'call':
      return `${expr.name.toLowerCase()}_lparen_${expr.distinct ? 'distinct_' : ''}${expr.args.map(encoded).join('_comma_')}_rparen_`;
    case 'method':
      return `${encoded(expr.target)}_${expr.name}_lparen_${expr.args.map(encoded).join('_comma_')}_rparen_`;
    case 'binary':
      return `${encoded(expr.left)}_${SIGNS[expr.op] ?? expr.op.replace(/\W+/g, '_')}_${encoded(expr.right)}`;
    case 'unary':
      return `${expr.op === '-' ? 'minus' : 'not'}_${encoded(expr.operand)}`;
    default:
      return expr.kind;
  }
}
