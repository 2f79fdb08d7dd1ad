/** Properties that no answer may have, whoever asked for whatever. */
import path from 'node:path';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Statuses by which the server refuses for now: too busy, or no room on its disk. */
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([503, 507]);
const SHOWN = 300;

/** The first lines of a stack, as V8 prints them. */
const STACK = /\n\s+at .+:\d+:\d+/;
/** Statements of the stores beneath, which their drivers put into messages. */
const SQL = /\b(?:insert into "|select .{1,200} from "|update "\w+" set|Failed query:)/i;

/**
 * @param secrets texts in files that the caller may not read
 * @param folders that no message may name
 * @returns sentences; none when nothing is wrong
 */
export function faultsOf(
  { status, text }: Answer,
  secrets: readonly string[],
  folders: readonly string[],
): string[] {
  const faults: string[] = [];
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  if (status >= 500 && !REFUSED_FOR_NOW.has(status)) faults.push(`was answered ${status}: ${shown}`);
  if (secrets.some((secret) => text.includes(secret))) faults.push(`told a secret: ${shown}`);
  if ([ROOT, ...folders].some((folder) => text.includes(folder))) faults.push(`named a folder: ${shown}`);
  if (STACK.test(text)) faults.push(`told a stack: ${shown}`);
  if (SQL.test(text)) faults.push(`told SQL: ${shown}`);
  return faults;
}
