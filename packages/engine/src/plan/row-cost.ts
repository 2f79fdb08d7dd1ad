/**
 * An estimate of the cost of a row, by the end at which a pattern of one edge starts. Values of the start vertices are
 * read and written sequentially; those of the vertices at the other end, at random places in memory.
 */
import type { Ast } from '@acacia/language';
import { walk } from './aliases.ts';
import type { PatternPlan } from './operators.ts';
import type { Pattern } from './pattern.ts';

/** The work on each row. */
export interface RowTrees {
  /** WHERE and ACCUM. */
  readonly trees: unknown;
  /** Aliases of vertices whose accumulators ACCUM adds to. */
  readonly addedTo: ReadonlySet<string>;
  /** Aliases whose vertices are collected in sets. */
  readonly collected: ReadonlySet<string>;
  /** Whether an accumulator keeps its values as separate cells instead of in a dense page. */
  readonly isCell: (accumulator: string) => boolean;
}

/** Costs in random accesses to memory; to follow the edge itself is one. */
const EDGE = 1;
const READ = 1;
/** A value is read and changed, and merged with the other threads' values where they share the work. */
const ADDED = 2;
const CELL = 6;
/** The one byte that marks a vertex as a member of a set. */
const MEMBER = 0.5;
/** The two ends of a list of neighbours. */
const DEGREE = 2;

/** `whole`: for each node, whether it may be any vertex of its types. */
export function rowCost(
  pattern: Pattern,
  { operators: [scan, hop, ...more] }: PatternPlan,
  rows: RowTrees | undefined,
  whole: readonly boolean[],
): number {
  if (rows === undefined || scan?.kind !== 'scan' || hop?.kind !== 'expand' || more.length > 0) return EDGE;
  const edge = pattern.edges[hop.edge];
  if (edge === undefined || edge.repeat !== undefined) return EDGE;
  const reached = pattern.nodes[hop.backward ? edge.from : edge.to];
  const asked = new Map<string, number>();
  const targets = new Set<unknown>();
  const isReached = (target: unknown): boolean =>
    reached?.name !== undefined && nameOf(target) === reached.name;
  walk(rows.trees, (node) => {
    const expr = node as Ast.Expr | Ast.DmlStatement;
    switch (expr.kind) {
      case 'assign':
        targets.add(expr.target);
        if (expr.target.kind !== 'vertexAccum' || !isReached(expr.target.target)) break;
        asked.set(`+ ${expr.target.name}`, rows.isCell(expr.target.name) ? CELL : ADDED);
        break;
      case 'vertexAccum':
        if (!targets.has(expr) && isReached(expr.target)) asked.set(`@ ${expr.name}`, READ);
        break;
      case 'member':
        if (isReached(expr.target)) asked.set(`. ${expr.name}`, READ);
        // Edges are stored in the order of their sources.
        else if (hop.backward && edge.name !== undefined && nameOf(expr.target) === edge.name)
          asked.set(`e ${expr.name}`, READ);
        break;
      case 'method':
        if (isReached(expr.target)) asked.set(`() ${expr.name}`, DEGREE);
        break;
      default:
    }
  });
  if (reached?.name !== undefined && rows.collected.has(reached.name)) asked.set('collected', READ);
  if (reached !== undefined && whole[reached.index] !== true) asked.set('member', MEMBER);
  return [...asked.values()].reduce((sum, cost) => sum + cost, EDGE);
}

function nameOf(expr: unknown): string | undefined {
  const { kind, name } = expr as { readonly kind: string; readonly name?: string };
  return kind === 'name' ? name : undefined;
}
