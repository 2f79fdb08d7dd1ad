/** Checks whether DuckDB's reader takes the quotes of a file as a loading job does. */

const LF = 10;
const CR = 13;

/** Where in a token the scan is. */
const STATE = { start: 0, plain: 1, quoted: 2, closed: 3, returned: 4 } as const;

/**
 * Whether every quote in complete lines opens at the start of a token and closes at its end, on the same line. A
 * doubled quote is a literal one.
 */
export function isWellQuoted(lines: Uint8Array, separator: number, quote: number): boolean {
  const { start, plain, quoted, closed, returned } = STATE;
  let state: number = start;
  for (let at = 0; at < lines.length; at += 1) {
    const byte = lines[at] as number;
    if (state === plain || state === start) {
      if (byte === separator || byte === LF) state = start;
      else if (byte !== quote) state = plain;
      else if (state === start) state = quoted;
      else return false;
    } else if (state === quoted) {
      if (byte === quote) state = closed;
      else if (byte === LF) return false;
    } else if (state === closed) {
      if (byte === quote) state = quoted;
      else if (byte === separator || byte === LF) state = start;
      else if (byte === CR) state = returned;
      else return false;
    } else if (byte === LF) state = start;
    else return false;
  }
  return state !== quoted && state !== returned;
}
