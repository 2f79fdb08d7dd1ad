/** POST-ACCUM runs once per vertex of an alias, in several threads where it changes values of that vertex alone. */
import type { Ast } from '@acacia/language';
import { walk } from '../plan/aliases.ts';
import { gatherings } from './additions.ts';
import { accumulatorsOf } from './clauses.ts';
import { type Code, js, list, literal } from './code.ts';
import { compileDml } from './dml.ts';
import { accumulatorUse, sharedPart, startsToShare } from './shared-rows.ts';
import type { Clause, Unit } from './unit.ts';
import { vertexLoop } from './vertex-loops.ts';

/** Kinds of accumulators whose contributions a helping thread can always send: its changes cannot be undone. */
const NUMBERS = new Set(['sumInt', 'sumDouble', 'min', 'max', 'or', 'and', 'avg']);

/**
 * Whether statements change nothing but dense values of the alias' own vertex and global numbers, and read those
 * values of no other vertex.
 */
export function isOwnWork(unit: Unit, alias: string, body: readonly Ast.DmlStatement[]): boolean {
  if (startsToShare(unit, body, [])?.size !== 0) return false;
  const { vertexWrites, globalWrites } = accumulatorsOf(body);
  const isOwn = (expr: Ast.Expr): boolean => expr.kind === 'name' && expr.name === alias;
  const isNumber = (name: string): boolean => NUMBERS.has(unit.globals.get(name)?.info.spec.kind ?? '');
  let own = vertexWrites.size === 0 || [...globalWrites].every(isNumber);
  walk(body, (node) => {
    if (node.kind === 'expr' || node.kind === 'insert' || node.kind === 'deleteElement') own = false;
    if (node.kind === 'vertexAccum') {
      const { name, target } = node as Extract<Ast.Expr, { kind: 'vertexAccum' }>;
      if (vertexWrites.has(name) && !isOwn(target)) own = false;
    }
    if (node.kind === 'assign' && 'op' in node) {
      const { target, op } = node as Extract<Ast.DmlStatement, { kind: 'assign' }>;
      const isLocal = target.kind === 'name' && unit.lookup(target.name) === undefined;
      const isAdded = target.kind === 'globalAccum' && op === '+=';
      if (!isLocal && !isAdded && target.kind !== 'vertexAccum') own = false;
    }
  });
  return own;
}

interface PostAccum {
  readonly set: Code;
  readonly alias: string;
  readonly types: readonly string[] | null;
  readonly clause: Clause;
  readonly body: readonly Ast.DmlStatement[];
  /** Whether `isOwnWork`. */
  readonly shared: boolean;
}

export function postAccum(unit: Unit, { set, alias, types, clause, body, shared }: PostAccum): Code {
  const loop = (of: Code): Code =>
    unit.within(clause, () => vertexLoop(unit, of, alias, types, () => compileDml(unit, body)));
  if (!shared) {
    const code = loop(set);
    const { before, names, merge } = gatherings(unit, clause);
    return js`${before}\n${code}\n${merge(names)}`;
  }
  const fresh = (): Code => unit.names.fresh();
  const [work, some, carried, result] = [fresh(), fresh(), fresh(), fresh()];
  const code = loop(some);
  const { goOn, names, merge } = gatherings(unit, clause);
  const function_ = js`function ${work}(${some}, ${carried}) {
${goOn(carried)}
${code}
return [${list(names)}];
}`;
  unit.functions.push(function_);
  const use = { ...accumulatorUse(unit, body, clause), inPlace: accumulatorsOf(body).vertexWrites.size > 0 };
  const part = sharedPart(unit, { name: work, code: function_, counters: 0 }, use);
  const values = names.map((_, index) => js`${result}[${literal(index)}]`);
  return js`for (const ${result} of ${unit.call('inParts', js`X`, work, set, js`[]`, part)}) {
${merge(values)}
}`;
}
