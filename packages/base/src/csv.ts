/** Tables as comma-separated text. */

export type CsvCell = string | number | bigint | boolean | null;

/** The beginning of text that a spreadsheet takes for a formula (OWASP, "CSV Injection"); a negative number is none. */
const FORMULA = /^(?:[=+@\t\r\n＝＋＠－]|-(?![\d.]+$))/;

function cellOf(value: CsvCell): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180. A cell that a spreadsheet would take for a formula is kept as text by a quote before it. */
export function csvOf(rows: Iterable<readonly CsvCell[]>): string {
  let text = '';
  for (const row of rows) text += `${row.map(cellOf).join(',')}\r\n`;
  return text;
}
