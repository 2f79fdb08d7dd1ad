/** Whether a query can change data, told from its text. */
import { parseQuery, type Ast } from '@acacia/language';

/** Text of a stored query of the same graph, for queries that call others. */
export type FindQuery = (name: string) => string | undefined;

const WRITING_KINDS: ReadonlySet<unknown> = new Set(['insert', 'delete', 'update', 'deleteElement']);

interface Found {
  writes: boolean;
  readonly calls: Set<string>;
}

/** Walks plain tree nodes of any kind: a new kind of statement cannot be forgotten. */
function search(node: unknown, found: Found): void {
  if (typeof node !== 'object' || node === null || found.writes) return;
  if (Array.isArray(node)) {
    for (const item of node) search(item, found);
    return;
  }
  const { kind, name, target } = node as { kind?: unknown; name?: unknown; target?: { kind?: unknown } };
  const setsAttribute =
    (kind === 'assign' && target?.kind === 'member') || (kind === 'method' && name === 'setAttr');
  if (WRITING_KINDS.has(kind) || setsAttribute) {
    found.writes = true;
    return;
  }
  if (kind === 'call' && typeof name === 'string') found.calls.add(name);
  for (const child of Object.values(node)) search(child, found);
}

/** Also true when a query that it calls changes data. */
export function queryWrites(query: Ast.QueryDefinition, find: FindQuery, seen = new Set<string>()): boolean {
  const found: Found = { writes: false, calls: new Set() };
  search(query.body, found);
  if (found.writes) return true;
  for (const name of found.calls) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = find(name);
    if (text !== undefined && queryTextWrites(text, find, seen)) return true;
  }
  return false;
}

/** As `queryWrites`, of a text; one that cannot be read counts as changing data. */
export function queryTextWrites(text: string, find: FindQuery, seen = new Set<string>()): boolean {
  const { query } = parseQuery(text);
  return query === undefined || queryWrites(query, find, seen);
}
