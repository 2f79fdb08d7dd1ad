/** Objects at the beginning of a JSON text, and their leaves as columns. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number that a double does not hold exactly stays the text that it is written as. */
const exact = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' &&
  context?.source !== undefined &&
  Number.isInteger(value) &&
  !Number.isSafeInteger(value)
    ? context.source
    : value;

/** The value of a text, or undefined where it is no JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text, exact) as Json;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/** The index behind the object that begins at `from`; -1 when the text ends within it. */
function objectEnd(text: string, from: number): number {
  let depth = 0;
  let inText = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** The texts of an array's first objects, as far as the text has them whole; null where it is no array of objects. */
export function textsOfArray(text: string, most: number): readonly string[] | null {
  const start = /^\s*\[\s*(?=\{)/.exec(text);
  if (start === null) return null;
  const objects: string[] = [];
  for (let at = start[0].length; objects.length < most && text[at] === '{';) {
    const end = objectEnd(text, at);
    if (end === -1) break;
    objects.push(text.slice(at, end));
    at = end + (/^\s*,\s*/.exec(text.slice(end, end + 1000))?.[0].length ?? 0);
    if (at === end) break;
  }
  return objects;
}

/** The first objects of an array, as far as the text has them whole; null where it is no array of objects. */
export function objectsOfArray(text: string, most: number): readonly JsonObject[] | null {
  const values = textsOfArray(text, most)?.map(parsed);
  return values?.every(isObject) === true ? values : null;
}

const DEEPEST = 5;

/** Leaves of an object by their path; arrays, and objects that are nested deeper, stay JSON. */
function* leaves(value: JsonObject, path: readonly string[] = []): Generator<[readonly string[], Json]> {
  for (const [name, inner] of Object.entries(value)) {
    const place = [...path, name];
    if (isObject(inner) && place.length < DEEPEST && Object.keys(inner).length > 0)
      yield* leaves(inner, place);
    else yield [place, inner];
  }
}

const textOf = (value: Json): string | null =>
  value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value);

export interface JsonTable {
  /** Paths of the leaves, in the order in which they come first. */
  readonly paths: readonly (readonly string[])[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export function tableOf(objects: readonly JsonObject[]): JsonTable {
  const places = new Map<string, { readonly path: readonly string[]; readonly index: number }>();
  const cells = objects.map((object) => {
    const row: (string | null)[] = [];
    for (const [path, value] of leaves(object)) {
      const key = JSON.stringify(path);
      const place = places.get(key) ?? { path, index: places.size };
      places.set(key, place);
      row[place.index] = textOf(value);
    }
    return row;
  });
  const paths = [...places.values()].map(({ path }) => path);
  return { paths, rows: cells.map((row) => paths.map((_, index) => row[index] ?? null)) };
}
