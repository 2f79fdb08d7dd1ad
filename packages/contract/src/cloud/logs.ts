/** Collected logs of workspaces (specification part 2, sections 3, 7, 9). */
import { z } from 'zod';

export const LOG_PAGE_SIZE = 8;
/** Matches that a search counts and pages through at most. */
export const LOG_TOTAL_LIMIT = 10_000;
/** Days that collected logs are kept. */
export const LOG_KEPT_DAYS = 15;

export const LogEntry = z
  .object({
    /** Increases with time of arrival. */
    id: z.string(),
    timestamp: z.iso.datetime(),
    host: z.string(),
    component: z.string(),
    level: z.enum(['debug', 'info', 'warn', 'error']),
    log: z.string(),
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.infer<typeof LogEntry>;

const filter = {
  /** Words or part of a text; '' finds everything. */
  query: z.string().max(500).default(''),
  /** Empty: all of them. */
  hosts: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
};

const instant = z.iso.datetime({ error: 'must be a time such as 2026-01-31T00:00:00Z' });
export const SearchLogs = z
  .object({
    ...filter,
    pageNumber: z.number().int().min(1).default(1),
    pageSize: z.number().int().min(1).max(500).default(LOG_PAGE_SIZE),
    from: instant,
    to: instant,
  })
  .strict()
  .meta({ id: 'SearchLogs' });

export const LogPage = z
  .object({ logs: z.array(LogEntry), totalCount: z.number().int(), pageSize: z.number().int() })
  .meta({ id: 'LogPage' });
export type LogPage = z.infer<typeof LogPage>;

/** Waits up to `wait` seconds for lines after `after`; without `after` begins with the newest lines. */
export const TailLogs = z.object({
  after: z.string().regex(/^\d+$/).optional(),
  query: z.string().max(500).default(''),
  /** Joined by commas. */
  hosts: z.string().default(''),
  components: z.string().default(''),
  wait: z.coerce.number().int().min(0).max(25).default(20),
});
export const LogTail = z.object({ logs: z.array(LogEntry), next: z.string() });
