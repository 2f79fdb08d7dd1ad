/** What running a query asks of the caller, told from its text. */
import type { Privilege } from '@acacia/contract';
import { parseQuery, type Ast } from '@acacia/language';

/** Text of a stored query of the same graph, for queries that call others. */
export type FindQuery = (name: string) => string | undefined;

const WRITES: ReadonlyMap<unknown, readonly Privilege[]> = new Map([
  ['insert', ['UPDATE_DATA', 'CREATE_DATA']],
  ['update', ['UPDATE_DATA']],
  ['delete', ['DELETE_DATA']],
  ['deleteElement', ['DELETE_DATA']],
]);

interface Found {
  readonly writes: Set<Privilege>;
  readonly calls: Set<string>;
}

/** Walks plain tree nodes of any kind: a new kind of statement cannot be forgotten. */
function search(node: unknown, found: Found): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) search(item, found);
    return;
  }
  const { kind, name, target } = node as { kind?: unknown; name?: unknown; target?: { kind?: unknown } };
  const setsAttribute =
    (kind === 'assign' && target?.kind === 'member') || (kind === 'method' && name === 'setAttr');
  if (setsAttribute) found.writes.add('UPDATE_DATA');
  for (const privilege of WRITES.get(kind) ?? []) found.writes.add(privilege);
  if (kind === 'call' && typeof name === 'string') found.calls.add(name);
  for (const child of Object.values(node)) search(child, found);
}

/** Reading, and each kind of change that it or a query which it calls can make. */
export function dataPrivileges(query: Ast.QueryDefinition, find: FindQuery): readonly Privilege[] {
  const found: Found = { writes: new Set(), calls: new Set() };
  search(query.body, found);
  // A set gives what is added while it is walked, too: queries that are called call others.
  for (const name of found.calls) {
    const text = find(name);
    const called = text === undefined ? undefined : parseQuery(text).query;
    if (called !== undefined) search(called.body, found);
    else if (text !== undefined) for (const privilege of ANY_CHANGE) found.writes.add(privilege);
  }
  return ['READ_DATA', ...found.writes];
}

/** Stored queries that a query calls itself. */
export function queriesCalled(query: Ast.QueryDefinition, find: FindQuery): readonly string[] {
  const found: Found = { writes: new Set(), calls: new Set() };
  search(query.body, found);
  return [...found.calls].filter((name) => find(name) !== undefined);
}

const ANY_CHANGE: readonly Privilege[] = ['UPDATE_DATA', 'CREATE_DATA', 'DELETE_DATA'];

/** As `dataPrivileges`, of a text; one that cannot be read counts as making every change. */
export function dataPrivilegesOfText(text: string, find: FindQuery): readonly Privilege[] {
  const { query } = parseQuery(text);
  return query === undefined ? ['READ_DATA', ...ANY_CHANGE] : dataPrivileges(query, find);
}
