/** String functions of GSQL. Positions count from 0 unless the function says otherwise. */
import { randomUUID } from 'node:crypto';
import { EngineError } from '../../errors.ts';
import { parseInteger, type Int } from './int64.ts';

const SOUNDEX = '01230120022455012623010202';

const padding = (text: string, width: Int, filler: string): string => {
  const missing = Number(width) - text.length;
  if (missing <= 0 || filler === '') return '';
  return filler.repeat(Math.ceil(missing / filler.length)).slice(0, missing);
};

const trimStart = (text: string, characters: string): string => {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return text.slice(start);
};

const trimEnd = (text: string, characters: string): string => {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

const patterns = new Map<string, RegExp>();

/** LIKE: `%`, `_`, `[a-c]`, `[^a]` and `[!a]`; the escape character makes the next one plain. */
const like = (text: string, pattern: string, escape: string): boolean => {
  const key = `${escape} ${pattern}`;
  let expression = patterns.get(key);
  if (expression === undefined) {
    expression = likeExpression(pattern, escape === '' ? '\\' : escape);
    patterns.set(key, expression);
  }
  return expression.test(text);
};

const likeExpression = (pattern: string, escape: string): RegExp => {
  const plain = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  let source = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === escape && at + 1 < pattern.length) {
      at += 1;
      source += plain(pattern.charAt(at));
    } else if (character === '%') source += '.*';
    else if (character === '_') source += '.';
    else if (character === '[' && pattern.indexOf(']', at + 1) > at) {
      const end = pattern.indexOf(']', at + 1);
      const inside = pattern.slice(at + 1, end);
      const negated = /^[!^]/.test(inside);
      const members = (negated ? inside.slice(1) : inside).replace(/[\\^[\]]/g, '\\$&');
      source += `[${negated ? '^' : ''}${members}]`;
      at = end;
    } else source += plain(character);
  }
  try {
    return new RegExp(`^(?:${source})$`, 's');
  } catch (cause) {
    throw new EngineError('GSQL-2502', `Runtime Error: "${pattern}" is not a valid pattern.`, { cause });
  }
};

export const strings = {
  like,
  ascii: (text: string): number => (text === '' ? 0 : text.charCodeAt(0)),
  chr: (code: Int): string => String.fromCharCode(Number(code)),
  /** Position from 1 in a list separated by commas; 0 when it is not there. */
  findInSet: (text: string, list: string): number => list.split(',').indexOf(text) + 1,
  /** Position from 1 of the `nth` occurrence at or after `start` (from 1); 0 when there is none. */
  instr: (text: string, part: string, start: Int = 1, nth: Int = 1): number => {
    let at = Number(start) - 2;
    for (let count = 0; count < Number(nth); count += 1) {
      at = text.indexOf(part, at + 1);
      if (at < 0) return 0;
    }
    return at + 1;
  },
  left: (text: string, length: Int): string => text.slice(0, Math.max(0, Number(length))),
  right: (text: string, length: Int): string => (Number(length) <= 0 ? '' : text.slice(-Number(length))),
  length: (text: string): number => text.length,
  lower: (text: string): string => text.toLowerCase(),
  upper: (text: string): string => text.toUpperCase(),
  lpad: (text: string, width: Int, filler = ' '): string =>
    (padding(text, width, filler) + text).slice(0, Math.max(0, Number(width))),
  rpad: (text: string, width: Int, filler = ' '): string =>
    (text + padding(text, width, filler)).slice(0, Math.max(0, Number(width))),
  ltrim: (text: string, characters = ' '): string => trimStart(text, characters),
  rtrim: (text: string, characters = ' '): string => trimEnd(text, characters),
  trim: (text: string, characters = ' ', side = 'BOTH'): string => {
    const started = side === 'TRAILING' ? text : trimStart(text, characters);
    return side === 'LEADING' ? started : trimEnd(started, characters);
  },
  repeat: (text: string, times: Int): string => text.repeat(Math.max(0, Number(times))),
  replace: (text: string, part: string, by = ''): string =>
    part === '' ? text : text.replaceAll(part, () => by),
  reverse: (text: string): string => [...text].reverse().join(''),
  soundex: (text: string): string => {
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
  },
  space: (count: Int): string => ' '.repeat(Math.max(0, Number(count))),
  split: (text: string, separator: string): string[] => text.split(separator),
  /** From position `start` (from 0; negative: from the end), at most `length` characters. */
  substr: (text: string, start: Int, length?: Int): string => {
    const from = Number(start) < 0 ? Math.max(0, text.length + Number(start)) : Number(start);
    return length === undefined ? text.slice(from) : text.slice(from, from + Math.max(0, Number(length)));
  },
  translate: (text: string, from: string, to: string): string =>
    [...text]
      .map((character) => {
        const at = from.indexOf(character);
        return at < 0 ? character : to.charAt(at);
      })
      .join(''),
  uuid: (): string => randomUUID(),
  strToInt: (text: string): Int => {
    const value = parseInteger(text.trim(), false);
    if (value === undefined) {
      throw new EngineError('GSQL-2601', `Runtime Error: "${text}" is not a valid INT.`);
    }
    return value;
  },
};
