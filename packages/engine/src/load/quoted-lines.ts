/** Joins the lines of records with line ends between quotes, and finds quotes that are never closed. */
import { BIGINT, VARCHAR } from '@duckdb/node-api';
import { literal, sql, type Sql } from '../sql.ts';
import type { Transaction } from '../storage/transaction.ts';
import type { FileOptions } from './file-options.ts';
import { REJECT_REASONS } from './reject-reasons.ts';
import { unclosedQuote } from './token-sql.ts';

/** A quote that is still open after so many lines counts as never closed, so that one error does not swallow a file. */
const MOST_LINES = 100;

/** Whether every quote of a record opens at the start of a token and closes at its end. */
function wellQuoted(text: string, separator: string, quote: string): boolean {
  for (let at = 0; at <= text.length;) {
    if (text[at] !== quote) {
      const next = text.indexOf(separator, at);
      const token = next === -1 ? text.slice(at) : text.slice(at, next);
      if (token.includes(quote)) return false;
      if (next === -1) return true;
      at = next + separator.length;
      continue;
    }
    let end = text.indexOf(quote, at + 1);
    while (end !== -1 && text[end + 1] === quote) end = text.indexOf(quote, end + 2);
    if (end === -1) return false;
    if (end + 1 === text.length) return true;
    if (!text.startsWith(separator, end + 1)) return false;
    at = end + 1 + separator.length;
  }
  return true;
}

/** Changes the table of lines (`n`, `line`, `fault`) in place. */
export async function joinQuotedLines(
  transaction: Transaction,
  lines: Sql,
  { separator, quote }: FileOptions,
): Promise<void> {
  if (quote === null) return;
  const unclosed = sql`fault IS NULL AND ${unclosedQuote(sql`line`, quote)}`;
  const [range] = await transaction.rows(sql`SELECT min(n), max(n) FROM ${lines} WHERE ${unclosed}`);
  const [first, last] = range ?? [];
  if (first === null || first === undefined) return;
  const joined: { n: bigint; line: string }[] = [];
  const gone: bigint[] = [];
  const broken: bigint[] = [];
  let open: { n: bigint; line: string; more: bigint[] } | null = null;
  const span = sql`SELECT n, line, ${unclosed} FROM ${lines} WHERE n BETWEEN ${Number(first)} AND ${Number(last)} ORDER BY n`;
  for await (const chunk of transaction.chunks(span)) {
    for (const [n, line, odd] of chunk.getRows() as [bigint, string, boolean][]) {
      if (open !== null) {
        open = { n: open.n, line: `${open.line}\n${line}`, more: [...open.more, n] };
        if (!odd && open.more.length < MOST_LINES) continue;
        if (odd && wellQuoted(open.line, separator, quote)) {
          joined.push(open);
          gone.push(...open.more);
          open = null;
          continue;
        }
        broken.push(open.n);
        open = null;
      }
      if (odd) open = { n, line, more: [] };
    }
  }
  if (open !== null) broken.push(open.n);
  const number = { name: 'n', sql: sql`BIGINT`, type: BIGINT };
  const text = { name: 'line', sql: sql`VARCHAR`, type: VARCHAR };
  const texts = await transaction.stage(
    'joined',
    [number, text],
    [joined.map(({ n }) => n), joined.map(({ line }) => line)],
  );
  await transaction.run(sql`UPDATE ${lines} AS l SET line = j.line FROM ${texts} j WHERE l.n = j.n`);
  const removed = await transaction.stage('gone', [number], [gone]);
  await transaction.run(sql`DELETE FROM ${lines} WHERE n IN (SELECT n FROM ${removed})`);
  const faulty = await transaction.stage('broken', [number], [broken]);
  await transaction.run(
    sql`UPDATE ${lines} SET fault = ${literal(REJECT_REASONS.brokenQuote())} WHERE n IN (SELECT n FROM ${faulty})`,
  );
  for (const table of [texts, removed, faulty]) await transaction.drop(table);
}
