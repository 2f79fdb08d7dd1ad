/** CREATE, INTERPRET, INSTALL and RUN QUERY. */
import { engineError } from '../errors/catalogue.ts';
import { stringifyJson } from '@acacia/base';
import {
  lineColumn,
  nearest,
  signatureOf,
  type Ast,
  type Diagnostic,
  type GraphSchema,
} from '@acacia/language';
import { graphEntry, schemaOf, scopeOf, type QueryEntry } from '../catalog/catalog.ts';
import { checkName } from '../catalog/names.ts';
import { enableCallers, findQuery, markQueries, putQuery } from '../catalog/queries.ts';
import { callersOf, circleOf } from '../catalog/query-calls.ts';
import type { RunOptions, RunResult } from '../engine.ts';
import { notInstalled } from '../query-service.ts';
import { queryFaults, treeFaults } from '../read/read-text.ts';
import { requireGraph } from './definitions.ts';
import { isPattern, nameMatcher } from './name-pattern.ts';
import { parametersOf } from './run-arguments.ts';
import { CODES, StatementFailure, type ShellContext } from './shell.ts';

export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error';

/** One fault as TigerGraph prints it: kind, query, code, place, then the words. */
function faultLines(query: string, text: string, { code, severity, message, span }: Diagnostic): string[] {
  const { line, column } = lineColumn(text, span.start);
  const family = code.startsWith('TYP') ? 'Type Check' : code.startsWith('SYN') ? 'Syntax' : 'Semantic Check';
  return [
    `${family} ${severity === 'error' ? 'Error' : 'Warning'} in query ${query} (${code}): line ${line}, col ${column}`,
    message,
  ];
}

export function printFaults(
  context: ShellContext,
  query: string,
  text: string,
  faults: readonly Diagnostic[],
): void {
  for (const fault of faults) for (const line of faultLines(query, text, fault)) context.print(line);
}

/** Diagnostics of a query that begins at an offset of a longer text, with positions in that text. */
const faultsWithin = async (
  text: string,
  offset: number,
  schema: GraphSchema,
): Promise<readonly Diagnostic[]> =>
  (await queryFaults(text, schema)).map(({ span, ...fault }) => ({
    ...fault,
    span: { start: span.start + offset, end: span.end + offset },
  }));

/**
 * Stores a query, one with errors as a draft ("Draft queries", GSQL reference 4.2).
 * @param broken it has errors of syntax, which were printed: the tree has the parts that could be read
 */
export async function createQuery(
  context: ShellContext,
  statement: Extract<Ast.Statement, { kind: 'createQuery' }>,
  broken = false,
): Promise<void> {
  const { query, text, orReplace } = statement;
  const name = query.name.text;
  const graph = query.graph?.text ?? requireGraph(context);
  const { catalog } = context.store;
  graphEntry(catalog, graph);
  const code = broken ? CODES.syntax : CODES.runtime;
  const fail = (message: string): never => {
    context.print(message);
    context.print(`Failed to create queries: [${name}].`);
    throw new StatementFailure(code);
  };
  const before = findQuery(catalog, graph, name);
  if (before !== undefined && !orReplace) {
    fail(
      `Semantic Check Fails: The query ${name} already exists in the graph ${graph}! Please use CREATE OR REPLACE QUERY.`,
    );
  }
  const scope = scopeOf(catalog, graph);
  if (scope.vertexTypes.has(name) || scope.edgeTypes.has(name)) {
    fail(
      `Semantic Check Fails: The query name ${name} is used by another object! Please use a different name.`,
    );
  }
  checkName('query', name);
  const signature = signatureOf(query);
  if (before !== undefined && !before.draft && !sameSignature(before.signature, signature)) {
    const callers = await callersOf(catalog, graph, name);
    const what = `The query ${name} is called by [${callers.join(', ')}]: its parameters and what it returns cannot change.`;
    if (callers.length > 0) fail(`Semantic Check Fails: ${what} Drop it first, which disables them.`);
  }
  const circle = await circleOf(catalog, graph, query);
  if (circle !== undefined) {
    fail(`Semantic Check Fails: ${circle.join(' calls ')}: queries cannot call each other in a circle.`);
  }
  const faults = broken ? [] : await faultsWithin(text, query.span.start, schemaOf(catalog, graph));
  const draft = broken || faults.some(isError);
  printFaults(context, name, context.text, faults);
  if (draft && before !== undefined && !before.draft) {
    fail(`The query ${name} has errors; its former definition stays.`);
  }
  await context.store.changeCatalog((current) => {
    context.options.beforeQuery?.(graph, name, findQuery(current, graph, name)?.code ?? null);
    return putQuery(current, graph, query, text, draft);
  });
  if (before === undefined) await context.options.host?.made({ graph, query: name });
  if (!draft) return context.print(`Successfully created queries: [${name}].`);
  context.print(`Saved as draft query with type/semantic error: [${name}].`);
  throw new StatementFailure(code);
}

type Signature = QueryEntry['signature'];

/** Whether a call of one query is also valid for the other: same types of parameters in order, and same result. */
function sameSignature(a: Signature, b: Signature): boolean {
  const types = ({ parameters }: Signature): string => parameters.map(({ type }) => type).join(', ');
  return types(a) === types(b) && a.returns === b.returns;
}

/** The queries that names and patterns match; for `*` those that can be installed and are not yet. */
function chosenQueries(
  context: ShellContext,
  graph: string,
  names: readonly Ast.Name[] | '*',
  force: boolean,
): QueryEntry[] {
  const ofGraph = [...context.store.catalog.queries.values()].filter((query) => query.graph === graph);
  const open = ofGraph.filter((query) => !query.draft && (force || !query.installed));
  if (names === '*') return open;
  const chosen = names.flatMap(({ text }) =>
    isPattern(text)
      ? open.filter(({ name }) => nameMatcher({ pattern: text })(name))
      : [storedQuery(context, graph, text)],
  );
  return [...new Set(chosen)];
}

/** With `force` queries that are installed are compiled again; without, they are as they should be already. */
export async function installQueries(
  context: ShellContext,
  names: readonly Ast.Name[] | '*',
  force: boolean,
): Promise<void> {
  const graph = requireGraph(context);
  const { catalog } = context.store;
  const chosen = chosenQueries(context, graph, names, force);
  if (chosen.length === 0) return context.print('No query needs to be installed.');
  context.print('Start installing queries, about 1 minute ...');
  const failed: string[] = [];
  for (const query of chosen) {
    const faults = (await queryFaults(query.code, schemaOf(catalog, graph))).filter(isError);
    if (faults.length === 0) {
      context.print(`${query.name} query: curl -X GET '/restpp/query/${graph}/${query.name}'.`);
      continue;
    }
    printFaults(context, query.name, query.code, faults);
    failed.push(query.name);
  }
  const ready = chosen.map((query) => query.name).filter((name) => !failed.includes(name));
  if (ready.length > 0) {
    await context.store.changeCatalog((current) =>
      enableCallers(markQueries(current, graph, ready, { installed: true, draft: false }), graph),
    );
  }
  if (failed.length > 0) {
    context.print(`Failed to install queries: [${failed.join(', ')}].`);
    throw new StatementFailure(CODES.runtime);
  }
  context.print('Query installation finished.');
}

/** Prints an answer, or hands it to the host that takes answers. */
export async function printResult(context: ShellContext, result: RunResult): Promise<void> {
  const { host } = context.options;
  if (host?.answered !== undefined) {
    await host.answered(result);
    return;
  }
  for (const warning of result.warnings) {
    context.print(warning.startsWith('Runtime Warning') ? warning : `Runtime Warning: ${warning}`);
  }
  const envelope = {
    error: false,
    message: '',
    version: { schema: result.schemaVersion, edition: 'enterprise', api: 'v2' },
    results: [],
    ...(result.profile === undefined ? {} : { profile: result.profile }),
  };
  const [head = '', tail = ''] = stringifyJson(envelope, 2).split('"results": []');
  const { printed } = result;
  const results = printed.byteLength === 0 ? '[]' : `[\n    ${printed.text()}\n  ]`;
  printed.release();
  context.print(`${head}"results": ${results}${tail}`);
}

export async function interpretQuery(
  context: ShellContext,
  query: Ast.QueryDefinition,
  text: string,
  args: Ast.RunArguments | undefined,
  oneRow = false,
): Promise<void> {
  const graph = query.graph?.text ?? requireGraph(context);
  const { catalog } = context.store;
  graphEntry(catalog, graph);
  const { start } = query.span;
  const schema = schemaOf(catalog, graph);
  const faults = context.text.startsWith(text, start)
    ? await faultsWithin(text, start, schema)
    : await treeFaults(query, schema);
  printFaults(context, query.name.text, context.text, faults);
  if (faults.some(isError)) throw new StatementFailure(CODES.runtime);
  const parameters = parametersOf(
    query.name.text,
    query.parameters.map((each) => ({ name: each.name, type: each.type.kind })),
    args,
  );
  const options = runOptions(context, oneRow);
  await printResult(context, await context.queries.run(graph, query.name.text, text, parameters, options));
}

/** Options of a run, from the session and the statement's caller. */
export const runOptions = ({ options, session }: ShellContext, firstRows = false): RunOptions => ({
  ...options,
  // A host that takes answers does not show them as text.
  ...(options.host?.answered !== undefined && !firstRows ? {} : { writing: { indented: true, firstRows } }),
  ...(session.queryTimeLimitMs === undefined ? {} : { timeLimitMs: session.queryTimeLimitMs }),
});

function storedQuery(context: ShellContext, graph: string, name: string): QueryEntry {
  const entry = findQuery(context.store.catalog, graph, name);
  if (entry === undefined) {
    const known = [...context.store.catalog.queries.values()].filter((query) => query.graph === graph);
    const near = nearest(
      name,
      known.map((query) => query.name),
    );
    if (near === undefined) throw engineError('queryOfGraphUnknown', { name, graph });
    throw engineError('queryOfGraphUnknownNear', { name, graph, near });
  }
  return entry;
}

export async function interpretStored(
  context: ShellContext,
  name: string,
  args: Ast.RunArguments,
): Promise<void> {
  const graph = requireGraph(context);
  const entry = storedQuery(context, graph, name);
  const parameters = parametersOf(name, entry.parameters, args);
  await printResult(
    context,
    await context.queries.run(graph, name, entry.code, parameters, runOptions(context)),
  );
}

export async function runQuery(
  context: ShellContext,
  { name: { text: name }, args, options }: Extract<Ast.Statement, { kind: 'runQuery' }>,
): Promise<void> {
  const graph = requireGraph(context);
  const entry = storedQuery(context, graph, name);
  const parameters = parametersOf(name, entry.parameters, args);
  if (options.includes('async')) return submitQuery(context, entry, parameters);
  // -av makes all vertices active in TigerGraph, which is faster there; here it changes nothing.
  const profile = options.includes('profile');
  await printResult(
    context,
    await context.queries.runInstalled(graph, name, parameters, {
      ...runOptions(context),
      ...(profile ? { profile } : {}),
    }),
  );
}

/** `RUN QUERY -async`: answers with the id by which status and result are fetched. */
function submitQuery(context: ShellContext, entry: QueryEntry, parameters: Record<string, unknown>): void {
  const { host } = context.options;
  if (host === undefined) throw engineError('asyncRunRefused');
  const { graph, name, installed } = entry;
  if (!installed) throw notInstalled(entry);
  const requestid = host.submit(graph, name, parameters);
  const message = 'The query is successfully submitted. Please check query status using the request id.';
  context.print(stringifyJson({ error: false, message, requestid }, 2));
}
