/**
 * The one table that admits requests: every call of the workspace with the privilege that it needs. Prefixes other than
 * these lead to the same calls (prefixes.ts).
 */
import type { Privilege } from '@acacia/contract';
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod } from 'fastify';

/**
 * `public`: anyone; `signedIn`: any known caller; `statements`: each statement of the text has its own requirement;
 * `superuser`: callers who may do everything; `controlPlane`: only the parent that started the process.
 */
export type Requirement = Privilege | 'public' | 'signedIn' | 'statements' | 'superuser' | 'controlPlane';

export const CALLS = {
  'GET /api/ping': 'public',
  'GET /internal/status': 'controlPlane',
  'GET /internal/checksums': 'controlPlane',
  'POST /internal/copy': 'controlPlane',
  'PUT /internal/people': 'controlPlane',
  'GET /restpp/version': 'public',
  'GET /restpp/echo': 'public',
  'POST /restpp/echo': 'public',
  'GET /restpp/echo/:graph': 'public',

  'GET /api/config': 'superuser',
  'POST /api/config': 'superuser',
  'POST /api/service/restart': 'superuser',
  'GET /api/udf/:name': 'superuser',
  'PUT /api/udf/:name': 'superuser',

  'GET /gsql/v1/auth/simple': 'signedIn',
  'GET /gsql/v1/version': 'signedIn',
  'GET /gsql/v1/users': 'signedIn',
  'GET /gsql/v1/users/:name': 'signedIn',
  'POST /gsql/v1/users': 'WRITE_USER',
  'PUT /gsql/v1/users': 'signedIn',
  'DELETE /gsql/v1/users/:name': 'WRITE_USER',
  'GET /gsql/v1/roles': 'READ_ROLE',
  'POST /gsql/v1/roles': 'WRITE_ROLE',
  'DELETE /gsql/v1/roles': 'WRITE_ROLE',
  'GET /gsql/v1/roles/:name': 'READ_ROLE',
  'DELETE /gsql/v1/roles/:name': 'signedIn',
  'POST /gsql/v1/roles/grant': 'WRITE_ROLE',
  'POST /gsql/v1/roles/revoke': 'WRITE_ROLE',
  'GET /gsql/v1/privileges': 'signedIn',
  'POST /gsql/v1/privileges/grant': 'WRITE_ROLE',
  'POST /gsql/v1/privileges/revoke': 'WRITE_ROLE',
  'GET /restpp/requesttoken': 'public',
  'POST /restpp/requesttoken': 'public',
  'DELETE /restpp/requesttoken': 'public',
  'POST /gsql/v1/tokens': 'public',
  'DELETE /gsql/v1/tokens': 'public',
  'POST /gsql/v1/tokens/check': 'signedIn',
  'GET /gsql/v1/secrets': 'signedIn',
  'POST /gsql/v1/secrets': 'signedIn',
  'DELETE /gsql/v1/secrets': 'signedIn',
  'GET /gsql/v1/secrets/:alias': 'signedIn',
  'DELETE /gsql/v1/secrets/:alias': 'signedIn',

  'POST /gsql/v1/statements': 'statements',
  'GET /gsql/v1/statements/:id': 'signedIn',
  'PUT /gsql/v1/statements/:id/cancel': 'signedIn',
  'POST /api/gsql-command': 'statements',
  'POST /gsqlserver/gsql/login': 'public',
  'POST /gsqlserver/gsql/file': 'statements',
  'POST /gsqlserver/gsql/command': 'statements',

  'GET /gsql/v1/schema': 'READ_SCHEMA',
  'GET /gsql/v1/schema/vertices': 'READ_SCHEMA',
  'GET /gsql/v1/schema/vertices/:name': 'READ_SCHEMA',
  'GET /gsql/v1/schema/edges': 'READ_SCHEMA',
  'GET /gsql/v1/schema/edges/:name': 'READ_SCHEMA',
  'GET /gsql/v1/schema/graphs': 'signedIn',
  'GET /gsql/v1/schema/graphs/:graph': 'READ_SCHEMA',
  'POST /gsql/v1/schema/graphs': 'WRITE_SCHEMA',
  'DELETE /gsql/v1/schema/graphs': 'DROP_GRAPH',
  'DELETE /gsql/v1/schema/graphs/:graph': 'DROP_GRAPH',
  'POST /gsql/v1/schema/change': 'WRITE_SCHEMA',
  'POST /gsql/v1/schema/change/preview': 'WRITE_SCHEMA',
  'PUT /gsql/v1/schema/change': 'WRITE_SCHEMA',
  'GET /gsql/v1/schema/jobs': 'READ_SCHEMA',
  'GET /gsql/v1/schema/jobs/:job': 'READ_SCHEMA',
  'POST /gsql/v1/schema/jobs': 'WRITE_SCHEMA',
  'POST /gsql/v1/schema/jobs/:job': 'WRITE_SCHEMA',
  'PUT /gsql/v1/schema/jobs/:job': 'WRITE_SCHEMA',
  'DELETE /gsql/v1/schema/jobs': 'WRITE_SCHEMA',
  'DELETE /gsql/v1/schema/jobs/:job': 'WRITE_SCHEMA',
  'GET /gsql/v1/udt/tuples': 'READ_SCHEMA',

  'POST /restpp/graph/:graph': 'CREATE_DATA',
  'GET /restpp/graph/:graph/vertices/:type': 'READ_DATA',
  'GET /restpp/graph/:graph/vertices/:type/:id': 'READ_DATA',
  'DELETE /restpp/graph/:graph/vertices/:type': 'DELETE_DATA',
  'DELETE /restpp/graph/:graph/vertices/:type/:id': 'DELETE_DATA',
  'DELETE /restpp/graph/:graph/delete_by_type/vertices/:type': 'DELETE_DATA',
  'GET /restpp/graph/:graph/edges/*': 'READ_DATA',
  'DELETE /restpp/graph/:graph/edges/*': 'DELETE_DATA',
  'POST /restpp/builtins/:graph': 'READ_DATA',
  'POST /restpp/shortestpath/:graph': 'READ_DATA',
  'POST /restpp/allpaths/:graph': 'READ_DATA',
  'GET /restpp/rebuildnow': 'signedIn',
  'POST /restpp/rebuildnow': 'signedIn',
  'GET /restpp/rebuildnow/:graph': 'READ_DATA',
  'POST /restpp/rebuildnow/:graph': 'READ_DATA',
  'GET /restpp/showlicenseinfo': 'signedIn',
  'GET /restpp/vector/status/:graph': 'READ_DATA',
  'GET /restpp/vector/status/:graph/:type': 'READ_DATA',
  'GET /restpp/vector/status/:graph/:type/:name': 'READ_DATA',
  'POST /restpp/ddl/:graph': 'EXECUTE_LOADINGJOB',

  'GET /restpp/query/:graph/:query': 'EXECUTE_QUERY',
  'POST /restpp/query/:graph/:query': 'EXECUTE_QUERY',
  'GET /restpp/query/:query': 'EXECUTE_QUERY',
  'POST /restpp/query/:query': 'EXECUTE_QUERY',
  'GET /restpp/query_status': 'signedIn',
  'GET /restpp/query_result': 'signedIn',
  'GET /restpp/showprocesslist/:graph': 'READ_DATA',
  'GET /restpp/showprocesslist': 'READ_DATA',
  'GET /restpp/showprocesslistall': 'READ_DATA',
  'GET /restpp/abortquery': 'READ_DATA',
  'GET /restpp/abortquery/:graph': 'READ_DATA',
  'GET /restpp/endpoints': 'READ_SCHEMA',
  'GET /restpp/endpoints/:graph': 'READ_SCHEMA',
  'GET /restpp/statistics': 'READ_SCHEMA',
  'GET /restpp/statistics/:graph': 'READ_SCHEMA',

  'POST /gsql/v1/queries/interpret': 'statements',
  'GET /gsql/v1/queries': 'READ_SCHEMA',
  'POST /gsql/v1/queries': 'statements',
  'DELETE /gsql/v1/queries': 'statements',
  'GET /gsql/v1/queries/info': 'READ_SCHEMA',
  'GET /gsql/v1/queries/install': 'statements',
  'POST /gsql/v1/queries/install': 'statements',
  'GET /gsql/v1/queries/install/:id': 'signedIn',
  'GET /gsql/v1/queries/signature': 'READ_SCHEMA',
  'POST /gsql/v1/queries/signature': 'READ_SCHEMA',
  'GET /gsql/v1/queries/:query': 'READ_QUERY',
  'POST /gsql/v1/queries/:query': 'EXECUTE_QUERY',
  'DELETE /gsql/v1/queries/:query': 'DROP_QUERY',
  'GET /gsql/v1/description': 'READ_QUERY',
  'PUT /gsql/v1/description': 'UPDATE_QUERY',
  'DELETE /gsql/v1/description': 'UPDATE_QUERY',
  'GET /copilot/:graph/list_registered_queries': 'READ_QUERY',
  'POST /copilot/:graph/upsert_from_gsql': 'WRITE_ROLE',
  'POST /copilot/:graph/delete_from_gsql': 'WRITE_ROLE',
  'POST /gsql/v1/internal/check/query': 'signedIn',

  'GET /api/runs': 'signedIn',
  'GET /api/runs/limits': 'signedIn',
  'PUT /api/runs/:id': 'statements',
  'GET /api/runs/:id': 'signedIn',
  'GET /api/runs/:id/events': 'signedIn',
  'POST /api/runs/:id/cancel': 'signedIn',
  'GET /api/runs/:id/answers/:answer': 'signedIn',
  'GET /api/runs/:id/tables/:table/rows': 'signedIn',
  'GET /api/runs/:id/tables/:table/rows/:row/cells/:column': 'signedIn',
  'GET /api/runs/:id/tables/:table/columns/:column': 'signedIn',
  'GET /api/runs/:id/tables/:table/file': 'signedIn',
  'GET /api/run-history': 'signedIn',
  'DELETE /api/run-history': 'signedIn',

  'GET /api/data-profile/:graph': 'READ_DATA',
  'GET /api/data-files': 'READ_FILE',
  'PUT /api/data-files/:name': 'WRITE_FILE',
  'DELETE /api/data-files/:name': 'WRITE_FILE',
  'POST /api/data-sample': 'EXECUTE_LOADINGJOB',
  'POST /api/data-schema': 'EXECUTE_LOADINGJOB',
  'GET /gsql/v1/loading-jobs': 'READ_LOADINGJOB',
  'POST /gsql/v1/loading-jobs': 'WRITE_LOADINGJOB',
  'PUT /gsql/v1/loading-jobs': 'WRITE_LOADINGJOB',
  'POST /gsql/v1/loading-jobs/run': 'EXECUTE_LOADINGJOB',
  'GET /gsql/v1/loading-jobs/status': 'READ_LOADINGJOB',
  'GET /gsql/v1/loading-jobs/status/:id': 'READ_LOADINGJOB',
  'GET /gsql/v1/loading-jobs/abort': 'EXECUTE_LOADINGJOB',
  'GET /gsql/v1/loading-jobs/abort/:id': 'EXECUTE_LOADINGJOB',
  'GET /gsql/v1/loading-jobs/resume/:id': 'EXECUTE_LOADINGJOB',
  'GET /gsql/v1/loading-jobs/:job': 'READ_LOADINGJOB',
  'DELETE /gsql/v1/loading-jobs/:job': 'WRITE_LOADINGJOB',
  'GET /gsql/v1/data-sources': 'READ_LOADINGJOB',
  'GET /gsql/v1/data-sources/:name': 'READ_LOADINGJOB',
  'POST /gsql/v1/data-sources': 'WRITE_DATASOURCE',
  'PUT /gsql/v1/data-sources/:name': 'WRITE_DATASOURCE',
  'DELETE /gsql/v1/data-sources/:name': 'WRITE_DATASOURCE',
  'DELETE /gsql/v1/data-sources/dropAll': 'WRITE_DATASOURCE',
  'GET /api/loading-jobs/:graph/meta': 'READ_LOADINGJOB',
  'GET /api/loading-jobs/:graph/rejected/:id': 'READ_LOADINGJOB',
  'POST /api/loading-jobs/:graph/undo/:id': 'EXECUTE_LOADINGJOB',

  'GET /api/graph-styles/global': 'READ_SCHEMA',
  'PUT /api/graph-styles/global': 'WRITE_SCHEMA',
  'DELETE /api/graph-styles/global': 'WRITE_SCHEMA',
  'GET /api/graph-styles/local/:graph': 'READ_SCHEMA',
  'PUT /api/graph-styles/local/:graph': 'WRITE_SCHEMA',
  'DELETE /api/graph-styles/local/:graph': 'WRITE_SCHEMA',
  'GET /api/loading-job-info/:graph': 'READ_LOADINGJOB',
  'PUT /api/loading-job-info/:graph': 'WRITE_LOADINGJOB',
  'DELETE /api/loading-job-info/:graph': 'WRITE_LOADINGJOB',
  'GET /api/queries/:graph/drafts': 'READ_QUERY',
  'PUT /api/queries/:graph/drafts': 'CREATE_QUERY',
  'DELETE /api/queries/:graph/drafts': 'DROP_QUERY',
  'GET /api/exploration-results/:graph': 'READ_DATA',
  'PUT /api/exploration-results/:graph': 'APP_ACCESS_DATA',
  'DELETE /api/exploration-results/:graph': 'APP_ACCESS_DATA',
} as const satisfies Record<string, Requirement>;

export type CallName = keyof typeof CALLS;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requirement for the caller; routes have it through `registrar`. */
    requirement?: Requirement;
  }
}

export type Register = (name: CallName, handler: RouteHandlerMethod) => void;

/** Registers handlers under the names of the table, with the table's requirements. */
export function registrar(app: FastifyInstance): Register {
  return (name, handler) => {
    const [method, url] = name.split(' ') as [HTTPMethods, string];
    app.route({ method, url, handler, config: { requirement: CALLS[name] } });
  };
}
