/**
 * JSON whose INT values beyond 2^53 are JSON numbers in the text and bigint in memory, so that they keep their
 * value in both directions (ECMAScript, "JSON.parse source text access").
 */

interface JsonWithSource {
  parse(
    text: string,
    reviver: (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}
const json = JSON as unknown as JsonWithSource;

/** Text without a long run of digits holds no integer beyond 2^53: the reviver would only cost time. */
const LONG_INTEGER = /(?:^|[[{:,\s-])\d{16,}(?![\d.eE])/;
const INTEGER = /^-?\d+$/;

/** Parses JSON; integers that a double cannot hold become bigint. @throws SyntaxError when the text is no JSON */
export function parseJson(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text) as unknown;
  return json.parse(text, (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
  });
}

/** A replacer for `JSON.stringify`: a bigint becomes a JSON number, a Map an object, a Set an array. */
export function exactReplacer(_key: string, item: unknown): unknown {
  if (typeof item === 'bigint') return json.rawJSON(item.toString());
  if (item instanceof Map) return Object.fromEntries(item as Map<string, unknown>);
  if (item instanceof Set) return [...(item as Set<unknown>)];
  return item;
}

/** Whether a value needs `exactReplacer`, whose calls take twice as long as this look. */
function needsReplacer(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (needsReplacer(item)) return true;
    return false;
  }
  if (value instanceof Map || value instanceof Set || 'toJSON' in value) return true;
  for (const key in value) if (needsReplacer((value as Record<string, unknown>)[key])) return true;
  return false;
}

/** Writes JSON by `exactReplacer`. `indent`: blanks for each level; 0: all in one line. */
export function stringifyJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, needsReplacer(value) ? exactReplacer : undefined, indent);
}
