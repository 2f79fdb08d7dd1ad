/** What each GSQL statement asks of the caller, so that a text does no more than its sender may. */
import type { Privilege } from '@acacia/contract';
import type { Engine } from '@acacia/engine';
import { parseProgram, type Ast } from '@acacia/language';
import type { Caller } from '../auth/caller.ts';
import { hasPrivilege, missingPrivilege } from '../auth/privileges.ts';
import { Problem } from '../http/problem.ts';
import { queryTextWrites, queryWrites, type FindQuery } from './query-writes.ts';

const DROP: Readonly<Record<Ast.DropKind, Privilege>> = {
  vertex: 'WRITE_SCHEMA',
  edge: 'WRITE_SCHEMA',
  graph: 'DROP_GRAPH',
  query: 'DROP_QUERY',
  job: 'WRITE_LOADINGJOB',
  tuple: 'WRITE_SCHEMA',
  all: 'DROP_GRAPH',
};

const running = (writes: boolean): readonly Privilege[] => [
  'EXECUTE_QUERY',
  writes ? 'UPDATE_DATA' : 'READ_DATA',
];

function privilegesOf(statement: Ast.Statement, find: FindQuery): readonly Privilege[] {
  switch (statement.kind) {
    case 'createVertex':
    case 'createEdge':
    case 'createGraph':
    case 'createTuple':
    case 'createSchemaJob':
    case 'runSchemaJob':
      return ['WRITE_SCHEMA'];
    case 'set':
      return [setsDataSource(statement) ? 'WRITE_LOADINGJOB' : 'READ_SCHEMA'];
    case 'useGraph':
    case 'ls':
    case 'show':
      return ['READ_SCHEMA'];
    case 'describe':
      return [statement.action === 'show' ? 'READ_SCHEMA' : 'CREATE_QUERY'];
    case 'selectAll':
      return ['READ_DATA'];
    case 'clearStore':
      return ['DROP_GRAPH'];
    case 'exportGraph':
      return ['READ_DATA', 'WRITE_FILE'];
    case 'importGraph':
      return ['DROP_GRAPH', 'WRITE_SCHEMA', 'UPDATE_DATA'];
    // Everyone has secrets of their own; what is about others is decided where it is carried out.
    case 'account':
      return ['READ_SCHEMA'];
    case 'drop':
      return [DROP[statement.what]];
    case 'createLoadingJob':
      return ['WRITE_LOADINGJOB'];
    case 'runLoadingJob':
      return ['EXECUTE_LOADINGJOB'];
    case 'loadRun':
      return [
        statement.action === 'status' || statement.action === 'error'
          ? 'READ_LOADINGJOB'
          : 'EXECUTE_LOADINGJOB',
      ];
    case 'dataSource':
      return [statement.action === 'show' ? 'READ_LOADINGJOB' : 'WRITE_LOADINGJOB'];
    case 'createQuery':
      return ['CREATE_QUERY'];
    case 'package':
    case 'installQuery':
      return ['INSTALL_QUERY'];
    case 'interpretQuery':
      return running(queryWrites(statement.query, find));
    case 'interpretStored':
    case 'runQuery':
      return running(queryTextWrites(find(statement.name.text) ?? '', find));
  }
}

/** `SET s = "{…}"` gives a data source new settings, as does a path of a file with them. */
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
  throw new Problem(403, 'REST-10016', missingPrivilege(caller.name, privilege));
}

/** Throws a 403 when the caller may not run a query with this text. */
export function demandRun(caller: Caller, text: string, find: FindQuery): void {
  if (caller.role === 'superuser') return;
  for (const privilege of running(queryTextWrites(text, find))) {
    if (!hasPrivilege(caller.role, privilege)) refuse(caller, privilege);
  }
}

/**
 * Throws a 403 when the caller may not do what the text does. Whoever may not do everything gets
 * nothing done of a text with syntax errors: what it means cannot be told.
 */
export function demandStatements(caller: Caller, engine: Engine, text: string, graph: string | null): void {
  if (caller.graph !== undefined) {
    throw new Problem(
      403,
      'REST-10016',
      `This token is for graph '${caller.graph}' alone: GSQL statements need one for everything.`,
    );
  }
  if (caller.role === 'superuser') return;
  const { program, diagnostics } = parseProgram(text);
  const [fault] = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (fault !== undefined) throw new Problem(400, '', fault.message);
  let current = graph;
  for (const statement of program.statements) {
    if (statement.kind === 'useGraph') current = statement.name?.text ?? null;
    const denied = privilegesOf(statement, queriesOf(engine, current)).find(
      (privilege) => !hasPrivilege(caller.role, privilege),
    );
    if (denied !== undefined) refuse(caller, denied);
  }
}
