/** Writes CSV files with a header in pieces: the text of a graph may exceed the memory. */
import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';

const PIECE = 1 << 20;

export class CsvFile {
  readonly file: string;
  readonly #descriptor: number;
  #pending: string;
  rows = 0;

  constructor(folder: string, name: string, header: string) {
    this.file = path.join(folder, `${name}.csv`);
    this.#descriptor = openSync(this.file, 'w');
    this.#pending = `${header}\n`;
  }

  /** Values hold no comma, quote or line break. */
  add(...values: readonly (string | number)[]): void {
    this.rows += 1;
    this.#pending += `${values.join(',')}\n`;
    if (this.#pending.length > PIECE) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #flush(): void {
    writeSync(this.#descriptor, this.#pending);
    this.#pending = '';
  }
}
