/** Files that a run prints: gathered as bytes, written by the engine when the run has ended. */
import { engineError } from '../errors/catalogue.ts';
import { shownPath } from '../files/path-text.ts';
import type { QueryContext } from './context.ts';
import { jsonTextOfTexts } from './json-text.ts';
import { account } from './meter.ts';
import { joinAll } from './texts.ts';

/** A file that a run wrote: its path below the folder for output, and its content in UTF-8, in pieces. */
export interface OutputFile {
  readonly path: string;
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
}

/** Characters that are encoded together. */
const CHUNK = 2 ** 16;
/** Files of one run. */
const MOST_FILES = 10_000;
/** Bytes of memory that a file takes beside its content. */
const FILE_BYTES = 1024;

const encoder = new TextEncoder();

/** A file's lines, encoded from time to time, so that other threads are handed bytes alone. */
class Content {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #waiting: string[] = [];
  #length = 0;

  add(line: string): void {
    account(line.length + 1);
    this.#waiting.push(line, '\n');
    this.#length += line.length + 1;
    if (this.#length >= CHUNK) this.#encode();
  }

  #encode(): void {
    const bytes = encoder.encode(this.#waiting.join(''));
    account(bytes.length - this.#length);
    this.#chunks.push(bytes);
    this.#waiting = [];
    this.#length = 0;
  }

  finish(): readonly Uint8Array<ArrayBuffer>[] {
    if (this.#length > 0) this.#encode();
    return this.#chunks;
  }
}

export class OutputFiles {
  readonly #files = new Map<string, Content>();

  /** @throws EngineError when the path is outside of the output folder, or there are too many files */
  #file(given: string): Content {
    const path = placeOf(given);
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    if (this.#files.size === MOST_FILES) {
      throw engineError('filesTooMany', { path: shownPath(given), most: MOST_FILES });
    }
    account(FILE_BYTES);
    const made = new Content();
    this.#files.set(path, made);
    return made;
  }

  /** `FILE f (path, permission)`: it is there, if only empty. Without a path it must not be printed to. */
  open(given: string, permission: string | null): void {
    if (given === '') return;
    this.#file(given);
    // The permission is checked but not applied: files of a workspace are for its own account alone.
    if (permission !== null && !/^[0-7]{3}$/.test(permission)) {
      throw engineError('filePermission', { permission });
    }
  }

  /** Adds a line. @throws EngineError as `#file` */
  print(given: string, line: string): void {
    this.#file(given).add(line);
  }

  all(): readonly OutputFile[] {
    return [...this.#files].map(([path, content]) => ({ path, chunks: content.finish() }));
  }
}

/** The most bytes of a path and of a name in it: they leave room for the names of temporary files. */
const LONGEST_PATH = 1000;
const LONGEST_NAME = 200;
/** Characters that lead out of the folder, end a text, or act as a pattern when the file is read again. */
const FORBIDDEN = /^\/|[\\:*?[\p{Cc}]/u;

/**
 * The path in normal form: names separated by `/`, below the output folder.
 * @throws EngineError when the path is not allowed
 */
export function placeOf(given: string): string {
  const refuse = (why: string): never => {
    throw engineError('filePathRefused', { path: shownPath(given), why });
  };
  const names = given.split('/').filter((name) => name !== '' && name !== '.');
  if (FORBIDDEN.test(given) || names.length === 0 || names.includes('..'))
    refuse('files go to a folder of yours, and names have no \\ : * ? [ and no control characters.');
  if (Buffer.byteLength(given) > LONGEST_PATH || names.some((name) => Buffer.byteLength(name) > LONGEST_NAME))
    refuse(`its name has more than ${LONGEST_NAME} bytes, or its path more than ${LONGEST_PATH}.`);
  return names.join('/');
}

/** A value in JSON form as a field of a line: members of collections with spaces between them. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return joinAll(value.map(fieldText), ' ');
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  return jsonTextOfTexts(value);
}

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
function printLine(context: QueryContext, path: string, values: readonly unknown[]): void {
  context.files.print(path, joinAll(values.map(fieldText), ','));
}

/**
 * `PRINT … TO_CSV f`: one line, or one for each vertex of a printed set: of a projection its columns, else
 * the id alone.
 */
function printCsv(
  context: QueryContext,
  path: string,
  items: readonly { readonly value: unknown; readonly projected: boolean }[],
): void {
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
}

/** A line of `LOG(condition, values…)`; values in JSON form. */
function logValues(context: QueryContext, values: readonly unknown[]): boolean {
  const line = joinAll(values.map(fieldText), ',');
  account(16 + 2 * line.length);
  context.logs.push(line);
  return true;
}

/** Gives the path of a declared file. */
function openFile(context: QueryContext, path: string, permission: string | null): string {
  context.files.open(path, permission);
  return path;
}

export const files = { logValues, openFile, printCsv, printLine };
