/** LS and SHOW. */
import type { Ast } from '@acacia/language';
import { scopeOf } from '../catalog/catalog.ts';
import { requireGraph } from './definitions.ts';
import type { ShellContext } from './shell.ts';
import { edgeText, graphText, queryText, vertexText } from './type-text.ts';

export const listScope = (context: ShellContext): void => {
  const { catalog } = context.store;
  const { print } = context;
  const graph = context.session.graph === null ? null : requireGraph(context);
  print(graph === null ? '---- Global vertices, edges, and all graphs' : `---- Graph ${graph}`);
  print('Vertex Types:');
  for (const line of vertexLines(context)) print(line);
  print('Edge Types:');
  for (const line of edgeLines(context)) print(line);
  print('');
  print('Graphs:');
  for (const entry of catalog.graphs.values()) {
    if (graph === null || entry.name === graph) print(`- ${graphText(catalog, entry)}`);
  }
  print('Jobs:');
  for (const job of jobsOf(context)) print(`- ${job.code.split('\n').join('\n  ')}`);
  if (graph !== null) {
    print('Queries:');
    for (const query of queriesOf(context)) print(`- ${queryText(query)}`);
  }
  print('');
  print('JSON API version: v2');
  print('Syntax version: v2');
  print('');
};

const vertexLines = (context: ShellContext, matches: (name: string) => boolean = () => true): string[] => {
  const scope = scopeOf(context.store.catalog, context.session.graph);
  return [...scope.vertexTypes.values()]
    .filter((entry) => matches(entry.type.name))
    .map((entry) => `- ${vertexText(entry)}`);
};

const edgeLines = (context: ShellContext, matches: (name: string) => boolean = () => true): string[] => {
  const { catalog } = context.store;
  const scope = scopeOf(catalog, context.session.graph);
  return [...scope.edgeTypes]
    .filter(([name]) => matches(name))
    .map(([name, seen]) => `- ${edgeText(catalog, scope, name, seen)}`);
};

const jobsOf = (context: ShellContext) => {
  const { graph } = context.session;
  const { loadingJobs, schemaJobs } = context.store.catalog;
  return [...schemaJobs.values(), ...loadingJobs.values()].filter(
    (job) => graph === null || job.graph === graph,
  );
};

const queriesOf = (context: ShellContext) => {
  const { graph } = context.session;
  return [...context.store.catalog.queries.values()].filter(
    (query) => graph === null || query.graph === graph,
  );
};

/** A name, or a pattern with `*` and `?`, to a test of names. */
const matcher = (pattern: string | undefined): ((name: string) => boolean) => {
  if (pattern === undefined || pattern === '*') return () => true;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`);
  return (name) => expression.test(name);
};

export const showObjects = (
  context: ShellContext,
  what: Extract<Ast.Statement, { kind: 'show' }>['what'],
  pattern: string | undefined,
): void => {
  const matches = matcher(pattern);
  const { print } = context;
  const { catalog } = context.store;
  switch (what) {
    case 'vertex':
      print('Vertex Types:');
      for (const line of vertexLines(context, matches)) print(line);
      return;
    case 'edge':
      print('Edge Types:');
      for (const line of edgeLines(context, matches)) print(line);
      return;
    case 'graph':
      for (const graph of catalog.graphs.values())
        if (matches(graph.name)) print(`- ${graphText(catalog, graph)}`);
      return;
    case 'job':
      for (const job of jobsOf(context)) if (matches(job.name)) print(job.code);
      return;
    case 'query':
      for (const query of queriesOf(context)) {
        if (!matches(query.name)) continue;
        print(`# ${query.draft ? 'draft ' : query.installed ? 'installed ' : ''}${query.syntax}`);
        print(query.code);
      }
  }
};
