/** How the rows of a pattern are used, as far as plans depend on it. */
import type { Ast, GraphSchema } from '@acacia/language';
import { walk } from './aliases.ts';

export interface RowUse {
  /** Aliases that are read. Rows that agree on them look the same. */
  readonly names: ReadonlySet<string>;
  /** Whether the number of equal rows matters; else one of them stands for all. */
  readonly counted: boolean;
  /** Whether the work on a row costs far more than to follow an edge: the row is grouped by values. */
  readonly costly: boolean;
}

/** Functions that give another value at each call. */
export const VARYING: ReadonlySet<string> = new Set([
  'gsql_uuid_v4',
  'now',
  'rand',
  'tg_rand_int',
  'tg_random',
  'tg_random_distribution',
  'tg_random_range',
  'timestamp',
]);

/** Functions that have an effect, or that only the query's thread knows. */
const BOUND = new Set(['current_roles', 'evaluate', 'is_granted_to_current_roles']);

/** Methods that change nothing. */
const READING = new Set([
  'contains',
  'containskey',
  'edgeattribute',
  'get',
  'getattr',
  'isdirected',
  'neighborattribute',
  'neighbors',
  'outdegree',
  'size',
  'type',
]);

/**
 * Whether expressions give the same value at each evaluation and have no effect. Calls of queries and of user-defined
 * functions count as unsteady.
 */
export function isSteady(
  tree: unknown,
  { queries, functions = [] }: Pick<GraphSchema, 'queries' | 'functions'>,
): boolean {
  const isWritten = (name: string): boolean => [...queries, ...functions].some((each) => each.name === name);
  let steady = true;
  walk(tree, (node) => {
    if (node.kind === 'call') {
      const { name, args } = node as Extract<Ast.Expr, { kind: 'call' }>;
      // With several arguments it writes a line; with one it is a logarithm.
      const isLine = name.toLowerCase() === 'log' && args.length > 1;
      const lower = name.toLowerCase();
      if (VARYING.has(lower) || BOUND.has(lower) || isLine || isWritten(name)) steady = false;
    } else if (node.kind === 'method') {
      const { name } = node as Extract<Ast.Expr, { kind: 'method' }>;
      if (!READING.has(name.toLowerCase())) steady = false;
    }
  });
  return steady;
}
