/** Which stored queries call which. */
import { parseQuery, type Ast } from '@acacia/language';
import { walk } from '../plan/aliases.ts';
import type { Catalog } from './catalog.ts';

/** Names that a query calls as functions, of which some are other queries. */
const callsIn = (query: Ast.QueryDefinition | undefined): ReadonlySet<string> => {
  const names = new Set<string>();
  walk(query?.body, (node) => {
    if (node.kind === 'call' && 'name' in node) names.add(String(node.name));
  });
  return names;
};

type Calls = ReadonlyMap<string, ReadonlySet<string>>;

const storedCalls = (catalog: Catalog, graph: string): Calls => {
  const ofGraph = [...catalog.queries.values()].filter((entry) => entry.graph === graph && !entry.draft);
  return new Map(ofGraph.map(({ name, code }) => [name, callsIn(parseQuery(code).query)]));
};

/** Sound queries of a graph, other than the query itself, that call it. */
export const callersOf = (catalog: Catalog, graph: string, name: string): string[] =>
  [...storedCalls(catalog, graph)]
    .filter(([caller, called]) => caller !== name && called.has(name))
    .map(([caller]) => caller);

/** The way by which a query that is about to be stored would call itself through others; undefined: it does not. */
export const circleOf = (
  catalog: Catalog,
  graph: string,
  query: Ast.QueryDefinition,
): readonly string[] | undefined => {
  const name = query.name.text;
  const calls = new Map([...storedCalls(catalog, graph), [name, callsIn(query)]]);
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
};
