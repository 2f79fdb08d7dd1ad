/** The built-in endpoints that can be called from the console (specification part 4, section 9). */
import type { EndpointParameter } from './queries.ts';

const text: EndpointParameter = { type: 'STRING', min_count: 0 };
const needed: EndpointParameter = { type: 'STRING', min_count: 1 };
const number: EndpointParameter = { type: 'UINT32', min_count: 0 };
const flag: EndpointParameter = { type: 'BOOL', min_count: 0 };

const GRAPH = { graph_name: needed };
const LIST = { select: text, filter: text, sort: text, limit: number, offset: number, count_only: flag };
const CHOSEN = { filter: text, sort: text, limit: number };
const VERTEX_TYPE = { ...GRAPH, vertex_type: needed };
const VERTEX = { ...VERTEX_TYPE, vertex_id: needed };
const SOURCE = { ...GRAPH, source_vertex_type: needed, source_vertex_id: needed };
const EDGE_TYPE = { ...SOURCE, edge_type: needed };
const TARGET_TYPE = { ...EDGE_TYPE, target_vertex_type: needed };
const TARGET = { ...TARGET_TYPE, target_vertex_id: needed };

const VERTICES = '/graph/{graph_name}/vertices/{vertex_type}';
const EDGES = '/graph/{graph_name}/edges/{source_vertex_type}/{source_vertex_id}';
const EDGES_TO_TYPE = `${EDGES}/{edge_type}/{target_vertex_type}`;

export interface BuiltinEndpoint {
  readonly about: string;
  /** Parts of the path, then parameters of the address: RESTPP reads both there, whatever the method. */
  readonly parameters: Readonly<Record<string, EndpointParameter>>;
  /** The request has a body: a JSON document, or lines of data. */
  readonly body?: 'json' | 'lines';
}

/**
 * By `METHOD path`, the path without the prefix `/restpp`. The specification says that there are 17 and names some of
 * them; ADR 58 has the choice of the others.
 */
export const BUILTIN_ENDPOINTS: Readonly<Record<string, BuiltinEndpoint>> = {
  [`GET ${VERTICES}`]: { about: 'Lists vertices of a type', parameters: { ...VERTEX_TYPE, ...LIST } },
  [`GET ${VERTICES}/{vertex_id}`]: {
    about: 'Reads a vertex',
    parameters: { ...VERTEX, select: text },
  },
  [`DELETE ${VERTICES}`]: {
    about: 'Deletes vertices of a type with their edges: those that match the filter, else all',
    parameters: { ...VERTEX_TYPE, ...CHOSEN },
  },
  [`DELETE ${VERTICES}/{vertex_id}`]: { about: 'Deletes a vertex with its edges', parameters: VERTEX },
  [`GET ${EDGES}`]: { about: 'Lists the edges of a vertex', parameters: { ...SOURCE, ...LIST } },
  [`GET ${EDGES}/{edge_type}`]: {
    about: 'Lists the edges of a vertex of one type',
    parameters: { ...EDGE_TYPE, ...LIST },
  },
  [`GET ${EDGES_TO_TYPE}`]: {
    about: 'Lists the edges of a vertex to vertices of one type',
    parameters: { ...TARGET_TYPE, ...LIST },
  },
  [`GET ${EDGES_TO_TYPE}/{target_vertex_id}`]: {
    about: 'Reads the edges between two vertices',
    parameters: { ...TARGET, ...LIST },
  },
  [`DELETE ${EDGES}`]: {
    about: 'Deletes the edges of a vertex: those that match the filter, else all',
    parameters: { ...SOURCE, ...CHOSEN },
  },
  [`DELETE ${EDGES_TO_TYPE}/{target_vertex_id}`]: {
    about: 'Deletes the edges between two vertices',
    parameters: { ...TARGET, ...CHOSEN },
  },
  'POST /graph/{graph_name}': {
    about: 'Writes vertices and edges',
    parameters: { ...GRAPH, new_vertex_only: flag, update_vertex_only: flag, vertex_must_exist: flag },
    body: 'json',
  },
  'POST /ddl/{graph_name}': {
    about: 'Runs a loading job over lines of data',
    parameters: { ...GRAPH, tag: needed, filename: needed, sep: text, eol: text },
    body: 'lines',
  },
  'GET /statistics/{graph_name}': {
    about: 'Counts and latencies of the requests of the last seconds',
    parameters: { ...GRAPH, seconds: number, segments: number },
  },
  'GET /showprocesslist/{graph_name}': { about: 'Lists the running queries of a graph', parameters: GRAPH },
  'GET /showprocesslistall': { about: 'Lists the running queries of all graphs', parameters: {} },
  'GET /abortquery/{graph_name}': {
    about: 'Aborts running queries by their request id, or those whose address matches',
    parameters: { ...GRAPH, requestid: text, url: text },
  },
  'GET /rebuildnow/{graph_name}': { about: 'Merges what was written into the graph', parameters: GRAPH },
};
