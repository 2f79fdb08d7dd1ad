/** Calls of endpoints of RESTPP by their names, as programs and the console make them (specification part 4, section 7). */
import { stringifyJson } from '@acacia/base';
import { callTo, parameterString, segment } from './workspace-paths.ts';
import type { WorkspaceRequest } from './workspace-transport.ts';

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type EndpointToCall =
  /** An installed query. */
  | { readonly kind: 'query'; readonly method: EndpointMethod; readonly query: string }
  | {
      readonly kind: 'builtin';
      readonly method: EndpointMethod;
      /** Without the prefix; parts such as `{vertex_type}` take the values of these names, `{graph_name}` the graph. */
      readonly path: string;
    };

export interface EndpointCall {
  readonly method: EndpointMethod;
  /** With the prefix `/restpp`, each part encoded. */
  readonly path: string;
  /** A list repeats its key. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body?: Pick<WorkspaceRequest, 'json' | 'text'>;
}

/** Why a value cannot be a part of a path: without it another endpoint would be called. Null when it can. */
export const pathPartProblem = (value: string): string | null =>
  value === '' ? 'Please input a value.' : null;

function builtinPath(path: string, graph: string, rest: Map<string, unknown>): string[] {
  return path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part;
    const given = rest.get(name) ?? '';
    const text = typeof given === 'string' ? given : stringifyJson(given);
    const value = name === 'graph_name' ? graph : text;
    const problem = pathPartProblem(value);
    if (problem !== null) throw new RangeError(`${name}: ${problem}`);
    rest.delete(name);
    return value;
  });
}

/**
 * The address has the graph as a part of its path, or as its parameter `graph`, which is added unless it is there.
 * Installed queries take their parameters in the address by GET, and as JSON otherwise. Those of built-in endpoints
 * stand in the address for every method: RESTPP reads them there alone.
 * @param body of built-in endpoints that take one
 * @throws RangeError for a value that cannot be a part of the path (`pathPartProblem`)
 */
export function endpointCall(
  endpoint: EndpointToCall,
  graph: string,
  values: Readonly<Record<string, unknown>>,
  body?: EndpointCall['body'],
): EndpointCall {
  const { method } = endpoint;
  if (endpoint.kind === 'query') {
    const { path } = callTo('POST /restpp/query/:graph/:query', { graph, query: endpoint.query });
    return method === 'GET'
      ? { method, path, query: parameterString(values) }
      : { method, path, query: {}, body: { json: values } };
  }
  const rest = new Map(Object.entries(values));
  const parts = builtinPath(endpoint.path, graph, rest);
  const named = endpoint.path.includes('{graph_name}') || rest.has('graph');
  return {
    method,
    path: `/restpp${parts.map(segment).join('/')}`,
    query: { ...(named ? {} : { graph: [graph] }), ...parameterString(Object.fromEntries(rest)) },
    ...(body === undefined ? {} : { body }),
  };
}

/** The path and the parameters, which follow the workspace's address. */
export function addressOf({ path, query }: Pick<EndpointCall, 'path' | 'query'>): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of values) search.append(name, value);
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
