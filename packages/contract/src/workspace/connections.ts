/** Limits and timeouts of connections that servers share, and those between gateway and workspace. */

export const CONNECTIONS = {
  /** Largest request line and headers together that the control plane takes, in bytes. */
  controlPlaneHeaderBytes: 16 * 1024,
  /** Largest request line and headers together that a client may send, in bytes; long queries come as parameters of a GET. */
  headerBytes: 64 * 1024,
  /** Limit of a workspace in bytes: it leaves room for the headers that the gateway adds. */
  workspaceHeaderBytes: 80 * 1024,
  /** Milliseconds for which the gateway keeps an idle connection: it is the first to close it. */
  gatewayIdle: 30_000,
  workspaceIdle: 72_000,
} as const;

/**
 * Prefix of calls below `/restpp/graph/` whose path is encoded twice: browsers would resolve an id of one or two dots,
 * which stands there as `%252e`.
 */
export const ENCODED_TWICE = '/api/encoded-twice';
