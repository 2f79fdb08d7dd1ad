/**
 * `UPSERT Person VALUES ("a", 3)` and `UPSERT Person -(Knows)-> Person VALUES ("a", "b", 2001)`, typed on their own.
 * Each is equivalent to an interpreted query that inserts the one vertex or edge.
 */
import type { Span } from '../../diagnostic.ts';
import type { BodyStatement, Name, Statement } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseInsertValues } from './dml.ts';

/** Parses the rest after UPSERT. */
export function parseUpsert(c: Cursor, start: number): Statement {
  const first = c.name('a vertex type', 'vertexType');
  const edge = c.take('-') === undefined ? undefined : parseEdge(c, first);
  const from = c.token.start;
  const given = parseInsertValues(c);
  const values = given.map((each, i) => {
    const vertexType = edge?.ends[i]?.text;
    return vertexType === undefined ? each : { ...each, vertexType };
  });
  const span = c.spanFrom(start);
  const type = edge?.type ?? first;
  const insert: BodyStatement = { kind: 'insert', type, values, span };
  // As written, so that names in backquotes keep them.
  const source = (node: { readonly span: Span } | undefined): string =>
    node === undefined ? '' : c.text.slice(node.span.start, node.span.end);
  const written = values.map(
    ({ value }, i) => `${source(value ?? undefined) || '_'} ${source(edge?.ends[i])}`,
  );
  return {
    kind: 'interpretQuery',
    query: {
      kind: 'query',
      name: { text: '', span: { start, end: start } },
      parameters: [],
      distributed: false,
      body: [insert],
      span: { start: from, end: span.end },
    },
    text: `INTERPRET QUERY () { INSERT INTO ${source(type)} VALUES (${written.join(', ')}); }`,
    span,
  };
}

/** Parses the rest after `A -`: `(E)-> B`. */
function parseEdge(c: Cursor, from: Name): { readonly type: Name; readonly ends: readonly Name[] } {
  c.expect('(');
  const type = c.name('an edge type', 'edgeType');
  c.expect(')');
  c.expect('-');
  c.take('>');
  return { type, ends: [from, c.name('a vertex type', 'vertexType')] };
}
