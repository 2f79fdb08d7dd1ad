/** Names in GSQL: their characters, and the names that are reserved. */
import { hasReservedPrefix, isReservedForAttributes, isReservedWord } from './reserved.ts';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Names of a graph and of a job of it make the name of a file. */
const LONGEST_NAME = 100;

/** Kinds of objects that a schema, a job or a query names. */
export type Named =
  | 'attribute'
  | 'data source'
  | 'edge type'
  | 'graph'
  | 'index'
  | 'job'
  | 'loading job'
  | 'primary id'
  | 'query'
  | 'reverse edge type'
  | 'tuple'
  | 'vertex type';

/** Whether the text is one identifier of GSQL (GSQL reference, "Identifiers"): letters, digits, underscores. */
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);

/** Why something cannot be named so, as a sentence; undefined when it can. */
export function nameFault(what: Named, name: string): string | undefined {
  const thing = `the name of ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
  if (!isIdentifier(name)) {
    return `'${name}' cannot be ${thing}: letters, digits and underscores are allowed, a digit not first.`;
  }
  if (name.length > LONGEST_NAME) {
    return `'${name.slice(0, LONGEST_NAME)}…' cannot be ${thing}: it has more than ${LONGEST_NAME} characters.`;
  }
  if (hasReservedPrefix(name)) return `The name '${name}' begins with the reserved prefix gsql_sys_.`;
  const isAttribute = what === 'attribute' || what === 'primary id';
  const isReserved = isAttribute ? isReservedForAttributes(name) : isReservedWord(name);
  return isReserved ? `'${name}' is a reserved word and cannot be ${thing}.` : undefined;
}
