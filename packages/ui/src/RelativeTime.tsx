/** `3 minutes ago`, kept current, with the exact time on hover. */
import { useEffect, useState } from 'react';
import { formatDateTime, formatRelative } from './format.ts';

/** Re-renders its component every `ms`; returns the present time. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return now;
}

export function RelativeTime({ at }: { readonly at: string | number }) {
  const now = useNow(30_000);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(new Date(at))}>
      {formatRelative(new Date(at), Math.max(now, Date.now()))}
    </time>
  );
}
