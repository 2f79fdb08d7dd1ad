/** A call of the cloud API as the request that is sent for it. */
import type { Route } from '@acacia/contract';
import { CloudError } from './cloud-error.ts';

/** Values allowed as a parameter in the path or the query of an address. */
type AddressPart = string | number | boolean | undefined;

export interface CallInput {
  readonly params?: Readonly<Record<string, AddressPart>>;
  readonly query?: Readonly<Record<string, AddressPart>>;
  readonly body?: unknown;
  readonly version?: number;
}

export interface CloudRequest {
  readonly method: Route['method'];
  /** Path and query, below the API's base address. */
  readonly path: string;
  /** All but the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** @throws CloudError 404 for an id that browsers take for a step between folders: another call would be made */
function pathOf(route: Route, { params, query = {} }: CallInput): string {
  const path = route.path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = String(params?.[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new CloudError(404, `There is nothing with the ${name} "${value}".`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** @throws CloudError 404 for an id that cannot stand in a path */
export function cloudRequest(route: Route, input: CallInput): CloudRequest {
  const { body, version } = input;
  return {
    method: route.method,
    path: pathOf(route, input),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}
