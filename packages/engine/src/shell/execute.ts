/** Executes GSQL shell text, with the output of TigerGraph's shell. */
import { engineError } from '../errors/catalogue.ts';
import { brokenQueries, lineColumnsOf, type Ast, type Diagnostic } from '@acacia/language';
import { schemaOf, type Catalog } from '../catalog/catalog.ts';
import type { GsqlSession, ShellOptions } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { fairly, programFaults, readProgram } from '../read/read-text.ts';
import { createEdge, createGraph, createTuple, createVertex, useGraph } from './definitions.ts';
import { accountStatement } from './accounts.ts';
import { clearStore } from './clear-store.ts';
import { describe } from './descriptions.ts';
import { dropObjects } from './drop.ts';
import { exportGraph } from './export-graph.ts';
import { importGraph } from './import-graph.ts';
import { help } from './help.ts';
import { callTemplate, createTemplate, packageStatement } from './packages.ts';
import { listScope, showObjects } from './listings.ts';
import { createSchemaJob, runSchemaJob } from './schema-jobs.ts';
import { configureDataSource, dataSourceStatement } from './data-sources.ts';
import { loadRunStatement } from './load-runs.ts';
import { createLoadingJob, runLoadingJob } from './loading.ts';
import { createQuery, installQueries, interpretQuery, interpretStored, runQuery } from './queries.ts';
import { selectAll } from './select-all.ts';
import { CODES, StatementFailure, type ShellContext, type ShellServices } from './shell.ts';

/**
 * Runs the statements one after the other, up to the first other than a DROP that fails, or where the session
 * wants it (SET exit_on_error = false) all of them. Text with a syntax error is not begun, unless all of them are in queries
 * that it creates: those become drafts. Gives the return code, of several failures the first; throws only for a bug of
 * ours.
 */
export async function executeGsql(
  services: ShellServices,
  text: string,
  session: GsqlSession,
  write: (output: string) => void,
  options: ShellOptions,
): Promise<number> {
  const print = (line: string): void => write(`${line}\n`);
  const parsed = await readProgram(text);
  const { queries, statements, others } = brokenQueries(text, parsed);
  const syntax = parsed.diagnostics.filter(isError);
  const skips = session.skipsFaults === true;
  if (syntax.length > 0) {
    // Errors of the other statements are printed as well, so that all can be corrected at once.
    const placeOf = lineColumnsOf(text);
    for (const error of await allFaults(services.store.catalog, session, text)) {
      const { line, column } = placeOf(error.span.start);
      print(`line ${line}:${column} ${error.message}`);
    }
    print(`Parsing encountered ${syntax.length} syntax error(s)`);
    if (others.length > 0 && !skips) return CODES.syntax;
  }
  const execute: ShellContext['execute'] = (other, within) =>
    executeGsql(services, other, within, write, options);
  const context: ShellContext = { ...services, session, text, options, print, execute };
  let failed: number = syntax.length > 0 ? CODES.syntax : CODES.success;
  const isSound = ({ span }: Ast.Statement): boolean =>
    !others.some((fault) => fault.span.start < span.end && fault.span.end > span.start);
  const pause = fairly();
  for (const statement of statements.filter(isSound)) {
    await pause();
    if (statement.kind === 'quit') break;
    const code = await codeOf(context, statement, statement.kind === 'createQuery' && queries.has(statement));
    if (failed === CODES.success) failed = code;
    // Setup texts begin by dropping things that an empty store does not have; the statements after must still run.
    const goesOn = session.goesOnAfterErrors === true || statement.kind === 'drop';
    if (code !== CODES.success && (!goesOn || options.signal?.aborted === true)) break;
  }
  return failed;
}

/**
 * Runs a statement and prints its error; gives its return code.
 * @param broken a query with errors of syntax
 */
async function codeOf(context: ShellContext, statement: Ast.Statement, broken: boolean): Promise<number> {
  const { signal } = context.options;
  try {
    signal?.throwIfAborted();
    await executeStatement(context, statement, broken);
    return CODES.success;
  } catch (cause) {
    if (cause instanceof StatementFailure) return cause.code;
    if (signal?.aborted === true) {
      context.print('The statement was aborted.');
      return CODES.runtime;
    }
    if (!(cause instanceof EngineError)) throw cause;
    context.print(cause.message);
    return cause.code === 'REST-1004' ? CODES.noGraph : CODES.runtime;
  }
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** Errors of syntax, and of names and types as far as the statements before could be read. */
async function allFaults(
  catalog: Catalog,
  session: GsqlSession,
  text: string,
): Promise<readonly Diagnostic[]> {
  const graph = session.graph !== null && catalog.graphs.has(session.graph) ? session.graph : null;
  const graphs = [null, ...catalog.graphs.keys()].map((each) => schemaOf(catalog, each));
  return (await programFaults(text, schemaOf(catalog, graph), graphs)).filter(isError);
}

async function executeStatement(
  context: ShellContext,
  statement: Ast.Statement,
  broken: boolean,
): Promise<void> {
  switch (statement.kind) {
    case 'createVertex':
      return createVertex(context, statement);
    case 'createEdge':
      return createEdge(context, statement);
    case 'createGraph':
      return createGraph(context, statement);
    case 'useGraph':
      return useGraph(context, statement.name?.text ?? null);
    case 'ls':
      return listScope(context);
    case 'show':
      return showObjects(context, statement);
    case 'drop':
      return dropObjects(context, statement.what, statement.names, statement.cascade);
    case 'createLoadingJob':
      return createLoadingJob(context, statement);
    case 'runLoadingJob':
      return runLoadingJob(context, statement);
    case 'loadRun':
      return loadRunStatement(context, statement);
    case 'dataSource':
      return dataSourceStatement(context, statement);
    case 'createQuery':
      return createQuery(context, statement, broken);
    case 'interpretQuery':
      return interpretQuery(context, statement.query, statement.text, statement.args, statement.oneRow);
    case 'interpretStored':
      return interpretStored(context, statement.name.text, statement.args);
    case 'installQuery':
      return installQueries(context, statement.names, statement.force);
    case 'runQuery':
      return runQuery(context, statement);
    case 'describe':
      return describe(context, statement);
    case 'selectAll':
      return selectAll(context, statement);
    case 'set':
      return setParameter(context, statement.name, statement.value);
    case 'createTuple':
      return createTuple(context, statement);
    case 'createSchemaJob':
      return createSchemaJob(context, statement);
    case 'runSchemaJob':
      return runSchemaJob(context, statement);
    case 'clearStore':
      return clearStore(context);
    case 'exportGraph':
      return exportGraph(context, statement);
    case 'importGraph':
      return importGraph(context, statement);
    case 'package':
      return packageStatement(context, statement);
    case 'createTemplate':
      return createTemplate(context, statement);
    case 'callTemplate':
      return callTemplate(context, statement);
    case 'account':
      return accountStatement(context, statement);
    case 'help':
      return help(context, statement.topic);
    // The text ends there.
    case 'quit':
      return;
  }
}

/** Session parameters and their accepted values. Most change nothing: the engine always behaves as they request. */
const ACCEPTED: Readonly<Record<string, RegExp>> = {
  syntax_version: /^v[123]$/i,
  json_api: /^v2$/i,
  exit_on_error: /^(true|false)$/i,
  single_gpr: /^(true|false)$/i,
  cost_opt: /^(true|false)$/i,
  'cost-opt': /^(true|false)$/i,
  export_timeout: /^\d+$/,
  // The vendor asks for it where UNWIND goes over a table. Cypher itself is refused where it is written.
  opencypher_mode: /^(true|false)$/i,
  query_timeout: /^\d+$/,
};

async function setParameter(context: ShellContext, name: string, value: string): Promise<void> {
  if (name.toLowerCase() === 'sys.data_root') {
    context.session.dataRoot = value;
    return context.print(`${name} = ${value}`);
  }
  if (await configureDataSource(context, name, value)) return;
  const accepted = ACCEPTED[name.toLowerCase()];
  // Old scripts set tuning parameters of other engines.
  if (accepted === undefined)
    return context.print(`Warning: the session parameter '${name}' is not known here and changes nothing.`);
  if (!accepted.test(value)) {
    throw engineError('sessionParameterValue', { name, value });
  }
  if (name.toLowerCase() === 'exit_on_error')
    context.session.goesOnAfterErrors = value.toLowerCase() === 'false';
  if (name.toLowerCase() === 'export_timeout') context.session.exportTimeLimitMs = Number(value);
  if (name.toLowerCase() === 'query_timeout') context.session.queryTimeLimitMs = Number(value);
  context.print(`${name} = ${value}`);
}
