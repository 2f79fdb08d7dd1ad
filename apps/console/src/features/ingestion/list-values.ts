/** Values of a list as they are typed: separated by commas, and in quotes where a value has a comma. Pure. */

/** A value in double quotes, in which two of them stand for one, or characters up to a comma. */
const PART = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(,|$)/gy;

interface TypedValues {
  /** The values before the last comma that separates. */
  readonly values: readonly string[];
  /** The text after it, which is still being typed. */
  readonly rest: string;
}

/** Whether the text begins a value in quotes whose end is still to come. */
const isOpen = (text: string): boolean => /^\s*"(?:[^"]|"")*$/.test(text);

export function typedValues(text: string): TypedValues {
  const values: string[] = [];
  let from = 0;
  while (from < text.length && !isOpen(text.slice(from))) {
    PART.lastIndex = from;
    const [, quoted, plain = '', comma] = PART.exec(text) ?? [];
    if (comma !== ',') break;
    from = PART.lastIndex;
    const value = quoted?.replaceAll('""', '"') ?? plain.trim();
    if (value !== '' || quoted !== undefined) values.push(value);
  }
  return { values, rest: text.slice(from) };
}

/** All values of a text that was typed or pasted to its end. */
export function allValues(text: string): readonly string[] {
  const { values, rest } = typedValues(text);
  if (isOpen(rest)) return [...values, ...(rest.trim() === '"' ? [] : [rest.trim()])];
  return [...values, ...typedValues(`${rest},`).values];
}
