/** Names in GSQL: their characters, and the names that are reserved. */
import { finding, type Finding } from './diagnostics/catalogue.ts';
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

/** Whether the text is the name of a package or of something in one: identifiers with dots between them. */
export const isPackageName = (text: string): boolean => text.split('.').every(isIdentifier);

/** Why something cannot be named so; undefined when it can. */
export function nameFault(what: Named, name: string): Finding | undefined {
  const named = `the name of ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
  if (!isIdentifier(name)) {
    return finding('nameCharacters', { name, what: named });
  }
  if (name.length > LONGEST_NAME) {
    return finding('nameTooLong', { start: name.slice(0, LONGEST_NAME), what: named, most: LONGEST_NAME });
  }
  if (hasReservedPrefix(name)) return finding('namePrefixReserved', { name });
  const isAttribute = what === 'attribute' || what === 'primary id';
  const isReserved = isAttribute ? isReservedForAttributes(name) : isReservedWord(name);
  return isReserved ? finding('nameReserved', { name, what: named }) : undefined;
}
