/**
 * Runs of this session, by workspace. The store lives outside the page: a run goes on, and its result is there when the
 * person returns from another page.
 */
import { WorkspaceError, type WorkspaceClient } from '@acacia/api-client';
import { messageOf } from '@acacia/base';
import type { QueryAnswer, QueryProfileStep } from '@acacia/contract';
import { answersIn, type Answer } from './answers.ts';

/** Source of the text that ran: the result belongs to that file, and the server's errors to its lines. */
export interface RunOrigin {
  /** Id of the file. */
  readonly file: string;
  /** Lines of the file before the text that was sent; null: the text is not from the file. */
  readonly firstLine: number | null;
  /** Number of characters inserted into the first line of the text that was sent. */
  readonly moved?: number;
}

export interface Run {
  readonly id: number;
  /** Its first line, or the query's name. */
  readonly title: string;
  readonly graph: string | null;
  readonly origin: RunOrigin;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** The output so far. */
  readonly log: string;
  /** Known once it has ended. */
  readonly answers: readonly Answer[];
  readonly profile: readonly QueryProfileStep[];
  readonly error: string | null;
}

interface GsqlEnd {
  readonly id: number;
  /** False when it failed or was cancelled. */
  readonly done: boolean;
  /** The graph in use at the end, by the shell's answer. */
  readonly graph: string | null;
}

const KEPT_RUNS = 30;
const INTERPRETED_NOTE =
  'Queries in interpreted mode have limitations. Save and install the query, then run it.';

export interface RunStore {
  /** Newest first; the same list until something changes. */
  readonly runs: () => readonly Run[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Runs shell text; resolves when it has ended, however it ended. */
  gsql(client: WorkspaceClient, text: string, graph: string | null, origin: RunOrigin): Promise<GsqlEnd>;
  /** @param file id of the file that the result belongs to */
  query(
    title: string,
    graph: string,
    file: string,
    call: (signal: AbortSignal) => Promise<QueryAnswer>,
    interpreted: boolean,
  ): Promise<void>;
  cancel(id: number): void;
  remove(id: number): void;
}

function titleOf(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '' && !/^\s*(\/\/|#)/.test(each)) ?? text;
  return line.trim().slice(0, 120);
}

export function createRunStore(): RunStore {
  let runs: readonly Run[] = [];
  let nextId = 1;
  let told = false;
  const listeners = new Set<() => void>();
  const aborts = new Map<number, AbortController>();

  /** Output can come in thousands of pieces: listeners hear of them once for each frame. */
  const tell = () => {
    if (told) return;
    told = true;
    setTimeout(() => {
      told = false;
      for (const listener of listeners) listener();
    }, 16);
  };
  const change = (id: number, part: Partial<Run>) => {
    runs = runs.map((run) => (run.id === id ? { ...run, ...part } : run));
    tell();
  };
  const begin = (title: string, graph: string | null, origin: RunOrigin) => {
    const id = nextId;
    nextId += 1;
    const run: Run = {
      id,
      title,
      graph,
      origin,
      state: 'running',
      startedAt: Date.now(),
      endedAt: null,
      log: '',
      answers: [],
      profile: [],
      error: null,
    };
    const abort = new AbortController();
    aborts.set(id, abort);
    const ended = runs.filter((each) => each.state !== 'running').slice(KEPT_RUNS - 1);
    runs = [run, ...runs.filter((each) => !ended.includes(each))];
    tell();
    return { id, signal: abort.signal };
  };
  const end = (id: number, part: Partial<Run>) => {
    aborts.delete(id);
    change(id, { endedAt: Date.now(), ...part });
  };
  const fail = (id: number, error: unknown, signal: AbortSignal, note = '') => {
    if (signal.aborted) end(id, { state: 'cancelled', error: 'Cancelled.' });
    else {
      const message = messageOf(error);
      end(id, { state: 'failed', error: note === '' ? message : `${message}\n\n${note}` });
    }
  };

  return {
    runs: () => runs,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    gsql: async (client, text, graph, origin) => {
      const { id, signal } = begin(titleOf(text), graph, origin);
      let log = '';
      try {
        for await (const message of client.gsqlCommand(text, { graph, signal })) {
          log += message.results;
          if (!message.done) {
            change(id, { log });
            continue;
          }
          const answers = answersIn(log);
          const returnCode = message.returnCode ?? 0;
          // Output that carries a return code marks the command as failed (specification part 4, section 4).
          const failed = returnCode !== 0 || answers.some((answer) => answer.error);
          end(id, {
            log,
            answers,
            profile: answers.flatMap(({ profile }) => profile ?? []),
            state: failed ? 'failed' : 'done',
            error: failed ? (answers.find((answer) => answer.error)?.message ?? errorIn(log)) : null,
          });
          const used = message.graph === undefined || message.graph === '' ? null : message.graph;
          return { id, done: !failed, graph: used };
        }
        fail(id, new Error('The connection to the workspace was lost before the command ended.'), signal);
      } catch (error) {
        change(id, { log });
        fail(id, error, signal);
      }
      return { id, done: false, graph };
    },
    query: async (title, graph, file, call, interpreted) => {
      const { id, signal } = begin(title, graph, { file, firstLine: null });
      try {
        const answer = await call(signal);
        end(id, {
          state: 'done',
          answers: [{ results: answer.results, error: false, message: answer.message }],
          profile: answer.profile ?? [],
          log: [answer.message, ...(answer.warnings ?? [])].filter((line) => line !== '').join('\n'),
        });
      } catch (error) {
        const refused = interpreted && error instanceof WorkspaceError && error.status !== 0;
        fail(id, error, signal, refused ? INTERPRETED_NOTE : '');
      }
    },
    cancel: (id) => aborts.get(id)?.abort(),
    remove: (id) => {
      aborts.get(id)?.abort();
      runs = runs.filter((run) => run.id !== id);
      tell();
    },
  };
}

/** The last thing that a failed command wrote. */
const errorIn = (log: string): string =>
  log
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '') ?? 'The command failed without saying why.';

const stores = new Map<string, RunStore>();

export function runStoreOf(workspaceId: string): RunStore {
  const known = stores.get(workspaceId);
  if (known !== undefined) return known;
  const store = createRunStore();
  stores.set(workspaceId, store);
  return store;
}
