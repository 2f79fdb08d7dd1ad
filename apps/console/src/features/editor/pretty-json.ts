/** JSON as indented text, for people. */
import { stringifyJson } from '@acacia/base';

/** Keys and values of an object, or places and items of a list. */
export const childrenOf = (value: object): readonly (readonly [string, unknown])[] =>
  Array.isArray(value) ? value.map((item: unknown, i) => [String(i), item] as const) : Object.entries(value);

/** Indented text; integers beyond 2^53 in full. */
export function prettyJson(value: unknown, indent = 0): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value ?? null);
  const list = Array.isArray(value);
  const children = childrenOf(value);
  if (children.length === 0) return list ? '[]' : '{}';
  const pad = '  '.repeat(indent + 1);
  const lines = children.map(([key, child]) => {
    const text = prettyJson(child, indent + 1);
    return list ? pad + text : `${pad}${JSON.stringify(key)}: ${text}`;
  });
  const end = '  '.repeat(indent);
  return list ? `[\n${lines.join(',\n')}\n${end}]` : `{\n${lines.join(',\n')}\n${end}}`;
}
