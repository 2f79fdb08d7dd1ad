/** Privileges that each GSQL statement needs, so that a text does no more than its sender may. */
import type { Privilege } from '@acacia/contract';
import { readProgram, type Engine } from '@acacia/engine';
import { brokenQueries, type Ast } from '@acacia/language';
import type { Caller } from '../auth/caller.ts';
import { isAboutQuery } from '../auth/privileges.ts';
import type { Place } from '../auth/rights.ts';
import { problem } from '../errors/problem.ts';
import { dataPrivileges, dataPrivilegesOfText, queriesCalled, type FindQuery } from './query-writes.ts';

/** A privilege, and where. */
type Need = readonly [Privilege, Place];

const GLOBALLY: Place = { graph: null };

/** State in which a statement is judged. */
interface Scope {
  readonly engine: Engine;
  /** The graph in use; null: the global scope. */
  readonly graph: string | null;
}

const isQuery = ({ engine, graph }: Scope, name: string): boolean =>
  queriesOf(engine, graph)(name) !== undefined;

function ofDrop({ what, names }: Extract<Ast.Statement, { kind: 'drop' }>, scope: Scope): readonly Need[] {
  const { graph } = scope;
  switch (what) {
    case 'vertex':
    case 'edge':
    case 'tuple':
      return [['WRITE_SCHEMA', GLOBALLY]];
    case 'all':
      return [['DROP_ALL', GLOBALLY]];
    case 'graph':
      if (names === '*') return [['DROP_GRAPH', GLOBALLY]];
      return names.map(({ text }) => ['DROP_GRAPH', { graph: text }]);
    case 'job':
      return [['WRITE_LOADINGJOB', { graph }]];
    case 'query':
      if (names === '*') return [['DROP_QUERY', { graph }]];
      // Queries that do not exist are skipped, whoever names them.
      return names
        .filter(({ text }) => isQuery(scope, text))
        .map(({ text: query }) => ['DROP_QUERY', { graph, query }]);
  }
}

const inGraph = (privileges: readonly Privilege[], graph: string | null): readonly Need[] =>
  privileges.map((privilege) => [privilege, { graph }]);

const onQueries = (
  privilege: Privilege,
  names: readonly Ast.Name[] | '*',
  graph: string | null,
): readonly Need[] =>
  names === '*'
    ? [[privilege, { graph }]]
    : names.map(({ text }) => [privilege, /[*?]/.test(text) ? { graph } : { graph, query: text }]);

async function needsOf(statement: Ast.Statement, scope: Scope): Promise<readonly Need[]> {
  const { engine, graph } = scope;
  const find = queriesOf(engine, graph);
  switch (statement.kind) {
    case 'createVertex':
    case 'createEdge':
    case 'createGraph':
    case 'createTuple':
      return [['WRITE_SCHEMA', GLOBALLY]];
    case 'createSchemaJob':
    case 'runSchemaJob': {
      const named = statement.kind === 'createSchemaJob' ? statement.graph?.text : undefined;
      return [['WRITE_SCHEMA', { graph: statement.global ? null : (named ?? graph) }]];
    }
    case 'set':
      return setsDataSource(statement) ? [['WRITE_DATASOURCE', { graph }]] : [];
    case 'useGraph':
      return statement.name === null ? [] : [['READ_SCHEMA', { graph: statement.name.text }]];
    case 'show':
      if (statement.what === 'query' && statement.pattern !== undefined)
        return onQueries('READ_QUERY', [{ text: statement.pattern, span: statement.span }], graph);
      return [[statement.what === 'query' ? 'READ_QUERY' : 'READ_SCHEMA', { graph }]];
    case 'ls':
      return [['READ_SCHEMA', { graph }]];
    case 'describe': {
      const of = statement.graph?.text ?? graph;
      const subjects = statement.subjects === '*' ? '*' : statement.subjects.map(({ query }) => query);
      return onQueries(statement.action === 'show' ? 'READ_QUERY' : 'UPDATE_QUERY', subjects, of);
    }
    case 'selectAll':
      return [['READ_DATA', { graph }]];
    case 'clearStore':
      return [['CLEAR_GRAPHSTORE', GLOBALLY]];
    case 'exportGraph':
      return [['EXPORT_GRAPH', GLOBALLY]];
    case 'importGraph':
      return inGraph(
        ['WRITE_SCHEMA', 'CREATE_QUERY', 'WRITE_LOADINGJOB', 'EXECUTE_LOADINGJOB', 'DROP_ALL'],
        null,
      );
    // Everyone has their own secrets; statements about other users are authorised where they are carried out.
    case 'account':
      return [];
    case 'drop':
      return ofDrop(statement, scope);
    case 'createLoadingJob':
      return [['WRITE_LOADINGJOB', { graph: statement.graph?.text ?? graph }]];
    case 'runLoadingJob':
      return [['EXECUTE_LOADINGJOB', { graph }]];
    case 'loadRun': {
      const reads = statement.action === 'status' || statement.action === 'error';
      return [[reads ? 'READ_LOADINGJOB' : 'EXECUTE_LOADINGJOB', { graph }]];
    }
    case 'dataSource':
      return [[statement.action === 'show' ? 'READ_LOADINGJOB' : 'WRITE_DATASOURCE', { graph }]];
    case 'createQuery': {
      const of = statement.query.graph?.text ?? graph;
      const query = statement.query.name.text;
      const replaces = statement.orReplace && isQuery({ engine, graph: of }, query);
      return [replaces ? ['UPDATE_QUERY', { graph: of, query }] : ['CREATE_QUERY', { graph: of }]];
    }
    case 'package':
      // Everyone may import and install existing packages.
      if (statement.action === 'import' || statement.action === 'install') return [];
      return [['CREATE_QUERY', GLOBALLY]];
    case 'createTemplate':
      return [['CREATE_QUERY', GLOBALLY]];
    case 'callTemplate':
      return inGraph(
        await dataPrivilegesOfText(engine.templateQuery(statement.name.text) ?? '', find),
        graph,
      );
    case 'help':
    case 'quit':
      return [];
    case 'installQuery':
      return onQueries('INSTALL_QUERY', statement.names, graph);
    case 'interpretQuery': {
      const of = statement.query.graph?.text ?? graph;
      return needsOfText(statement.query, of, queriesOf(engine, of));
    }
    case 'interpretStored':
    case 'runQuery': {
      const query = statement.name.text;
      return [
        ['EXECUTE_QUERY', { graph, query }],
        ...inGraph(await dataPrivilegesOfText(find(query) ?? '', find), graph),
      ];
    }
  }
}

/** Whether the statement changes a data source: `SET s = "{…}"` does, and so does a path of a file with settings. */
const setsDataSource = ({ name, value }: Extract<Ast.Statement, { kind: 'set' }>): boolean =>
  !name.includes('.') && /[{/]|\.json$/i.test(value);

/** Finds stored queries by name, of one graph. */
export const queriesOf =
  (engine: Engine, graph: string | null): FindQuery =>
  (name) =>
    graph === null || !engine.graphs().includes(graph)
      ? undefined
      : engine.queries(graph).find((query) => query.name === name)?.code;

function refuse(caller: Caller, privilege: Privilege): never {
  throw problem('privilegeMissing', { name: caller.name, privilege });
}

/**
 * Privileges for a query that is not stored: those for its changes of data, and for running the queries that it calls.
 */
const needsOfText = async (
  query: Ast.QueryDefinition,
  graph: string | null,
  find: FindQuery,
): Promise<readonly Need[]> => [
  ...inGraph(await dataPrivileges(query, find), graph),
  ...queriesCalled(query, find).map((called): Need => ['EXECUTE_QUERY', { graph, query: called }]),
];

/** @throws Problem 403 when the caller may not change data as a stored query with this text does */
export async function demandRun(
  caller: Caller,
  text: string,
  graph: string | null,
  find: FindQuery,
): Promise<void> {
  if (caller.isSuperuser()) return;
  for (const privilege of await dataPrivilegesOfText(text, find)) {
    if (!caller.may(privilege, { graph })) refuse(caller, privilege);
  }
}

/** As `demandRun`, for a query that the caller wrote. */
export async function demandInterpret(
  caller: Caller,
  text: string,
  query: Ast.QueryDefinition | undefined,
  graph: string | null,
  find: FindQuery,
): Promise<void> {
  await demandRun(caller, text, graph, find);
  if (query === undefined) return;
  for (const [privilege, place] of await needsOfText(query, graph, find))
    if (!caller.may(privilege, place)) refuse(caller, privilege);
}

/**
 * @throws Problem 403 when the caller may not do what the text does. A text with syntax errors outside of queries that it
 * creates is refused to everyone but superusers: its effect is unknown.
 */
export async function demandStatements(
  caller: Caller,
  engine: Engine,
  text: string,
  graph: string | null,
): Promise<void> {
  if (caller.graph !== undefined) {
    throw problem('statementsNeedWholeToken', { graph: caller.graph });
  }
  if (caller.isSuperuser()) return;
  const { statements, others } = brokenQueries(text, await readProgram(text));
  const [fault] = others;
  if (fault !== undefined) throw problem('statementRefused', { reason: fault.message });
  let current = graph;
  const made = { graphs: new Set<string>(), queries: new Set<string>() };
  for (const statement of statements) {
    if (statement.kind === 'useGraph') current = statement.name?.text ?? null;
    for (const [privilege, place] of await needsOf(statement, { engine, graph: current })) {
      const isOwn =
        (place.graph !== null && made.graphs.has(place.graph)) ||
        (place.query !== undefined && isAboutQuery(privilege) && made.queries.has(keyOf(place)));
      if (!isOwn && !caller.may(privilege, place)) refuse(caller, privilege);
    }
    // Objects that the text creates belong to its sender by the time they are used.
    if (statement.kind === 'createGraph') {
      current = statement.name.text;
      if (!engine.graphs().includes(current)) made.graphs.add(current);
    }
    if (statement.kind === 'createQuery') {
      const place = { graph: statement.query.graph?.text ?? current, query: statement.query.name.text };
      if (!isQuery({ engine, graph: place.graph }, place.query)) made.queries.add(keyOf(place));
    }
  }
}

const keyOf = ({ graph, query }: Place): string => `${graph ?? ''}.${query ?? ''}`;
