/**
 * Refreshes the page as soon as something changes, whoever changes it: a long poll to the cloud while the page is in
 * sight.
 */
import { useEffect } from 'react';
import { pause } from '../services/pause.ts';
import { useServices, type Services } from '../services/services.ts';

/** `meta` of the queries that others can change, and that are read again with each version. */
export const FOLLOWED = { followed: true } as const;

/** Milliseconds before a wait that broke off is taken up again. */
const AGAIN = 5_000;

const inSight = (): boolean => document.visibilityState === 'visible';

/** Follows the versions until it is aborted. Each other version makes the followed queries be read again. */
async function follow(
  { cloud, queryClient }: Pick<Services, 'cloud' | 'queryClient'>,
  known: { version: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const after = known.version;
      const { version } = await cloud.awaitChanges({ query: after === undefined ? {} : { after }, signal });
      known.version = version;
      if (after === undefined || after === version) continue;
      await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['followed'] === true });
    } catch {
      // Pages show their own errors of loading; meanwhile they refetch at their own intervals.
      if (!signal.aborted) await pause(AGAIN, signal);
    }
  }
}

/**
 * A browser opens few connections to one server for all its tabs: a tab in the background does not wait, and catches up
 * when it comes into sight again.
 */
export function useChanges(): void {
  const { cloud, queryClient } = useServices();
  useEffect(() => {
    const known: { version: string | undefined } = { version: undefined };
    let leave: AbortController | undefined;
    const look = (): void => {
      leave?.abort();
      leave = undefined;
      if (!inSight()) return;
      leave = new AbortController();
      void follow({ cloud, queryClient }, known, leave.signal);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      leave?.abort();
    };
  }, [cloud, queryClient]);
}
