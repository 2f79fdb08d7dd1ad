/** Time zones to choose from. */

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All that the browser knows, with UTC and the one that is set, whatever it is called there. */
export const timeZones = (current: string): string[] =>
  [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort((a, b) => a.localeCompare(b));
