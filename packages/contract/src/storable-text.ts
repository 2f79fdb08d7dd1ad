/**
 * Texts that no database stores unchanged: with the character NUL (PostgreSQL has none, and it ends C strings in
 * files), or with half of a surrogate pair (not valid in UTF-8).
 */

function faultOf(text: string): string | null {
  if (text.includes('\0')) return 'holds the character NUL (U+0000), which no text may have';
  if (!text.isWellFormed()) return 'holds half of a surrogate pair, which is no character';
  return null;
}

export interface UnstorableText {
  /** Dotted path of the field; '' for a value that is a text itself. */
  readonly field: string;
  /** A sentence with the field in it. */
  readonly reason: string;
}

/** The first such text in a value of JSON: a field, an item of a list, or the name of a field. */
export function unstorableText(value: unknown, path = ''): UnstorableText | null {
  // Not by recursion: values may be nested deeper than calls.
  const open: { readonly value: unknown; readonly path: string }[] = [{ value, path }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path: field } = next;
    if (typeof next.value === 'string') {
      const fault = faultOf(next.value);
      if (fault !== null) return { field, reason: `${field === '' ? 'The text' : `'${field}'`} ${fault}.` };
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [name, item] of Object.entries(next.value)) {
        const fault = faultOf(name);
        if (fault !== null) {
          return { field, reason: `The name of a field${field === '' ? '' : ` in '${field}'`} ${fault}.` };
        }
        open.push({ value: item, path: field === '' ? name : `${field}.${name}` });
      }
    }
  }
  return null;
}
