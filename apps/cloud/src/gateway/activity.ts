/** What passes through the gateway as use of a workspace; kept in memory, one object a gateway. */
export interface UseLog {
  /** A request that counts begins; call the result once when it has ended. */
  begin(workspaceId: string): (counts: boolean) => void;
  /** It was woken or came up: the time to its next rest starts again. */
  touch(workspaceId: string): void;
  /** Requests under way. */
  underWay(workspaceId: string): number;
  /** Milliseconds of the clock; undefined when nothing has used it yet. */
  lastUse(workspaceId: string): number | undefined;
  forget(workspaceId: string): void;
}

export function createUseLog(now: () => number): UseLog {
  const running = new Map<string, number>();
  const last = new Map<string, number>();
  return {
    begin(workspaceId) {
      running.set(workspaceId, (running.get(workspaceId) ?? 0) + 1);
      return (counts) => {
        running.set(workspaceId, (running.get(workspaceId) ?? 1) - 1);
        if (counts) last.set(workspaceId, now());
      };
    },
    touch: (workspaceId) => void last.set(workspaceId, now()),
    underWay: (workspaceId) => running.get(workspaceId) ?? 0,
    lastUse: (workspaceId) => last.get(workspaceId),
    forget(workspaceId) {
      running.delete(workspaceId);
      last.delete(workspaceId);
    },
  };
}
