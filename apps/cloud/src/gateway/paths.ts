/** What a request's path says about it before its workspace sees it. */

/**
 * Asked again and again by monitors and health checks. They neither count as use nor wake an idle
 * workspace when they come without credentials.
 */
const PROBES = /^(\/(api|restpp|api\/restpp))?\/(ping|echo|health|metrics)(\/|$)/;

/** Also not use: looking at versions, counters and lists of what runs. */
const NOT_USE =
  /^\/informant\/|^(\/(api|restpp|api\/restpp))?\/(version|statistics|showprocesslist|showprocesslistall|queuestatus|query_status)(\/|$)|^\/(gsql\/v1\/(auth\/simple|version)|gsqlserver\/gsql\/(simpleauth|version))$/;

/** Carry their credentials in the body, where only the workspace looks. */
const SIGN_INS =
  /^\/(restpp\/requesttoken|requesttoken|api\/auth\/login|(api\/gsql-server\/)?gsql\/v1\/tokens|gsqlserver\/gsql\/login)$/;

/** Between control plane and workspace alone. */
const INTERNAL = /^\/internal(\/|$)/;

export interface PathKind {
  readonly internal: boolean;
  readonly probe: boolean;
  /** Whether it counts as use of the workspace. */
  readonly use: boolean;
  readonly signIn: boolean;
}

/** `target` as in the request line. */
export function pathKind(target: string): PathKind {
  const parts = partsOf(target);
  const path = `/${parts.join('/')}`;
  const probe = PROBES.test(path);
  return {
    // Also the way a server that resolves dots would read it.
    internal: INTERNAL.test(path) || INTERNAL.test(`/${withoutDots(parts).join('/')}`),
    probe,
    use: !probe && !NOT_USE.test(path),
    signIn: SIGN_INS.test(path),
  };
}

/** The path in origin form: clients of proxies send whole addresses (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  const match = /^https?:\/\/[^/?#]*(.*)$/i.exec(target);
  if (match === null) return target;
  const rest = match[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** As the workspace's router will read it: without query, percent escapes, doubled slashes. */
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
    // Escapes that are none: the workspace will refuse them; judged here as they stand.
    return path;
  }
}
