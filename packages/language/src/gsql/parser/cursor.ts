/**
 * The parser's position in the tokens, and its errors: an error records a diagnostic and throws `ParseFailure`, which
 * the nearest list of statements or clauses catches to continue after it.
 */
import { finding, type Finding } from '../diagnostics/catalogue.ts';
import type { Diagnostic, Span } from '../../diagnostic.ts';
import { lineColumn } from '../../position.ts';
import { nearest } from '../../text-distance.ts';
import type { Expr, Name } from '../ast.ts';
import { isTaller } from './tree-height.ts';
import { RESERVED_IN_QUERIES } from '../keywords.ts';
import { lex } from '../lexer.ts';
import type { Token } from '../lexer.ts';
import {
  LOOKS_AT_LEAST,
  LOOKS_PER_TOKEN,
  MAX_CHAIN,
  MAX_DEPTH,
  MAX_FAULTS,
  MAX_HEIGHT,
  MAX_TEXT,
} from '../limits.ts';

/** Thrown after its diagnostic was recorded. Never leaves the parser. */
export class ParseFailure extends Error {}

/** Kind of name that the grammar expects at a place; completion offers names of it. */
export type NameSlot =
  | 'vertexType'
  | 'edgeType'
  | 'patternSource'
  | 'insertedType'
  | 'patternEdge'
  | 'alias'
  | 'graph'
  | 'query'
  | 'job'
  | 'expression'
  | 'statement'
  | 'bodyStatement'
  | 'type'
  | 'loadFile'
  | 'loadOption'
  | 'loadValue'
  | 'new';

export type Slot =
  | { readonly kind: NameSlot }
  | { readonly kind: 'member'; readonly target: Expr }
  /** A name among the attributes or the vectors of a type; of any for null. */
  | { readonly kind: 'attributeOf'; readonly owner: string | null; readonly vectors: boolean };

/** Failures at places that were reported before count too: each costs as much as a new one. */
const MAX_FAILURES = 10 * MAX_FAULTS;

export class Cursor {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly diagnostics: Diagnostic[] = [];
  /** Words and names that the grammar expects at the end of the text, until the first failure there. */
  readonly wordsAtEnd = new Set<string>();
  readonly slotsAtEnd: Slot[] = [];
  #recording = true;
  /** Starts of the diagnostics so far. */
  readonly #reported = new Set<number>();
  /** The syntax that the head of the query names. */
  syntax: 'v1' | 'v2' | 'v3' | undefined;
  /** Number of IF, CASE, WHILE and FOREACH that still need their END here. */
  openBlocks = 0;
  #depth = 0;
  #position = 0;
  /** Expressions that are being read, one within the other. */
  #trees = 0;
  #failures = 0;
  /** Number of tokens inspected: the cost of parsing, independent of the machine. */
  looks = 0;
  readonly #mostLooks: number;
  /** The words expected at this token and at the one before; joined only when they are needed. */
  #words: (readonly string[])[] = [];
  #wordsBefore: (readonly string[])[] = [];

  constructor(text: string) {
    this.text = text;
    const isTooLong = text.length > MAX_TEXT;
    const { tokens, diagnostics } = lex(isTooLong ? '' : text);
    this.tokens = tokens;
    this.#mostLooks = Math.max(LOOKS_AT_LEAST, LOOKS_PER_TOKEN * tokens.length);
    this.diagnostics.push(...diagnostics);
    for (const { span } of diagnostics) this.#reported.add(span.start);
    if (isTooLong) {
      this.error(finding('textTooLong', { characters: text.length }), { start: 0, end: text.length });
    }
    if (diagnostics.length >= MAX_FAULTS) this.#stop();
  }

  get token(): Token {
    return this.peek(0);
  }

  /** The token before the current one; the first one at the start. */
  get before(): Token {
    return this.tokens[Math.max(0, this.#position - 1)] ?? this.peek(0);
  }

  get index(): number {
    return this.#position;
  }

  peek(ahead: number): Token {
    if (++this.looks > this.#mostLooks) this.#giveUp();
    const token = this.tokens[Math.max(0, Math.min(this.#position + ahead, this.tokens.length - 1))];
    if (token === undefined) throw new Error('The lexer gives at least one token.');
    return token;
  }

  /** Ends parsing: the rest is treated as if the text ended here. */
  #stop(): void {
    this.#position = this.tokens.length - 1;
  }

  #giveUp(): void {
    const at = this.tokens[this.#position];
    this.looks = Number.NEGATIVE_INFINITY;
    this.#stop();
    if (at !== undefined) this.error(finding('textTooMuchWork'), at);
  }

  get atEnd(): boolean {
    return this.token.kind === 'end';
  }

  advance(): Token {
    const token = this.token;
    if (token.kind !== 'end') {
      this.#position++;
      this.#wordsBefore = this.#words;
      this.#words = [];
    }
    return token;
  }

  /** Whether the current token is this symbol. */
  at(symbol: string): boolean {
    return this.isSymbol(0, symbol);
  }

  isSymbol(ahead: number, symbol: string): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.value === symbol;
  }

  /** Whether the token `ahead` places on is this word; not recorded as expected. */
  isWord(ahead: number, ...words: readonly string[]): boolean {
    return words.includes(this.peek(ahead).upper);
  }

  /** Whether the symbols follow here without space between them (`-` `>`). */
  atJoined(first: string, second: string): boolean {
    return this.at(first) && this.isSymbol(1, second) && this.peek(1).start === this.token.end;
  }

  /** Whether the current token is one of these words; otherwise they are recorded as expected. */
  atWord(...words: readonly string[]): boolean {
    this.#words.push(words);
    if (this.atEnd && this.#recording) for (const word of words) this.wordsAtEnd.add(word);
    return words.includes(this.token.upper);
  }

  take(symbol: string): Token | undefined {
    return this.at(symbol) ? this.advance() : undefined;
  }

  takeWord(...words: readonly string[]): Token | undefined {
    return this.atWord(...words) ? this.advance() : undefined;
  }

  /** Takes the words in sequence when all of them are there. */
  takeWords(first: string, ...rest: readonly string[]): boolean {
    if (!this.atWord(first) || !rest.every((word, i) => this.isWord(i + 1, word))) return false;
    for (let i = 0; i <= rest.length; i++) this.advance();
    return true;
  }

  expect(symbol: string): Token {
    return this.take(symbol) ?? this.fail(`'${symbol}'`);
  }

  expectWord(word: string): Token {
    return this.takeWord(word) ?? this.takeMisspelt(word) ?? this.fail(word);
  }

  /** Reports and takes a word that is nearly the required one: parsing continues as if it were. */
  takeMisspelt(word: string): Token | undefined {
    if (!this.atMisspelt(word)) return undefined;
    this.report(word);
    return this.advance();
  }

  /** Whether the current word is a misspelling of this one. */
  atMisspelt(word: string): boolean {
    const { kind, value, upper } = this.token;
    return (
      kind === 'word' && upper !== word && !isReserved(this.token) && nearest(value, [word]) !== undefined
    );
  }

  /**
   * As `expect` or `expectWord`, but continues after reporting a missing token: this keeps the node that it closes. The
   * report names the node's first word, at the offset `opener`.
   */
  close(closing: string, opener?: number): void {
    const isWord = /\w/.test(closing);
    const found = isWord ? (this.takeWord(closing) ?? this.takeMisspelt(closing)) : this.take(closing);
    if (found === undefined) this.report(isWord ? closing : `'${closing}'`, this.#openedBy(opener));
  }

  #openedBy(opener: number | undefined): string {
    if (opener === undefined) return '';
    const word = /^\w+/.exec(this.text.slice(opener, opener + 40))?.[0].toUpperCase() ?? '';
    return ` for the ${word} of line ${lineColumn(this.text, opener).line}`;
  }

  /** Records for completion the kind of name expected here. */
  slot(slot: Slot): void {
    if (this.atEnd && this.#recording) this.slotsAtEnd.push(slot);
  }

  /** Takes a name. Reserved words are refused unless `anyWord`. */
  name(what: string, slot: NameSlot = 'new', anyWord = false): Name {
    this.slot({ kind: slot });
    const token = this.token;
    if (token.kind === 'quotedName' || (token.kind === 'word' && (anyWord || !isReserved(token)))) {
      this.advance();
      return { text: token.value, span: { start: token.start, end: token.end } };
    }
    if (token.kind === 'word' && !token.newLine) {
      return this.failAt(token, finding('reservedWord', { word: token.value, what }));
    }
    return this.fail(what);
  }

  /** Parses a construct that may contain itself; refuses excessive nesting before the stack overflows. */
  deeper<T>(read: () => T): T {
    if (this.#depth >= MAX_DEPTH) this.failAt(this.token, finding('nestedTooDeeply'));
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** As `deeper`, for an expression, whose tree may also become tall by nested chains. */
  tree<T extends { readonly span: Span }>(read: () => T): T {
    this.#trees++;
    try {
      const tree = this.deeper(read);
      if (this.#trees === 1 && isTaller(tree, MAX_HEIGHT)) this.failAt(tree.span, finding('treeTooTall'));
      return tree;
    } finally {
      this.#trees--;
    }
  }

  /** Refuses a chain such as `1 + 1 + …` that has become too long; `length` counts its links. */
  checkChain(length: number): void {
    if (length > MAX_CHAIN) this.failAt(this.token, finding('expressionTooLong'));
  }

  /** Parses a block that END closes. */
  inOpenBlock<T>(read: () => T): T {
    this.openBlocks++;
    try {
      return read();
    } finally {
      this.openBlocks--;
    }
  }

  /** The span from a start offset to the end of the token taken last. */
  spanFrom(start: number): Span {
    return { start, end: Math.max(start, this.before.end) };
  }

  fail(expected: string): never {
    this.report(expected);
    throw new ParseFailure();
  }

  failAt(span: Span, found: Finding): never {
    this.error(found, span);
    throw new ParseFailure();
  }

  error(found: Finding, span: Span, fix?: Diagnostic['fix']): void {
    if (this.atEnd) this.#recording = false;
    // One error often breaks several expectations at the same place: the first is the most useful.
    if (++this.#failures > MAX_FAILURES) this.#stop();
    if (this.diagnostics.length >= MAX_FAULTS || this.#reported.has(span.start)) return;
    this.#reported.add(span.start);
    const { start, end } = span;
    this.diagnostics.push({
      ...found,
      severity: 'error',
      span: { start, end },
      ...(fix === undefined ? {} : { fix }),
    });
    if (this.diagnostics.length >= MAX_FAULTS) this.#stop();
  }

  /** Reports the token found and the one expected; blames a misspelt keyword where there is one. */
  report(expected: string, where = ''): void {
    const { token } = this;
    const misspelt = this.#misspelt();
    if (misspelt !== undefined) {
      this.instead(misspelt.word, misspelt.at);
      return;
    }
    const found =
      token.kind === 'end' ? 'the end of the text' : `'${shorten(this.text.slice(token.start, token.end))}'`;
    this.error(finding('foundOther', { found, expected, where }), this.#visibleSpan(token));
  }

  /** Reports a word or sign of other languages, with its GSQL equivalent. */
  instead(word: string, span: Span): void {
    const found = this.text.slice(span.start, span.end);
    this.error(finding('foundInstead', { found, expected: word }), span, {
      title: `Change to ${word}`,
      replacement: word,
    });
  }

  failInstead(word: string, span: Span): never {
    this.instead(word, span);
    throw new ParseFailure();
  }

  /** The token's span; at the end of the text, which cannot be underlined, that of the last token. */
  #visibleSpan(token: Token): Span {
    return token.kind === 'end' ? { start: this.before.start, end: this.before.end } : token;
  }

  /** A word here, or just taken as a name, that is nearly one that the grammar expects, and no keyword. */
  #misspelt(): { at: Token; word: string } | undefined {
    const here = this.token;
    if (here.kind === 'word' && !isReserved(here)) {
      const word = nearest(here.value, this.#words.flat());
      if (word !== undefined && word !== here.upper) return { at: here, word };
    }
    const { before } = this;
    if (before.kind === 'word' && before !== here && !isReserved(before)) {
      const word = nearest(before.value, this.#wordsBefore.flat());
      if (word !== undefined && word !== before.upper) return { at: before, word };
    }
    return undefined;
  }
}

export function isReserved(token: Token): boolean {
  return token.kind === 'word' && RESERVED_IN_QUERIES.has(token.upper);
}

function shorten(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length < text.length || line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
