/** The endpoints of a graph that can be called, as the workspace lists them (specification part 4, sections 2, 5, 9). */
import type { EndpointMethod, EndpointToCall } from '@acacia/api-client';
import { offeredEndpoints, type EndpointParameter, type Endpoints } from '@acacia/contract';
import type { RunParameter } from '../parameters/run-form.ts';

const OFFERED = offeredEndpoints();

export type EndpointKind = EndpointToCall['kind'];

export interface ListedEndpoint {
  /** The key of the workspace's list: `METHOD path`. */
  readonly key: string;
  readonly call: EndpointToCall;
  /** The query's name, or method and path. */
  readonly title: string;
  /** Path with the prefix, as shown. */
  readonly path: string;
  readonly about: string;
  readonly parameters: readonly RunParameter[];
  readonly body: 'json' | 'lines' | undefined;
}

/** GSQL's names for those of RESTPP. */
const NUMBERS: Readonly<Record<string, string>> = {
  INT64: 'INT',
  INT32: 'INT',
  UINT64: 'UINT',
  UINT32: 'UINT',
};

function elementOf({ type, is_id, id_type }: EndpointParameter): string {
  if (is_id !== undefined) return id_type === undefined ? 'VERTEX' : `VERTEX<${id_type}>`;
  return NUMBERS[type] ?? type;
}

/** RESTPP names the query itself as a parameter; one that the query declares has a count. */
const isOwnName = (name: string, query: string, { default: value, max_count }: EndpointParameter): boolean =>
  name === 'query' && value === query && max_count === undefined;

const ofQuery = (name: string, given: EndpointParameter): RunParameter => ({
  paramName: name,
  paramType: given.max_count === 1 ? elementOf(given) : `LIST<${elementOf(given)}>`,
  ...(given.default === undefined ? {} : { paramDefaultValue: given.default }),
  ...(given.min_count === 0 && given.default === undefined ? ({ takes: 'optional' } as const) : {}),
});

const ofBuiltin = (path: string, name: string, given: EndpointParameter): RunParameter => ({
  paramName: name,
  paramType: elementOf(given),
  ...(path.includes(`{${name}}`)
    ? ({ takes: 'path' } as const)
    : given.min_count === 0
      ? ({ takes: 'optional' } as const)
      : {}),
});

const METHODS: readonly EndpointMethod[] = ['GET', 'POST', 'PUT', 'DELETE'];

function listed(kind: EndpointKind, graph: string, key: string, parameters: [string, EndpointParameter][]) {
  const [written = '', path = ''] = key.split(/ (.*)/s);
  const method = METHODS.find((each) => each === written);
  if (method === undefined) return [];
  const shown = { key, path: `/restpp${path}` };
  if (kind === 'query') {
    const before = `/query/${graph}/`;
    if (!path.startsWith(before)) return [];
    const query = path.slice(before.length);
    const own = parameters.filter(([name, given]) => !isOwnName(name, query, given));
    const found: ListedEndpoint = {
      ...shown,
      ...{ call: { kind, method, query }, title: query, about: '', body: undefined },
      parameters: own.map(([name, given]) => ofQuery(name, given)),
    };
    return [found];
  }
  const known = OFFERED[key];
  if (known === undefined) return [];
  const found: ListedEndpoint = {
    ...shown,
    ...{ call: { kind, method, path }, title: key, about: known.about, body: known.body },
    parameters: parameters
      .filter(([name]) => name !== 'graph_name')
      .map(([name, given]) => ofBuiltin(path, name, given)),
  };
  return [found];
}

/** Those that are enabled; of built-in ones the fixed set, in its order; of a read-only workspace those by GET. */
export function listedEndpoints(
  kind: EndpointKind,
  graph: string,
  endpoints: Endpoints,
  writable: boolean,
): readonly ListedEndpoint[] {
  const order = Object.keys(OFFERED);
  return Object.entries(endpoints)
    .filter(([, { enabled }]) => enabled)
    .flatMap(([key, { parameters }]) => listed(kind, graph, key, Object.entries(parameters)))
    .filter(({ call }) => writable || call.method === 'GET')
    .sort((a, b) =>
      kind === 'builtin'
        ? order.indexOf(a.key) - order.indexOf(b.key)
        : a.title.localeCompare(b.title) || a.key.localeCompare(b.key),
    );
}

export function matching(endpoints: readonly ListedEndpoint[], search: string): readonly ListedEndpoint[] {
  const words = search.trim().toLowerCase();
  return endpoints.filter(({ key, about }) => `${key} ${about}`.toLowerCase().includes(words));
}
