/**
 * The runs of the editor: things with an id that go on whether or not anybody is attached to them. Running and recently
 * ended ones are here with their events and results; the history has all (docs/adr/0057-runs-and-results.md).
 */
import { messageOf } from '@acacia/base';
import {
  RUN_BOUNDS,
  type RunFileFormat,
  type RunLimits,
  type RunOrigin,
  type RunType,
  type WireRun,
} from '@acacia/contract';
import type { ShellAnswer } from '@acacia/engine';
import { problem } from '../errors/problem.ts';
import type { HistoryEntry, RunHistory } from './history.ts';
import type { ResultFiles, RunResults, WriteTable } from './result-files.ts';
import { RunEvents } from './run-events.ts';

/** Runs that have not ended, of everybody, and ended ones that are kept. */
const ALL_AT_ONCE = 64;
const ALL_KEPT = 500;
/** Pinned runs that made room, of which it is remembered. */
const LOST_PINS = 1000;
/** Characters of output of ended runs. */
const ENDED_CHARACTERS = 16 * 2 ** 20;

export interface AboutRun {
  readonly id: string;
  readonly owner: string;
  readonly type: RunType;
  readonly graph: string | null;
  readonly title: string;
  readonly origin: RunOrigin | null;
  /** The limits that hold. */
  readonly limits: RunLimits;
  /** Results are written into files of this format. */
  readonly toFile: RunFileFormat | null;
  /** Text, query and parameters for the history, masked. */
  readonly text: string | null;
  readonly query: string | null;
  readonly parameters: string | null;
  /** Why these are not what ran; null: they are. */
  readonly incomplete: string | null;
}

/** Where the work of a run writes to. */
export interface RunWriter {
  readonly print: (text: string) => void;
  readonly answer: (answer: ShellAnswer, message?: string) => Promise<void>;
}

/** How the work of a run ended. */
export interface WorkEnd {
  /** 0: success. */
  readonly returnCode: number | null;
  readonly graph: string | null;
}

/** A run whose caller may make it. */
export interface PreparedRun {
  readonly about: AboutRun;
  readonly work: (writer: RunWriter, signal: AbortSignal) => Promise<WorkEnd>;
}

type Work = (writer: RunWriter, signal: AbortSignal) => Promise<WorkEnd>;

/** Why a run was told to stop. */
type Stop = 'cancelled' | 'time' | 'closing';

export interface Run {
  readonly about: AboutRun;
  readonly events: RunEvents;
  readonly results: RunResults;
  wire(): WireRun;
}

class LiveRun implements Run {
  readonly about: AboutRun;
  readonly events = new RunEvents();
  readonly results: RunResults;
  readonly startedAt = new Date();
  readonly #controller = new AbortController();
  endedAt: Date | null = null;
  state: WireRun['state'] = 'running';
  error: string | null = null;
  end: WorkEnd | null = null;
  stop: Stop | null = null;
  pinned = false;
  /** The end of the last output, for the reason of a failure. */
  lastLine = '';

  constructor(about: AboutRun, results: RunResults) {
    this.about = about;
    this.results = results;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(stop: Stop): void {
    if (this.endedAt !== null || this.stop !== null) return;
    this.stop = stop;
    this.#controller.abort();
  }

  get rows(): number {
    return this.results.rows;
  }

  wire(): WireRun {
    const { id, type, owner, graph, title, origin, limits, toFile } = this.about;
    return {
      ...{ id, type, owner, graph, title, origin, limits, toFile, pinned: this.pinned },
      state: this.state,
      startedAt: this.startedAt.toISOString(),
      ageMs: Math.max(0, Date.now() - this.startedAt.getTime()),
      endedAt: this.endedAt?.toISOString() ?? null,
      error: this.error,
      returnCode: this.end?.returnCode ?? null,
      graphAfter: this.end?.graph ?? null,
      rows: this.rows,
      answers: [...this.results.answers],
      files: this.results.files.map(({ path: _path, ...file }) => file),
      events: this.events.count,
      kept: true,
    };
  }
}

/** A run that the history alone has. */
function wireOfEntry(entry: HistoryEntry): WireRun {
  const { id, type, owner, graph, title, origin, limits, startedAt, endedAt, state, rows, error } = entry;
  return {
    ...{ id, type, owner, graph, title, origin, limits, startedAt, endedAt, state, rows, error },
    ageMs: Math.max(0, Date.now() - Date.parse(startedAt)),
    ...{ returnCode: null, graphAfter: null, answers: [], events: 0, kept: false },
    ...{ toFile: null, files: [], pinned: false },
  };
}

function seconds(milliseconds: number): string {
  const count = milliseconds / 1000;
  return `${count} ${count === 1 ? 'second' : 'seconds'}`;
}

export interface RunBook {
  /**
   * Starts a run; with an id that is known already nothing is started.
   * @throws Problem when the id is somebody else's, or too many runs have not ended
   */
  start(about: AboutRun, work: Work): Promise<WireRun>;
  /** The run of that person, where it is known. */
  find(id: string, owner: string): WireRun | undefined;
  /** The run, while its events and results are kept. */
  kept(id: string): Run | undefined;
  /** Newest first. */
  all(): readonly Run[];
  cancel(id: string): void;
  /** Keeps the results of an ended run. @throws Problem when the run goes on, or pins are too many or too large */
  pin(id: string, pinned: boolean): WireRun;
  /** Whether the run was pinned and had to make room. */
  wasPinned(id: string): boolean;
  /** Cancels the runs of those people and forgets their results. */
  endOf(which: (owner: string) => boolean): Promise<void>;
  /** Tells all runs to stop and waits for them. */
  close(): Promise<void>;
}

interface Parts {
  readonly history: RunHistory;
  readonly warn: (sentence: string, error: unknown) => void;
  readonly write: WriteTable;
  /** The sentence for a failure. */
  readonly explain: (error: unknown) => string;
}

/** @param openFiles opens the results, with the callback that makes room for more */
export async function createRunBook(
  { history, warn, explain, write }: Parts,
  openFiles: (makeRoom: (owner: string | null) => boolean) => Promise<ResultFiles>,
): Promise<RunBook> {
  const runs = new Map<string, LiveRun>();
  const ends = new Map<string, Promise<void>>();
  let closing = false;
  /** Ids of pinned runs that made room, the newest last. */
  const lostPins = new Set<string>();

  const isOver = ({ endedAt }: LiveRun): boolean => endedAt !== null;
  const forget = (run: LiveRun): void => {
    runs.delete(run.about.id);
    files.forget(run.results).catch((error: unknown) => warn('Results of a run stay on the disk.', error));
  };
  const over = (): readonly LiveRun[] => [...runs.values()].filter(isOver);

  const files = await openFiles((owner) => {
    const theirs = over().filter(
      ({ about, results }) => results.bytes > 0 && (owner === null || about.owner === owner),
    );
    const unpinned = theirs.filter(({ pinned }) => !pinned);
    // The pins of one person never keep the results of others out.
    const candidates = unpinned.length === 0 && owner === null ? theirs : unpinned;
    if (candidates.length === 0) return false;
    const bytesOf = (whose: string): number =>
      candidates.reduce((sum, { about, results }) => sum + (about.owner === whose ? results.bytes : 0), 0);
    const owners = [...new Set(candidates.map(({ about }) => about.owner))];
    const most = owners.reduce((a, b) => (bytesOf(b) > bytesOf(a) ? b : a));
    const oldest = candidates.find(({ about }) => about.owner === most);
    if (oldest?.pinned === true) {
      lostPins.add(oldest.about.id);
      for (const id of lostPins) if (lostPins.size > LOST_PINS) lostPins.delete(id);
    }
    if (oldest !== undefined) forget(oldest);
    return oldest !== undefined;
  });

  /** Forgets runs that ended too long ago, or that are too many. */
  const prune = (): void => {
    const latest = Date.now() - RUN_BOUNDS.keptMs;
    const unpinned = () => over().filter(({ pinned }) => !pinned);
    for (const run of unpinned()) if ((run.endedAt?.getTime() ?? Infinity) < latest) forget(run);
    for (const theirs of Map.groupBy(unpinned(), ({ about }) => about.owner).values())
      for (const run of theirs.slice(0, Math.max(0, theirs.length - RUN_BOUNDS.kept))) forget(run);
    const all = unpinned();
    for (const run of all.slice(0, Math.max(0, all.length - ALL_KEPT))) forget(run);
    let characters = over().reduce((sum, { events }) => sum + events.size, 0);
    for (const { events } of over()) {
      if (characters <= ENDED_CHARACTERS) return;
      characters -= events.size;
      events.forget();
    }
  };
  const pruning = setInterval(prune, 60_000);
  pruning.unref();

  const demandRoom = (owner: string): void => {
    if (closing) throw problem('workspaceStops');
    const unfinished = [...runs.values()].filter((run) => !isOver(run));
    const theirs = unfinished.filter(({ about }) => about.owner === owner).length;
    if (theirs >= RUN_BOUNDS.atOnce) throw problem('tooManyEditorRuns', { count: theirs });
    // Others never keep a person out who has none.
    if (theirs > 0 && unfinished.length >= ALL_AT_ONCE)
      throw problem('tooManyEditorRunsOfAll', { count: unfinished.length });
  };

  const outcome = (run: LiveRun, end: WorkEnd | null, failure: unknown): void => {
    run.end = end;
    const { timeMs } = run.about.limits;
    if (run.stop === 'closing') {
      run.state = 'interrupted';
      run.error = 'The workspace was stopped before the run had ended.';
    } else if (run.stop === 'time') {
      run.state = 'failed';
      run.error = `Stopped at its time limit of ${seconds(timeMs)}. Set a longer one, or 0 for none.`;
    } else if (run.stop === 'cancelled') {
      run.state = 'cancelled';
      run.error = 'Cancelled.';
    } else if (failure !== null) {
      run.state = 'failed';
      run.error = explain(failure);
    } else if ((end?.returnCode ?? 0) !== 0) {
      // Output that carries a return code marks the command as failed (specification part 4, section 4).
      run.state = 'failed';
      run.error =
        run.lastLine === '' ? `It ended with the return code ${end?.returnCode ?? ''}.` : run.lastLine;
    } else run.state = 'done';
  };

  const execute = async (run: LiveRun, work: Work): Promise<void> => {
    const timer = setTimeout(() => run.abort('time'), run.about.limits.timeMs);
    const writer: RunWriter = {
      print: (text) => {
        run.events.output(text);
        const line = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
        if (line !== '') run.lastLine = line.slice(0, 2000);
      },
      answer: async (answer, message = '') => {
        const { toFile: format, title } = run.about;
        const step = (text: string): void => run.events.progress(text);
        const added =
          format === null
            ? await run.results.add(answer, message, run.signal)
            : await run.results.addFiles(answer, message, { format, title, write, step }, run.signal);
        run.events.answer(added);
      },
    };
    try {
      outcome(run, await work(writer, run.signal), null);
    } catch (error) {
      outcome(run, null, error);
    } finally {
      clearTimeout(timer);
    }
    run.endedAt = new Date();
    const { id } = run.about;
    const { state, rows, error } = run;
    await history
      .end({ id, endedAt: run.endedAt.toISOString(), state, rows, error })
      .catch((cause: unknown) =>
        warn(`The history does not tell how a run ended: ${messageOf(cause)}`, cause),
      );
    run.events.end();
    prune();
  };

  const find: RunBook['find'] = (id, owner) => {
    const run = runs.get(id);
    if (run !== undefined) return run.about.owner === owner ? run.wire() : undefined;
    const entry = history.find(id);
    return entry?.owner === owner ? wireOfEntry(entry) : undefined;
  };

  return {
    async start(about, work) {
      const { id, owner } = about;
      const known = find(id, owner);
      if (known !== undefined) return known;
      // Ids are chosen by clients: that of somebody else is taken, and nothing is told of it.
      if (runs.has(id) || history.find(id) !== undefined) throw problem('runIdTaken');
      demandRoom(owner);
      const run = new LiveRun(about, files.open(owner));
      runs.set(id, run);
      const { type, graph, title, text, query, parameters, incomplete, origin, limits } = about;
      const startedAt = run.startedAt.toISOString();
      try {
        await history.begin({
          ...{
            id,
            owner,
            type,
            graph,
            title,
            text,
            query,
            parameters,
            incomplete,
            origin,
            limits,
            startedAt,
          },
        });
      } catch (error) {
        forget(run);
        throw error;
      }
      const ended = execute(run, work).finally(() => ends.delete(id));
      ends.set(id, ended);
      return run.wire();
    },
    find,
    kept: (id) => runs.get(id),
    all: () => [...runs.values()].reverse(),
    cancel: (id) => runs.get(id)?.abort('cancelled'),
    pin(id, pinned) {
      const run = runs.get(id);
      if (run === undefined) throw problem('runForgotten');
      if (!isOver(run)) throw problem('pinOfRunning');
      const others = over().filter(
        (each) => each.pinned && each !== run && each.about.owner === run.about.owner,
      );
      if (pinned && others.length >= RUN_BOUNDS.pinned)
        throw problem('tooManyPins', { count: RUN_BOUNDS.pinned });
      const bytes = [run, ...others].reduce((sum, { results }) => sum + results.bytes, 0);
      if (pinned && bytes > RUN_BOUNDS.pinnedBytes)
        throw problem('pinsTooLarge', { mb: RUN_BOUNDS.pinnedBytes / 2 ** 20 });
      run.pinned = pinned;
      return run.wire();
    },
    wasPinned: (id) => lostPins.has(id),
    async endOf(which) {
      const theirs = [...runs.values()].filter(({ about }) => which(about.owner));
      for (const run of theirs) run.abort('cancelled');
      await Promise.all(theirs.flatMap(({ about }) => ends.get(about.id) ?? []));
      for (const run of theirs) forget(run);
    },
    async close() {
      closing = true;
      clearInterval(pruning);
      for (const run of runs.values()) run.abort('closing');
      await Promise.all(ends.values());
      await files.close();
      await history.close();
    },
  };
}
