/** Searches collected logs. */
import { LOG_TOTAL_LIMIT, type LogEntry, type SearchLogs } from '@acacia/contract';
import { and, asc, desc, eq, gt, gte, ilike, inArray, lte, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { logEntries } from '../../database/schema.ts';

type LogRow = typeof logEntries.$inferSelect;

const present = (row: LogRow): LogEntry => ({
  id: String(row.id),
  timestamp: row.at.toISOString(),
  host: row.host,
  component: row.component,
  level: row.level,
  log: row.log,
});

/** Splits a search into words and quoted texts; an unterminated quote ends at the end of the search. */
export function wordsOf(query: string): string[] {
  return [...query.matchAll(/"([^"]*)"?|\S+/g)]
    .map(([word, quoted]) => quoted ?? word)
    .filter((word) => word !== '');
}

const escaped = (word: string): string => word.replace(/[\\%_]/g, String.raw`\$&`);

interface Filter {
  readonly query: string;
  readonly hosts: readonly string[];
  readonly components: readonly string[];
}

/** Conditions for lines that contain every word, ignoring case. */
function matching(workspaceId: string, { query, hosts, components }: Filter): SQL[] {
  return [
    eq(logEntries.workspaceId, workspaceId),
    ...wordsOf(query).map((word) => ilike(logEntries.log, `%${escaped(word)}%`)),
    ...(hosts.length > 0 ? [inArray(logEntries.host, [...hosts])] : []),
    ...(components.length > 0 ? [inArray(logEntries.component, [...components])] : []),
  ];
}

/** One page of lines, newest first, and the number of all matching lines, counted up to the limit. */
export async function searchLogs(
  db: Db,
  workspaceId: string,
  search: z.output<typeof SearchLogs>,
): Promise<{ logs: LogEntry[]; totalCount: number; pageSize: number }> {
  const { pageNumber, pageSize } = search;
  const where = and(
    ...matching(workspaceId, search),
    gte(logEntries.at, new Date(search.from)),
    lte(logEntries.at, new Date(search.to)),
  );
  const found = db.select({ id: logEntries.id }).from(logEntries).where(where).limit(LOG_TOTAL_LIMIT);
  const totalCount = await db.$count(found.as('found'));
  const offset = (pageNumber - 1) * pageSize;
  const limit = Math.min(pageSize, Math.max(0, LOG_TOTAL_LIMIT - offset));
  const rows = await db
    .select()
    .from(logEntries)
    .where(where)
    .orderBy(desc(logEntries.at), desc(logEntries.id))
    .limit(limit)
    .offset(offset);
  return { logs: rows.map(present), totalCount, pageSize };
}

/** Number of lines with which a tail begins, and limit of lines in one response. */
const TAIL_LINES = 200;
const MOST_TAILED = 1_000;

/**
 * Lines that arrived after an id, oldest first; without an id the newest lines. `next` is the id for the next call.
 */
export async function linesAfter(
  db: Db,
  workspaceId: string,
  after: string | undefined,
  filter: Filter,
): Promise<{ logs: LogEntry[]; next: string }> {
  const conditions = matching(workspaceId, filter);
  if (after !== undefined) {
    const rows = await db
      .select()
      .from(logEntries)
      .where(and(...conditions, gt(logEntries.id, BigInt(after))))
      .orderBy(asc(logEntries.id))
      .limit(MOST_TAILED);
    return { logs: rows.map(present), next: String(rows.at(-1)?.id ?? after) };
  }
  const rows = await db
    .select()
    .from(logEntries)
    .where(and(...conditions))
    .orderBy(desc(logEntries.id))
    .limit(TAIL_LINES);
  rows.reverse();
  return { logs: rows.map(present), next: String(rows.at(-1)?.id ?? 0) };
}

/** Number of newest lines that are searched for hosts and components: all of a small log. */
const LOOKED_AT = 50_000;

export async function distinctOf(
  db: Db,
  workspaceId: string,
  column: 'host' | 'component',
): Promise<string[]> {
  const newest = db
    .select({ value: logEntries[column] })
    .from(logEntries)
    .where(eq(logEntries.workspaceId, workspaceId))
    .orderBy(desc(logEntries.id))
    .limit(LOOKED_AT)
    .as('newest');
  const rows = await db.selectDistinct({ value: newest.value }).from(newest).orderBy(asc(newest.value));
  return rows.map(({ value }) => value);
}
