/** When a page that was opened stands, so that what it can do without for a moment may be loaded. */
import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { createContext, use, useEffect, useState } from 'react';

/** Milliseconds after which a page whose answers do not come counts as standing: more than a slow line needs. */
const AT_LATEST = 10_000;

/** Whether the first page stands; of the shell, so that a page that is opened later waits no more. */
export const Settled = createContext(true);

/** Tells the shell that a page is drawn, and so has asked for what it needs. */
export const TellDrawn = createContext(() => {});

/** Stands beside a page: where that waits for something, neither is drawn. */
export function Drawn(): null {
  const tell = use(TellDrawn);
  useEffect(tell, [tell]);
  return null;
}

/**
 * Whether the first page is drawn and its queries are answered. Stays true once it is.
 * @param drawn whether a page, or a failure in its place, is drawn
 */
export function useSettled(drawn: boolean): boolean {
  const loading = useRouterState({ select: ({ isLoading }) => isLoading });
  const busy = useIsFetching() > 0 || loading || !drawn;
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
