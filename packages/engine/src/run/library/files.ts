/** What a run prints to files: gathered as lines, written by the engine when the run has ended. */
import { EngineError } from '../../errors.ts';
import type { QueryContext } from './context.ts';
import { account } from './meter.ts';

/** A file that a run wrote: its path below the folder for output, and its lines. */
export interface OutputFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** What owner, group and others may do with it, as in `764`. */
  readonly mode?: number;
}

export class OutputFiles {
  readonly #files = new Map<string, string[]>();
  readonly #modes = new Map<string, number>();

  /** `FILE f (path, permission)`: it is there, if only empty. Without a path it must not be printed to. */
  open(given: string, permission: string | null): void {
    if (given === '') return;
    const path = placeOf(given);
    if (!this.#files.has(path)) this.#files.set(path, []);
    if (permission === null) return;
    if (!/^[0-7]{3}$/.test(permission)) {
      throw new EngineError(
        'GSQL-5102',
        `Runtime Error: the permission of a file is three octal digits such as "764", not "${permission}".`,
      );
    }
    this.#modes.set(path, Number.parseInt(permission, 8));
  }

  /** Adds a line. Throws EngineError for a path outside of the folder for output. */
  print(given: string, line: string): void {
    const path = placeOf(given);
    const lines = this.#files.get(path) ?? [];
    this.#files.set(path, lines);
    account(16 + 2 * line.length);
    lines.push(line);
  }

  all(): readonly OutputFile[] {
    return [...this.#files].map(([path, lines]) => {
      const mode = this.#modes.get(path);
      return { path, lines, ...(mode === undefined ? {} : { mode }) };
    });
  }
}

/** The path in its one form: names with `/` between them, below the folder for output. */
export const placeOf = (given: string): string => {
  const names = given.split('/').filter((name) => name !== '' && name !== '.');
  const outside =
    given.startsWith('/') || given.includes('\\') || given.includes('\0') || given.includes(':');
  if (outside || names.length === 0 || names.includes('..')) {
    throw new EngineError(
      'GSQL-5101',
      `Runtime Error: the file "${given}" cannot be written: files go to the folder "output" of the workspace's data. Give a path below it, such as "result.csv".`,
    );
  }
  return names.join('/');
};

/** A value in JSON form as a field of a line: members of collections with spaces between them. */
const fieldText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(fieldText).join(' ');
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item));
};

interface VertexRow {
  readonly v_id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const isVertexList = (value: unknown): value is readonly VertexRow[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  typeof value[0] === 'object' &&
  value[0] !== null &&
  'v_id' in value[0];

/** `f.println(a, b)`; values in JSON form. */
const printLine = (context: QueryContext, path: string, values: readonly unknown[]): void => {
  context.files.print(path, values.map(fieldText).join(','));
};

/**
 * `PRINT … TO_CSV f`: one line, or one for each vertex of a printed set: of a projection its columns, else
 * the id alone.
 */
const printCsv = (
  context: QueryContext,
  path: string,
  items: readonly { readonly value: unknown; readonly projected: boolean }[],
): void => {
  const [only] = items;
  if (items.length === 1 && only !== undefined && isVertexList(only.value)) {
    for (const { v_id, attributes } of only.value) {
      printLine(context, path, only.projected ? Object.values(attributes) : [v_id]);
    }
    return;
  }
  printLine(
    context,
    path,
    items.map(({ value }) => (isVertexList(value) ? value.map(({ v_id }) => v_id) : value)),
  );
};

/** A line of `LOG(condition, values…)`; values in JSON form. */
const logValues = (context: QueryContext, values: readonly unknown[]): boolean => {
  const line = values.map(fieldText).join(',');
  account(16 + 2 * line.length);
  context.logs.push(line);
  return true;
};

/** Gives the path of a declared file. */
const openFile = (context: QueryContext, path: string, permission: string | null): string => {
  context.files.open(path, permission);
  return path;
};

export const files = { logValues, openFile, printCsv, printLine };
