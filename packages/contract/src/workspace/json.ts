/**
 * JSON as a workspace speaks it: INT values beyond 2^53 are JSON numbers on the wire and bigint in
 * memory, so they keep their value in both directions.
 */

/** `JSON.rawJSON` and the third argument of a reviver (ECMAScript "JSON.parse source text access"). */
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

/** Parses JSON; integers that a double cannot hold become bigint. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text) as unknown;
  return json.parse(text, (_key, value, context) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
  });
}

/** Writes JSON; a bigint becomes a JSON number, a Map an object, a Set an array. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return json.rawJSON(item.toString());
    if (item instanceof Map) return Object.fromEntries(item as Map<string, unknown>);
    if (item instanceof Set) return [...(item as Set<unknown>)];
    return item;
  });
}
