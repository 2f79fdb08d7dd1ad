/** What gateway and workspace agree on for the connections between them. */

export const CONNECTIONS = {
  /** Largest request line and headers together that a client may send, in bytes; long queries come as parameters of a GET. */
  headerBytes: 64 * 1024,
  /** What a workspace takes: there is room for the headers that the gateway adds. */
  workspaceHeaderBytes: 80 * 1024,
  /** Milliseconds for which the gateway keeps a connection that has nothing to do: it is the first to give it up. */
  gatewayIdle: 30_000,
  workspaceIdle: 72_000,
} as const;
