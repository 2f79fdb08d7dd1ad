/**
 * Group keys as whole numbers: a vertex by its number, a text by its code in the dictionary of its column, a
 * truth value as 0 or 1. Rows of a group are then found by an array and not by their values.
 */
import type { Ast } from '@acacia/language';
import { type Code, js, literal } from './code.ts';
import { type Operand, type Unit, VertexAlias } from './unit.ts';

interface KeyCode {
  readonly code: Code;
  /** Codes are below it. */
  readonly size: Code;
  readonly alias: VertexAlias;
  /** The key identifies the vertices of the alias: other keys of the same alias follow from it. */
  readonly unique: boolean;
}

/** More parts would multiply to numbers that are not exact. */
const MOST_PARTS = 2;

/** The identifier of the groups by number, and code of a row's number; undefined when the keys have none. */
export function groupCodes(
  unit: Unit,
  table: Code,
  keys: readonly { readonly expr: Ast.Expr; readonly operand: Operand }[],
): { readonly groups: Code; readonly code: Code } | undefined {
  const codes = keys.map(({ expr, operand }) => codeOf(unit, expr, operand));
  const known = codes.flatMap((code) => code ?? []);
  if (known.length < keys.length) return undefined;
  const unique = new Set(known.filter((key) => key.unique).map(({ alias }) => alias));
  const parts = known.filter((key, index) => {
    if (!unique.has(key.alias)) return true;
    return key.unique && known.findIndex((other) => other.unique && other.alias === key.alias) === index;
  });
  const [first, second] = parts;
  if (first === undefined || parts.length > MOST_PARTS) return undefined;
  const deepest = parts.reduce((a, b) => (b.alias.depth > a.alias.depth ? b : a)).alias;
  const limit = second === undefined ? first.size : js`${first.size} * ${second.size}`;
  const groups = deepest.hoist(`groups of ${table}`, js`${table}.coded(${limit})`);
  const code = second === undefined ? first.code : js`${first.code} * ${second.size} + ${second.code}`;
  return { groups, code };
}

function codeOf(unit: Unit, expr: Ast.Expr, operand: Operand): KeyCode | undefined {
  const owner = expr.kind === 'member' ? expr.target : expr;
  const binding = owner.kind === 'name' ? unit.lookup(owner.name) : undefined;
  if (binding?.kind !== 'vertex' || operand.needs.length > 0) return undefined;
  const { alias } = binding;
  // Vertices of several types share numbers, and their columns do not share dictionaries.
  const type = unit.schema.vertexTypes.find(
    ({ name }) => alias.types?.length === 1 && name === alias.types[0],
  );
  if (type === undefined) return undefined;
  if (expr.kind === 'name' || (expr.kind === 'member' && expr.name === type.primaryId.name)) {
    const size = alias.hoist('size', js`X.snapshot.vertexTable(${alias.typeIndex}).size`);
    return { code: alias.number, size, alias, unique: true };
  }
  if (operand.text?.alias instanceof VertexAlias) {
    const { strings, code } = operand.text;
    const size = alias.hoist(`size of ${strings}`, js`${strings}.size`);
    return { code, size, alias, unique: false };
  }
  if (operand.type.kind !== 'bool') return undefined;
  return { code: js`(${operand.code} ? 1 : 0)`, size: literal(2), alias, unique: false };
}
