/** Splits the beginning of a CSV text into rows of cells. */

export interface Dialect {
  readonly separator: string;
  readonly eol: '\n' | '\r\n' | '\r';
  readonly quote: 'double' | 'single' | 'none';
}

export interface Row {
  /** 1-based line on which it begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Rows {
  readonly rows: readonly Row[];
  /** The line of the first quote that is opened and not closed; null without one. */
  readonly openQuote: number | null;
}

/** A quote that is still open after so many lines counts as never closed, as it does when the file is loaded. */
const MOST_LINES = 100;

const QUOTES = { double: '"', single: "'", none: null } as const;

interface Read {
  readonly cells: readonly string[];
  /** Where the next line begins. */
  readonly next: number;
  readonly lines: number;
}

/** Places of a text in a text, looked for once each; the places asked for must grow. */
class Places {
  readonly #text: string;
  readonly #wanted: string;
  #found = -2;

  constructor(text: string, wanted: string) {
    this.#text = text;
    this.#wanted = wanted;
  }

  /** The first at or behind `from`; the length of the text without one. */
  next(from: number): number {
    if (this.#found < from) {
      const found = this.#text.indexOf(this.#wanted, from);
      this.#found = found === -1 ? this.#text.length : found;
    }
    return this.#found;
  }
}

class Reader {
  readonly #text: string;
  readonly #separator: string;
  readonly #end: '\n' | '\r';
  readonly #separators: Places;
  readonly #ends: Places;

  constructor(text: string, { separator, eol }: Dialect) {
    this.#text = text;
    this.#separator = separator;
    this.#end = eol === '\r' ? '\r' : '\n';
    this.#separators = new Places(text, separator);
    this.#ends = new Places(text, this.#end);
  }

  /** Null: a quote is not closed. */
  row(from: number, quote: string | null): Read | null {
    const cells: string[] = [];
    let lines = 1;
    let at = from;
    for (;;) {
      let cell = '';
      if (quote !== null && this.#text[at] === quote) {
        const quoted = this.#quoted(at, quote);
        if (quoted === null) return null;
        cell = quoted.cell;
        at = quoted.end;
        lines += cell.split(this.#end).length - 1;
        if (lines > MOST_LINES) return null;
      }
      const lineEnd = this.#ends.next(at);
      const next = this.#separators.next(at);
      if (next < lineEnd) {
        cells.push(cell + this.#text.slice(at, next));
        at = next + this.#separator.length;
        continue;
      }
      const last = cell + this.#text.slice(at, lineEnd);
      cells.push(this.#end === '\n' && last.endsWith('\r') ? last.slice(0, -1) : last);
      return { cells, next: lineEnd + 1, lines };
    }
  }

  /** The text between the quotes that open at a place, and the place behind them. */
  #quoted(at: number, quote: string): { readonly cell: string; readonly end: number } | null {
    let cell = '';
    for (let open = at + 1; ;) {
      const close = this.#text.indexOf(quote, open);
      if (close === -1) return null;
      cell += this.#text.slice(open, close);
      if (this.#text[close + 1] !== quote) return { cell, end: close + 1 };
      cell += quote;
      open = close + 2;
    }
  }
}

/** At most so many rows, without blank lines. A line with a quote that is not closed is split without quotes. */
export function readRows(text: string, dialect: Dialect, most: number): Rows {
  const quote = QUOTES[dialect.quote];
  const rows: Row[] = [];
  let reader = new Reader(text, dialect);
  let openQuote: number | null = null;
  let line = 1;
  for (let at = 0; at < text.length && rows.length < most;) {
    const quoted = reader.row(at, quote);
    if (quoted === null) {
      openQuote ??= line;
      // Places behind the quote were passed.
      reader = new Reader(text, dialect);
    }
    const read = quoted ?? reader.row(at, null);
    if (read === null) break;
    if (read.cells.length > 1 || (read.cells[0] ?? '').trim() !== '') rows.push({ line, cells: read.cells });
    line += read.lines;
    at = read.next;
  }
  return { rows, openQuote };
}

const SEPARATORS = [',', '\t', ';', '|'] as const;

/** Whether single spaces part rows into the same few cells, the first two of them whole numbers, as in lists of edges. */
function isBySpaces(text: string, rest: Omit<Dialect, 'separator'>): boolean {
  const { rows } = readRows(text, { ...rest, separator: ' ' }, COMPARED_ROWS);
  const columns = rows[0]?.cells.length ?? 0;
  if (columns < 2 || columns > 4 || rows.length < 3) return false;
  const isWhole = (column: number): boolean =>
    rows.slice(1).every(({ cells }) => /^\d+$/.test(cells[column] ?? ''));
  return (
    rows.every(({ cells }) => cells.length === columns && !cells.includes('')) && isWhole(0) && isWhole(1)
  );
}

/** Rows by which separators are compared, and characters of them: a file of very many columns has long lines. */
const COMPARED_ROWS = 50;
const COMPARED_TEXT = 2 ** 18;

/** The separator that splits most rows into the same number of columns; of several the one that makes more of them. */
export function findSeparator(text: string, rest: Omit<Dialect, 'separator'>): string {
  const compared = text.slice(0, COMPARED_TEXT);
  const scored = SEPARATORS.map((separator) => {
    const { rows } = readRows(compared, { ...rest, separator }, COMPARED_ROWS);
    // The end may have cut the last one.
    const whole = rows.length > 1 && compared.length < text.length ? rows.slice(0, -1) : rows;
    const counts = new Map<number, number>();
    for (const { cells } of whole) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    const [columns = 1, times = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
    return { separator, columns, share: times / Math.max(1, whole.length) };
  }).filter(({ columns }) => columns > 1);
  scored.sort((a, b) => b.share - a.share || b.columns - a.columns);
  const [best] = scored;
  return best?.separator ?? (isBySpaces(compared.slice(0, compared.lastIndexOf('\n') + 1), rest) ? ' ' : ',');
}

const BESIDE_QUOTES = new Set([',', '\t', ';', '|', ' ', '\r', '\n']);

/** The text without what double quotes hold, where they stand around whole cells: line ends in them end no line. */
export function withoutQuoted(text: string): string {
  const parts: string[] = [];
  const isBeside = (at: number): boolean => at < 0 || at >= text.length || BESIDE_QUOTES.has(text[at] ?? '');
  let from = 0;
  for (let open = text.indexOf('"'); open !== -1; open = text.indexOf('"', open + 1)) {
    if (!isBeside(open - 1)) continue;
    let close = text.indexOf('"', open + 1);
    while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close === -1) break;
    if (!isBeside(close + 1)) continue;
    parts.push(text.slice(from, open));
    from = close + 1;
    open = close;
  }
  return [...parts, text.slice(from)].join('');
}

/** How lines end, by the first of them, and whether not all end alike. */
export function findLineEnd(text: string): {
  readonly eol: Dialect['eol'];
  readonly counts: Readonly<Record<Dialect['eol'], number>>;
} {
  const both = (text.match(/\r\n/g) ?? []).length;
  const counts = {
    '\r\n': both,
    '\n': (text.match(/\n/g) ?? []).length - both,
    '\r': (text.match(/\r/g) ?? []).length - both,
  };
  // A line end of either kind ends a line where there are line feeds: a carriage return before them is left out.
  if (counts['\n'] > 0) return { eol: '\n', counts };
  return { eol: counts['\r\n'] > 0 ? '\r\n' : counts['\r'] > 0 ? '\r' : '\n', counts };
}

/** Single quotes only where they stand around tokens and double ones nowhere do. */
export function findQuote(text: string, separator: string): Dialect['quote'] {
  const escaped = separator.replace(/[|\\^$*+?.()[\]{}]/g, '\\$&');
  const around = (quote: string): boolean =>
    new RegExp(`(?:^|${escaped}|[\\r\\n])${quote}[^${quote}]*${quote}(?=$|${escaped}|[\\r\\n])`).test(
      text.slice(0, COMPARED_TEXT),
    );
  return !around('"') && around("'") ? 'single' : 'double';
}
