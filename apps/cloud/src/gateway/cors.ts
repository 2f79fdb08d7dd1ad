/** CORS: only the console's pages may call a workspace. */
import type { IncomingMessage } from 'node:http';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Seconds for which a browser caches the response to a preflight. */
const MAX_AGE = '600';

/** Whether the request is a CORS preflight. */
export function isPreflight(request: IncomingMessage): boolean {
  return (
    request.method === 'OPTIONS' &&
    request.headers.origin !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  );
}

/** CORS headers of a response; without Access-Control-Allow-Origin the page cannot read it. */
export function corsHeaders(request: IncomingMessage, origins: ReadonlySet<string>): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return { Vary: 'Origin' };
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': '*', Vary: 'Origin' };
}

/** The response to a preflight: 204, or 403 for a page that is not the console's. */
export function preflightAnswer(
  request: IncomingMessage,
  origins: ReadonlySet<string>,
): { readonly status: 204 | 403; readonly headers: Record<string, string> } {
  const headers = corsHeaders(request, origins);
  if (headers['Access-Control-Allow-Origin'] === undefined) return { status: 403, headers };
  headers['Access-Control-Allow-Methods'] = METHODS;
  headers['Access-Control-Max-Age'] = MAX_AGE;
  const wanted = request.headers['access-control-request-headers'];
  if (wanted !== undefined) headers['Access-Control-Allow-Headers'] = wanted;
  headers.Vary = 'Origin, Access-Control-Request-Headers';
  return { status: 204, headers };
}
