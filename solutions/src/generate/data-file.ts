/** Generated CSV files, produced while they are read. */
import { Readable } from 'node:stream';

type Field = string | number;

export interface GeneratedFile {
  readonly name: string;
  /** Rows below the header. */
  readonly rows: number;
  /** The file's bytes; only a part is in memory at a time. Can be opened again. */
  open(): Readable;
}

const CHUNK_CHARACTERS = 64 * 1024;

function* chunks(columns: readonly string[], rows: Iterable<readonly Field[]>): Generator<Buffer> {
  let text = `${columns.join(',')}\n`;
  for (const row of rows) {
    text += `${row.join(',')}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/**
 * @param count the number of rows that `rows` returns
 * @param rows returns a new iteration at every call; no field holds a comma, a quote or a new line
 */
export const dataFile = (
  name: string,
  columns: readonly string[],
  count: number,
  rows: () => Iterable<readonly Field[]>,
): GeneratedFile => ({
  name: `${name}.csv`,
  rows: count,
  open: () => Readable.from(chunks(columns, rows()), { objectMode: false }),
});

/** A file of existing rows. */
export const dataFileOf = (
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Field[])[],
): GeneratedFile => dataFile(name, columns, rows.length, () => rows);
