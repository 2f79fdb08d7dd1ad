/** What is done with the rows of a pattern, as far as plans depend on it. */
import type { Ast, GraphSchema } from '@acacia/language';
import { walk } from './aliases.ts';

export interface RowUse {
  /** Aliases that are read. Rows that agree on them look the same. */
  readonly names: ReadonlySet<string>;
  /** Whether it matters how many rows look the same; else one of them stands for all. */
  readonly counted: boolean;
  /** Whether a row costs far more than to follow an edge: it is grouped by values. */
  readonly costly: boolean;
}

/** Functions whose value changes from call to call, that have an effect, or that only the query's thread knows. */
const UNSTEADY = new Set([
  'current_roles',
  'evaluate',
  'gsql_uuid_v4',
  'is_granted_to_current_roles',
  'now',
  'rand',
  'timestamp',
]);

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
 * Whether expressions have the same value however often they are worked out, and no effect. Of queries, and of
 * functions that people wrote, nothing is known.
 */
export const isSteady = (
  tree: unknown,
  { queries, functions = [] }: Pick<GraphSchema, 'queries' | 'functions'>,
): boolean => {
  const isWritten = (name: string): boolean => [...queries, ...functions].some((each) => each.name === name);
  let steady = true;
  walk(tree, (node) => {
    if (node.kind === 'call') {
      const { name, args } = node as Extract<Ast.Expr, { kind: 'call' }>;
      // With several arguments it writes a line; with one it is a logarithm.
      const isLine = name.toLowerCase() === 'log' && args.length > 1;
      if (UNSTEADY.has(name.toLowerCase()) || isLine || isWritten(name)) steady = false;
    } else if (node.kind === 'method') {
      const { name } = node as Extract<Ast.Expr, { kind: 'method' }>;
      if (!READING.has(name.toLowerCase())) steady = false;
    }
  });
  return steady;
};
