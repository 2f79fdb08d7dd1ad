/** Privileges that running a query needs, derived from its text. */
import type { Privilege } from '@acacia/contract';
import { readQuery } from '@acacia/engine';
import type { Ast } from '@acacia/language';

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

/** Each text is analysed once, however often it runs; undefined: it cannot be parsed. */
const known = new Map<string, Found | undefined>();
const KEPT_TEXTS = 500;

async function foundIn(text: string): Promise<Found | undefined> {
  if (known.has(text)) return known.get(text);
  const { query } = await readQuery(text);
  const found = query === undefined ? undefined : searched(query);
  known.set(text, found);
  if (known.size > KEPT_TEXTS) known.delete(known.keys().next().value ?? '');
  return found;
}

function searched(query: Ast.QueryDefinition): Found {
  const found: Found = { writes: new Set(), calls: new Set() };
  search(query.body, found);
  return found;
}

const ANY_CHANGE: readonly Privilege[] = ['UPDATE_DATA', 'CREATE_DATA', 'DELETE_DATA'];

/** Privileges of the query's own statements and of those of all queries that it calls. */
async function withCalled(own: Found, find: FindQuery): Promise<readonly Privilege[]> {
  const writes = new Set(own.writes);
  const calls = new Set(own.calls);
  // Iterating over a set includes elements added meanwhile: queries that are called call others.
  for (const name of calls) {
    const text = find(name);
    if (text === undefined) continue;
    const called = await foundIn(text);
    for (const privilege of called?.writes ?? ANY_CHANGE) writes.add(privilege);
    for (const next of called?.calls ?? []) calls.add(next);
  }
  return ['READ_DATA', ...writes];
}

/** Reading, and each kind of change that it or a query which it calls can make. */
export const dataPrivileges = (query: Ast.QueryDefinition, find: FindQuery): Promise<readonly Privilege[]> =>
  withCalled(searched(query), find);

/** Stored queries that a query calls itself. */
export const queriesCalled = (query: Ast.QueryDefinition, find: FindQuery): readonly string[] =>
  [...searched(query).calls].filter((name) => find(name) !== undefined);

/** As `dataPrivileges`, for a text; a text that cannot be parsed counts as making every change. */
export async function dataPrivilegesOfText(text: string, find: FindQuery): Promise<readonly Privilege[]> {
  const found = await foundIn(text);
  return found === undefined ? ['READ_DATA', ...ANY_CHANGE] : withCalled(found, find);
}
