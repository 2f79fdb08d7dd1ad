/** Description of a stored query. */
import type { QueryDescription } from '@acacia/contract';
import type { QueryInfo } from '@acacia/engine';

const COMMENT = /^\s*(?:\/\*([\s\S]*?)\*\/|(?:\/\/|#)([^\n]*)(?:\n|$))/;

/** The text of the comments at the start, without their marks; lines are joined. */
function leadingComments(text: string): string {
  const found: string[] = [];
  let rest = text;
  for (let match = COMMENT.exec(rest); match !== null; match = COMMENT.exec(rest)) {
    found.push(match[1] ?? match[2] ?? '');
    rest = rest.slice(match[0].length);
  }
  const lines = found.flatMap((comment) => comment.split('\n'));
  return lines
    .map((line) => line.replace(/^[\s*/#-]+/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** A comment before the query, or as the first thing in its body. */
function commentOf(code: string): string {
  return leadingComments(code) || leadingComments(code.slice(code.indexOf('{') + 1));
}

/** The description that was stored, else the comment at the start of the text. */
export const descriptionOf = (query: QueryInfo): string =>
  query.description ?? commentOf(query.code).replace(/^description:\s*/i, '');

/** The `description` member of an answer; none where there is no description. */
export const describedAs = (description: string | undefined): { readonly description?: string } =>
  description === undefined || description === '' ? {} : { description };

export const queryDescription = (query: QueryInfo): QueryDescription => ({
  queryName: query.name,
  ...describedAs(descriptionOf(query)),
  parameters: query.parameters.map(({ name, description }) => ({
    paramName: name,
    ...describedAs(description),
  })),
});
