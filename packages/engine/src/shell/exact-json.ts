/** JSON text of values in which INT beyond 2^53 is a bigint: every digit is kept. */

interface RawJson {
  rawJSON(text: string): unknown;
}

/** Indented by two, as the shell prints answers. Maps are objects with string keys. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(
    value,
    (_key, each: unknown) => {
      if (typeof each === 'bigint') return (JSON as unknown as RawJson).rawJSON(each.toString());
      if (each instanceof Map)
        return Object.fromEntries([...each].map(([key, item]) => [String(key), item as unknown]));
      return each;
    },
    2,
  );
