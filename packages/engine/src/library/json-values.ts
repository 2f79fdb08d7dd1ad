/** JSONOBJECT and JSONARRAY: JSON values as they are parsed, whole numbers of 64 bits included. */
import { engineError } from '../errors/catalogue.ts';
import { parseJson } from '@acacia/base';
import { account } from './meter.ts';
import { canonical } from './values.ts';

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return { object: 'an object', string: 'a string', boolean: 'a bool' }[typeof value as string] ?? 'a number';
}

/** The most levels of a JSON value: deeper ones cannot be walked, printed or sent. */
const MAX_LEVELS = 500;

function checkDepth(text: string): void {
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (part === '[' || part === '{') depth += 1;
    else if (part === ']' || part === '}') depth -= 1;
    if (depth > MAX_LEVELS) throw engineError('jsonTooDeep', { most: MAX_LEVELS });
  }
}

function parseText(text: string, what: 'object' | 'array'): unknown {
  let value: unknown;
  try {
    account(text.length * 4);
    checkDepth(text);
    value = parseJson(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw engineError('jsonUnreadable', { reason: cause.message });
  }
  if ((what === 'array') !== Array.isArray(value) || typeof value !== 'object' || value === null) {
    throw engineError('jsonOfOtherKind', { found: typeName(value), wanted: what });
  }
  return value;
}

/** The values that each `get…` function accepts. */
const ACCEPTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  getint: (value) => typeof value === 'bigint' || Number.isInteger(value),
  getdouble: (value) => typeof value === 'number' || typeof value === 'bigint',
  getstring: (value) => typeof value === 'string',
  getbool: (value) => typeof value === 'boolean',
  getjsonobject: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  getjsonarray: Array.isArray,
};

/**
 * `o.getInt("key")`, `a.getString(0)`.
 * @throws EngineError when there is no such value
 */
function jsonGet(name: string, target: unknown, key: unknown): unknown {
  let value: unknown;
  if (Array.isArray(target)) value = (target as unknown[])[Number(key)];
  else if (isObject(target) && Object.hasOwn(target, String(key))) value = target[String(key)];
  if (ACCEPTS[name.toLowerCase()]?.(value) === true) return value;
  const [found, within] = [typeName(value), typeName(target)];
  const place = typeof key === 'string' ? JSON.stringify(key) : String(key);
  throw engineError('jsonFindsOther', { name, place, found, within });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A map whose type is known only now is asked as well. */
const jsonHas = (target: unknown, key: unknown): boolean =>
  target instanceof Map ? target.has(canonical(key)) : isObject(target) && Object.hasOwn(target, String(key));

export const jsonValues = {
  jsonGet,
  jsonHas,
  parseJsonArray: (text: string): unknown => parseText(text, 'array'),
  parseJsonObject: (text: string): unknown => parseText(text, 'object'),
};
