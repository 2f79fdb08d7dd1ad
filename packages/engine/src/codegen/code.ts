/**
 * Generated JavaScript. Only `Code` enters generated source, and there are three ways to make it: the
 * `js` template (its fixed text is ours), `literal` (a primitive, escaped), and `Names` (identifiers of
 * our own making). Texts of the user never become code.
 */
declare const brand: unique symbol;
export type Code = string & { readonly [brand]: true };

/** A template whose holes take code only; a list of codes is put one after another, a line each. */
export function js(texts: TemplateStringsArray, ...parts: readonly (Code | readonly Code[])[]): Code {
  let source = texts[0] ?? '';
  parts.forEach((part, index) => {
    source += (typeof part === 'string' ? part : part.join('\n')) + (texts[index + 1] ?? '');
  });
  return source as Code;
}

export const empty = '' as Code;

/** Codes with commas between them. */
export const list = (codes: readonly Code[]): Code => codes.join(', ') as Code;

/** Codes joined by an operator. */
export const joined = (codes: readonly Code[], operator: '&&' | '||' | '+'): Code =>
  codes.join(` ${operator} `) as Code;

/** The source text of a primitive value. */
export function literal(value: string | number | bigint | boolean | null): Code {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value).replace(/[\u2028\u2029<]/g, escaped) as Code;
    case 'number':
      if (Object.is(value, -0)) return '0' as Code;
      if (Number.isNaN(value)) return 'NaN' as Code;
      return (value < 0 ? `(${value})` : String(value)) as Code;
    case 'bigint':
      return (value < 0n ? `(${value}n)` : `${value}n`) as Code;
    default:
      return String(value) as Code;
  }
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Makes identifiers that no user text takes part in. */
export class Names {
  #next = 0;
  fresh(): Code {
    this.#next += 1;
    return `x${this.#next}` as Code;
  }
}
