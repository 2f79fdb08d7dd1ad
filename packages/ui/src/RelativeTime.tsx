/** `3 minutes ago`, kept current, with the exact time on hover. */
import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative } from './format.ts';

/** Redraws its user every `ms`; gives the time now. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
}

export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow(30_000);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at, Math.max(now, Date.now()))}
    </time>
  );
}
