/**
 * Formats GSQL text: a line for each statement of a query or a job, indented by its nesting; a line for each clause of
 * a long SELECT; one space where there were several. Line breaks inside of statements stay where the writer put them,
 * and comments stay as they are. Tokens are neither added nor removed, so that the meaning stays; text that cannot be
 * parsed is left alone.
 */
import { lex } from '../lexer.ts';
import type { Comment, Token } from '../lexer.ts';
import { parseProgram } from '../parse.ts';
import { layoutOf } from './layout.ts';
import type { Layout } from './layout.ts';

const INDENT = '  ';
/** Operators with a space on either side. */
const SPACED: ReadonlySet<string> = new Set(['==', '!=', '<=', '>=', '+=']);

/** A token or a comment, in the order of the text. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** Absent: a comment. */
  readonly token?: Token;
}

/** The text, formatted; unchanged when it has errors. Idempotent. */
export function formatGsql(text: string): string {
  const { program, diagnostics } = parseProgram(text);
  if (diagnostics.some(({ severity }) => severity === 'error')) return text;
  const { tokens, comments } = lex(text);
  const formatted = new Formatter(text, tokens, comments, layoutOf(program, tokens, text)).format();
  return isSame(text, formatted) ? formatted : text;
}

/** Whether two texts have the same tokens and comments. */
function isSame(before: string, after: string): boolean {
  const [a, b] = [lex(before), lex(after)];
  const texts = (text: string, pieces: readonly Comment[]): string =>
    pieces.map(({ start, end }) => text.slice(start, end).trimEnd()).join('\0');
  return (
    texts(before, a.tokens) === texts(after, b.tokens) &&
    texts(before, a.comments) === texts(after, b.comments)
  );
}

class Formatter {
  readonly #text: string;
  readonly #pieces: readonly Piece[];
  readonly #layout: Layout;
  /** Open parentheses and brackets. */
  #nesting = 0;

  constructor(text: string, tokens: readonly Token[], comments: readonly Comment[], layout: Layout) {
    this.#text = text;
    this.#layout = layout;
    this.#pieces = [
      ...tokens
        .filter(({ kind }) => kind !== 'end')
        .map((token) => ({ start: token.start, end: token.end, token })),
      ...comments,
    ].sort((a, b) => a.start - b.start);
  }

  format(): string {
    const lines: string[] = [];
    this.#pieces.forEach((piece, index) => {
      const before = this.#pieces[index - 1];
      lines.push(before === undefined ? '' : this.#between(before, piece, index));
      lines.push(this.#text.slice(piece.start, piece.end).trimEnd());
      const { token } = piece;
      if (token?.kind !== 'symbol') return;
      if ('(['.includes(token.value)) this.#nesting += 1;
      else if (')]'.includes(token.value)) this.#nesting -= 1;
    });
    return lines.length === 0 ? '' : `${lines.join('')}\n`;
  }

  /** The white space between two pieces: nothing, a space, or one or two line breaks and an indent. */
  #between(before: Piece, piece: Piece, index: number): string {
    const gap = this.#text.slice(before.end, piece.start);
    const written = gap.split('\n').length - 1;
    if (!this.#breaksBefore(before, piece, written)) return this.#space(before, piece, gap);
    const opens = this.#opensBody(before);
    const closes = this.#closesBody(piece);
    const lines = opens || closes ? 1 : Math.min(Math.max(written, 1), 2);
    return '\n'.repeat(lines) + INDENT.repeat(this.#depthOf(piece, index));
  }

  #breaksBefore(before: Piece, piece: Piece, written: number): boolean {
    if (this.#isLineComment(before)) return true;
    // A comment behind a statement stays on its line.
    if (piece.token === undefined) return written > 0;
    const isInBody = this.#isInBody(piece);
    if (isInBody && piece.token.kind === 'symbol' && piece.token.value === ';') return false;
    if (this.#opensBody(before) || this.#closesBody(piece)) return true;
    // A line break between ELSE and IF distinguishes two readings: none is added, none is removed.
    if (before.token?.upper === 'ELSE' && piece.token.upper === 'IF') return written > 0;
    return written > 0 || this.#layout.breaks.has(piece.start);
  }

  #depthOf(piece: Piece, index: number): number {
    const { breaks, depths } = this.#layout;
    if (piece.token === undefined) return this.#depthOfComment(index);
    if (this.#closesBody(piece)) return 0;
    const known = breaks.get(piece.start) ?? depths.get(piece.start);
    if (known !== undefined) return known;
    const closes = piece.token.kind === 'symbol' && ')]'.includes(piece.token.value) ? 1 : 0;
    if (!this.#isInBody(piece))
      return this.#isShellStart(index) ? 0 : Math.max(this.#nesting - closes, 0) || 1 - closes;
    const owner = this.#layout.owner(piece.start);
    return (owner?.depth ?? 0) + 2 - closes;
  }

  /** A comment is indented like the statement after it; before the end of a block like the block's content. */
  #depthOfComment(index: number): number {
    const next = this.#pieces.findIndex(({ token }, at) => at > index && token !== undefined);
    const piece = this.#pieces[next];
    if (piece === undefined) return 0;
    const isEnd = this.#closesBody(piece) || ['END', 'ELSE'].includes(piece.token?.upper ?? '');
    return this.#depthOf(piece, next) + (isEnd && this.#isInBody(this.#pieces[index] ?? piece) ? 1 : 0);
  }

  /** Between statements at the prompt lines begin at the margin. */
  #isShellStart(index: number): boolean {
    return this.#nesting === 0 && !this.#isContinued(index);
  }

  /** Whether the line continues a statement at the prompt: it was indented before, too. */
  #isContinued(index: number): boolean {
    const piece = this.#pieces[index];
    if (piece === undefined) return false;
    const line = this.#text.slice(this.#text.lastIndexOf('\n', piece.start) + 1, piece.start);
    return line.trim() === '' && line !== '';
  }

  #isLineComment({ start, token }: Piece): boolean {
    return token === undefined && !this.#text.startsWith('/*', start);
  }

  #isInBody({ start }: Piece): boolean {
    return this.#layout.bodies.some((body) => body.start < start && start < body.end);
  }

  #opensBody({ start, token }: Piece): boolean {
    return token?.value === '{' && this.#layout.bodies.some((body) => body.start === start);
  }

  #closesBody({ end, token }: Piece): boolean {
    return token?.value === '}' && this.#layout.bodies.some((body) => body.end === end);
  }

  #space(before: Piece, piece: Piece, gap: string): string {
    const [a, b] = [before.token, piece.token];
    // A break that is not kept was one before a semicolon.
    if (a === undefined || b === undefined) return gap === '' ? '' : ' ';
    const [left, right] = [symbolOf(a), symbolOf(b)];
    if (right === ',' || right === ';' || right === ')' || right === ']') return '';
    if (left === '(' || left === '[') return '';
    if (left === ',' || SPACED.has(left) || SPACED.has(right)) return ' ';
    const assigns = this.#nesting === 0 && this.#layout.owner(piece.start)?.assigns === true;
    if (assigns && (left === '=' || right === '=')) return ' ';
    if (this.#opensBody(piece)) return ' ';
    return gap === '' ? '' : ' ';
  }
}

const symbolOf = (token: Token): string => (token.kind === 'symbol' ? token.value : '');
