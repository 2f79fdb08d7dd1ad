/** Descriptions of queries and of their parameters, at the top of a shell text. */
import type { DescribeStatement, Name } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';
import { parsePatternsOrAll } from './show.ts';

/** Parses the rest after UPDATE, SHOW or DROP. */
export function parseDescribe(
  c: Cursor,
  start: number,
  action: DescribeStatement['action'],
): DescribeStatement {
  c.expectWord('DESCRIPTION');
  c.expectWord('OF');
  const word = c.takeWord('QUERY', 'QUERY_PARAM') ?? c.fail('QUERY or QUERY_PARAM');
  const ofParameter = word.upper === 'QUERY_PARAM';
  const subjects = ofParameter ? parseParameters(c) : parseQueries(c, action);
  let graph: Name | undefined;
  if (c.takeWord('ON')) {
    c.expectWord('GRAPH');
    graph = c.name('a graph', 'graph');
  }
  const text = action === 'update' ? { text: stringValue(c, 'a description in double quotes') } : {};
  return {
    kind: 'describe',
    action,
    subjects,
    ...(graph === undefined ? {} : { graph }),
    ...text,
    span: c.spanFrom(start),
  };
}

type Subjects = DescribeStatement['subjects'];

/** Patterns such as `tg_*` denote all queries with matching names. */
function parseQueries(c: Cursor, action: DescribeStatement['action']): Subjects {
  if (c.isSymbol(0, '*') && c.isWord(1, 'ON')) {
    c.advance();
    return '*';
  }
  if (action === 'update' && !c.at('*')) return parseList(c, () => ({ query: c.name('a query', 'query') }));
  const names = parsePatternsOrAll(c);
  return names === '*' ? names : names.map((query) => ({ query }));
}

function parseParameters(c: Cursor): Subjects {
  return parseList(c, () => {
    const query = c.name('a query', 'query');
    c.expect('.');
    const { start, end } = c.token;
    const all = c.take('*');
    const parameter = all ? { text: '*', span: { start, end } } : c.name('a parameter', 'new', true);
    return { query, parameter };
  });
}

function parseList<Item>(c: Cursor, parse: () => Item): Item[] {
  const items: Item[] = [];
  do items.push(parse());
  while (c.take(','));
  return items;
}
