/**
 * Runs of the editor, by workspace. They are on the workspace: this store starts them, follows their events, and finds
 * them again after a reload or a lost line.
 */
import { t } from '@acacia/texts';
import { WorkspaceError, type WorkspaceClient } from '@acacia/api-client';
import { messageOf } from '@acacia/base';
import type {
  QueryProfileStep,
  RunAnswer,
  RunEvent,
  RunFile,
  RunFileFormat,
  RunLimits,
  RunOrigin,
  RunType,
  StartRunInput,
  WireRun,
} from '@acacia/contract';
import { toast } from '@acacia/ui';
import type { Answer } from './answers.ts';
import { createPlaces } from './places.ts';
import { saveOutput } from './save-output.ts';

export interface Run {
  /** A UUID. */
  readonly id: string;
  readonly type: RunType;
  /** Its first line, or the query's name. */
  readonly title: string;
  readonly graph: string | null;
  readonly origin: RunOrigin;
  readonly state: WireRun['state'];
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** The limits that hold; null until the workspace has told them. */
  readonly limits: RunLimits | null;
  /** The output so far; of very long output the end. */
  readonly log: string;
  readonly answers: readonly Answer[];
  readonly profile: readonly QueryProfileStep[];
  readonly error: string | null;
  /** Results are written into files of this format; null: they are shown. */
  readonly toFile: RunFileFormat | null;
  readonly files: readonly RunFile[];
  /** The step that it is at; null: unknown. */
  readonly progress: string | null;
  /** Whether its results are kept as long as the workspace runs and has room. */
  readonly pinned: boolean;
  /** The graph in use at its end; null: the global scope. */
  readonly graphAfter: string | null;
  /** False: its output and answers are on the workspace and were not read yet. */
  readonly loaded: boolean;
  /** The line to the workspace is lost and is being opened again. */
  readonly lost: boolean;
}

interface RunEnd {
  readonly id: string;
  /** False when it failed or was cancelled. */
  readonly done: boolean;
  /** The graph in use at the end. */
  readonly graph: string | null;
}

/** Where a run stands, and whether it is found there after a reload. */
interface RunPlace {
  readonly origin: RunOrigin;
  /** A run that only prepares another: shown when it fails. */
  readonly passing?: boolean;
}

const KEPT_RUNS = 50;
/** Characters of output that the page holds. */
const KEPT_LOG = 2 ** 21;
/** Streams to one workspace at a time: browsers open six connections to an address. */
const STREAMS = 3;
/** Milliseconds until a lost line is opened again: at first, and at most. */
const [FIRST_RETRY, LAST_RETRY] = [200, 5000];
/** Tries in a row after which it is given up, some ten minutes. */
const MOST_TRIES = 120;

const INTERPRETED_NOTE = t`Queries in interpreted mode have limitations. Save and install the query, then run it.`;

export interface RunStore {
  /** Newest first; the same list until something changes. */
  readonly runs: () => readonly Run[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts a run; resolves when it has ended, however it ended. */
  start(client: WorkspaceClient, request: StartRunInput, title: string, place: RunPlace): Promise<RunEnd>;
  /** Shows a failure that came before a run could be started. */
  refused(title: string, graph: string | null, origin: RunOrigin, error: unknown): void;
  /** Finds runs of before a reload, and follows those that go on. */
  resume(client: WorkspaceClient): Promise<void>;
  /** Reads output and answers of a run that was found. */
  load(client: WorkspaceClient, id: string): void;
  cancel(client: WorkspaceClient, id: string): void;
  /** Keeps the results of a run, or keeps them no longer than others. */
  pin(client: WorkspaceClient, id: string, pinned: boolean): Promise<void>;
  remove(id: string): void;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Whether the workspace did not get the request, or something before it answered in its place. */
const isUnreached = (error: unknown): boolean =>
  error instanceof WorkspaceError && [0, 502, 503, 504].includes(error.status);

/** The first line that is no comment. */
export function titleOf(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '' && !/^\s*(\/\/|#)/.test(each)) ?? text;
  return line.trim().slice(0, 120);
}

const newRun = (id: string, type: RunType, title: string, graph: string | null, origin: RunOrigin): Run => ({
  ...{ id, type, title, graph, origin, state: 'running', startedAt: Date.now(), endedAt: null, limits: null },
  ...{ log: '', answers: [], profile: [], error: null, graphAfter: null, loaded: true, lost: false },
  ...{ toFile: null, files: [], progress: null, pinned: false },
});

/** State and end of a run, as the workspace tells them. @param startedAt by the clock of this machine, as the end */
const endOf = (wire: WireRun, startedAt: number) => ({
  state: wire.state,
  endedAt: wire.endedAt === null ? null : startedAt + Date.parse(wire.endedAt) - Date.parse(wire.startedAt),
  limits: wire.limits,
  error: wire.error,
  graphAfter: wire.graphAfter,
  toFile: wire.toFile,
  files: wire.files,
  pinned: wire.pinned,
});

export function createRunStore(): RunStore {
  let runs: readonly Run[] = [];
  let told = false;
  const listeners = new Set<() => void>();
  const followed = new Map<string, Promise<void>>();
  const started = new Map<string, Promise<unknown>>();
  const places = createPlaces(STREAMS);

  /** Output can come in thousands of pieces: listeners hear of them once for each frame. */
  const tell = () => {
    if (told) return;
    told = true;
    setTimeout(() => {
      told = false;
      for (const listener of listeners) listener();
    }, 16);
  };
  const change = (id: string, part: Partial<Run>) => {
    runs = runs.map((run) => (run.id === id ? { ...run, ...part } : run));
    tell();
  };
  const add = (run: Run) => {
    const ended = runs.filter(({ state, pinned }) => state !== 'running' && !pinned).slice(KEPT_RUNS - 1);
    runs = [run, ...runs.filter((each) => !ended.includes(each))].sort((a, b) => b.startedAt - a.startedAt);
    tell();
  };
  const find = (id: string) => runs.find((run) => run.id === id);
  const fail = (id: string, error: unknown) => {
    const run = find(id);
    const ended = run?.state === 'running' ? ({ state: 'failed', endedAt: Date.now() } as const) : {};
    change(id, { ...ended, error: messageOf(error), loaded: true, lost: false });
  };

  /** Adds the note of interpreted mode (specification part 4, section 8) to an error. */
  const note = (id: string, request: StartRunInput) => {
    if (request.type !== 'Query' || request.text === undefined) return;
    change(id, { error: `${find(id)?.error ?? ''}\n\n${INTERPRETED_NOTE}` });
  };

  /** Reads an answer, unless the page has it already. */
  const readAnswer = async (client: WorkspaceClient, id: string, stored: RunAnswer): Promise<void> => {
    if (find(id)?.answers.some((each) => each.stored.answer === stored.answer) !== false) return;
    const { message, warnings, profile, results } = await client.runAnswer(id, stored.answer);
    const said = [message, ...warnings].filter((line) => line !== '').map((line) => `${line}\n`);
    const run = find(id);
    if (run === undefined) return;
    change(id, {
      log: run.log + said.join(''),
      answers: [...run.answers, { results: stored.whole ? (results ?? []) : [], stored }],
      profile: [...run.profile, ...profile],
      lost: false,
    });
  };

  const take = async (client: WorkspaceClient, id: string, event: RunEvent): Promise<void> => {
    const run = find(id);
    if (run === undefined) return;
    if (event.kind === 'output') change(id, { log: (run.log + event.text).slice(-KEPT_LOG), lost: false });
    else if (event.kind === 'lost')
      change(id, { log: `${run.log}${t`[A part of the output is no longer kept.]`}\n` });
    else if (event.kind === 'progress') change(id, { progress: event.text, lost: false });
    else if (event.kind === 'answer') await readAnswer(client, id, event.answer);
    else {
      // Of a long run the events of its first answers are no longer kept.
      if (event.run.kept) for (const stored of event.run.answers) await readAnswer(client, id, stored);
      change(id, {
        ...endOf(event.run, run.startedAt),
        progress: null,
        loaded: true,
        lost: false,
      });
    }
  };

  /** Follows a run to its end, over any number of lost lines. */
  const follow = async (client: WorkspaceClient, id: string): Promise<void> => {
    let from = 0;
    let wait = FIRST_RETRY;
    let tries = 0;
    while (find(id) !== undefined) {
      try {
        for await (const event of client.runEvents(id, { from })) {
          wait = FIRST_RETRY;
          tries = 0;
          await take(client, id, event);
          if (event.kind === 'end') return;
          from = event.number + 1;
        }
      } catch (error) {
        tries += 1;
        if (!isUnreached(error) || tries > MOST_TRIES) {
          fail(id, error);
          return;
        }
      }
      change(id, { lost: true });
      await sleep(wait);
      wait = Math.min(2 * wait, LAST_RETRY);
    }
  };
  const following = (client: WorkspaceClient, id: string): Promise<void> => {
    const known = followed.get(id);
    if (known !== undefined) return known;
    const end = places.in(() => follow(client, id)).finally(() => followed.delete(id));
    followed.set(id, end);
    return end;
  };

  /** Starts it on the workspace; asked again under the same id, it never runs twice. */
  const send = async (client: WorkspaceClient, id: string, request: StartRunInput): Promise<void> => {
    for (let wait = FIRST_RETRY; ; wait *= 2) {
      try {
        const { limits } = await client.startRun(id, request);
        change(id, { limits });
        return;
      } catch (error) {
        if (!isUnreached(error) || wait > LAST_RETRY) throw error;
      }
      await sleep(wait);
    }
  };

  return {
    runs: () => runs,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async (client, request, title, { origin, passing = false }) => {
      const id = crypto.randomUUID();
      add({ ...newRun(id, request.type, title, request.graph, origin), toFile: request.toFile ?? null });
      const sent = send(client, id, { ...request, origin: passing ? null : origin });
      started.set(
        id,
        sent.catch(() => undefined),
      );
      try {
        await sent;
        await following(client, id);
        if (find(id)?.state === 'failed') note(id, request);
      } catch (error) {
        fail(id, error);
        if (!isUnreached(error)) note(id, request);
      } finally {
        started.delete(id);
      }
      const run = find(id);
      const [file, ...others] = run?.state === 'done' ? run.files : [];
      // Several files are offered one by one: a browser asks before it takes many.
      if (file !== undefined && others.length === 0) saveOutput(client, id, file).catch(toast.error);
      return { id, done: run?.state === 'done', graph: run?.graphAfter ?? null };
    },
    refused: (title, graph, origin, error) => {
      const id = crypto.randomUUID();
      add(newRun(id, 'Query', title, graph, origin));
      fail(id, error);
    },
    resume: async (client) => {
      for (const wire of await client.runs()) {
        if (wire.origin === null || find(wire.id) !== undefined) continue;
        const { id, type, title, graph, origin } = wire;
        const begun = newRun(id, type, title, graph, origin);
        const startedAt = Date.now() - wire.ageMs;
        add({ ...begun, ...endOf(wire, startedAt), startedAt, loaded: false });
        if (wire.state === 'running') void following(client, id);
      }
    },
    load: (client, id) => {
      if (find(id)?.loaded === false) void following(client, id);
    },
    cancel: (client, id) => {
      const told = (started.get(id) ?? Promise.resolve()).then(() => client.cancelRun(id));
      told.catch((error: unknown) => {
        if (find(id)?.state === 'running') toast.error(error);
      });
    },
    pin: async (client, id, pinned) => {
      const wire = await client.pinRun(id, pinned);
      change(id, { pinned: wire.pinned });
    },
    remove: (id) => {
      runs = runs.filter((run) => run.id !== id);
      tell();
    },
  };
}

const stores = new Map<string, RunStore>();

export function runStoreOf(workspaceId: string): RunStore {
  const known = stores.get(workspaceId);
  if (known !== undefined) return known;
  const store = createRunStore();
  stores.set(workspaceId, store);
  return store;
}
