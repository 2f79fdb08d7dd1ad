/**
 * The same call is reached below several prefixes: RESTPP's own and that of the GUI server, the GSQL
 * server's and its pre-4.1 paths. Every handler is registered once, at the first of them.
 */
import type { LogComponent } from '../log.ts';

const GUI_GSQL = '(?:/api/gsql-server|/gsqlserver)';
const END = '(?=[/?]|$)';

const REWRITES: readonly (readonly [RegExp, string])[] = (
  [
    ['/api/restpp', '/restpp'],
    ['/api/gsql-server/gsql/v1', '/gsql/v1'],
    [`${GUI_GSQL}/interpreted_query`, '/gsql/v1/queries/interpret'],
    [`${GUI_GSQL}/gsql/codecheck`, '/gsql/v1/internal/check/query'],
    [`${GUI_GSQL}/gsql/simpleauth`, '/gsql/v1/auth/simple'],
    [`${GUI_GSQL}/gsql/schema`, '/gsql/v1/schema'],
    [`${GUI_GSQL}/gsql/udtlist`, '/gsql/v1/udt/tuples'],
    [`${GUI_GSQL}/gsql/description`, '/gsql/v1/description'],
    [`${GUI_GSQL}/gsql/queryinfo`, '/gsql/v1/queries/signature'],
  ] as const
).map(([from, to]) => [new RegExp(`^${from}${END}`), to]);

/** The address at which the call is registered. Prefixes are cut, parameters kept. */
export function canonicalUrl(url: string): string {
  for (const [pattern, to] of REWRITES) {
    if (pattern.test(url)) return url.replace(pattern, to);
  }
  return url;
}

/** The part of the workspace that an address, with its prefix cut, belongs to. */
export function componentOf(url: string): LogComponent {
  if (isRestpp(url)) return 'restpp';
  if (url.startsWith('/gsql/')) return 'gsql';
  if (url.startsWith('/api/') || url.startsWith('/copilot/')) return 'gui';
  return url.startsWith('/internal/') ? 'admin' : 'nginx';
}

/** Calls below /restpp answer in RESTPP's envelope and by its codes. */
export const isRestpp = (url: string): boolean => url === '/restpp' || /^\/restpp[/?]/.test(url);
