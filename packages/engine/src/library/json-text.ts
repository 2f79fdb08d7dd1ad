/** JSON text of values in JSON form. INT beyond 2^53 is a bigint and keeps every digit. */
import { exactReplacer } from '@acacia/base';
import { ELEMENT_BYTES, check, demand } from './meter.ts';

/** Texts of so many characters are scanned for characters that JSON writes as six. */
const LONG = 4096;
const ESCAPED = /[\p{Cc}\p{Cs}]/u;

interface Found {
  /** Characters that the text will have, or somewhat more. */
  length: number;
  /** Whether a value needs another form than JSON.stringify gives it. */
  special: boolean;
  members: number;
}

function look(value: unknown, found: Found): void {
  switch (typeof value) {
    case 'string':
      found.length += 2 + value.length;
      if (value.length <= LONG) break;
      demand(found.length);
      if (ESCAPED.test(value)) found.length += 5 * value.length;
      break;
    case 'bigint':
      found.special = true;
      found.length += 24;
      break;
    case 'object':
      if (value === null) found.length += 4;
      else if (Array.isArray(value)) for (const item of value) look(item, found);
      else if (value instanceof Map) {
        found.special = true;
        for (const [key, item] of value) {
          look(String(key), found);
          look(item, found);
        }
      } else if (value instanceof Set) {
        found.special = true;
        for (const item of value) look(item, found);
      } else {
        for (const key in value) {
          found.length += key.length + 3;
          look((value as Readonly<Record<string, unknown>>)[key], found);
        }
      }
      found.length += 2;
      break;
    default:
      found.length += 8;
  }
  found.length += 1;
  found.members += 1;
  if ((found.members & 4095) !== 0) return;
  check();
  demand(found.length);
}

/**
 * The JSON text of a value. Its length is estimated before the text is made.
 * @param indent blanks for each level; 0: all in one line
 * @throws EngineError when there is no room for the text
 */
export function jsonText(value: unknown, indent = 0): string {
  const found: Found = { length: 0, special: false, members: 0 };
  look(value, found);
  const { length, special, members } = found;
  demand(2 * (length + 4 * indent * members) + (special ? members * ELEMENT_BYTES : 0));
  return JSON.stringify(value, special ? exactReplacer : undefined, indent);
}

/** As `jsonText`, with every bigint as a text. */
export function jsonTextOfTexts(value: unknown): string {
  const found: Found = { length: 0, special: false, members: 0 };
  look(value, found);
  demand(2 * found.length);
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item));
}
