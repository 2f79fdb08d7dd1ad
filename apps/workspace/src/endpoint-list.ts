/** Descriptions of the calls below /restpp, as GET /endpoints lists them. Paths are without the prefix. */
import { builtinEndpoints, type Endpoint, type EndpointParameter, type Endpoints } from '@acacia/contract';
import type { QueryInfo } from '@acacia/engine';

/** The built-in endpoints that every caller may know of. */
export const builtinList = (): Endpoints =>
  Object.fromEntries(
    Object.entries(builtinEndpoints()).map(([name, { parameters }]) => [name, { enabled: true, parameters }]),
  );

/** Names of scalar types in this list. */
const SCALARS: Readonly<Record<string, string>> = { INT: 'INT64', UINT: 'UINT64' };

/** A parameter of a query as RESTPP describes it. */
export function endpointParameter({
  type,
  defaultValue,
}: Pick<QueryInfo['parameters'][number], 'type' | 'defaultValue'>): EndpointParameter {
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
      ...Object.fromEntries(
        query.parameters.map((parameter) => [parameter.name, endpointParameter(parameter)]),
      ),
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
