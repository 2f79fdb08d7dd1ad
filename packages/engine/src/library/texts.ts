/** Makes long texts: checks their length before they are made, and checks for a stop on the way. */
import { engineError } from '../errors/catalogue.ts';
import { check, demand } from './meter.ts';

/** Characters that a text of a query may have. */
const MOST_CHARACTERS = 2 ** 24;
/** Shorter texts are made without a look at their length. */
const LONG = 2 ** 14;
/** Comparisons of characters that one call of V8 may need: it cannot be stopped meanwhile. */
const STEPS = 2 ** 28;

/**
 * Called before a text of this length is made.
 * @throws EngineError when the text would be too long or there is no room for it
 */
export function demandText(length: number): void {
  if (length < LONG) return;
  if (length > MOST_CHARACTERS) {
    throw engineError('textTooLong', {
      most: MOST_CHARACTERS.toLocaleString('en'),
      length: length.toLocaleString('en'),
    });
  }
  demand(length * 2);
}

/** Texts with a separator between them. */
export function joinAll(texts: readonly string[], separator: string): string {
  demandText(texts.reduce((sum, text) => sum + text.length + separator.length, 0));
  return texts.join(separator);
}

const READS_ALL = /^/;

/** `a + b` of texts. */
export function joinTexts(a: string, b: string): string {
  const length = a.length + b.length;
  if (length < LONG) return a + b;
  demandText(length);
  const joined = a + b;
  // V8 keeps a sum as a reference to both parts until somebody reads it. Made one text each time that its
  // length has doubled, it takes the room that was demanded, at a cost that grows with the length alone.
  if (Math.clz32(length) !== Math.clz32(Math.max(a.length, b.length))) READS_ALL.test(joined);
  return joined;
}

/** A text that is made piece by piece, without a reference to each. */
export class TextPieces {
  #pieces: string[] = [];
  readonly #whole: string[] = [];

  push(piece: string): void {
    this.#pieces.push(piece);
    if (this.#pieces.length < 4096) return;
    this.#whole.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  join(): string {
    return [...this.#whole, ...this.#pieces].join('');
  }
}

/** As `indexOf` of a text, in steps between which the query can be stopped. */
export function findText(text: string, part: string, from: number): number {
  const window = Math.max(1, Math.floor(STEPS / Math.max(1, part.length)));
  if (text.length - from <= window) return text.indexOf(part, from);
  for (let at = Math.max(0, from); at <= text.length - part.length; at += window) {
    const found = text.slice(at, at + window + part.length - 1).indexOf(part);
    if (found >= 0) return at + found;
    check();
  }
  return -1;
}

/** The positions of `part` in a text, from the left, without overlaps. */
export function* placesOf(text: string, part: string): Generator<number> {
  let count = 0;
  for (let at = findText(text, part, 0); at >= 0; at = findText(text, part, at + part.length)) {
    count += 1;
    if ((count & 1023) === 0) check();
    yield at;
  }
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** A text in pieces of a few thousand characters, none of them cut within a character. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + 4096);
    if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end += 1;
    check();
    yield text.slice(start, end);
    start = end;
  }
}
