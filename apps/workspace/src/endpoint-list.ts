/** Descriptions of the calls below /restpp, as GET /endpoints lists them. Paths are without the prefix. */
import { BUILTIN_ENDPOINTS, type Endpoint, type EndpointParameter, type Endpoints } from '@acacia/contract';
import type { QueryInfo } from '@acacia/engine';

const needed: EndpointParameter = { type: 'STRING', min_count: 1 };
const text: EndpointParameter = { type: 'STRING', min_count: 0 };
const flag: EndpointParameter = { type: 'BOOL', min_count: 0 };

const SOURCE = {
  graph_name: needed,
  source_vertex_type: needed,
  source_vertex_id: needed,
  edge_type: needed,
};
const CHOSEN = { filter: text, sort: text, limit: { type: 'UINT32', min_count: 0 } };
const EDGES_OF_TYPE = '/graph/{graph_name}/edges/{source_vertex_type}/{source_vertex_id}/{edge_type}';
const ofVertex = { graph_name: needed, vertex_type: needed };

/** Those that the console does not offer. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, EndpointParameter>>>> = {
  'GET /echo': {},
  'GET /version': {},
  'GET /endpoints/{graph_name}': { graph_name: needed, builtin: flag, dynamic: flag, static: flag },
  'GET /query_status': { graph_name: text, requestid: needed },
  'GET /query_result': { requestid: needed },
  'DELETE /graph/{graph_name}/delete_by_type/vertices/{vertex_type}': ofVertex,
  [`DELETE ${EDGES_OF_TYPE}`]: { ...SOURCE, ...CHOSEN },
  [`DELETE ${EDGES_OF_TYPE}/{target_vertex_type}`]: { ...SOURCE, target_vertex_type: needed, ...CHOSEN },
  'POST /builtins/{graph_name}': {
    graph_name: needed,
    function: needed,
    type: text,
    from_type: text,
    to_type: text,
  },
  'POST /shortestpath/{graph_name}': { graph_name: needed },
  'POST /allpaths/{graph_name}': { graph_name: needed },
  'GET /showlicenseinfo': {},
  'GET /vector/status/{graph_name}': { graph_name: needed, verbose: flag },
  'GET /vector/status/{graph_name}/{vertex_type}': { ...ofVertex, verbose: flag },
  'GET /vector/status/{graph_name}/{vertex_type}/{vector_name}': {
    ...ofVertex,
    vector_name: needed,
    verbose: flag,
  },
};

export const builtinEndpoints = (): Endpoints =>
  Object.fromEntries(
    [
      ...Object.entries(BUILTIN_ENDPOINTS).map(([name, { parameters }]) => [name, parameters] as const),
      ...Object.entries(OTHERS),
    ].map(([name, parameters]) => [name, { enabled: true, parameters }]),
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
