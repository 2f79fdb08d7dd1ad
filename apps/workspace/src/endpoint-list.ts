/** Descriptions of the calls below /restpp, as GET /endpoints lists them. Paths are without the prefix. */
import type { Endpoint, EndpointParameter, Endpoints } from '@acacia/contract';
import type { QueryInfo } from '@acacia/engine';

const text: EndpointParameter = { type: 'STRING', min_count: 0 };
const needed: EndpointParameter = { type: 'STRING', min_count: 1 };
const number: EndpointParameter = { type: 'UINT32', min_count: 0 };
const flag: EndpointParameter = { type: 'BOOL', min_count: 0 };

const list = { select: text, filter: text, sort: text, limit: number, offset: number, count_only: flag };
const chosen = { filter: text, sort: text, limit: number };
const ofVertex = { vertex_type: needed };
const ofEdge = { source_vertex_type: needed, source_vertex_id: needed };
const edgeType = { ...ofEdge, edge_type: needed };
const targetType = { ...edgeType, target_vertex_type: needed };
const target = { ...targetType, target_vertex_id: needed };

const VERTICES = '/graph/{graph_name}/vertices/{vertex_type}';
const EDGES = '/graph/{graph_name}/edges/{source_vertex_type}/{source_vertex_id}';
const EDGES_OF_TYPE = `${EDGES}/{edge_type}`;
const EDGES_TO_TYPE = `${EDGES_OF_TYPE}/{target_vertex_type}`;
const EDGES_TO = `${EDGES_TO_TYPE}/{target_vertex_id}`;

const BUILTIN: Readonly<Record<string, Readonly<Record<string, EndpointParameter>>>> = {
  'GET /echo': {},
  'GET /version': {},
  'GET /endpoints/{graph_name}': { builtin: flag, dynamic: flag, static: flag },
  'GET /statistics/{graph_name}': { seconds: number, segments: number },
  'GET /showprocesslist/{graph_name}': {},
  'GET /showprocesslistall': {},
  'GET /abortquery/{graph_name}': { requestid: text, url: text },
  'GET /query_status': { graph_name: text, requestid: needed },
  'GET /query_result': { requestid: needed },
  'POST /graph/{graph_name}': {
    new_vertex_only: flag,
    update_vertex_only: flag,
    vertex_must_exist: flag,
  },
  [`GET ${VERTICES}`]: { ...ofVertex, ...list },
  [`GET ${VERTICES}/{vertex_id}`]: { ...ofVertex, vertex_id: needed, select: text },
  [`DELETE ${VERTICES}`]: { ...ofVertex, ...chosen },
  [`DELETE ${VERTICES}/{vertex_id}`]: { ...ofVertex, vertex_id: needed },
  [`DELETE /graph/{graph_name}/delete_by_type/vertices/{vertex_type}`]: ofVertex,
  [`GET ${EDGES}`]: { ...ofEdge, ...list },
  [`GET ${EDGES_OF_TYPE}`]: { ...edgeType, ...list },
  [`GET ${EDGES_TO_TYPE}`]: { ...targetType, ...list },
  [`GET ${EDGES_TO}`]: { ...target, ...list },
  [`DELETE ${EDGES}`]: { ...ofEdge, ...chosen },
  [`DELETE ${EDGES_OF_TYPE}`]: { ...edgeType, ...chosen },
  [`DELETE ${EDGES_TO_TYPE}`]: { ...targetType, ...chosen },
  [`DELETE ${EDGES_TO}`]: { ...target, ...chosen },
  'POST /builtins/{graph_name}': { function: needed, type: text, from_type: text, to_type: text },
  'POST /shortestpath/{graph_name}': {},
  'POST /allpaths/{graph_name}': {},
  'GET /rebuildnow/{graph_name}': {},
  'GET /showlicenseinfo': {},
  'GET /vector/status/{graph_name}': { verbose: flag },
  'GET /vector/status/{graph_name}/{vertex_type}': { ...ofVertex, verbose: flag },
  'GET /vector/status/{graph_name}/{vertex_type}/{vector_name}': {
    ...ofVertex,
    vector_name: needed,
    verbose: flag,
  },
  'POST /ddl/{graph_name}': { tag: needed, filename: needed, sep: text, eol: text },
};

export const builtinEndpoints = (): Endpoints =>
  Object.fromEntries(
    Object.entries(BUILTIN).map(([name, parameters]) => [
      name,
      {
        enabled: true,
        parameters: name.includes('{graph_name}') ? { graph_name: needed, ...parameters } : parameters,
      },
    ]),
  );

/** Names of scalar types in this list. */
const SCALARS: Readonly<Record<string, string>> = { INT: 'INT64', UINT: 'UINT64' };

function parameterOf({ type, defaultValue }: QueryInfo['parameters'][number]): EndpointParameter {
  const default_ = defaultValue === undefined ? {} : { default: defaultValue };
  const min_count = defaultValue === undefined ? 1 : 0;
  const collection = /^(?:SET|BAG|LIST)\s*<\s*(.+)\s*>$/i.exec(type);
  const element = collection?.[1] ?? type;
  const vertex = /^VERTEX(?:\s*<\s*(\w+)\s*>)?$/i.exec(element);
  const count = collection === null ? { min_count, max_count: 1 } : { min_count: 0 };
  if (vertex === null) return { type: SCALARS[element.toUpperCase()] ?? element, ...count, ...default_ };
  const ofType = vertex[1] === undefined ? {} : { id_type: vertex[1] };
  return { type: 'STRING', is_id: 'true', ...ofType, ...count, ...default_ };
}

export function queryEndpoint(query: QueryInfo): Endpoint {
  return {
    enabled: true,
    parameters: {
      query: { type: 'STRING', default: query.name, min_count: 0 },
      ...Object.fromEntries(query.parameters.map((parameter) => [parameter.name, parameterOf(parameter)])),
    },
  };
}

/** Installed queries only: the others have no endpoint. */
export const queryEndpoints = (queries: readonly QueryInfo[]): Endpoints =>
  Object.fromEntries(
    queries
      .filter((query) => query.installed)
      .flatMap((query) =>
        ['GET', 'POST'].map((method) => [
          `${method} /query/${query.graph}/${query.name}`,
          queryEndpoint(query),
        ]),
      ),
  );
