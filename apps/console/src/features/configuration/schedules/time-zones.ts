/** Time zones to choose from. */

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

let known: readonly string[] | undefined;

/** All time zones that the browser knows, with UTC and the present one under its own name. */
export function timeZones(current: string): string[] {
  known ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
  return known.includes(current) ? [...known] : [current, ...known];
}
