/** Prints a result: as a table for people, as JSON for programs. */
import { stringifyJson } from '@acacia/base';
import { printable, type Terminal } from '../terminal.ts';
import { cellOf, fieldsTable, isRow, tableOf } from './table.ts';

export interface PrintOptions {
  readonly json?: boolean;
  /** Columns of the table, separated by commas. */
  readonly columns?: string;
}

/** Width of tables where the output is no screen: all columns, for programs that read them. */
const NO_SCREEN = Number.POSITIVE_INFINITY;

export function textOf(result: unknown, { json, columns }: PrintOptions, screen: number): string {
  if (json === true) return stringifyJson(result, 2);
  const chosen = columns?.split(',').map((name) => name.trim());
  if (Array.isArray(result)) {
    const items: unknown[] = result;
    if (items.every(isRow)) return tableOf(items, chosen, screen);
    return items.map(cellOf).join('\n');
  }
  if (!isRow(result)) return cellOf(result);
  return Object.keys(result).length === 0 ? 'Done.' : fieldsTable(result, chosen);
}

/** A file is written as it is. */
export async function print(terminal: Terminal, result: unknown, options: PrintOptions): Promise<void> {
  if (result instanceof Blob) {
    const text = await result.text();
    terminal.out(terminal.columns === undefined ? text : printable(text));
    return;
  }
  terminal.out(`${textOf(result, options, terminal.columns ?? NO_SCREEN)}\n`);
}
