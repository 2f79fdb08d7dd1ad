/** Fetches the rows of a query in a database into a file that a load reads. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { SourceNetwork } from '@acacia/object-stores';
import type { FileOptions } from './file-options.ts';
import type { Workplace } from './prepare-file.ts';
import { readPostgres } from './read-postgres.ts';
import { readSnowflake } from './read-snowflake.ts';

export interface RowQuery {
  readonly source: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly query: string;
}

export interface RowReading {
  readonly network: SourceNetwork;
  /** Takes a row, or the names of the columns before the first one; for JSON the only value is an object's text. */
  readonly write: (row: readonly (string | null)[]) => Promise<void>;
  /** Whose abort ends reading. */
  readonly signal: AbortSignal;
}

type Read = (query: RowQuery, options: FileOptions, reading: RowReading) => Promise<void>;

/** The databases whose rows are read, by the type of their data source. */
const READERS: Readonly<Record<string, Read>> = { postgresql: readPostgres, snowflake: readSnowflake };

/** Types of data sources that take a query. */
export const QUERIED: readonly string[] = Object.keys(READERS);

/** How the file is to be read: texts with separators in them stand in quotes. */
export const writtenForm = (options: FileOptions): FileOptions =>
  options.json ? options : { ...options, quote: options.quote ?? '"', eol: '\n' };

/**
 * Writes the file, whole or not at all. A complete file of an earlier attempt is used as it is.
 * @throws EngineError when the rows cannot be fetched
 */
export async function fetchRows(
  query: RowQuery,
  options: FileOptions,
  target: string,
  { network, budget, onBytes, signal: given }: Pick<Workplace, 'network' | 'budget' | 'onBytes' | 'signal'>,
): Promise<void> {
  const name = `What the data source ${query.source} gives`;
  const take = budget.file(name);
  const whole = await stat(target).catch(() => null);
  if (whole !== null) {
    take(whole.size);
    return onBytes(whole.size);
  }
  const { signal, end } = budget.watch(name, given);
  const part = `${target}.part`;
  const form = writtenForm(options);
  const out = createWriteStream(part);
  const done = finished(out);
  // A failure shows when the file is ended; until then it must not count as unhandled.
  done.catch(() => undefined);
  let bytes = 0;
  const write = async (row: readonly (string | null)[]): Promise<void> => {
    const text = lineOf(row, form);
    const more = Buffer.byteLength(text);
    bytes += more;
    take(more);
    onBytes(bytes);
    if (!out.write(text) && !out.destroyed) await Promise.race([once(out, 'drain'), done]);
  };
  try {
    await READERS[query.settings['type']?.toLowerCase() ?? '']?.(query, form, { network, write, signal });
    out.end();
    await done;
  } catch (cause) {
    out.destroy();
    await rm(part, { force: true });
    signal.throwIfAborted();
    throw cause;
  } finally {
    end();
  }
  await rename(part, target);
}

function lineOf(row: readonly (string | null)[], { json, separator, quote }: FileOptions): string {
  if (json) return `${row[0] ?? ''}\n`;
  const mark = quote ?? '"';
  const token = (text: string | null): string => {
    if (text === null) return '';
    const plain = !text.includes(separator) && !text.includes(mark) && !/[\r\n]/.test(text);
    return plain ? text : `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;
  };
  return `${row.map(token).join(separator)}\n`;
}
