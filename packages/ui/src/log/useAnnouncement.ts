/** Announces the newest line to screen readers while lines come slowly enough to be heard. */
import { useEffect, useRef, useState } from 'react';
import type { LogLine } from './LogRow.tsx';

/** Milliseconds that a line must have been the newest for. */
const QUIET = 2000;

/** @param newest undefined while nothing is to be announced */
export function useAnnouncement(newest: LogLine | undefined): string {
  const [said, setSaid] = useState('');
  const known = useRef(newest?.id);
  useEffect(() => {
    if (newest === undefined || newest.id === known.current) return undefined;
    const timer = setTimeout(() => {
      known.current = newest.id;
      setSaid(`${newest.level} ${newest.component}: ${newest.log.slice(0, 200)}`);
    }, QUIET);
    return () => clearTimeout(timer);
  }, [newest]);
  return said;
}
