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

/** Lines of the log file that one answer has at most; a download has all of them. */
export const LOG_FILE_LINES = 5_000;

const fileFilter = {
  /** Words or part of a text; '' finds everything. */
  query: z.string().max(500).default(''),
  /** Joined by commas; '' for all. */
  components: z.string().max(500).default(''),
};
export const ReadLogFile = z.object({
  ...fileFilter,
  /** `next` of an earlier answer: what was written since. */
  after: z
    .string()
    .regex(/^\d{1,15}:\d{1,15}$/, 'must be `next` of an earlier answer')
    .optional(),
  lines: z.coerce.number().int().min(1).max(LOG_FILE_LINES).default(1_000),
});
export const DownloadLogFile = z.object(fileFilter);

/** The newest lines that match, oldest first. */
export const LogFilePage = z
  .object({
    logs: z.array(LogEntry),
    /** Matching lines before the first of these. */
    left_out: z.number().int(),
    /** Components that have written in what was read. */
    components: z.array(z.string()),
    /** '' where nothing was ever written. */
    next: z.string(),
  })
  .meta({ id: 'LogFilePage' });
export type LogFilePage = z.infer<typeof LogFilePage>;
