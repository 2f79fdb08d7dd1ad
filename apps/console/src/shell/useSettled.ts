/** When a page that was opened stands, so that what it can do without for a moment may be loaded. */
import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { createContext, useEffect, useState } from 'react';

/** Milliseconds after which a page whose answers do not come counts as standing: more than a slow line needs. */
const AT_LATEST = 10_000;

/** Whether the first page stands; of the shell, so that a page that is opened later waits no more. */
export const Settled = createContext(true);

/** Whether the first page is loaded and its queries are answered. Stays true once it is. */
export function useSettled(): boolean {
  const loading = useRouterState({ select: ({ isLoading }) => isLoading });
  const busy = useIsFetching() > 0 || loading;
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (settled) return undefined;
    const timer = setTimeout(() => setSettled(true), AT_LATEST);
    return () => clearTimeout(timer);
  }, [settled]);
  useEffect(() => {
    if (settled || busy) return undefined;
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, [settled, busy]);
  return settled;
}
