/** Values that a query prints, as far as its text shows: the `output` of a query's signature. */
import type { GraphSchema } from '../../schema.ts';
import type { PrintItem, QueryDefinition } from '../ast.ts';
import { analyzeQuery } from './analyze.ts';
import { describe } from './types.ts';

export interface PrintedValue {
  /** The key in the results. */
  readonly name: string;
  /** The type in GSQL's notation. */
  readonly type: string;
}

/** The printed values in the order of the text, each key once. The query must have been parsed without errors. */
export function printedValues(query: QueryDefinition, schema: GraphSchema): readonly PrintedValue[] {
  const { typeOf } = analyzeQuery(query, schema);
  const found = new Map<string, PrintedValue>();
  for (const { as, text, expr } of printItems(query.body)) {
    const name = as ?? text;
    const type = typeOf.get(expr);
    if (!found.has(name) && type !== undefined) found.set(name, { name, type: describe(type) });
  }
  return [...found.values()];
}

/** The items of every PRINT that is not to a file, at whatever depth it stands. */
function printItems(tree: unknown): readonly PrintItem[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (isPrint(tree)) return tree.toCsv === undefined ? tree.items : [];
  return Object.values(tree).flatMap(printItems);
}

interface Print {
  readonly kind: 'print';
  readonly items: readonly PrintItem[];
  readonly toCsv?: unknown;
}

const isPrint = (tree: object): tree is Print => 'kind' in tree && tree.kind === 'print' && 'items' in tree;
