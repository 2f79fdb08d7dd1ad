/**
 * Results of runs on the disk: a file of lines for each table, with the places of the lines in a second file, and the
 * whole answer where it is small. They are within a budget of bytes, for each run, each person and in all, and are
 * removed when the workspace starts and when it stops (docs/adr/0057-runs-and-results.md).
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, stat, statfs, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { stringifyJson } from '@acacia/base';
import {
  RUN_BOUNDS,
  type RunAnswer,
  type RunFile,
  type RunFileFormat,
  type RunTable,
} from '@acacia/contract';
import { LONGEST_ROW, type ShellAnswer } from '@acacia/engine';
import { problem } from '../errors/problem.ts';
import { fileName } from './file-name.ts';
import { AnswerSplitter, type Column, type TableSink } from './split-answer.ts';

/** Bytes of results on the disk. */
interface ResultBudget {
  readonly run: number;
  readonly person: number;
  readonly all: number;
}
const RESULT_BUDGET: ResultBudget = { run: 2 ** 30, person: 2 * 2 ** 30, all: 4 * 2 ** 30 };

/** Bytes of an answer that are split at once. */
const PIECE = 2 ** 20;

/** A table on the disk. */
export interface TableFile extends RunTable {
  /** One row a line, as JSON. */
  readonly path: string;
  /** The end of each line, as 64-bit floats. */
  readonly endsPath: string;
  readonly header: readonly Column[];
  readonly owner: string;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Of both files. */
  readonly bytes: number;
}

/** A file that a run wrote in place of a table. */
interface OutputFile extends RunFile {
  readonly path: string;
}

/** Writes a table into a file. */
export type WriteTable = (
  table: TableFile,
  target: { readonly path: string; readonly format: RunFileFormat },
  signal: AbortSignal,
) => Promise<void>;

/** The results of one run. */
export interface RunResults {
  readonly owner: string;
  readonly answers: readonly RunAnswer[];
  readonly tables: readonly TableFile[];
  readonly files: readonly OutputFile[];
  readonly rows: number;
  readonly bytes: number;
  /**
   * Stores an answer and releases it. @throws Problem when the disk is full; the signal's reason when it fires
   * @param message of the answer, such as parameters that were left out
   */
  add(answer: ShellAnswer, message: string, signal: AbortSignal): Promise<RunAnswer>;
  /**
   * Writes each list of an answer into a file, after which the lists themselves are gone.
   * @param step is told of each step in a sentence
   * @throws Problem when the disk is full or the file too large; the signal's reason when it fires
   */
  addFiles(
    answer: ShellAnswer,
    message: string,
    output: {
      readonly format: RunFileFormat;
      /** First part of the names of files. */
      readonly title: string;
      readonly write: WriteTable;
      readonly step: (text: string) => void;
    },
    signal: AbortSignal,
  ): Promise<RunAnswer>;
  /** File of an answer as JSON (`RunAnswerContent`). */
  answerPath(answer: number): string;
  /** Path for a file that is made for a download, and removed after it. */
  exportPath(kind: string): string;
}

export interface ResultFiles {
  open(owner: string): RunResults;
  forget(results: RunResults): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly folder: string;
  readonly budget?: ResultBudget;
  /** Called when results of a person, or of anybody (null), must go; false: there are none that may. */
  readonly makeRoom: (owner: string | null) => boolean;
}

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

export async function openResultFiles({
  folder,
  budget = RESULT_BUDGET,
  makeRoom,
}: Options): Promise<ResultFiles> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  /** Never more than half of what is free at the start. */
  const most = Math.min(budget.all, (bavail * bsize) / 2);
  const all = new Set<StoredResults>();
  let lastNumber = 0;

  const bytesOf = (owner: string | null): number =>
    [...all].reduce((sum, each) => sum + (owner === null || each.owner === owner ? each.bytes : 0), 0);
  /** Whether a run may have so many bytes more; older results make room. */
  const takes = (results: StoredResults, more: number): boolean => {
    if (results.bytes + more > budget.run) return false;
    while (bytesOf(results.owner) + more > budget.person) if (!makeRoom(results.owner)) return false;
    while (bytesOf(null) + more > most) if (!makeRoom(null)) return false;
    return true;
  };

  return {
    open(owner) {
      lastNumber += 1;
      const results = new StoredResults(owner, join(folder, String(lastNumber)), takes);
      all.add(results);
      return results;
    },
    async forget(results) {
      const stored = [...all].find((each) => each === results);
      if (stored === undefined) return;
      all.delete(stored);
      await stored.remove();
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

class StoredResults implements RunResults {
  readonly owner: string;
  readonly #folder: string;
  readonly #takes: (results: StoredResults, more: number) => boolean;
  readonly answers: RunAnswer[] = [];
  readonly tables: TableFile[] = [];
  readonly files: OutputFile[] = [];
  bytes = 0;

  constructor(owner: string, folder: string, takes: (results: StoredResults, more: number) => boolean) {
    this.owner = owner;
    this.#folder = folder;
    this.#takes = takes;
  }

  get rows(): number {
    return [...this.tables, ...this.files].reduce((sum, { rows }) => sum + rows, 0);
  }

  answerPath(answer: number): string {
    return join(this.#folder, `answer-${answer}.json`);
  }

  exportPath(kind: string): string {
    return join(this.#folder, `export-${randomUUID()}.${kind}`);
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  async add(answer: ShellAnswer, message: string, signal: AbortSignal): Promise<RunAnswer> {
    try {
      const mayBeWhole = answer.printed.byteLength <= RUN_BOUNDS.wholeBytes;
      const added = await this.#store(answer, message, mayBeWhole, signal);
      this.answers.push(added);
      return added;
    } catch (error) {
      if (isFull(error)) throw problem('runDiskFull');
      throw error;
    } finally {
      answer.printed.release();
    }
  }

  async addFiles(
    answer: ShellAnswer,
    message: string,
    output: Parameters<RunResults['addFiles']>[2],
    signal: AbortSignal,
  ): Promise<RunAnswer> {
    const { byteLength } = answer.printed;
    try {
      output.step(`Storing the result (${Math.ceil(byteLength / 2 ** 20)} MB).`);
      const { cut, ...stored } = await this.#store(answer, message, false, signal);
      signal.throwIfAborted();
      answer.printed.release();
      for (const table of [...this.tables]) await this.#convert(table, cut, output, signal);
      const added = { ...stored, cut, tables: [] };
      this.answers.push(added);
      return added;
    } catch (error) {
      if (isFull(error)) throw problem('runDiskFull');
      throw error;
    } finally {
      answer.printed.release();
      // Of a run that failed or was cancelled no list is left behind.
      for (const table of this.tables.splice(0)) await this.#drop(table);
    }
  }

  /** Writes a table into a file, and removes it. */
  async #convert(
    table: TableFile,
    cut: string | null,
    { format, title, write, step }: Parameters<RunResults['addFiles']>[2],
    signal: AbortSignal,
  ): Promise<void> {
    const file = this.files.length;
    const name = fileName([title, table.name], format);
    const path = join(this.#folder, `file-${file}.${format}`);
    step(`Writing ${name} (${table.rows} ${table.rows === 1 ? 'row' : 'rows'}).`);
    try {
      await write(table, { path, format }, signal);
      signal.throwIfAborted();
      const { size } = await stat(path);
      this.tables.splice(this.tables.indexOf(table), 1);
      await this.#drop(table);
      if (!this.#takes(this, size)) throw problem('runFileTooLarge', { name });
      this.bytes += size;
      this.files.push({ file, name, path, bytes: size, rows: table.rows, cut });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async #drop({ path, endsPath, bytes }: TableFile): Promise<void> {
    await Promise.all([rm(path, { force: true }), rm(endsPath, { force: true })]);
    this.bytes -= bytes;
  }

  /** @param mayBeWhole the answer is stored as JSON too, where the budget allows */
  async #store(
    answer: ShellAnswer,
    message: string,
    mayBeWhole: boolean,
    signal: AbortSignal,
  ): Promise<RunAnswer> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { printed, warnings, profile = [] } = answer;
    const number = this.answers.length;
    const before = this.bytes;
    const whole = mayBeWhole && this.#takes(this, printed.byteLength);
    const head = stringifyJson({ message, warnings, profile }).replace(/}$/, ',"results":');
    const file = await open(this.answerPath(number), 'w', 0o600);
    try {
      await file.write(whole ? `${head}[` : `${head}null}`);
      if (whole) {
        for (const chunk of printed.chunks) await file.write(chunk);
        await file.write(']}');
      }
    } finally {
      await file.close();
    }
    this.bytes += head.length + (whole ? printed.byteLength : 0);
    const writer = new TableWriter(this.#folder, this.tables.length);
    const splitter = new AnswerSplitter(writer);
    let cut: string | null = null;
    try {
      for (const piece of piecesOf(printed.chunks)) {
        if (signal.aborted) {
          // Rows that are stored already are worth reading; where there are none, nothing is kept.
          if (writer.tables.length === 0 && !writer.hasRows) signal.throwIfAborted();
          cut = 'The run was stopped while its result was stored: rows are missing at the end.';
          break;
        }
        splitter.push(piece);
        if (!this.#takes(this, writer.waiting)) {
          cut =
            'Results take as much of the disk as they may: rows are missing at the end. Pinned results make no room for newer ones.';
          break;
        }
        this.bytes += await writer.flush();
      }
      splitter.end();
      this.bytes += await writer.flush();
    } catch (error) {
      await writer.close();
      await writer.drop();
      await rm(this.answerPath(number), { force: true });
      this.bytes = before;
      throw error;
    }
    await writer.close();
    this.tables.push(...writer.tables.map((table) => ({ ...table, owner: this.owner })));
    const tables = writer.tables.map(({ table, name, rows, columns, unsortable }) => ({
      ...{ table, name, rows, columns, unsortable },
    }));
    return { answer: number, bytes: printed.byteLength, whole, cut, tables };
  }
}

function* piecesOf(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}

/** A table while it is written. */
interface Growing {
  readonly file: Promise<FileHandle>;
  readonly endsFile: Promise<FileHandle>;
  readonly path: string;
  readonly endsPath: string;
  readonly name: string;
  lines: Uint8Array[];
  ends: number[];
  rows: number;
  end: number;
  longest: number;
  /** Present when the table has ended. */
  header?: readonly Column[];
}

const NEWLINE = Uint8Array.of(0x0a);

/** Takes the tables of one answer, which are on the disk after each `flush`. */
class TableWriter implements TableSink {
  readonly #folder: string;
  readonly #first: number;
  readonly #growing: Growing[] = [];
  readonly #made: string[] = [];
  readonly tables: Omit<TableFile, 'owner'>[] = [];
  /** Bytes that the next `flush` writes. */
  waiting = 0;

  constructor(folder: string, first: number) {
    this.#folder = folder;
    this.#first = first;
  }

  get hasRows(): boolean {
    return this.#growing.some(({ rows }) => rows > 0);
  }

  /** Removes the files of all tables. */
  async drop(): Promise<void> {
    for (const file of this.#made) await rm(file, { force: true });
  }

  begin(name: string): void {
    const number = this.#first + this.tables.length + this.#growing.length;
    const [path, endsPath] = ['rows', 'ends'].map((kind) => join(this.#folder, `${number}.${kind}`)) as [
      string,
      string,
    ];
    this.#made.push(path, endsPath);
    this.#growing.push({
      ...{ path, endsPath, name, lines: [], ends: [], rows: 0, end: 0, longest: 0 },
      file: open(path, 'w', 0o600),
      endsFile: open(endsPath, 'w', 0o600),
    });
  }

  row(line: Uint8Array): void {
    const table = this.#growing.at(-1);
    if (table === undefined) throw new TypeError('A row comes before its table');
    // The line is valid for this call alone.
    table.lines.push(line.slice(), NEWLINE);
    table.rows += 1;
    table.end += line.length + 1;
    table.ends.push(table.end);
    table.longest = Math.max(table.longest, line.length);
    this.waiting += line.length + 9;
  }

  end(columns: readonly Column[]): void {
    const table = this.#growing.at(-1);
    if (table !== undefined) table.header = columns;
  }

  /** Writes what waits; gives its bytes. */
  async flush(): Promise<number> {
    const written = this.waiting;
    this.waiting = 0;
    for (const table of [...this.#growing]) {
      const { lines, ends } = table;
      table.lines = [];
      table.ends = [];
      const [file, endsFile] = await Promise.all([table.file, table.endsFile]);
      if (lines.length > 0) await file.writeFile(Buffer.concat(lines));
      if (ends.length > 0) await endsFile.writeFile(Buffer.from(Float64Array.from(ends).buffer));
      if (table.header === undefined) continue;
      this.#growing.splice(this.#growing.indexOf(table), 1);
      const { name, rows, header, path, endsPath, longest } = table;
      const number = this.#first + this.tables.length;
      this.tables.push({
        table: number,
        name,
        rows,
        columns: header.length,
        unsortable: longest > LONGEST_ROW,
        bytes: table.end + 8 * rows,
        path,
        endsPath,
        header,
        longest,
      });
      await Promise.all([file.close(), endsFile.close()]);
    }
    return written;
  }

  /** Closes the files of tables that did not end. */
  async close(): Promise<void> {
    const files = this.#growing.splice(0).flatMap(({ file, endsFile }) => [file, endsFile]);
    for (const file of await Promise.allSettled(files)) {
      if (file.status === 'fulfilled') await file.value.close();
    }
  }
}
