/**
 * ACCUM over rows that stand for several: which statements can be run once for all of them, and how. A sum
 * takes its contribution times the number of rows; extremes, truth values and sets take it once.
 */
import type { Ast } from '@acacia/language';
import { namesIn } from '../plan/aliases.ts';
import { isSteady, type RowUse } from '../plan/row-use.ts';
import type { AccumSpec } from '../library/accumulators.ts';
import type { Unit } from './unit.ts';

/** Stands for the number of rows in expressions; no name of a user has a star. */
export const ROWS = '*rows';

interface Repeated {
  readonly use: RowUse;
  /** The statements for rows that stand for several. */
  readonly statements: readonly Ast.DmlStatement[];
}

/** Undefined when the statements have to run for every row. `selected`: aliases that are collected besides. */
export function repeatedRows(
  unit: Unit,
  statements: readonly Ast.DmlStatement[],
  selected: Iterable<string>,
): Repeated | undefined {
  const rewriting = new Rewriting(unit);
  const rewritten = rewriting.all(statements);
  if (rewritten === undefined) return undefined;
  const names = new Set([...selected, ...namesIn(statements)]);
  return { use: { names, counted: rewriting.counted, costly: false }, statements: rewritten };
}

function times(value: Ast.Expr): Ast.Expr {
  const rows = { kind: 'name', name: ROWS, span: value.span } as const;
  if (value.kind === 'int' && value.value === 1) return rows;
  return { kind: 'binary', op: '*', left: value, right: rows, span: value.span };
}

class Rewriting {
  /** Whether a statement needs the number of rows. */
  counted = false;
  readonly #unit: Unit;
  readonly #locals = new Set<string>();

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  all(statements: readonly Ast.DmlStatement[]): readonly Ast.DmlStatement[] | undefined {
    const rewritten = statements.map((statement) => this.#one(statement));
    return rewritten.every((statement) => statement !== undefined) ? rewritten : undefined;
  }

  #steady(tree: unknown): boolean {
    return isSteady(tree, this.#unit.schema);
  }

  #one(statement: Ast.DmlStatement): Ast.DmlStatement | undefined {
    if (!this.#steady(statement)) return undefined;
    switch (statement.kind) {
      case 'declare':
        this.#locals.add(statement.name);
        return statement.type.kind === 'accum' ? undefined : statement;
      case 'assign':
        return this.#assign(statement);
      case 'if': {
        const branches = statement.branches.map(({ when, body }) => ({ when, body: this.all(body) }));
        const otherwise = statement.otherwise && this.all(statement.otherwise);
        if (statement.otherwise !== undefined && otherwise === undefined) return undefined;
        const whole = branches.flatMap(({ when, body }) => (body === undefined ? [] : [{ when, body }]));
        if (whole.length < branches.length) return undefined;
        return { ...statement, branches: whole, ...(otherwise === undefined ? {} : { otherwise }) };
      }
      default:
        return undefined;
    }
  }

  #assign(statement: Extract<Ast.DmlStatement, { kind: 'assign' }>): Ast.DmlStatement | undefined {
    const { target, op, value } = statement;
    if (target.kind === 'name') {
      // A variable of the row is new for each; one of the body would carry values from row to row.
      return this.#locals.has(target.name) ? statement : undefined;
    }
    if (op === '=' || (target.kind !== 'globalAccum' && target.kind !== 'vertexAccum')) return undefined;
    const accums = target.kind === 'globalAccum' ? this.#unit.globals : this.#unit.vertexAccums;
    const spec = accums.get(target.name)?.info.spec;
    const contribution = spec === undefined ? undefined : this.#contribution(spec, value);
    return contribution === undefined ? undefined : { ...statement, value: contribution };
  }

  /** The contribution of all rows; undefined when it is not one contribution. */
  #contribution(spec: AccumSpec, value: Ast.Expr): Ast.Expr | undefined {
    switch (spec.kind) {
      case 'min':
      case 'max':
      case 'or':
      case 'and':
      case 'bits':
      case 'set':
        return value;
      case 'sumInt':
        if (!this.#isInteger(value)) return undefined;
        break;
      case 'sumDouble':
        if (!this.#isInteger(value) && !this.#isDouble(value)) return undefined;
        break;
      case 'map':
        return this.#entry([spec.value], value);
      case 'groupBy':
        return this.#entry(spec.values, value);
      default:
        return undefined;
    }
    this.counted = true;
    return times(value);
  }

  #entry(specs: readonly AccumSpec[], value: Ast.Expr): Ast.Expr | undefined {
    if (value.kind !== 'mapEntry' || value.values.length !== specs.length) return undefined;
    const values = value.values.flatMap((part, index) => {
      const spec = specs[index];
      return (spec === undefined ? undefined : this.#contribution(spec, part)) ?? [];
    });
    return values.length < specs.length ? undefined : { ...value, values };
  }

  /** Whether a value is certainly a whole number: the sum of truncated fractions is not the truncated sum. */
  #isInteger(value: Ast.Expr): boolean {
    return this.#kindOf(value) === 'int';
  }

  #isDouble(value: Ast.Expr): boolean {
    return this.#kindOf(value) === 'double';
  }

  #kindOf(value: Ast.Expr): string | undefined {
    switch (value.kind) {
      case 'int':
        return 'int';
      case 'float':
        return 'double';
      case 'member': {
        // Whichever vertex or edge it is of: types that have such an attribute agree on its kind, or it is none.
        const attributes = [
          this.#unit.vertexAttribute(null, value.name),
          this.#unit.edgeAttribute(null, value.name),
        ].flatMap((attribute) => attribute?.type.kind ?? []);
        return attributes.every((kind) => kind === attributes[0]) ? attributes[0] : undefined;
      }
      case 'globalAccum':
        return this.#unit.globals.get(value.name)?.info.type.kind;
      case 'vertexAccum':
        return this.#unit.vertexAccums.get(value.name)?.info.type.kind;
      case 'binary': {
        if (!['+', '-', '*'].includes(value.op)) return undefined;
        const [left, right] = [this.#kindOf(value.left), this.#kindOf(value.right)];
        if (left === 'double' || right === 'double') {
          return [left, right].every((kind) => kind === 'int' || kind === 'double') ? 'double' : undefined;
        }
        return left === 'int' && right === 'int' ? 'int' : undefined;
      }
      case 'method':
        return value.name.toLowerCase() === 'outdegree' ? 'int' : undefined;
      default:
        return undefined;
    }
  }
}
