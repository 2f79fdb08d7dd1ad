/**
 * Which SELECTs several threads can run together: those that change nothing but sets of vertices met, dense
 * accumulators of vertices and global accumulators, and these by `+=` alone.
 */
import type { Ast } from '@acacia/language';
import { walk } from '../plan/aliases.ts';
import { isSteady } from '../plan/row-use.ts';
import { isTransferable } from '../run/library/transfer.ts';
import { accumulatorsOf } from './clauses.ts';
import { type Code, js, list, literal } from './code.ts';
import { rootOf } from './places.ts';
import { identifiersIn } from './row-function.ts';
import type { Clause, Unit } from './unit.ts';

/** Statements that may stand in ACCUM. */
const STATEMENTS = new Set(['declare', 'assign', 'if', 'while', 'foreach', 'break', 'continue']);

/** Expressions that only the thread of the query can work out. */
const OWN = new Set(['star', 'interval', 'vertexSet']);
/** Functions that know the run. */
const RUN = new Set(['evaluate', 'to_vertex_set']);

/** `read`: what the rows read besides the statements that run for each. */
export const areShareable = (unit: Unit, read: unknown, statements: readonly Ast.DmlStatement[]): boolean => {
  const rows = [read, statements];
  if (!isSteady(rows, unit.schema)) return false;
  let shareable = true;
  walk(statements, (node) => {
    if (node.kind === 'assign' && 'op' in node) shareable &&= isAddition(unit, node as Assign);
    if (node.kind === 'expr' || node.kind === 'insert' || node.kind === 'deleteElement') shareable = false;
  });
  if (!statements.every(({ kind }) => STATEMENTS.has(kind))) return false;
  walk(rows, (node) => {
    if (OWN.has(node.kind)) shareable = false;
    if (node.kind === 'call' && 'name' in node && RUN.has(String(node.name).toLowerCase())) shareable = false;
    if (node.kind === 'vertexAccum') {
      const accum = unit.vertexAccums.get((node as Extract<Ast.Expr, { kind: 'vertexAccum' }>).name);
      if (accum === undefined || accum.edge || accum.info.layout === 'cell') shareable = false;
    }
    if (node.kind === 'globalAccum') {
      const accum = unit.globals.get((node as Extract<Ast.Expr, { kind: 'globalAccum' }>).name);
      if (accum === undefined || !isTransferable(accum.info.spec)) shareable = false;
    }
  });
  return shareable;
};

type Assign = Extract<Ast.DmlStatement, { kind: 'assign' }>;

/** Whether an assignment adds to an accumulator, or changes a variable of the clause. */
const isAddition = (unit: Unit, { target, op }: Assign): boolean => {
  switch (target.kind) {
    case 'vertexAccum':
    case 'globalAccum':
      return op === '+=';
    case 'name':
      return unit.lookup(target.name) === undefined;
    case 'index': {
      const root = rootOf(target);
      return root.kind === 'name' && unit.lookup(root.name) === undefined;
    }
    default:
      return false;
  }
};

/** What rows that can be shared do with the accumulators of the query, by the identifiers of these. */
interface AccumulatorUse {
  /** Accumulators that they add to and do not read besides. */
  readonly added: readonly (Code | undefined)[];
  /** For each value that they give: the accumulator whose cell it is, null for a plain value. */
  readonly cells: readonly (Code | null)[];
}

export const accumulatorUse = (unit: Unit, select: Ast.SelectExpr, clause: Clause): AccumulatorUse => {
  const { vertexWrites, globalWrites, globalReads } = accumulatorsOf([select.where, select.accum]);
  return {
    added: [
      ...[...vertexWrites].map((name) => unit.vertexAccums.get(name)?.code),
      ...[...globalWrites]
        .filter((name) => !globalReads.has(name))
        .map((name) => unit.globals.get(name)?.code),
    ],
    cells: [...clause.gathered].flatMap(([name, { number }]) => {
      const cell = unit.globals.get(name)?.code ?? null;
      return number === undefined ? [cell] : [cell, null];
    }),
  };
};

/** Code of a `Part` for rows that can be shared. */
export const sharedPart = (
  unit: Unit,
  work: { readonly name: Code; readonly code: Code; readonly counters: number },
  { added, cells }: AccumulatorUse,
): Code => {
  const variables = variablesIn(unit, work.code);
  const placeOf = (code: Code | undefined): number => (code === undefined ? -1 : variables.indexOf(code));
  const written = unit.constant(added.map(placeOf).filter((place) => place >= 0));
  const results = unit.constant([
    ...cells.map((cell) => (cell === null ? null : placeOf(cell))),
    ...new Array<null>(work.counters).fill(null),
  ]);
  const index = unit.parts.length;
  const get = js`() => [${list(variables)}]`;
  const given = unit.names.fresh();
  const set = js`(${given}) => { ${variables.map((variable, at) => js`${variable} = ${given}[${literal(at)}];`)} }`;
  unit.parts.push(
    js`{ index: ${literal(index)}, work: ${work.name}, get: ${get}, set: ${set}, written: ${written}, cells: ${results} }`,
  );
  return js`P[${literal(index)}]`;
};

/** The variables of the query that code uses, whose texts are all of our making but those in quotes. */
const variablesIn = (unit: Unit, code: Code): readonly Code[] => {
  const known = new Set(unit.variables());
  return [...identifiersIn(code)].filter((name) => known.has(name));
};
