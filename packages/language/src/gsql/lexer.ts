/**
 * Splits GSQL text into tokens. Never throws: an unreadable part becomes a diagnostic and is skipped. Words are not
 * split into keywords and names here, because most GSQL words may also be names.
 */
import { finding, type Finding } from './diagnostics/catalogue.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { MAX_DIGITS, MAX_FAULTS } from './limits.ts';

export type TokenKind =
  /** A word: keyword or name. `value` is the text as written. */
  | 'word'
  /** A name in back-quotes; `value` without them. */
  | 'quotedName'
  | 'string'
  | 'int'
  | 'float'
  /** `@name`; `value` without the sign. */
  | 'accum'
  /** `@@name`; `value` without the signs. */
  | 'globalAccum'
  /** `$0`, `$"name"`, `$sys.file_name`; `value` without `$` and quotes. */
  | 'column'
  | 'symbol'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Decoded value for strings, the text for everything else. */
  readonly value: string;
  /** The word in upper case, '' for other kinds: keywords are compared by it. */
  readonly upper: string;
  /** A line break stands between the token before and this one. */
  readonly newLine: boolean;
}

export interface Comment {
  readonly start: number;
  readonly end: number;
}

export interface LexResult {
  /** Always ends with an `end` token of no width. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** The first of them, up to `MAX_FAULTS`. */
  readonly diagnostics: readonly Diagnostic[];
}

const TWO_CHARACTERS = new Set(['==', '!=', '<=', '>=', '+=', '..']);
const ONE_CHARACTER = new Set("(){}[]<>=+-*/%&|,;:.~!?'^".split(''));
const SPACE = /[\s\uFEFF]+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const STRANGE = /[^\s\w\u0021-\u007E]+/y;
const NUMBER = /\d+(?:\.(?:\d+|(?![.A-Za-z_<]|$)))?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?/y;
const BACK_QUOTED = /`[^`\n]*`?/y;
const POST_ACCUM = /POST-ACCUM(?![A-Za-z0-9_])/iy;
const COLUMN = /\$(?:\d+|[A-Za-z_][A-Za-z0-9_.]*)/y;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

export function lex(text: string): LexResult {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  const diagnostics: Diagnostic[] = [];
  let at = 0;
  let newLine = false;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const push = (kind: TokenKind, end: number, value: string): void => {
    tokens.push({ kind, start: at, end, value, upper: kind === 'word' ? value.toUpperCase() : '', newLine });
    newLine = false;
    at = end;
  };
  const report = (found: Finding, start: number, end: number, fix?: Diagnostic['fix']): void => {
    if (diagnostics.length >= MAX_FAULTS) return;
    const span = { start, end };
    diagnostics.push({ ...found, severity: 'error', span, ...(fix === undefined ? {} : { fix }) });
  };

  /** Reads a quoted text from its opening quote at `from`; returns the decoded value and the end. */
  const quoted = (from: number): { value: string; end: number } => {
    const quote = text[from] ?? '"';
    const three = quote.repeat(3);
    if (text.startsWith(three, from)) {
      const close = text.indexOf(three, from + 3);
      if (close >= 0) return { value: text.slice(from + 3, close), end: close + 3 };
      report(finding('textUnclosed', { closing: three }), from, text.length);
      return { value: text.slice(from + 3), end: text.length };
    }
    let value = '';
    let i = from + 1;
    for (; i < text.length && text[i] !== '\n'; i++) {
      const character = text[i] ?? '';
      if (character === quote) return { value, end: i + 1 };
      const next = text[i + 1];
      if (character === '\\' && next !== undefined && next !== '\n') {
        // An unknown escape keeps its backslash: patterns such as "\d" are written so.
        value += ESCAPES[next] ?? character + next;
        i++;
      } else value += character;
    }
    report(finding('stringUnclosed'), from, i);
    return { value, end: i };
  };

  while (at < text.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      if (space.includes('\n')) newLine = true;
      at += space.length;
      continue;
    }
    const character = text[at] ?? '';
    // `-- ` as SQL has it only before a line: within one it is a pattern or two signs.
    const dashes = (newLine || tokens.length === 0) && text.startsWith('-- ', at);
    if (character === '#' || text.startsWith('//', at) || dashes) {
      const lineEnd = text.indexOf('\n', at);
      const end = lineEnd < 0 ? text.length : lineEnd;
      comments.push({ start: at, end });
      at = end;
      continue;
    }
    if (text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2);
      const end = close < 0 ? text.length : close + 2;
      if (close < 0) report(finding('commentUnclosed'), at, end);
      if (text.slice(at, end).includes('\n')) newLine = true;
      comments.push({ start: at, end });
      at = end;
      continue;
    }
    if (text.startsWith('*/', at)) {
      report(finding('commentEndAlone'), at, at + 2);
      at += 2;
      continue;
    }
    const last = tokens.at(-1);
    if (last?.upper === 'ESCAPE' && text.startsWith('"\\"', at)) {
      // After ESCAPE a backslash needs none before it.
      push('string', at + 3, '\\');
      continue;
    }
    if (
      character === '"' ||
      (character === "'" && !((last?.kind === 'accum' || last?.kind === 'globalAccum') && last.end === at))
    ) {
      const start = at;
      const { value, end } = quoted(at);
      if (character === "'" && !text.startsWith("'''", at)) {
        const fix = { title: 'Use double quotes', replacement: JSON.stringify(value) };
        report(finding('singleQuotes'), start, end, fix);
      }
      push('string', end, value);
      continue;
    }
    if (character === '`') {
      const quotedName = match(BACK_QUOTED) ?? character;
      const end = at + quotedName.length;
      const isClosed = quotedName.length > 1 && quotedName.endsWith('`');
      if (!isClosed) report(finding('backQuoteUnclosed'), at, end);
      push('quotedName', end, quotedName.slice(1, isClosed ? -1 : undefined));
      continue;
    }
    if (character === '@') {
      const signs = text.startsWith('@@', at) ? 2 : 1;
      const start = at;
      at += signs;
      const name = match(WORD);
      at = start;
      if (name === undefined) {
        report(finding('accumNameApart', { signs: '@'.repeat(signs) }), at, at + signs);
      }
      push(signs === 2 ? 'globalAccum' : 'accum', at + signs + (name?.length ?? 0), name ?? '');
      continue;
    }
    if (character === '$') {
      if (text[at + 1] === '"') {
        const { value, end } = quoted(at + 1);
        push('column', end, value);
        continue;
      }
      const column = match(COLUMN);
      if (column !== undefined) {
        push('column', at + column.length, column.slice(1));
        continue;
      }
      // `-n 10,$` of RUN LOADING JOB: to the last line.
      push('symbol', at + 1, '$');
      continue;
    }
    const word = (/[pP]/.test(character) ? match(POST_ACCUM) : undefined) ?? match(WORD);
    if (word !== undefined) {
      push('word', at + word.length, word);
      continue;
    }
    if (text.startsWith('..', at)) {
      push('symbol', at + 2, '..');
      continue;
    }
    const number = match(NUMBER);
    if (number !== undefined) {
      if (number.length > MAX_DIGITS) report(finding('numberTooLong'), at, at + number.length);
      push(/[.eE]/.test(number) ? 'float' : 'int', at + number.length, number.slice(0, MAX_DIGITS));
      continue;
    }
    const two = text.slice(at, at + 2);
    if (TWO_CHARACTERS.has(two)) {
      push('symbol', at + 2, two);
      continue;
    }
    if (ONE_CHARACTER.has(character)) {
      push('symbol', at + 1, character);
      continue;
    }
    const strange = match(STRANGE) ?? character;
    report(finding('signUnknown', { sign: strange }), at, at + strange.length);
    at += strange.length;
  }
  push('end', text.length, '');
  return { tokens, comments, diagnostics };
}
