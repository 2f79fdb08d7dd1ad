/** Calls between stored queries. */
import type { Ast } from '@acacia/language';
import { walk } from '../plan/aliases.ts';
import { fairly, readQuery } from '../read/read-text.ts';
import type { Catalog, QueryEntry } from './catalog.ts';

/** Names that a query calls as functions, of which some are other queries. */
function callsIn(query: Ast.QueryDefinition | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  walk(query?.body, (node) => {
    if (node.kind === 'call' && 'name' in node) names.add(String(node.name));
  });
  return names;
}

type Calls = ReadonlyMap<string, ReadonlySet<string>>;

/** Names that stored queries call, by entry: each text is parsed once. */
const known = new WeakMap<QueryEntry, ReadonlySet<string>>();

async function storedCalls(catalog: Catalog, graph: string): Promise<Calls> {
  const pause = fairly();
  const calls = new Map<string, ReadonlySet<string>>();
  for (const entry of catalog.queries.values()) {
    if (entry.graph !== graph || entry.draft) continue;
    let called = known.get(entry);
    if (called === undefined) {
      await pause();
      called = callsIn((await readQuery(entry.code)).query);
      known.set(entry, called);
    }
    calls.set(entry.name, called);
  }
  return calls;
}

/** Sound queries of a graph, other than the query itself, that call it. */
export const callersOf = async (catalog: Catalog, graph: string, name: string): Promise<string[]> =>
  [...(await storedCalls(catalog, graph))]
    .filter(([caller, called]) => caller !== name && called.has(name))
    .map(([caller]) => caller);

/** The cycle of calls that storing a query would make through other queries; undefined: there is none. */
export async function circleOf(
  catalog: Catalog,
  graph: string,
  query: Ast.QueryDefinition,
): Promise<readonly string[] | undefined> {
  const name = query.name.text;
  const calls = new Map([...(await storedCalls(catalog, graph)), [name, callsIn(query)]]);
  const seen = new Set<string>();
  const search = (from: string, way: readonly string[]): readonly string[] | undefined => {
    for (const called of calls.get(from) ?? []) {
      // A query may call itself.
      if (called === name && from !== name) return [...way, name];
      if (called === name || seen.has(called) || !calls.has(called)) continue;
      seen.add(called);
      const found = search(called, [...way, called]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(name, [name]);
}
