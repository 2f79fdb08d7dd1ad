/** Queries as texts: the query that a statement defines, and the comparison of two texts. */
import type { WireQueryParameter } from '@acacia/contract';
import { brokenQueries, parseProgram, tokenize } from '@acacia/language';

export interface QueryText {
  /** `create` is kept by the graph under its name, `interpret` is run and forgotten. */
  readonly kind: 'create' | 'interpret';
  readonly name: string;
  /** From `FOR GRAPH`; null: the graph in use. */
  readonly graph: string | null;
  /** Of a broken query those that could be read. */
  readonly parameters: readonly WireQueryParameter[];
  readonly text: string;
  /** It has errors of syntax: the graph keeps it as a draft, and it cannot be run. */
  readonly broken: boolean;
}

/**
 * The query of a text that is one `CREATE QUERY`, or one `INTERPRET QUERY` without arguments. Null for any other text,
 * and for one with syntax errors outside of a `CREATE QUERY`: the workspace reports those.
 */
export function queryIn(text: string): QueryText | null {
  const { queries, statements, others } = brokenQueries(text, parseProgram(text));
  const [only] = statements;
  if (only === undefined || statements.length > 1 || others.length > 0) return null;
  if (only.kind !== 'createQuery' && (only.kind !== 'interpretQuery' || only.args !== undefined)) return null;
  const { parameters, name, graph } = only.query;
  return {
    kind: only.kind === 'createQuery' ? 'create' : 'interpret',
    name: name.text === '' ? 'interpreted query' : name.text,
    graph: graph?.text ?? null,
    parameters: parameters.map(({ name: paramName, type, defaultValue }) => ({
      paramName,
      paramType: text.slice(type.span.start, type.span.end),
      ...(defaultValue !== undefined && 'value' in defaultValue && typeof defaultValue.value !== 'object'
        ? { paramDefaultValue: defaultValue.value }
        : {}),
    })),
    text: text.slice(only.span.start, only.span.end),
    broken: queries.size > 0,
  };
}

/** A query of a file, with the number of lines before it. */
export interface PlacedQuery {
  readonly query: QueryText;
  readonly firstLine: number;
}

/**
 * The query of that kind and name in a file: the one with the same text, else the only one.
 * @returns null where there is none without syntax errors, or several
 */
export function queryNamed(file: string, { kind, name, text }: QueryText): PlacedQuery | null {
  const found = parseProgram(file).program.statements.flatMap(({ span }) => {
    const query = queryIn(file.slice(span.start, span.end));
    if (query?.kind !== kind || query.broken || query.name !== name) return [];
    return [{ query, firstLine: file.slice(0, span.start).split('\n').length - 1 }];
  });
  const same = found.find(({ query }) => query.text === text);
  return same ?? (found.length === 1 ? (found[0] ?? null) : null);
}

/** The beginning of a stored query; OR REPLACE does not belong to the query itself. */
const HEAD = /^(\s*CREATE)(\s+OR\s+REPLACE)?(?=\s)/i;

/** Tokens of a query, one a line, without the text between them: comments, line breaks and the case of keywords do not change a query. */
export function signs(text: string): string {
  const plain = withoutReplace(text);
  return tokenize(plain)
    .filter((token) => token.class !== 'comment')
    .map((token) => {
      const word = plain.slice(token.start, token.end);
      return token.class === 'keyword' ? word.toUpperCase() : word;
    })
    .join('\n');
}

/** Whether both texts define the same query. */
export const sameQuery = (a: string, b: string): boolean => signs(a) === signs(b);

/** The text without OR REPLACE, which says how it was stored. */
export const withoutReplace = (text: string): string => text.replace(HEAD, '$1');

/** The text with OR REPLACE, so that it replaces an existing query. */
export const replacing = (text: string): string => text.replace(HEAD, '$1 OR REPLACE');

/** A query that is kept, as text that runs it once without installing it. */
export const interpreted = (code: string): string =>
  code.replace(/^\s*CREATE(\s+OR\s+REPLACE)?(\s+DISTRIBUTED)?\s+QUERY\s+\w+/i, 'INTERPRET QUERY ');
