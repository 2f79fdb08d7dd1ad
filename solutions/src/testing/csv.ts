/** Parses generated files, for tests that compute the expected results of queries. */
import { text } from 'node:stream/consumers';
import type { GeneratedFile } from '../generate/data-file.ts';

export type Row = Readonly<Record<string, string>>;

export async function rowsOf(files: readonly GeneratedFile[], name: string): Promise<Row[]> {
  const file = files.find((each) => each.name === `${name}.csv`);
  if (file === undefined) throw new Error(`No file ${name}.csv was generated.`);
  const [head = '', ...lines] = (await text(file.open())).trimEnd().split('\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const fields = line.split(',');
    if (fields.length !== columns.length) throw new Error(`${name}.csv: '${line}' does not fit '${head}'.`);
    return Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? '']));
  });
}

/** Rows by the value of a column. */
export const grouped = (rows: readonly Row[], column: string): Map<string, Row[]> =>
  Map.groupBy(rows, (row) => row[column] ?? '');
