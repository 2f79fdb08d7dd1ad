/**
 * Filters of SCIM (RFC 7644, section 3.4.2.2), as far as directories send them: comparisons with `eq`, joined with
 * `and`, `or` and parentheses, and one condition in brackets: `emails[type eq "work"].value eq "ann@example.org"`.
 */
import { badFilter } from './fault.ts';

export interface Comparison {
  readonly kind: 'eq';
  /** In lower case, without the name of a schema, e.g. `emails.value`. */
  readonly attribute: string;
  readonly value: string | boolean;
}
export type Filter = Comparison | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] };

const LONGEST = 4000;
const DEEPEST = 10;
const MOST_COMPARISONS = 50;

const TOKEN = /\s*([()[\]]|"(?:[^"\\]|\\.)*"|[^\s()[\]"]+)/y;
const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;
const ATTRIBUTE = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/;
const BELOW = /^\.[a-z$][\w$-]*$/;

/** An attribute in lower case without the name of its schema. */
export const attributeOf = (text: string): string => text.toLowerCase().replace(SCHEMA, '');

function tokensOf(text: string): string[] {
  const trimmed = text.trim();
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex;
    const [, token] = TOKEN.exec(trimmed) ?? [];
    if (token === undefined)
      throw badFilter(`The filter cannot be read from '${trimmed.slice(at, at + 20)}' on.`);
    tokens.push(token);
  }
  return tokens;
}

function valueOf(token: string): string | boolean {
  const flag = token.toLowerCase();
  if (flag === 'true' || flag === 'false') return flag === 'true';
  if (!token.startsWith('"'))
    throw badFilter(`The filter compares with ${token}, and not with a text in quotes.`);
  try {
    return String(JSON.parse(token));
  } catch (error) {
    if (error instanceof SyntaxError) throw badFilter(`${token} is not a text in quotes.`);
    throw error;
  }
}

/** Whether a condition in brackets chooses the one address that a person has here. */
const choosesTheOne = (filter: Filter): boolean =>
  filter.kind === 'eq' &&
  ((filter.attribute === 'type' && filter.value === 'work') ||
    (filter.attribute === 'primary' && filter.value === true));

function within(attribute: string, filter: Filter): Filter {
  return filter.kind === 'eq'
    ? { ...filter, attribute: `${attribute}.${filter.attribute}` }
    : { ...filter, of: filter.of.map((each) => within(attribute, each)) };
}

/** @throws ScimFault `invalidFilter` when it cannot be read, or is too long or too deep */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST) throw badFilter(`The filter is longer than ${LONGEST} characters.`);
  const tokens = tokensOf(text);
  let at = 0;
  let depth = 0;
  let comparisons = 0;
  const next = (): string => {
    const token = tokens[at];
    if (token === undefined) throw badFilter('The filter ends too early.');
    at += 1;
    return token;
  };
  const expect = (wanted: string): void => {
    const token = next();
    if (token !== wanted) throw badFilter(`The filter has '${token}' where '${wanted}' is needed.`);
  };
  const deeper = (closing: string): Filter => {
    depth += 1;
    if (depth > DEEPEST) throw badFilter(`The filter has more than ${DEEPEST} levels.`);
    const inner = list('or');
    depth -= 1;
    expect(closing);
    return inner;
  };
  const comparison = (attribute: string): Filter => {
    comparisons += 1;
    if (comparisons > MOST_COMPARISONS)
      throw badFilter(`The filter compares more than ${MOST_COMPARISONS} times.`);
    const operator = next();
    if (operator.toLowerCase() !== 'eq')
      throw badFilter(`The filter has '${operator}', and eq alone is known.`);
    return { kind: 'eq', attribute, value: valueOf(next()) };
  };
  const term = (): Filter => {
    const token = next();
    if (token === '(') return deeper(')');
    const attribute = attributeOf(token);
    if (!ATTRIBUTE.test(attribute)) throw badFilter(`'${token}' is no attribute.`);
    if (tokens[at] !== '[') return comparison(attribute);
    at += 1;
    const inner = deeper(']');
    const below = tokens[at]?.toLowerCase() ?? '';
    if (!BELOW.test(below)) return within(attribute, inner);
    at += 1;
    if (!choosesTheOne(inner)) throw badFilter('In brackets, type eq "work" and primary eq true are known.');
    return comparison(`${attribute}${below}`);
  };
  const list = (word: 'or' | 'and'): Filter => {
    const item = () => (word === 'or' ? list('and') : term());
    const of = [item()];
    while (tokens[at]?.toLowerCase() === word) {
      at += 1;
      of.push(item());
    }
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind: word, of };
  };
  const whole = list('or');
  if (at < tokens.length) throw badFilter(`The filter has '${tokens[at] ?? ''}' after its end.`);
  return whole;
}
