/** UPDATE, SHOW and DROP DESCRIPTION: descriptions of queries and their parameters. */
import type { Ast } from '@acacia/language';
import { graphEntry, type QueryEntry } from '../catalog/catalog.ts';
import { describeQuery, findQuery } from '../catalog/queries.ts';
import type { DescribeQuery } from '../engine.ts';
import { engineError } from '../errors/catalogue.ts';
import { requireGraph } from './definitions.ts';
import { isPattern, nameMatcher } from './name-pattern.ts';
import type { ShellContext } from './shell.ts';

export async function describe(context: ShellContext, statement: Ast.DescribeStatement): Promise<void> {
  const graph = statement.graph?.text ?? requireGraph(context);
  const { store, print } = context;
  graphEntry(store.catalog, graph);
  const subjects = subjectsOf(context, graph, statement.subjects);
  if (statement.action === 'show') {
    for (const { entry, parameters } of subjects) print(descriptionText(entry, parameters));
    return;
  }
  const text = statement.action === 'update' ? (statement.text ?? '') : null;
  const changes = subjects.map(({ entry, parameters }): DescribeQuery => {
    if (parameters === null) return { name: entry.name, description: text, parameters: {} };
    return { name: entry.name, parameters: Object.fromEntries(parameters.map((name) => [name, text])) };
  });
  await store.changeCatalog((catalog) =>
    changes.reduce((current, change) => describeQuery(current, graph, change), catalog),
  );
  print(`Successfully ${text === null ? 'dropped' : 'updated'} the description.`);
}

interface Subject {
  readonly entry: QueryEntry;
  /** Null: of the query itself. */
  readonly parameters: readonly string[] | null;
}

function subjectsOf(
  context: ShellContext,
  graph: string,
  named: Ast.DescribeStatement['subjects'],
): readonly Subject[] {
  const { catalog } = context.store;
  if (named === '*') {
    return [...catalog.queries.values()]
      .filter((entry) => entry.graph === graph)
      .map((entry) => ({ entry, parameters: null }));
  }
  return named.flatMap(({ query, parameter }): Subject[] => {
    if (isPattern(query.text)) {
      const fits = nameMatcher({ pattern: query.text });
      const found = [...catalog.queries.values()].filter((each) => each.graph === graph && fits(each.name));
      return found.map((entry) => ({ entry, parameters: null }));
    }
    const entry = findQuery(catalog, graph, query.text);
    if (entry === undefined) {
      throw engineError('queryOfGraphUnknown', { name: query.text, graph });
    }
    if (parameter === undefined) return [{ entry, parameters: null }];
    const all = entry.parameters.map(({ name }) => name);
    return [{ entry, parameters: parameter.text === '*' ? all : [parameter.text] }];
  });
}

/** Of a query its own and those of its parameters; else of the parameters that were named. */
function descriptionText(entry: QueryEntry, parameters: readonly string[] | null): string {
  const own = parameters === null ? [`- ${entry.name}: ${entry.description ?? '(none)'}`] : [];
  const chosen = parameters ?? entry.parameters.map(({ name }) => name);
  const lines = chosen.map((name) => {
    const found = entry.parameters.find((parameter) => parameter.name === name);
    if (found === undefined) {
      throw engineError('queryParameterUnknown', { query: entry.name, name });
    }
    return `${parameters === null ? '  ' : ''}- ${entry.name}.${name}: ${found.description ?? '(none)'}`;
  });
  return [...own, ...lines].join('\n');
}
