/**
 * The history of runs, durable: a line when a run begins and one when it ends, in a file that is only appended to and is
 * written anew when most of it is out of date. A run without its second line was interrupted: the workspace died.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, stringifyJson } from '@acacia/base';
import { RunLimits, RunOrigin, RunState, RunType } from '@acacia/contract';
import { makeFolder, readIfThere, writeDurably } from '@acacia/durable-files';
import { z } from 'zod';

const Begun = z.object({
  id: z.string(),
  owner: z.string(),
  type: RunType,
  graph: z.string().nullable(),
  title: z.string(),
  /** Masked (mask-secrets.ts) and cut; of an installed query null. */
  text: z.string().nullable(),
  query: z.string().nullable(),
  /** JSON, masked; null: none, or too long to be stored. */
  parameters: z.string().nullable(),
  /** Why text or parameters are not those that ran. */
  incomplete: z.string().nullable(),
  origin: RunOrigin.nullable(),
  limits: RunLimits,
  startedAt: z.string(),
});
const Ended = z.object({
  id: z.string(),
  endedAt: z.string(),
  state: RunState,
  rows: z.number(),
  error: z.string().nullable(),
});
const Line = z.union([z.object({ begun: Begun }), z.object({ ended: Ended })]);

export type Begun = z.infer<typeof Begun>;
type Ended = z.infer<typeof Ended>;
export type HistoryEntry = Begun & Omit<Ended, 'endedAt'> & { readonly endedAt: string | null };

/** Entries of one person and of all, their age in milliseconds, and bytes of the whole file. */
export interface HistoryBounds {
  readonly ofPerson: number;
  readonly ofAll: number;
  readonly ageMs: number;
  readonly bytes: number;
}
const BOUNDS: HistoryBounds = { ofPerson: 500, ofAll: 5000, ageMs: 30 * 86_400_000, bytes: 16 * 2 ** 20 };

/** Characters of a text and of an error that are stored. */
const TEXT = 8000;
const ERROR = 500;

export interface RunHistory {
  /** Durable when it resolves. */
  begin(run: Begun): Promise<void>;
  end(run: Ended): Promise<void>;
  find(id: string): HistoryEntry | undefined;
  /** Newest first. */
  of(owner: string): readonly HistoryEntry[];
  /** Forgets those of a person, but the runs that have not ended. */
  clear(owner: string): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** Folder of the file; null: nothing is stored. */
  readonly folder: string | null;
  readonly bounds?: HistoryBounds;
  readonly warn: (sentence: string) => void;
}

const FILE = 'history.jsonl';

export async function openHistory({ folder, bounds = BOUNDS, warn }: Options): Promise<RunHistory> {
  const path = folder === null ? null : join(folder, FILE);
  const entries = new Map<string, HistoryEntry>();
  let bytes = 0;
  const sizes = new Map<string, number>();

  const begun = (run: Begun): void => {
    entries.set(run.id, { ...run, endedAt: null, state: 'running', rows: 0, error: null });
    const size = stringifyJson(run).length;
    sizes.set(run.id, size);
    bytes += size;
  };
  const ended = ({ id, ...end }: Ended): void => {
    const entry = entries.get(id);
    if (entry !== undefined) entries.set(id, { ...entry, ...end });
  };
  const forget = (id: string): void => {
    bytes -= sizes.get(id) ?? 0;
    sizes.delete(id);
    entries.delete(id);
  };
  /** Oldest first: a map keeps the order in which runs began. */
  const prune = (): void => {
    const isOver = (entry: HistoryEntry): boolean => entry.state !== 'running';
    const ofPerson = new Map<string, number>();
    for (const { owner } of entries.values()) ofPerson.set(owner, (ofPerson.get(owner) ?? 0) + 1);
    const oldest = Date.now() - bounds.ageMs;
    for (const entry of entries.values()) {
      if (!isOver(entry)) continue;
      const theirs = ofPerson.get(entry.owner) ?? 0;
      const isTooMuch = entries.size > bounds.ofAll || bytes > bounds.bytes || theirs > bounds.ofPerson;
      if (!isTooMuch && Date.parse(entry.startedAt) >= oldest) continue;
      forget(entry.id);
      ofPerson.set(entry.owner, theirs - 1);
    }
  };

  const text = path === null ? undefined : await readIfThere(path);
  let unreadable = 0;
  for (const line of (text ?? '').split('\n')) {
    if (line === '') continue;
    const read = Line.safeParse(jsonOf(line));
    // A line that was being written when the process died; a run that it began did not begin.
    if (!read.success) unreadable += 1;
    else if ('begun' in read.data) begun(read.data.begun);
    else ended(read.data.ended);
  }
  if (unreadable > 1) warn(`${unreadable} lines of the history of runs cannot be read and are left out.`);
  const now = new Date().toISOString();
  for (const entry of entries.values()) {
    if (entry.state !== 'running') continue;
    const error = 'The workspace stopped before the run had ended.';
    ended({ id: entry.id, endedAt: now, state: 'interrupted', rows: 0, error });
  }
  prune();

  const linesOf = (entry: HistoryEntry): string => {
    const { endedAt, state, rows, error, ...begin } = entry;
    const first = `${stringifyJson({ begun: begin })}\n`;
    if (endedAt === null) return first;
    return `${first}${stringifyJson({ ended: { id: entry.id, endedAt, state, rows, error } })}\n`;
  };
  let file: FileHandle | null = null;
  let written = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const rewrite = async (): Promise<void> => {
    if (path === null || folder === null) return;
    await file?.close();
    file = null;
    await makeFolder(folder);
    const content = [...entries.values()].map(linesOf).join('');
    await writeDurably(path, content);
    written = content.length;
    file = await open(path, 'a', 0o600);
  };
  const append = (value: object): Promise<void> =>
    inTurn(async () => {
      if (path === null) return;
      const line = `${stringifyJson(value)}\n`;
      if (file === null || written > 2 * bounds.bytes) await rewrite();
      else {
        try {
          await file.write(line);
          await file.datasync();
        } catch (error) {
          // A part of the line may be there: the next one writes the file anew.
          await file.close();
          file = null;
          throw error;
        }
        written += line.length;
      }
    });
  // Interrupted runs are known from here on, whatever happens next.
  if (text !== undefined) await inTurn(rewrite);

  return {
    async begin(run) {
      const isCut = (run.text?.length ?? 0) > TEXT || (run.parameters?.length ?? 0) > TEXT;
      const short = {
        ...run,
        text: run.text?.slice(0, TEXT) ?? null,
        parameters: (run.parameters?.length ?? 0) > TEXT ? null : run.parameters,
        incomplete: run.incomplete ?? (isCut ? 'Of a text or parameters this long a part is kept.' : null),
      };
      begun(short);
      prune();
      try {
        await append({ begun: short });
      } catch (error) {
        forget(run.id);
        throw error;
      }
    },
    async end(run) {
      const short = { ...run, error: run.error?.slice(0, ERROR) ?? null };
      ended(short);
      await append({ ended: short });
    },
    find: (id) => entries.get(id),
    of: (owner) => [...entries.values()].filter((entry) => entry.owner === owner).reverse(),
    clear: (owner) =>
      inTurn(async () => {
        for (const { id, owner: whose, state } of entries.values())
          if (whose === owner && state !== 'running') forget(id);
        await rewrite();
      }),
    close: () =>
      inTurn(async () => {
        await file?.close();
        file = null;
      }),
  };
}

function jsonOf(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
