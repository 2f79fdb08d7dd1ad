import type { Run } from '../run/run-store.ts';

/** The log without the error at its end, which stands above it: GSQL fails with its last words. */
export function logBefore({ log, error }: Pick<Run, 'log' | 'error'>): string {
  const text = log.trimEnd();
  const last = error?.trim() ?? '';
  return last !== '' && text.endsWith(last) ? text.slice(0, -last.length) : log;
}
