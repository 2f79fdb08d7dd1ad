/** Cells of results as text for the clipboard. */
import { stringifyJson } from '@acacia/base';
import type { RunCopyFormat } from '@acacia/contract';

/** The whole text of a cell. */
export const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : stringifyJson(value);

/** Text that a spreadsheet would take for a formula begins with a quote (OWASP, "CSV Injection"), as in saved files. */
function safeText(value: unknown): string {
  const text = cellText(value);
  const isFormula = typeof value === 'string' && /^[=+@\t\r＝＋＠－-]/.test(text) && !/^-[0-9.]+$/.test(text);
  return isFormula ? `'${text}` : text;
}

const tsv = (value: unknown): string => safeText(value).replace(/[\t\r\n]+/g, ' ');
function csv(value: unknown): string {
  const text = safeText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV with its line break. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csv).join(',')}\n`;

/** @param rows values by column; undefined where a row has none */
export function copiedText(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  format: RunCopyFormat,
): string {
  if (format !== 'json') {
    const [cell, separator] = format === 'tsv' ? [tsv, '\t'] : [csv, ','];
    return [columns, ...rows].map((row) => row.map(cell).join(separator)).join('\n');
  }
  // Columns of the same name are told apart.
  const names: string[] = [];
  for (const column of columns) {
    let name = column;
    for (let i = 2; names.includes(name); i += 1) name = `${column}_${i}`;
    names.push(name);
  }
  const objects = rows.map((row) =>
    Object.fromEntries(row.flatMap((value, i) => (value === undefined ? [] : [[names[i] ?? '', value]]))),
  );
  return `[\n${objects.map((each) => `  ${stringifyJson(each)}`).join(',\n')}\n]`;
}
