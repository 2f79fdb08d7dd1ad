/**
 * The log file of a workspace, read where its driver keeps it: also without collection, and while the workspace does
 * not run. The driver keeps 20 MB of it, so that all of it can be read for one answer.
 */
import type { LogEntry, LogFilePage } from '@acacia/contract';
import type { Driver, LogLine } from '../../drivers/driver.ts';
import { wordsOf } from './search.ts';

interface Filter {
  readonly query: string;
  readonly components: readonly string[];
}

/** Lines that the driver is asked for at once. */
const BATCH = 2_000;
/** Characters of a line, and of all lines of an answer. */
const LONGEST = 16_000;
const MOST_CHARACTERS = 4 * 2 ** 20;

interface Read {
  readonly entry: LogEntry;
  readonly matches: boolean;
}

function matcher({ query, components }: Filter): (line: LogLine) => boolean {
  const words = wordsOf(query.toLowerCase());
  return ({ component, text }) => {
    if (components.length > 0 && !components.includes(component)) return false;
    const searched = text.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
}

const entryOf = ({ at, text, host, component, level }: LogLine, id: string): LogEntry => ({
  ...{ id, host, component, level },
  timestamp: at.toISOString(),
  log: text.slice(0, LONGEST),
});

/** All lines after a cursor, a batch at a time, with the cursor after each batch. */
async function* batches(
  driver: Pick<Driver, 'logs'>,
  workspaceId: string,
  from: string,
  filter: Filter,
): AsyncGenerator<{ readonly lines: readonly Read[]; readonly cursor: string }> {
  const matches = matcher(filter);
  let cursor = from;
  for (;;) {
    const page = await driver.logs(workspaceId, cursor, BATCH);
    const lines = page.lines.map((line, index) => ({
      entry: entryOf(line, `${cursor}/${index}`),
      matches: matches(line),
    }));
    cursor = page.cursor;
    yield { lines, cursor };
    if (page.lines.length < BATCH) return;
  }
}

/** The newest lines that match. @param after a cursor of an earlier answer; undefined: from the oldest line on */
export async function readLogFile(
  driver: Pick<Driver, 'logs'>,
  workspaceId: string,
  { after = '', lines: most, ...filter }: Filter & { readonly after?: string; readonly lines: number },
): Promise<LogFilePage> {
  const components = new Set<string>();
  let found: LogEntry[] = [];
  let matched = 0;
  let next = after;
  for await (const { lines, cursor } of batches(driver, workspaceId, after, filter)) {
    for (const { entry } of lines) components.add(entry.component);
    const more = lines.flatMap(({ entry, matches }) => (matches ? [entry] : []));
    matched += more.length;
    found = [...found, ...more].slice(-most);
    next = cursor;
  }
  const logs = withinCharacters(found);
  return { logs, left_out: matched - logs.length, components: [...components].sort(), next };
}

/** The newest of the lines that have room in an answer. */
function withinCharacters(lines: readonly LogEntry[]): LogEntry[] {
  let room = MOST_CHARACTERS;
  const first = lines.findLastIndex(({ log }) => (room -= log.length) < 0);
  return lines.slice(first + 1);
}

/** The lines that match, as text. */
export async function* logFileText(
  driver: Pick<Driver, 'logs'>,
  workspaceId: string,
  filter: Filter,
): AsyncGenerator<string> {
  for await (const { lines } of batches(driver, workspaceId, '', filter)) {
    yield lines.flatMap(({ entry, matches }) => (matches ? [`${plain(entry)}\n`] : [])).join('');
  }
}

const plain = ({ timestamp, level, host, component, log }: LogEntry): string =>
  `${timestamp} ${level.toUpperCase()} ${host} ${component} ${log}`;
