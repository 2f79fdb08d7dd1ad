/**
 * Other addresses that lead to the calls of the table: prefixes of the GUI server, none as on RESTPP's own port, and
 * the paths of the GSQL server before 4.1. Each handler is registered once, at the first of them.
 */
import { ENCODED_TWICE } from '../connections.ts';
import { workspaceApi, type CallName } from './api.ts';

interface Prefix {
  /** Regular expression of the beginning of a path. */
  readonly from: string;
  readonly to: string;
}

/** First parts of the paths below /restpp: RESTPP's own port has them without the prefix. */
function restppParts(): string[] {
  const names = Object.keys(workspaceApi) as CallName[];
  const parts = names.flatMap((name) => / \/restpp\/(\w+)/.exec(name)?.[1] ?? []);
  return [...new Set(parts)].sort();
}

const GUI_GSQL = '(?:/api/gsql-server|/gsqlserver)';

export const PREFIXES: readonly Prefix[] = [
  { from: '/api/restpp', to: '/restpp' },
  { from: `/(${restppParts().join('|')})`, to: '/restpp/$1' },
  { from: '/api/gsql-server/gsql/v1', to: '/gsql/v1' },
  { from: `${GUI_GSQL}/interpreted_query`, to: '/gsql/v1/queries/interpret' },
  { from: `${GUI_GSQL}/gsql/codecheck`, to: '/gsql/v1/internal/check/query' },
  { from: `${GUI_GSQL}/gsql/authtoken`, to: '/restpp/requesttoken' },
  { from: `${GUI_GSQL}/gsql/loading-jobs`, to: '/gsql/v1/loading-jobs/status' },
  { from: `${GUI_GSQL}/gsql/simpleauth`, to: '/gsql/v1/auth/simple' },
  { from: `${GUI_GSQL}/gsql/schema`, to: '/gsql/v1/schema' },
  { from: `${GUI_GSQL}/gsql/udtlist`, to: '/gsql/v1/udt/tuples' },
  { from: `${GUI_GSQL}/gsql/description`, to: '/gsql/v1/description' },
  { from: `${GUI_GSQL}/gsql/queryinfo`, to: '/gsql/v1/queries/signature' },
  { from: '/api/gsql-server/gsql/(file|command|login)', to: '/gsqlserver/gsql/$1' },
];

const END = '(?=[/?]|$)';
const REWRITES = PREFIXES.map(({ from, to }) => [new RegExp(`^${from}${END}`), to] as const);

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
