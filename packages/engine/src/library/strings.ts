/** String functions of GSQL. Positions count from 0 unless the function says otherwise. */
import { engineError } from '../errors/catalogue.ts';
import { randomUUID } from 'node:crypto';
import { parseInteger, truncate, type Int } from './int64.ts';
import { ELEMENT_BYTES, check, demand } from './meter.ts';
import { TextPieces, demandText, findText, joinTexts, piecesOf, placesOf } from './texts.ts';

const SOUNDEX = '01230120022455012623010202';

function padding(text: string, width: Int, filler: string): string {
  const missing = Number(width) - text.length;
  if (missing <= 0 || filler === '') return '';
  demandText(text.length + missing);
  return filler.repeat(Math.ceil(missing / filler.length)).slice(0, missing);
}

/** Between the places of a separator; without one, the single characters. */
function splitText(text: string, separator: string): string[] {
  if (separator === '') {
    demand(text.length * ELEMENT_BYTES);
    return text.split('');
  }
  const parts: string[] = [];
  let from = 0;
  for (const at of placesOf(text, separator)) {
    parts.push(text.slice(from, at));
    if ((parts.length & 1023) === 0) demand(1024 * ELEMENT_BYTES);
    from = at + separator.length;
  }
  return [...parts, text.slice(from)];
}

const LONGEST_SOUGHT_BACKWARDS = 4096;

/** V8's search backwards compares every character at every place, and cannot be stopped meanwhile. */
function shortPart(part: string): string {
  if (part.length <= LONGEST_SOUGHT_BACKWARDS) return part;
  throw engineError('soughtTextTooLong', { most: LONGEST_SOUGHT_BACKWARDS, given: part.length });
}

function trimStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return text.slice(start);
}

function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const patterns = new Map<string, RegExp>();

/** LIKE: `%`, `_`, `[a-c]`, `[^a]` and `[!a]`; the escape character makes the next one plain. */
function like(text: string, pattern: string, escape: string): boolean {
  const key = `${escape} ${pattern}`;
  let expression = patterns.get(key);
  if (expression === undefined) {
    expression = likeExpression(pattern, escape === '' ? '\\' : escape);
    patterns.set(key, expression);
  }
  return expression.test(text);
}

function likeExpression(pattern: string, escape: string): RegExp {
  const plain = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  let source = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === escape && at + 1 < pattern.length) {
      at += 1;
      source += plain(pattern.charAt(at));
    } else if (character === '%') source += '.*';
    else if (character === '_') source += '.';
    else if (character === '[') {
      const list = characterList(pattern, at + 1);
      source += list?.source ?? plain(character);
      at = list?.end ?? at;
    } else source += plain(character);
  }
  try {
    return new RegExp(`^(?:${source})$`, 's');
  } catch (cause) {
    throw engineError('patternInvalid', { pattern }).causedBy(cause);
  }
}

/** `[a-c!]` from after its bracket: one character of them, or, after `^` or `!`, another; `\\\\` and `\\]` are plain. */
function characterList(
  pattern: string,
  start: number,
): { readonly source: string; readonly end: number } | undefined {
  const negated = /[!^]/.test(pattern.charAt(start));
  let members = '';
  for (let at = negated ? start + 1 : start; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === ']') return { source: `[${negated ? '^' : ''}${members}]`, end: at };
    const next = pattern.charAt(at + 1);
    if (character === '\\' && (next === '\\' || next === ']')) {
      members += `\\${next}`;
      at += 1;
    } else members += character.replace(/[\\^[]/, '\\$&');
  }
  return undefined;
}

/** The sound of a text in four signs (Knuth, The Art of Computer Programming 3, section 6). */
function soundex(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, '');
  if (letters === '') return '';
  let code = letters.charAt(0);
  let last = SOUNDEX.charAt(letters.charCodeAt(0) - 65);
  for (const letter of letters.slice(1)) {
    const digit = SOUNDEX.charAt(letter.charCodeAt(0) - 65);
    if (digit !== '0' && digit !== last) code += digit;
    if (letter !== 'H' && letter !== 'W') last = digit;
  }
  return code.padEnd(4, '0').slice(0, 4);
}

/**
 * A DOUBLE as to_string gives it: in printf's form `g`, six digits, the shorter of the plain and the exponential
 * form.
 */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  if (value === 0) return '0';
  const [mantissa = '', exponent = '0'] = value.toExponential(5).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(value.toPrecision(6)));
  const digits = String(Math.abs(power)).padStart(2, '0');
  return `${String(Number(mantissa))}e${power < 0 ? '-' : '+'}${digits}`;
}

/** The number that a text is, or null for other texts. */
const numberIn = (text: string): number | null =>
  /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(text) ? Number(text) : null;

export const strings = {
  like,
  ascii: (text: string): number => (text === '' ? 0 : text.charCodeAt(0)),
  /** Codes beyond 255 begin again from 0. */
  chr: (code: Int): string => String.fromCharCode(((Number(code) % 256) + 256) % 256),
  /** Position from 1 in a list separated by commas; 0 when it is not there. */
  findInSet: (text: string, list: string): number => splitText(list, ',').indexOf(text),
  /**
   * Position of the `nth` occurrence from `start` on; -1 when there is none. A negative start counts from the
   * end, and from there the search goes backwards.
   */
  instr: (text: string, part: string, start: Int = 0, nth: Int = 1): number => {
    const from = Number(start);
    let at = from < 0 ? text.length + from + 1 : from - 1;
    for (let count = 0; count < Number(nth); count += 1) {
      if (from < 0 && at <= 0) return -1;
      at = from < 0 ? text.lastIndexOf(shortPart(part), at - 1) : findText(text, part, at + 1);
      if ((count & 1023) === 1023) check();
      if (at < 0) return -1;
    }
    return at;
  },
  /** `part` in place of `length` characters from a position on. */
  insertText: (text: string, position: Int, length: Int, part: string): string => {
    const at = Math.max(0, Number(position));
    return joinTexts(joinTexts(text.slice(0, at), part), text.slice(at + Math.max(0, Number(length))));
  },
  left: (text: string, length: Int): string => text.slice(0, Math.max(0, Number(length))),
  right: (text: string, length: Int): string => (Number(length) <= 0 ? '' : text.slice(-Number(length))),
  length: (text: string): number => text.length,
  lower: (text: string): string => {
    demandText(text.length);
    return text.toLowerCase();
  },
  upper: (text: string): string => {
    demandText(text.length);
    return text.toUpperCase();
  },
  lpad: (text: string, width: Int, filler = ' '): string =>
    (padding(text, width, filler) + text).slice(0, Math.max(0, Number(width))),
  rpad: (text: string, width: Int, filler = ' '): string =>
    (text + padding(text, width, filler)).slice(0, Math.max(0, Number(width))),
  ltrim: (text: string, characters = ' '): string => trimStart(text, characters),
  rtrim: (text: string, characters = ' '): string => trimEnd(text, characters),
  trim: (text: string, characters = ' \t\r\n\f\v', side = 'BOTH'): string => {
    const started = side === 'TRAILING' ? text : trimStart(text, characters);
    return side === 'LEADING' ? started : trimEnd(started, characters);
  },
  repeat: (text: string, times: Int): string => {
    const count = text === '' ? 0 : Math.max(0, Number(times));
    demandText(text.length * count);
    return text.repeat(count);
  },
  replace: (text: string, part: string, by = ''): string => {
    if (part === '') return text;
    let count = 0;
    for (const _at of placesOf(text, part)) count += 1;
    demandText(text.length + count * (by.length - part.length));
    const pieces = new TextPieces();
    let from = 0;
    for (const at of placesOf(text, part)) {
      pieces.push(text.slice(from, at));
      pieces.push(by);
      from = at + part.length;
    }
    pieces.push(text.slice(from));
    return pieces.join();
  },
  reverse: (text: string): string => {
    demandText(text.length);
    return Array.from(piecesOf(text), (piece) => [...piece].reverse().join(''))
      .reverse()
      .join('');
  },
  /** The number of equal characters among the four of the two texts' sound codes. */
  difference: (a: string, b: string): number => {
    const [left, right] = [soundex(a), soundex(b)];
    return [...left].filter((sign, at) => sign === right[at]).length;
  },
  soundex,
  space: (count: Int): string => strings.repeat(' ', count),
  split: (text: string, separator: string): string[] => splitText(text, separator),
  /** From position `start` (from 0; negative: from the end), at most `length` characters. */
  substr: (text: string, start: Int, length?: Int): string => {
    const from = Number(start) < 0 ? Math.max(0, text.length + Number(start)) : Number(start);
    return length === undefined ? text.slice(from) : text.slice(from, from + Math.max(0, Number(length)));
  },
  translate: (text: string, from: string, to: string): string => {
    demand((from.length + to.length) * ELEMENT_BYTES);
    const [old, fresh] = [[...from], [...to]];
    if (old.length !== fresh.length) {
      throw engineError('translationsUneven', { characters: old.length, translations: fresh.length });
    }
    demandText(text.length);
    // Of several translations of a character the first one counts.
    const translations = new Map(
      old.map((character, at) => [character, fresh[at] as string] as const).reverse(),
    );
    return Array.from(piecesOf(text), (piece) =>
      [...piece].map((character) => translations.get(character) ?? character).join(''),
    ).join('');
  },
  uuid: (): string => randomUUID(),
  doubleText,
  /** toBoolean, toFloat and toInteger give NULL for what they cannot read. */
  textToBool: (value: unknown): boolean | null => {
    if (typeof value === 'boolean') return value;
    const text = String(value).toLowerCase();
    return text === 'true' ? true : text === 'false' ? false : null;
  },
  textToDouble: (value: unknown): number | null =>
    typeof value === 'string' ? numberIn(value) : Number(value),
  textToInt: (value: unknown): Int | null => {
    if (typeof value === 'bigint') return value;
    if (typeof value !== 'string') return truncate(Number(value));
    const whole = parseInteger(value.trim(), false);
    if (whole !== undefined) return whole;
    const number = numberIn(value);
    return number === null ? null : truncate(number);
  },
  strToInt: (text: string): Int => {
    const value = parseInteger(text.trim(), false);
    if (value === undefined) {
      throw engineError('valueUnreadable', { text, wanted: 'INT' });
    }
    return value;
  },
};
