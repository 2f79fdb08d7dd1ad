/**
 * DATETIME texts that TigerGraph takes: with `-` or `/`, date only, ISO with a fraction, epoch seconds. A
 * DATETIME has no time zone: the offset that many clients write (`+00:00`) is ignored, as in loads.
 */
const FORMAT =
  /^\s*(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:[zZ]|[+-]\d{2}:?\d{2})?)?\s*$/;

/** Seconds since 1970-01-01 UTC, or null when the text is no date. */
export function parseDatetime(text: string): bigint | null {
  if (/^\s*-?\d+\s*$/.test(text)) return BigInt(text.trim());
  const match = FORMAT.exec(text);
  if (match === null) return null;
  const [, year, , month, day, hour = '0', minute = '0', second = '0'] = match;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  const milliseconds = Date.UTC(y, mo - 1, d, h, mi, s);
  const date = new Date(milliseconds);
  const real =
    date.getUTCFullYear() === y &&
    date.getUTCMonth() === mo - 1 &&
    date.getUTCDate() === d &&
    h < 24 &&
    mi < 60 &&
    s < 60;
  return real ? BigInt(milliseconds / 1000) : null;
}
