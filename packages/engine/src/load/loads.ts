/** The loads of an engine: started, watched, aborted, and what they rejected. */
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { keyInGraph, type Catalog } from '../catalog/catalog.ts';
import type { EngineEvent, FileCounts, LoadOptions, LoadStatus, RejectedRow } from '../engine.ts';
import { EngineError, readOnlyError } from '../errors.ts';
import { asEngineError } from '../storage/failures.ts';
import type { Store } from '../storage/store.ts';
import { Turnstile } from '../turnstile.ts';
import { copyWithMarks, inspectFile } from './inspect-file.ts';
import { parseLoadingJob, planLoadingJob, type SourcePlan } from './loading-job.ts';
import { finishLoad, stageLoad } from './run-load.ts';
import type { PlannedFile } from './stage-file.ts';

interface Load {
  status: LoadStatus;
  readonly abort: AbortController;
  ended: Promise<LoadStatus>;
}

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;

const FOLDER = 'loads';

export class Loads {
  readonly #store: Store;
  readonly #log: Log;
  readonly #onEvent: (event: EngineEvent) => void;
  readonly #loads = new Map<string, Load>();
  readonly #turnstile = new Turnstile('loads', { running: Infinity, waiting: Infinity });
  #lastId = 0;

  constructor(store: Store, log: Log, onEvent: (event: EngineEvent) => void) {
    this.#store = store;
    this.#log = log;
    this.#onEvent = onEvent;
  }

  /** Finds the reports of loads that ended before this process began. */
  async restore(): Promise<void> {
    const folder = this.#folder();
    const names = await readdir(folder).catch(() => [] as string[]);
    // What a load left that did not come to its end: nothing of it was stored.
    const left = names.filter(
      (each) => each.endsWith('.tmp') || (each.endsWith('.jsonl') && !names.includes(each.slice(0, -1))),
    );
    if (!this.#store.readOnly) for (const name of left) await rm(path.join(folder, name), { force: true });
    for (const name of names.filter((each) => each.endsWith('.json'))) {
      try {
        const status = revive(await readFile(path.join(folder, name), 'utf8'));
        const ended = Promise.resolve(status);
        this.#loads.set(status.id, { status, abort: new AbortController(), ended });
      } catch (cause) {
        this.#log('warn', 'The report of a load cannot be read.', { file: name, reason: String(cause) });
      }
    }
  }

  set concurrent(running: number) {
    this.#turnstile.limits = { running, waiting: Infinity };
  }

  get running(): number {
    return [...this.#loads.values()].filter(({ status }) => status.state === 'running').length;
  }

  status(id: string): LoadStatus | undefined {
    return this.#loads.get(id)?.status;
  }

  ofGraph(graph: string): LoadStatus[] {
    return [...this.#loads.values()]
      .map(({ status }) => status)
      .filter((status) => status.graph === graph)
      .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  }

  async ended(id: string): Promise<LoadStatus> {
    const load = this.#loads.get(id);
    if (load === undefined) throw new EngineError('REST-30001', `There is no load with the id '${id}'.`);
    return load.ended;
  }

  abort(id: string): boolean {
    const load = this.#loads.get(id);
    if (load?.status.state !== 'running') return false;
    load.abort.abort();
    return true;
  }

  /** Stops every load and waits for them. */
  async close(): Promise<void> {
    for (const load of this.#loads.values()) load.abort.abort();
    await Promise.all([...this.#loads.values()].map((load) => load.ended));
  }

  /** Checks the job and its files, then loads in the background; gives the load's id. Throws EngineError. */
  async start(graph: string, job: string, options: LoadOptions): Promise<string> {
    if (this.#store.readOnly) throw readOnlyError();
    const entry = this.#store.catalog.loadingJobs.get(keyInGraph(graph, job));
    if (entry === undefined) {
      throw new EngineError(
        'GSQL-SEMANTIC',
        `The loading job '${job}' does not exist in the graph '${graph}'.`,
      );
    }
    const parsed = parseLoadingJob(entry.code);
    const using = options.using ?? {};
    const plan = (catalog: Catalog): SourcePlan[] => planLoadingJob(catalog, graph, parsed, { using });
    const plans = plan(this.#store.catalog);
    const sources = await chooseFiles(job, plans, options.files);
    this.#lastId = Math.max(Date.now(), this.#lastId + 1);
    const id = `${graph}.${job}.file.m1.${this.#lastId}`;
    const files = sources.map(({ file, bytes }) => emptyCounts(file, bytes));
    const abort = new AbortController();
    if (options.signal?.aborted === true) abort.abort();
    options.signal?.addEventListener('abort', () => abort.abort(), { once: true });
    const status: LoadStatus = {
      id,
      job,
      graph,
      state: 'running',
      startedAt: new Date(),
      endedAt: null,
      progress: 0,
      files,
      error: null,
    };
    const load: Load = { status, abort, ended: Promise.resolve(status) };
    this.#loads.set(id, load);
    this.#onEvent({ kind: 'loadStarted', load: status });
    load.ended = this.#run(load, sources, plan);
    return id;
  }

  /** The first rows that were not loaded, in the order of files and lines. */
  async rejectedRows(id: string, limit: number): Promise<RejectedRow[]> {
    if (!this.#loads.has(id)) throw new EngineError('REST-30001', `There is no load with the id '${id}'.`);
    const file = this.#rejects(id);
    if ((await stat(file).catch(() => null)) === null) return [];
    const rows: RejectedRow[] = [];
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
    for await (const line of lines) {
      if (rows.length >= limit) break;
      rows.push(JSON.parse(line) as RejectedRow);
    }
    lines.close();
    return rows;
  }

  #folder(): string {
    return path.join(this.#store.folder, FOLDER);
  }

  #rejects(id: string): string {
    return path.join(this.#folder(), `${id}.jsonl`);
  }

  /** `plan` is asked again in the transaction: the schema may have changed while the load waited. */
  async #run(
    load: Load,
    sources: readonly Source[],
    plan: (catalog: Catalog) => readonly SourcePlan[],
  ): Promise<LoadStatus> {
    const { signal } = load.abort;
    const { id, graph } = load.status;
    const copies: string[] = [];
    let end: Partial<LoadStatus>;
    try {
      const counts = await this.#turnstile.run(() => this.#load(load, sources, plan, copies), signal);
      end = { state: 'finished', progress: 1, files: counts };
    } catch (cause) {
      await rm(this.#rejects(id), { force: true });
      const files = sources.map(({ file, bytes }) => emptyCounts(file, bytes));
      const known = asEngineError(cause);
      const error = known instanceof Error ? known.message : String(known);
      if (signal.aborted) end = { state: 'aborted', files, error: null };
      else end = { state: 'failed', files, error };
      if (!signal.aborted && !(known instanceof EngineError)) {
        this.#log('error', 'A load failed.', { id, graph, reason: error });
      }
    }
    for (const copy of copies) await rm(copy, { force: true });
    load.status = { ...load.status, ...end, endedAt: new Date() };
    await this.#keep(load.status);
    this.#onEvent({ kind: 'loadEnded', load: load.status });
    return load.status;
  }

  /** Reads and stores the files; `copies` takes the temporary files that the caller is to remove. */
  async #load(
    load: Load,
    sources: readonly Source[],
    plan: (catalog: Catalog) => readonly SourcePlan[],
    copies: string[],
  ): Promise<readonly FileCounts[]> {
    const { signal } = load.abort;
    const { id } = load.status;
    await mkdir(this.#folder(), { recursive: true });
    const files: PlannedFile[] = [];
    for (const [index, source] of sources.entries()) {
      const copy = path.join(this.#folder(), `${id}.${index}.tmp`);
      files.push(await prepare(source, copy, copies, signal));
    }
    const onProgress = (progress: number, soFar: readonly FileCounts[]): void => {
      const rest = load.status.files.slice(soFar.length);
      load.status = { ...load.status, progress: Math.min(progress, 0.99), files: [...soFar, ...rest] };
    };
    return this.#store.writeStaged(
      (staging, catalog) => {
        const plans = plan(catalog);
        const current = files.map((each) => ({
          ...each,
          plan: plans.find(({ variable }) => variable === each.plan.variable) ?? each.plan,
        }));
        return stageLoad(staging, current, onProgress);
      },
      (transaction, staged) => finishLoad(transaction, staged, this.#rejects(id)),
      signal,
    );
  }

  /** Keeps a report for after a restart; without room for it the load is no less done. */
  async #keep(status: LoadStatus): Promise<void> {
    try {
      await writeFile(path.join(this.#folder(), `${status.id}.json`), JSON.stringify(status));
    } catch (cause) {
      this.#log('warn', 'The report of a load could not be kept.', { id: status.id, reason: String(cause) });
    }
  }
}

const revive = (text: string): LoadStatus => {
  const status = JSON.parse(text) as LoadStatus & { startedAt: string; endedAt: string | null };
  return {
    ...status,
    startedAt: new Date(status.startedAt),
    endedAt: status.endedAt === null ? null : new Date(status.endedAt),
  };
};

const emptyCounts = (file: string, bytes: number): FileCounts => ({
  file,
  bytes,
  bytesRead: 0,
  validLine: 0,
  rejectLine: 0,
  notEnoughToken: 0,
  oversizeToken: 0,
  vertex: [],
  edge: [],
});

interface Source {
  readonly plan: SourcePlan;
  readonly file: string;
  readonly bytes: number;
}

/** The files of a run: those named, or all of the job when none is. Throws EngineError. */
const chooseFiles = async (
  job: string,
  plans: readonly SourcePlan[],
  given: Readonly<Record<string, string>>,
): Promise<Source[]> => {
  const unknown = Object.keys(given).find((name) => !plans.some(({ variable }) => variable === name));
  if (unknown !== undefined) {
    throw new EngineError(
      'GSQL-SEMANTIC',
      `The loading job '${job}' has no file variable '${unknown}'; it has: ${plans.map(({ variable }) => variable).join(', ')}.`,
    );
  }
  const named = Object.keys(given).length > 0;
  const sources: Source[] = [];
  for (const plan of plans) {
    if (named && !Object.hasOwn(given, plan.variable)) continue;
    const text = given[plan.variable] ?? plan.path;
    if (text === null || text === '') {
      throw new EngineError(
        'GSQL-SEMANTIC',
        `The file variable '${plan.variable}' of the loading job '${job}' has no path: give one with USING ${plan.variable}="…".`,
      );
    }
    for (const file of await expand(text.replace(/^(?:all|any|m\d+(?:\|m\d+)*):/i, ''))) {
      const found = await stat(file);
      sources.push({ plan, file, bytes: found.size });
    }
  }
  return sources;
};

/** A file, or the files of a folder. */
const expand = async (place: string): Promise<string[]> => {
  const found = await stat(place).catch(() => null);
  if (found === null)
    throw new EngineError('REST-10021', `The file ${place} does not exist or cannot be read.`);
  if (!found.isDirectory()) return [place];
  const entries = await readdir(place, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(place, entry.name))
    .sort();
};

const prepare = async (
  { plan, file, bytes }: Source,
  copy: string,
  copies: string[],
  signal: AbortSignal,
): Promise<PlannedFile> => {
  const { eol } = plan.options;
  const inspected = await inspectFile(file, plan.options, signal);
  if (inspected.empty) throw new EngineError('REST-10021', `The file ${file} is empty.`);
  if (!inspected.plain) {
    copies.push(copy);
    await copyWithMarks(file, eol, copy, signal);
  }
  const { plain, longestLine, quoted, digits } = inspected;
  const readable = plain ? file : copy;
  return { plan, file: { path: file, readable, marked: !plain, longestLine, bytes, quoted, digits } };
};
