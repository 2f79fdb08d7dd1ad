/** Classifies requests by path, before the workspace gets them. */

/**
 * Paths that monitors and health checks call periodically. They neither count as use nor wake an idle workspace when
 * they come without credentials.
 */
const PROBES = /^(\/(api|restpp|api\/restpp))?\/(ping|echo|health|metrics)(\/|$)/;

/**
 * Other paths that do not count as use: versions, counters, lists of runs and of slow queries. A run that is begun by the
 * path of their list is use by what it does in the workspace.
 */
const NOT_USE =
  /^\/informant\/|^(\/(api|restpp|api\/restpp))?\/(version|statistics|showprocesslist|showprocesslistall|queuestatus|query_status)(\/|$)|^\/(api\/(slow-queries|runs|queries\/[^/]+\/query_status)|(api\/gsql-server\/)?gsql\/v1\/queries\/listrunning|gsql\/v1\/(auth\/simple|version)|gsqlserver\/gsql\/(simpleauth|version))$/;

/** Sign-ins, which carry their credentials in the body, where only the workspace reads them. */
const SIGN_INS =
  /^\/(restpp\/requesttoken|requesttoken|api\/auth\/login|(api\/gsql-server\/)?gsql\/v1\/tokens|gsqlserver\/gsql\/login)$/;

/** Calls that only the control plane may make to a workspace. */
const INTERNAL = /^\/internal(\/|$)/;

export interface PathKind {
  readonly internal: boolean;
  readonly probe: boolean;
  /** Whether the request counts as use of the workspace. */
  readonly use: boolean;
  readonly signIn: boolean;
  /** The path of the admin portal. */
  readonly portal: boolean;
}

/** `target` as in the request line. */
export function pathKind(target: string): PathKind {
  const parts = partsOf(target);
  const path = `/${parts.join('/')}`;
  const probe = PROBES.test(path);
  return {
    // Also as a server that resolves dots would read the path.
    internal: INTERNAL.test(path) || INTERNAL.test(`/${withoutDots(parts).join('/')}`),
    probe,
    use: !probe && !NOT_USE.test(path),
    signIn: SIGN_INS.test(path),
    portal: path === '/admin',
  };
}

/** The target in origin form: clients of proxies send absolute URLs (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  const match = /^https?:\/\/[^/?#]*(.*)$/i.exec(target);
  if (match === null) return target;
  const rest = match[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The segments of the path as the workspace's router reads it: without query, percent escapes, doubled slashes. */
function partsOf(target: string): string[] {
  const path = originForm(target).split(/[?#;]/, 1)[0] ?? '';
  return decoded(path)
    .toLowerCase()
    .split(/[/\\]/)
    .filter((part) => part !== '');
}

function withoutDots(parts: readonly string[]): string[] {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '..') kept.pop();
    else if (part !== '.') kept.push(part);
  }
  return kept;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Malformed escapes: the workspace will refuse them, so the path is classified as it is.
    return path;
  }
}
