/** Privileges in GRANT and REVOKE: by their own names, or as a verb and a type of object. */
import { Privilege } from '@acacia/contract';
import type { Engine } from '@acacia/engine';
import type { Ast } from '@acacia/language';
import { isAboutQuery } from '../auth/privileges.ts';
import type { Grant } from '../auth/rights.ts';
import { problem } from '../errors/problem.ts';

type GrantStatement = Extract<Ast.AccountStatement, { action: 'grantPrivileges' }>;

/** Object types by their plurals (TigerGraph, object-based privileges). */
const SINGULAR: Readonly<Record<string, string>> = {
  DATASOURCES: 'DATASOURCE',
  FILES: 'FILE',
  GRAPHS: 'GRAPH',
  LOADINGJOBS: 'LOADINGJOB',
  QUERIES: 'QUERY',
  ROLES: 'ROLE',
  USERS: 'USER',
};

const QUERY_VERBS: readonly Privilege[] = [
  'CREATE_QUERY',
  'READ_QUERY',
  'UPDATE_QUERY',
  'DROP_QUERY',
  'INSTALL_QUERY',
  'EXECUTE_QUERY',
];

/** `READ` of `QUERY`: READ_QUERY. */
function privilegesOf(verb: string, what: string): readonly Privilege[] {
  if (verb === 'ACCESS' && what === 'APP_DATA') return ['APP_ACCESS_DATA'];
  if (verb === 'OWNERSHIP' && what === 'QUERY') return ['OWNERSHIP'];
  if (verb === 'WRITE' && what === 'QUERY') return QUERY_VERBS;
  const known = Privilege.safeParse(what === 'GLOBAL' ? verb : `${verb}_${what}`);
  if (!known.success) throw problem('noPrivilege', { privilege: `${verb} on ${what}` });
  return [known.data];
}

/** A privilege by its own name; WRITE_QUERY and WRITE_DATA stand for several, as in earlier versions. */
function privilegesNamed(name: string): readonly Privilege[] {
  if (name === 'WRITE_QUERY') return QUERY_VERBS;
  if (name === 'WRITE_DATA') return ['CREATE_DATA', 'UPDATE_DATA', 'DELETE_DATA'];
  const known = Privilege.safeParse(name);
  if (!known.success) throw problem('noPrivilege', { privilege: name });
  return [known.data];
}

/** @param current the graph in use; null: the global scope */
export function grantsOf(engine: Engine, statement: GrantStatement, current: string | null): Grant[] {
  const { objects, privileges } = statement;
  for (const graph of statement.graphs ?? []) demandGraph(engine, graph);
  const scopes = statement.graphs === undefined ? [current] : orGlobal(statement.graphs);
  if (objects.length === 0)
    return privileges.flatMap((name) => inScopes(engine, privilegesNamed(name), scopes));
  return objects.flatMap((object) =>
    privileges.flatMap((name) => ofObject(engine, name, object, scopes, statement.graphs !== undefined)),
  );
}

const orGlobal = (graphs: readonly string[]): readonly (string | null)[] =>
  graphs.length === 0 ? [null] : graphs;

function ofObject(
  engine: Engine,
  name: string,
  object: Ast.GrantObject,
  scopes: readonly (string | null)[],
  scoped: boolean,
): Grant[] {
  const what = SINGULAR[object.what] ?? object.what;
  if (what === 'VERTEX' || what === 'EDGE' || (!object.all && object.attributes !== undefined))
    throw problem('privilegeOnTypes');
  // `READ_DATA ON GRAPH g`, `READ_DATA ON GLOBAL`: the object is the scope.
  const ownName = /^[A-Z]+_/.test(name) && (what === 'GRAPH' || what === 'GLOBAL');
  if (ownName) {
    if (scoped) throw problem('privilegeWithIn', { privilege: name });
    const graphs = object.all ? [null] : object.names;
    for (const graph of graphs) if (graph !== null) demandGraph(engine, graph);
    return inScopes(engine, privilegesNamed(name), graphs);
  }
  const privileges = privilegesOf(name, what);
  if (object.all) return inScopes(engine, privileges, what === 'GLOBAL' ? [null] : scopes);
  if (what === 'GRAPH') {
    for (const graph of object.names) demandGraph(engine, graph);
    return inScopes(engine, privileges, object.names);
  }
  if (what !== 'QUERY') throw problem('privilegeOnSingle', { what });
  return object.names.flatMap((query) =>
    scopes.flatMap((graph) => privileges.map((privilege) => onQuery(engine, privilege, graph, query))),
  );
}

/** A privilege on one query. @throws Problem when it is not about queries, or the query does not exist */
export function onQuery(engine: Engine, privilege: Privilege, graph: string | null, query: string): Grant {
  if (graph === null) throw problem('privilegeOnQueryWithoutGraph');
  if (!isAboutQuery(privilege)) throw problem('privilegeOnAllQueries', { privilege });
  const isThere = engine.queries(graph).some(({ name }) => name === query);
  if (!isThere) throw problem('grantOnUnknownQuery', { name: query, graph });
  return { privilege, graph, query };
}

/** Privileges about queries are granted on existing queries; queries that are created later have owners. */
function inScopes(
  engine: Engine,
  privileges: readonly Privilege[],
  scopes: readonly (string | null)[],
): Grant[] {
  return scopes.flatMap((graph) =>
    privileges.flatMap((privilege): Grant[] => {
      if (!isAboutQuery(privilege)) return [{ privilege, graph }];
      const graphs = graph === null ? engine.graphs() : [graph];
      return graphs.flatMap((each) =>
        engine.queries(each).map(({ name }) => ({ privilege, graph: each, query: name })),
      );
    }),
  );
}

function demandGraph(engine: Engine, graph: string): void {
  if (!engine.graphs().includes(graph)) throw problem('grantOnUnknownGraph', { graph });
}

/** `The privileges "READ, UPDATE" are successfully granted on "QUERY q1, q2" IN GRAPH g1 to user: u1` */
export function grantText({ grants, privileges, objects, graphs }: GrantStatement, to: string): string {
  const names = [...privileges].sort();
  const subject =
    names.length === 1 ? `privilege "${names.join('')}" is` : `privileges "${names.join(', ')}" are`;
  const on = objects
    .map((object) =>
      object.what === 'GLOBAL'
        ? 'GLOBAL'
        : object.all
          ? `ALL ${object.what}`
          : `${object.what} ${object.names.join(', ')}`,
    )
    .join(', ');
  const scope =
    graphs === undefined ? '' : graphs.length === 0 ? ' IN GLOBAL' : ` IN GRAPH ${graphs.join(', ')}`;
  return `The ${subject} successfully ${grants ? 'granted' : 'revoked'}${on === '' ? '' : ` on "${on}"`}${scope} ${grants ? 'to' : 'from'} ${to}`;
}
