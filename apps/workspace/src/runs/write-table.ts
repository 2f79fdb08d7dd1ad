/** Writes a table of results, or a view of it, into a file for a download. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseJson } from '@acacia/base';
import type { RunFileFormat } from '@acacia/contract';
import type { FlatFile, ParquetType, ResultTables, ResultView } from '@acacia/engine';
import { problem } from '../errors/problem.ts';
import { cellText, csvLine } from './copied-text.ts';
import { jsonList } from './json-list.ts';
import type { TableFile } from './result-files.ts';
import { valueAt, type Column } from './split-answer.ts';

/** Columns that DuckDB writes as Parquet within the least memory of results. */
const MOST_OF_PARQUET = 1000;
/** Characters that are written at once. */
const PIECE = 2 ** 16;

interface Target {
  readonly path: string;
  readonly format: RunFileFormat;
  /** null: all rows, in their own order. */
  readonly view: ResultView | null;
  /** Milliseconds that DuckDB may take; not given: its own limit. */
  readonly patienceMs?: number;
}

/** One text for each line of a table, in larger pieces. */
async function* piecesOf(
  path: string,
  columns: readonly Column[],
  head: string,
  textOf: (values: readonly unknown[]) => string,
): AsyncGenerator<string> {
  let text = head;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const row = parseJson(line);
    text += textOf(columns.map((column) => valueAt(row, column)));
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield text;
}

const LEAST_INTEGER = -(2n ** 63n);
const MOST_INTEGER = 2n ** 63n - 1n;

/** Types that hold a value exactly; of no value none, which any type does. */
function typesOfValue(value: unknown): readonly ParquetType[] {
  if (typeof value === 'boolean') return ['BOOLEAN'];
  if (typeof value === 'bigint') return value >= LEAST_INTEGER && value <= MOST_INTEGER ? ['BIGINT'] : [];
  if (typeof value !== 'number') return [];
  return Number.isSafeInteger(value) ? ['BIGINT', 'DOUBLE'] : ['DOUBLE'];
}

/** The type of each column: one that holds all of its values exactly. */
class ColumnTypes {
  readonly #possible: (readonly ParquetType[] | null)[];

  constructor(columns: number) {
    this.#possible = Array.from({ length: columns }, () => null);
  }

  see(values: readonly unknown[]): void {
    values.forEach((value, i) => {
      const before = this.#possible[i];
      if (value === undefined || value === null || before?.length === 0) return;
      const types = typesOfValue(value);
      this.#possible[i] = before?.filter((type) => types.includes(type)) ?? types;
    });
  }

  get all(): readonly ParquetType[] {
    return this.#possible.map((types) => types?.[0] ?? 'VARCHAR');
  }
}

/** Names of the columns of a file differ by more than case. */
function distinctNames(columns: readonly Column[]): readonly string[] {
  const taken = new Set<string>();
  return columns.map(({ name }) => {
    const plain = name === '' ? 'column' : name.replaceAll('\0', '');
    let free = plain;
    for (let i = 2; taken.has(free.toLowerCase()); i += 1) free = `${plain}_${i}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Writes the texts of a table's cells by the places of their columns, and finds the types of these. */
async function flatten(
  source: string,
  { header, owner }: TableFile,
  path: string,
  signal: AbortSignal,
): Promise<FlatFile> {
  const types = new ColumnTypes(header.length);
  let longest = 0;
  const flat = (values: readonly unknown[]): string => {
    types.see(values);
    const cells = values.map((value) => (value === undefined || value === null ? null : cellText(value)));
    const line = `${JSON.stringify({ ...cells })}\n`;
    longest = Math.max(longest, Buffer.byteLength(line));
    return line;
  };
  await pipeline(piecesOf(source, header, '', flat), createWriteStream(path, { mode: 0o600 }), { signal });
  const names = distinctNames(header);
  return { path, longest, owner, columns: types.all.map((type, i) => ({ name: names[i] ?? '', type })) };
}

/** @throws Problem when the table has too many columns; EngineError when a row is too long or it takes too long */
export async function writeTable(
  tables: ResultTables,
  table: TableFile,
  { path, format, view, patienceMs }: Target,
  signal: AbortSignal,
): Promise<void> {
  if (format === 'parquet' && table.header.length > MOST_OF_PARQUET)
    throw problem('parquetTooWide', { most: MOST_OF_PARQUET });
  const [lines, flat] = [view === null ? table.path : `${path}.lines`, `${path}.flat`];
  try {
    if (view !== null) await tables.lines(table, view, { path: lines, patienceMs }, signal);
    if (format === 'parquet') {
      await tables.parquet(await flatten(lines, table, flat, signal), { path, patienceMs }, signal);
      return;
    }
    const content =
      format === 'json'
        ? jsonList(lines)
        : piecesOf(lines, table.header, csvLine(distinctNames(table.header)), csvLine);
    await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal });
  } finally {
    if (view !== null) await rm(lines, { force: true });
    await rm(flat, { force: true });
  }
}
