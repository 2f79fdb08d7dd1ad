/**
 * SELECTs that several threads can run together: those that change nothing but the sets of collected vertices,
 * dense accumulators of vertices, maps of the start vertices and global accumulators, and accumulators by `+=` alone.
 */
import type { Ast } from '@acacia/language';
import type { AccumInfo } from '../library/value-types.ts';
import { walk } from '../plan/aliases.ts';
import { isSteady } from '../plan/row-use.ts';
import { isTransferable } from '../library/transfer.ts';
import { accumulatorsOf } from './clauses.ts';
import { type Code, js, list, literal } from './code.ts';
import { rootOf } from './places.ts';
import { identifiersIn } from './row-function.ts';
import type { Clause, Unit } from './unit.ts';

/** Kinds of statements that several threads can run. */
const STATEMENTS = new Set(['declare', 'assign', 'if', 'while', 'foreach', 'break', 'continue']);

/** Kinds of expressions that only the thread of the query can evaluate. */
const OWN = new Set(['star', 'interval', 'vertexSet']);
/** Keys of maps that are kept as numbers. */
const RUN_KEYS = new Set(['int', 'double', 'datetime', 'vertex']);
/** Functions that know the run. */
const RUN = new Set(['evaluate', 'to_vertex_set']);

/**
 * The alias at whose vertices the rows must start for several threads to run them; empty: any, null: the rows cannot
 * be shared. `read`: the expressions that the rows read besides `statements`.
 */
export function startsToShare(
  unit: Unit,
  read: unknown,
  statements: readonly Ast.DmlStatement[],
): ReadonlySet<string> | null {
  const rows = [read, statements];
  if (!isSteady(rows, unit.schema)) return null;
  const { vertexReads, vertexPrevious, vertexOnlyAdded } = accumulatorsOf(rows);
  const starts = new Set<string>();
  /** Whether a map can be gathered as runs: these are complete where one thread has all rows of a vertex. */
  const areRuns = (name: string, { spec, type }: AccumInfo): boolean => {
    const [alias, ...others] = vertexOnlyAdded.get(name) ?? [];
    const isMap = spec.kind === 'map' && ['sumInt', 'sumDouble'].includes(spec.value.kind);
    const isNumbered = type.kind === 'map' && RUN_KEYS.has(type.key.kind);
    if (!isMap || !isNumbered || vertexReads.has(name) || vertexPrevious.has(name)) return false;
    if (alias === undefined || others.length > 0) return false;
    starts.add(alias);
    return true;
  };
  let shareable = true;
  walk(statements, (node) => {
    if (node.kind === 'assign' && 'op' in node) shareable &&= isAddition(unit, node as Assign);
    if (node.kind === 'expr' || node.kind === 'insert' || node.kind === 'deleteElement') shareable = false;
  });
  if (!statements.every(({ kind }) => STATEMENTS.has(kind))) return null;
  const counted = new Set<unknown>();
  walk(rows, (node) => {
    if (OWN.has(node.kind) && !counted.has(node)) shareable = false;
    if (node.kind === 'call') {
      const { name, args } = node as Extract<Ast.Expr, { kind: 'call' }>;
      if (RUN.has(name.toLowerCase())) shareable = false;
      // count(*)
      if (name.toLowerCase() === 'count') for (const arg of args) counted.add(arg);
    }
    if (node.kind === 'vertexAccum') {
      const { name } = node as Extract<Ast.Expr, { kind: 'vertexAccum' }>;
      const accum = unit.vertexAccums.get(name);
      if (accum === undefined || accum.edge) shareable = false;
      else if (accum.info.layout === 'cell' && !areRuns(name, accum.info)) shareable = false;
    }
    if (node.kind === 'globalAccum') {
      const accum = unit.globals.get((node as Extract<Ast.Expr, { kind: 'globalAccum' }>).name);
      if (accum === undefined || !isTransferable(accum.info.spec)) shareable = false;
    }
  });
  return shareable && starts.size < 2 ? starts : null;
}

type Assign = Extract<Ast.DmlStatement, { kind: 'assign' }>;

/** Whether an assignment adds to an accumulator, or changes a variable of the clause. */
function isAddition(unit: Unit, { target, op }: Assign): boolean {
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
}

/** How rows that several threads share use the query's accumulators, by the identifiers of these. */
interface AccumulatorUse {
  /** Accumulators that the rows add to and do not read. */
  readonly added: readonly (Code | undefined)[];
  /** For each value that the rows give: the accumulator whose cell it is, null for a plain value. */
  readonly cells: readonly (Code | null)[];
  /** Whether the rows change values of their own vertices in place, in shared memory. */
  readonly inPlace?: boolean;
}

/** `trees`: the clauses that read and write accumulators; `clause`: the contributions that they gather. */
export function accumulatorUse(unit: Unit, trees: unknown, clause: Clause): AccumulatorUse {
  const { vertexWrites, globalWrites, globalReads } = accumulatorsOf(trees);
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
}

/** Code of a `Part` for rows that can be shared. */
export function sharedPart(
  unit: Unit,
  work: { readonly name: Code; readonly code: Code; readonly counters: number },
  { added, cells, inPlace = false }: AccumulatorUse,
): Code {
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
    js`{ index: ${literal(index)}, work: ${work.name}, get: ${get}, set: ${set}, written: ${written}, cells: ${results}, inPlace: ${literal(inPlace)} }`,
  );
  return js`P[${literal(index)}]`;
}

/** The variables of the query that code uses, whose texts are all of our making but those in quotes. */
function variablesIn(unit: Unit, code: Code): readonly Code[] {
  const known = new Set(unit.variables());
  return [...identifiersIn(code)].filter((name) => known.has(name));
}
