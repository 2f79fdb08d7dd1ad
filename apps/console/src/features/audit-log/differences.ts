/** The differences that a change made, field by field. */

export interface Difference {
  /** Names of the fields from outside in, joined by dots. */
  readonly field: string;
  /** Null: there is no such field. */
  readonly before: string | null;
  readonly after: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The fields of a value within each other, with the text of each. */
function fieldsOf(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (isObject(value) && Object.keys(value).length > 0) {
    for (const [name, inner] of Object.entries(value))
      fieldsOf(inner, path === '' ? name : `${path}.${name}`, into);
  } else if (path !== '' || !isObject(value)) {
    into.set(path, textOf(value));
  }
  return into;
}

const known = (value: unknown): Map<string, string> =>
  value === null || value === undefined ? new Map<string, string>() : fieldsOf(value, '', new Map());

/** Each field of the values before and after, in their order; those that did not change too. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const [old, present] = [known(before), known(after)];
  return [...new Set([...old.keys(), ...present.keys()])].map((field) => ({
    field,
    before: old.get(field) ?? null,
    after: present.get(field) ?? null,
  }));
}

export const isChanged = ({ before, after }: Difference): boolean => before !== after;
