/** RUN QUERY and INTERPRET QUERY, and the options before the names of queries. */
import { finding } from '../diagnostics/catalogue.ts';
import type { RunArguments, Statement } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseQueryDefinition, refuseCypher } from './query.ts';
import { parseRunArguments } from './run-arguments.ts';

/** `-FORCE`, `-async`, …: without the dash, in lower case; only those that are known. */
export function checkFlags(c: Cursor, known: readonly string[], most = Infinity): string[] {
  const flags: string[] = [];
  while (flags.length < most && c.take('-')) {
    const { token } = c;
    const flag = c.name('an option', 'new', true).text.toLowerCase();
    if (!known.includes(flag)) {
      const names = known.map((each) => `-${each.toUpperCase()}`).join(', ');
      c.failAt(token, finding('flagUnknown', { flag: token.value, known: names }));
    }
    flags.push(flag);
  }
  return flags;
}

/** Queries of every queue run at once here. */
export const INTERPRET_OPTIONS = ['queue'];
const RUN_OPTIONS = ['async', 'av', 'd', 'queue', 'profile'];

export function parseRunOptions(c: Cursor, known: readonly string[]): string[] {
  const options: string[] = [];
  while (c.at('-')) {
    options.push(...checkFlags(c, known, 1));
    const last = options.at(-1);
    if (last === 'queue') c.name('a workload queue', 'new', true);
    if (last === 'profile') c.expectWord('BASIC');
  }
  return options;
}

export function parseRunQuery(c: Cursor, start: number): Statement {
  const options = parseRunOptions(c, RUN_OPTIONS);
  const name = c.name('a query', 'query');
  const args: RunArguments = c.at('(') ? parseRunArguments(c) : { kind: 'positional', values: [] };
  return { kind: 'runQuery', name, args, options, span: c.spanFrom(start) };
}

export function parseInterpret(c: Cursor, start: number): Statement {
  refuseCypher(c);
  c.expectWord('QUERY');
  parseRunOptions(c, INTERPRET_OPTIONS);
  if (!c.at('(') && !opensDefinition(c)) {
    const name = c.name('a query', 'query');
    const args = parseRunArguments(c);
    // Which engine interprets: there is one here.
    if (checkFlags(c, ['mode'], 1).length > 0 && !c.takeWord('LEGACY', 'INSTRUCTION', 'DEBUG'))
      c.fail('legacy, instruction or debug');
    return { kind: 'interpretStored', name, args, span: c.spanFrom(start) };
  }
  const query = parseQueryDefinition(c, start, false);
  const text = c.text.slice(query.span.start, query.span.end);
  return { kind: 'interpretQuery', query, text, span: query.span };
}

/** Whether the parentheses after `INTERPRET QUERY name` are a query's head rather than arguments. */
function opensDefinition(c: Cursor): boolean {
  let i = 1;
  let depth = 0;
  do {
    if (c.isSymbol(i, '(')) depth++;
    if (c.isSymbol(i, ')')) depth--;
    if (c.peek(i).kind === 'end') return false;
    i++;
  } while (depth > 0);
  return c.isSymbol(i, '{') || c.isWord(i, 'FOR', 'RETURNS', 'API', 'SYNTAX');
}
