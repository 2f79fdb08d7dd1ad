/**
 * Refreshes the page as soon as something changes, whoever changes it: a long poll to the cloud while the page is in
 * sight.
 */
import { useEffect, useState } from 'react';
import { failureKind } from '../services/failure.ts';
import { pause } from '../services/pause.ts';
import { useServices, type Services } from '../services/services.ts';

/** `meta` of the queries that others can change, and that are read again with each version. */
export const FOLLOWED = { followed: true } as const;

/** Milliseconds before a wait that broke off is taken up again. */
const AGAIN = 5_000;

const inSight = (): boolean => document.visibilityState === 'visible';

interface Known {
  version: string | undefined;
  /** Whether the last wait ended without an answer. */
  away: boolean;
}

/**
 * Follows the versions until it is aborted. Each other version makes the followed queries be read again.
 *
 * @param onAway called with true when the cloud is not reached any more, and with false when it answers again
 */
async function follow(
  { cloud, queryClient }: Pick<Services, 'cloud' | 'queryClient'>,
  known: Known,
  onAway: (away: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const tell = (away: boolean): void => {
    if (away !== known.away) onAway(away);
    known.away = away;
  };
  while (!signal.aborted) {
    try {
      const after = known.version;
      // After an outage the answer is wanted at once: it says that there is a connection again.
      const query = { ...(after === undefined ? {} : { after }), ...(known.away ? { wait: 0 } : {}) };
      const { version } = await cloud.awaitChanges({ query, signal });
      known.version = version;
      tell(false);
      if (after === undefined || after === version) continue;
      await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['followed'] === true });
    } catch (error) {
      // Pages show their own errors of loading; meanwhile they refetch at their own intervals.
      if (signal.aborted) return;
      tell(failureKind(error) === 'away');
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

/**
 * Follows the versions while the page is in sight.
 *
 * @returns whether the cloud cannot be reached, so that what pages show may be old
 */
export function useChanges(): boolean {
  const { cloud, queryClient } = useServices();
  const [away, setAway] = useState(false);
  useEffect(() => {
    const known: Known = { version: undefined, away: false };
    return whileInSight((signal) => follow({ cloud, queryClient }, known, setAway, signal));
  }, [cloud, queryClient]);
  return away;
}
