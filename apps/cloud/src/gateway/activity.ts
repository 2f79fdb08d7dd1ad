/** The use of workspaces through the gateway; kept in memory, one object for each gateway. */
export interface UseLog {
  /** Records a request that begins. The result is to be called once at its end, with whether it counts as use. */
  begin(workspaceId: string): (counts: boolean) => void;
  /** Records that the workspace was woken or came up: its idle time starts again. */
  touch(workspaceId: string): void;
  /** Number of requests under way. */
  underWay(workspaceId: string): number;
  /** Milliseconds of the clock; undefined before the first use. */
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
