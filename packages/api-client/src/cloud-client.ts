/** The cloud API as typed functions, derived from the contract's table of calls. */
import { ErrorEnvelope, shellCalls, type CloudApi, type CloudCall, type Route } from '@acacia/contract';
import { z } from 'zod';
import { CloudError } from './cloud-error.ts';
import { cloudRequest, type CallInput } from './cloud-request.ts';
import { notReached } from './not-reached.ts';
import { readAnswer } from './unreadable.ts';

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? { readonly [P in K]: z.input<R[K]> }
  : unknown;

/** Input of a call: its `params`, `query` and `body`, as far as it has them. */
export type CloudInput<K extends CloudCall> = Part<CloudApi[K], 'params'> &
  Part<CloudApi[K], 'query'> &
  Part<CloudApi[K], 'body'> &
  (CloudApi[K] extends { readonly ifMatch: true }
    ? { /** The version that the change is made to. */ readonly version: number }
    : unknown) & { readonly signal?: AbortSignal };

/** The result of a call; the file itself, where the call gives one. */
export type CloudResult<K extends CloudCall> = CloudApi[K] extends { readonly download: readonly string[] }
  ? Blob
  : z.output<CloudApi[K]['result']>;

export type CloudClient = {
  readonly [K in CloudCall]: (input: CloudInput<K>) => Promise<CloudResult<K>>;
};

interface AnyInput extends CallInput {
  readonly signal?: AbortSignal;
}

async function failure(response: Response): Promise<CloudError> {
  const text = await response.text();
  try {
    const parsed = ErrorEnvelope.parse(JSON.parse(text));
    const { Message, ErrorDetails, RequestID, Result } = parsed;
    return new CloudError(response.status, Message, ErrorDetails, RequestID, Result);
  } catch {
    return new CloudError(response.status, `The server answered ${response.status} ${response.statusText}.`);
  }
}

/** @throws CloudError when the file breaks off */
async function whole(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch {
    throw new CloudError(0, 'The file broke off before its end. Try again.');
  }
}

/**
 * Gives the access token for a call, or null when signed out.
 * @param refused the token that the call was refused with (401), so that another one is wanted
 */
type GetToken = (refused: string | undefined, call: CloudCall) => Promise<string | null>;

/**
 * A call that is refused with 401 is sent once more when there is another token.
 * @param baseUrl base address of the API, e.g. `/api` or `http://localhost:4100/api`
 * @throws CloudError from every function when its call fails
 */
export function createCloudClient(baseUrl: string, getToken: GetToken): CloudClient {
  const request = async (route: Route, input: AnyInput, token: string | null): Promise<Response> => {
    const { method, path, headers, body } = cloudRequest(route, input);
    const authorised = new Headers(headers);
    if (token !== null) authorised.set('authorization', `Bearer ${token}`);
    try {
      return await fetch(`${baseUrl}${path}`, {
        method,
        headers: authorised,
        body,
        signal: input.signal ?? null,
      });
    } catch (error) {
      if (input.signal?.aborted === true) throw error;
      throw new CloudError(0, notReached('the server', 'Check that Acacia is running.'));
    }
  };
  const send = async (call: CloudCall, input: AnyInput): Promise<unknown> => {
    const route = await routeOf(call);
    const token = route.permission === 'public' ? null : await getToken(undefined, call);
    let response = await request(route, input, token);
    if (response.status === 401 && token !== null) {
      const other = await getToken(token, call);
      if (other !== null && other !== token) response = await request(route, input, other);
    }
    if (!response.ok) throw await failure(response);
    if (route.download !== undefined) return whole(response);
    return (await readAnswer(response, z.object({ Result: route.result }))).Result;
  };
  return new Proxy({} as CloudClient, {
    get(_, name) {
      // Awaiting the client itself must return it: it is no promise.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      return (input: AnyInput) => send(name as CloudCall, input);
    },
  });
}

/** Calls of every page. The table of all of them, with its schemas, is loaded with the first other call. */
const ALWAYS: Partial<Record<CloudCall, Route>> = shellCalls;

async function routeOf(name: CloudCall): Promise<Route> {
  return ALWAYS[name] ?? (await import('./all-calls.ts')).cloudApi[name];
}
