/** Descriptions of queries and of their parameters, at the top of a shell text. */
import type { DescribeStatement, Name } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

/** After UPDATE, SHOW or DROP. */
export function parseDescribe(
  c: Cursor,
  start: number,
  action: DescribeStatement['action'],
): DescribeStatement {
  c.expectWord('DESCRIPTION');
  c.expectWord('OF');
  const word = c.takeWord('QUERY', 'QUERY_PARAM') ?? c.fail('QUERY or QUERY_PARAM');
  const ofParameter = word.upper === 'QUERY_PARAM';
  const subjects = !ofParameter && c.take('*') ? '*' : parseSubjects(c, ofParameter);
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

function parseSubjects(c: Cursor, ofParameter: boolean): { query: Name; parameter?: Name }[] {
  const subjects: { query: Name; parameter?: Name }[] = [];
  do {
    const query = c.name('a query', 'query');
    if (!ofParameter) {
      subjects.push({ query });
      continue;
    }
    c.expect('.');
    const { start, end } = c.token;
    const all = c.take('*');
    const parameter = all ? { text: '*', span: { start, end } } : c.name('a parameter', 'new', true);
    subjects.push({ query, parameter });
  } while (c.take(','));
  return subjects;
}
