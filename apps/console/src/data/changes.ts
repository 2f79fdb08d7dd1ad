/**
 * Refreshes the page as soon as something changes, whoever changes it: a stream of the cloud's events while the page is
 * in sight.
 */
import type { CloudEvent } from '@acacia/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { failureKind } from '../services/failure.ts';
import { pause } from '../services/pause.ts';
import { useServices, type Services } from '../services/services.ts';

/** `meta` of the queries that others can change, and that are read again with each event. */
export const FOLLOWED = { followed: true } as const;

/** `meta` of a query about one workspace, which is read again with its events alone. */
export const followed = (workspaceId: string) => ({ followed: workspaceId });

/** Milliseconds before a stream that has ended is opened again, and before one that was refused. */
const SOON = 500;
const AGAIN = 5_000;
/** Milliseconds more, at most, so that not all pages come at once when the cloud was started anew. */
const SPREAD = 1_000;

const inSight = (): boolean => document.visibilityState === 'visible';

/** Reads queries again, once for all events that come meanwhile. Null: anything may have changed. */
function createRefresher(queryClient: QueryClient): (event: CloudEvent | null) => void {
  let waiting: (CloudEvent | null)[] = [];
  let busy = false;
  const isMeant = (meta: unknown, events: readonly (CloudEvent | null)[]): boolean =>
    meta === true ||
    (typeof meta === 'string' && events.some((event) => event === null || event.workspace_id === meta));
  const refresh = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) {
      const events = waiting;
      waiting = [];
      await queryClient.invalidateQueries({ predicate: ({ meta }) => isMeant(meta?.['followed'], events) });
    }
    busy = false;
  };
  return (event) => {
    waiting.push(event);
    if (!busy) void refresh();
  };
}

/** Whether events come, and whether the cloud is not reached at all, so that what pages show may be old. */
export interface Connection {
  readonly connected: boolean;
  readonly away: boolean;
}

/** Follows the events until it is aborted, in one stream after the other. */
async function follow(
  { events, queryClient }: Pick<Services, 'events' | 'queryClient'>,
  known: { asked: boolean },
  onConnection: (connection: Connection) => void,
  signal: AbortSignal,
): Promise<void> {
  const refresh = createRefresher(queryClient);
  const connected = (): void => {
    onConnection({ connected: true, away: false });
    // Nobody has told what happened since the last stream. Before the first one the page has just read everything.
    if (known.asked) refresh(null);
    known.asked = true;
  };
  while (!signal.aborted) {
    try {
      await events({ connected, event: refresh }, signal);
      onConnection({ connected: false, away: false });
      await pause(SOON + Math.random() * SPREAD, signal);
    } catch (error) {
      // Pages show their own errors of loading; meanwhile they refetch at their own intervals.
      if (signal.aborted) return;
      known.asked = true;
      onConnection({ connected: false, away: failureKind(error) === 'away' });
      await pause(AGAIN, signal);
    }
  }
}

/**
 * Does something while the page is in sight, from anew each time. A browser opens few connections to one server for all
 * its tabs: a tab in the background does not wait, and catches up when it comes into sight again.
 *
 * @returns a function that ends it
 */
export function whileInSight(start: (signal: AbortSignal) => Promise<void>): () => void {
  let leave: AbortController | undefined;
  const look = (): void => {
    leave?.abort();
    leave = undefined;
    if (!inSight()) return;
    leave = new AbortController();
    void start(leave.signal);
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    leave?.abort();
  };
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/**
 * Follows the cloud's events while the page is in sight.
 * @param settled whether the page has read its answers; nothing is followed before
 */
export function useChanges(settled: boolean): Connection {
  const { events, queryClient } = useServices();
  const [connection, setConnection] = useState<Connection>({ connected: false, away: false });
  // Nothing is asked for without a network, and so nothing fails.
  const offline = useSyncExternalStore(watchNetwork, () => !navigator.onLine);
  useEffect(() => {
    if (!settled) return undefined;
    const known = { asked: false };
    return whileInSight((signal) => follow({ events, queryClient }, known, setConnection, signal));
  }, [events, queryClient, settled]);
  return { ...connection, away: connection.away || offline };
}
