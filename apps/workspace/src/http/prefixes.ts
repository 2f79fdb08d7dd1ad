/**
 * Prefixes that lead to the same call: RESTPP's own, the GUI server's, none as on RESTPP's own port; the GSQL server's
 * and its paths before 4.1. Every handler is registered once, at the first of them.
 */
import { ENCODED_TWICE } from '@acacia/contract';
import type { LogComponent } from '../log.ts';

const GUI_GSQL = '(?:/api/gsql-server|/gsqlserver)';
const END = '(?=[/?]|$)';
/** Prefixes of the paths of RESTPP's calls. */
const RESTPP_CALLS =
  'abortquery|allpaths|builtins|ddl|echo|endpoints|graph|query|query_result|query_status|rebuildnow|requesttoken|shortestpath|showlicenseinfo|showprocesslist|showprocesslistall|statistics|vector|version';

const REWRITES: readonly (readonly [RegExp, string])[] = (
  [
    ['/api/restpp', '/restpp'],
    [`/(${RESTPP_CALLS})`, '/restpp/$1'],
    ['/api/gsql-server/gsql/v1', '/gsql/v1'],
    [`${GUI_GSQL}/interpreted_query`, '/gsql/v1/queries/interpret'],
    [`${GUI_GSQL}/gsql/codecheck`, '/gsql/v1/internal/check/query'],
    [`${GUI_GSQL}/gsql/simpleauth`, '/gsql/v1/auth/simple'],
    [`${GUI_GSQL}/gsql/schema`, '/gsql/v1/schema'],
    [`${GUI_GSQL}/gsql/udtlist`, '/gsql/v1/udt/tuples'],
    [`${GUI_GSQL}/gsql/description`, '/gsql/v1/description'],
    [`${GUI_GSQL}/gsql/queryinfo`, '/gsql/v1/queries/signature'],
    ['/api/gsql-server/gsql/(file|command|login)', '/gsqlserver/gsql/$1'],
  ] as const
).map(([from, to]) => [new RegExp(`^${from}${END}`), to]);

/** Calls below a graph alone: the gateway judges the address as it was sent. */
const TWICE = new RegExp(`^${ENCODED_TWICE}(/restpp/graph/[^?]*)`);

/** The address at which the call is registered. Prefixes are cut, parameters kept. */
export function canonicalUrl(url: string): string {
  if (TWICE.test(url)) return url.replace(TWICE, (_, path: string) => path.replaceAll('%25', '%'));
  for (const [pattern, to] of REWRITES) {
    if (pattern.test(url)) return url.replace(pattern, to);
  }
  return url;
}

/** The part of the workspace that an address, with its prefix cut, belongs to. */
export function componentOf(url: string): LogComponent {
  if (isRestpp(url)) return 'restpp';
  if (/^\/gsql(?:server)?\//.test(url)) return 'gsql';
  if (url.startsWith('/api/') || url.startsWith('/copilot/')) return 'gui';
  return url.startsWith('/internal/') ? 'admin' : 'nginx';
}

/** Calls below /restpp answer in RESTPP's envelope and by its codes. */
export const isRestpp = (url: string): boolean => url === '/restpp' || /^\/restpp[/?]/.test(url);
