/** Time zones to choose from. */

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

let known: readonly string[] | undefined;

/** All that the browser knows, with UTC and the one that is set, whatever it is called there. */
export function timeZones(current: string): string[] {
  known ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
  return known.includes(current) ? [...known] : [current, ...known];
}
