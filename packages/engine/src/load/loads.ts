/** The loads of an engine: starts, reports, aborts, resumes and undoes them, and lists their rejected rows. */
import { engineError } from '../errors/catalogue.ts';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createSourceNetwork, type SourceNetwork } from '@acacia/object-stores';
import { keyInGraph, type Catalog } from '../catalog/catalog.ts';
import { dataSourceIn } from '../catalog/data-sources.ts';
import { checkName } from '../catalog/names.ts';
import type { EngineEvent, FolderList, LoadOptions, SourceOptions } from '../engine.ts';
import type { FileCounts, LoadStatus, RejectedRow } from '../load-status.ts';
import { EngineError } from '../errors.ts';
import type { JobPreview, LoadPreview } from '../load-status.ts';
import type { FileAccess } from '../files/file-access.ts';
import { OPERATOR, type Person } from '../files/person.ts';
import { asEngineError, reasonOf } from '../storage/failures.ts';
import type { DataSourceKeys } from '../storage/data-source-keys.ts';
import type { Store } from '../storage/store.ts';
import { Turnstile } from '../turnstile.ts';
import { OwnThread } from './call-own.ts';
import { chooseFiles, type Reach, type Source } from './choose-files.ts';
import {
  beyondHistory,
  forgetLoads,
  keepReport,
  previewOf,
  readReports,
  rejectsOf,
  tidyFolder,
} from './load-folder.ts';
import { listFolder } from './list-folder.ts';
import { LoadBudget } from './load-budget.ts';
import { forgetLoad, recordLoad, recordedLoad } from './load-records.ts';
import { emptyCounts, readRejected, revivedCounts, statusOf } from './load-reports.ts';
import { dropRequest, keepRequest, readRequest, readRequests, type LoadRequest } from './load-requests.ts';
import { parseLoadingJob, planLoadingJob, type SourcePlan } from './loading-job.ts';
import { LoadArchives } from './load-archives.ts';
import { prepareFile } from './prepare-file.ts';
import { previewJob } from './preview-job.ts';
import { previewTargets } from './preview-targets.ts';
import { TooManyRejected, checkRejected, finishLoad, stageLoad } from './run-load.ts';
import type { SampleOptions, SampleReader, SourceSample } from '../source-sample.ts';
import { sampleSource } from './sample-source.ts';
import type { PlannedFile } from './stage-file.ts';
import { UndoJournal, beyondKept, dropImages, undoLoad } from './undo.ts';

interface Load {
  status: LoadStatus;
  readonly abort: AbortController;
  ended: Promise<LoadStatus>;
}

type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;

const FOLDER = 'loads';
/** The share of a load that is fetching, unpacking and looking through its files. */
const PREPARING = 0.2;
const UNDONE = 'The load was undone.';
const INTERRUPTED = 'The load was interrupted: nothing of it was stored. It can be resumed.';

/** Takes a dry run back. */
class DryRun extends Error {
  readonly counts: readonly FileCounts[];
  constructor(counts: readonly FileCounts[]) {
    super('Nothing is stored by a dry run.');
    this.counts = counts;
  }
}

/** The name of a job that is not stored. @throws EngineError when the text is no loading job of the graph */
function nameOf(code: string, graph: string): string {
  const { name, graph: own } = parseLoadingJob(code);
  checkName('loading job', name.text);
  if (own !== undefined && own.text !== graph)
    throw engineError('jobOfOtherGraph', { job: name.text, graph: own.text, wanted: graph });
  return name.text;
}

function storedCode(catalog: Catalog, graph: string, job: string): string {
  const entry = catalog.loadingJobs.get(keyInGraph(graph, job));
  if (entry === undefined) throw engineError('loadingJobUnknown', { job, graph });
  if (entry.disabled === true) throw engineError('loadingJobDisabled', { job, graph });
  return entry.code;
}

interface Run {
  readonly load: Load;
  readonly request: LoadRequest;
  readonly sources: readonly Source[];
  /** Asked again in the transaction: the schema may have changed while the load waited. */
  readonly plan: (catalog: Catalog) => readonly SourcePlan[];
}

export class Loads {
  readonly #store: Store;
  readonly #keys: DataSourceKeys;
  readonly #sources: SourceOptions;
  /** The only way to the servers of sources. */
  readonly network: SourceNetwork;
  readonly #access: FileAccess;
  readonly #log: Log;
  readonly #onEvent: (event: EngineEvent) => void;
  readonly #loads = new Map<string, Load>();
  readonly #turnstile = new Turnstile('loads', { running: Infinity, waiting: Infinity });
  #lastId = 0;

  constructor(
    store: Store,
    keys: DataSourceKeys,
    sources: SourceOptions,
    access: FileAccess,
    log: Log,
    onEvent: (event: EngineEvent) => void,
  ) {
    this.#store = store;
    this.#access = access;
    this.#keys = keys;
    this.#sources = sources;
    this.network = createSourceNetwork(sources);
    this.#log = log;
    this.#onEvent = onEvent;
  }

  /** Finds the reports of loads that ended before this process began, and those that were cut off. */
  async restore(): Promise<void> {
    const folder = this.#folder();
    const reports = await readReports(folder, (file, cause) =>
      this.#log('warn', 'The report of a load cannot be read.', { file, reason: String(cause) }),
    );
    for (const report of reports) this.#know(report);
    const requests = await readRequests(folder);
    for (const request of requests) {
      const stored = await this.#store.read((transaction) => recordedLoad(transaction, request.id));
      if (stored !== null)
        await this.#found(request, { state: 'finished', progress: 1, files: revivedCounts(stored.files) });
      else if (!this.#loads.has(request.id)) {
        await this.#found(request, { state: 'aborted', progress: 0, files: [], error: INTERRUPTED });
      }
    }
    if (this.#store.readOnly) return;
    await tidyFolder(folder, this.#statuses(), requests);
    await this.#forgetOld();
  }

  #statuses(): LoadStatus[] {
    return [...this.#loads.values()].map(({ status }) => status);
  }

  /** Lets go of the reports of old loads. */
  async #forgetOld(): Promise<void> {
    const old = beyondHistory(this.#statuses());
    for (const id of old) this.#loads.delete(id);
    await forgetLoads(this.#folder(), old);
  }

  set concurrent(running: number) {
    this.#turnstile.limits = { running, waiting: Infinity };
  }

  get running(): number {
    return this.#statuses().filter(({ state }) => state === 'running').length;
  }

  status(id: string): LoadStatus | undefined {
    return this.#loads.get(id)?.status;
  }

  ofGraph(graph: string): LoadStatus[] {
    return this.#statuses()
      .filter((status) => status.graph === graph)
      .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  }

  async ended(id: string): Promise<LoadStatus> {
    return this.#known(id).ended;
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

  /**
   * Checks the job and its files, then loads in the background; gives the load's id.
   * @throws EngineError when the job or a file cannot be used
   */
  async start(graph: string, stored: string, options: LoadOptions): Promise<string> {
    if (this.#store.readOnly) throw engineError('readOnly');
    const code = options.code ?? null;
    const job = code === null ? stored : nameOf(code, graph);
    this.#lastId = Math.max(Date.now(), this.#lastId + 1);
    const baseDir = path.resolve(options.baseDir ?? '.');
    const { person = OPERATOR, imported = null } = options;
    if (options.dataRoot !== undefined) {
      const more = imported === null ? [] : [imported];
      this.#access.checkName('path of sys.data_root', person, baseDir, options.dataRoot, more);
    }
    const request: LoadRequest = {
      id: `${graph}.${job}.${options.posted === true ? 'post' : 'file'}.m1.${this.#lastId}`,
      graph,
      job,
      code,
      files: options.files,
      using: options.using ?? {},
      baseDir,
      dataRoot: options.dataRoot ?? '.',
      lines: options.lines ?? null,
      dryRun: options.dryRun ?? false,
      maxErrors: options.maxErrors ?? null,
      maxPercentErrors: options.maxPercentErrors ?? null,
      posted: options.posted ?? false,
      imported,
      by: person.name,
      startedAt: this.#lastId,
    };
    await this.#begin(request, person, options.signal);
    return request.id;
  }

  /** Runs an interrupted, aborted or failed load again; a running or finished one stays as it is. */
  async resume(id: string, person: Person): Promise<void> {
    if (this.#store.readOnly) throw engineError('readOnly');
    const { status } = this.#known(id);
    if (status.state === 'running' || status.state === 'finished') return;
    const request = await readRequest(this.#folder(), id);
    if (request === null) {
      throw engineError('loadNotResumable', { id });
    }
    await this.#begin(request, person, undefined);
  }

  async #begin(request: LoadRequest, person: Person, signal: AbortSignal | undefined): Promise<void> {
    const { graph, job, using, files: given, baseDir, dataRoot, posted, imported } = request;
    const { catalog } = this.#store;
    const parsed = parseLoadingJob(request.code ?? storedCode(catalog, graph, job));
    const plan = (now: Catalog): SourcePlan[] => planLoadingJob(now, graph, parsed, { using });
    const choice = {
      catalog,
      access: this.#access,
      person,
      imported,
      keys: this.#keys,
      network: this.network,
      graph,
      job,
      plans: plan(catalog),
      given,
      baseDir,
      dataRoot,
      posted,
    };
    const sources = await chooseFiles(signal === undefined ? choice : { ...choice, signal });
    const abort = new AbortController();
    if (signal?.aborted === true) abort.abort();
    signal?.addEventListener('abort', () => abort.abort(), { once: true });
    const files = sources.map(({ file, bytes }) => emptyCounts(file, bytes));
    const status = statusOf(request, { state: 'running', progress: 0, files });
    const load: Load = { status, abort, ended: Promise.resolve(status) };
    this.#loads.set(request.id, load);
    this.#onEvent({ kind: 'loadStarted', load: status });
    const kept = Promise.withResolvers<void>();
    load.ended = this.#run({ load, request, sources, plan }, kept.resolve);
    // A caller with its id finds the load after a kill.
    await Promise.race([kept.promise, load.ended]);
  }

  /**
   * Undoes a whole load: removes the rows that it added and restores those that it changed.
   * @throws EngineError when the load cannot be undone
   */
  async undo(id: string): Promise<void> {
    if (this.#store.readOnly) throw engineError('readOnly');
    const load = this.#known(id);
    const folder = this.#folder();
    if (load.status.state !== 'finished' || load.status.dryRun) {
      throw engineError('loadNotStored', { id });
    }
    await this.#store.write(async (transaction, catalog) => {
      const planOf = async (of: string) => (await recordedLoad(transaction, of))?.undo ?? null;
      const plan = await planOf(id);
      if (plan === null) {
        throw engineError('loadTooOld', { id });
      }
      await undoLoad(transaction, catalog, { id, plan, folder, guards: this.#store.undoGuards, planOf });
      await forgetLoad(transaction, id);
    });
    load.status = { ...load.status, state: 'aborted', error: UNDONE, resumable: false };
    load.ended = Promise.resolve(load.status);
    await this.#keep(load.status);
    await dropImages(folder, [id]);
  }

  /** Ids of the newest loads that came to their end. */
  #undoable(): string[] {
    const ended = this.#statuses().filter(({ state, dryRun }) => state === 'finished' && !dryRun);
    const ids = ended.sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime()).map(({ id }) => id);
    const old = new Set(beyondKept(ids));
    return ids.filter((id) => !old.has(id));
  }

  /** The first rows that were not loaded, in the order of files and lines. */
  async rejectedRows(id: string, limit: number): Promise<RejectedRow[]> {
    this.#known(id);
    return readRejected(rejectsOf(this.#folder(), id), limit);
  }

  /** The budget of a load that begins now, for fetching and unpacking. */
  budget(): Promise<LoadBudget> {
    return LoadBudget.of(this.#store.folder, this.#sources);
  }

  /** Samples a source for a person. @throws EngineError when it cannot be read */
  async sample(
    graph: string | null,
    options: SampleOptions,
    { person, baseDir, signal }: SampleReader,
  ): Promise<SourceSample> {
    const reach = this.#reach(graph ?? 'global', person, baseDir);
    return sampleSource(await this.#place(), reach, options, signal);
  }

  async #place() {
    return {
      store: this.#store,
      folder: this.#folder(),
      network: this.network,
      budget: await this.budget(),
    };
  }

  #reach(graph: string, person: Person, baseDir: string): Omit<Reach, 'signal'> {
    return {
      catalog: this.#store.catalog,
      keys: this.#keys,
      network: this.network,
      graph,
      access: this.#access,
      person,
      imported: null,
      baseDir,
      dataRoot: '.',
      posted: false,
    };
  }

  /**
   * Previews a job that is not stored, for a person.
   * @throws EngineError when the job or a file cannot be used
   */
  async previewJob(
    graph: string,
    { code, files }: { readonly code: string; readonly files: Readonly<Record<string, string>> },
    { person, baseDir, signal }: SampleReader,
  ): Promise<JobPreview> {
    const reach = this.#reach(graph, person, baseDir);
    const job = nameOf(code, graph);
    const plans = planLoadingJob(reach.catalog, graph, parseLoadingJob(code));
    const sources = await chooseFiles({
      ...reach,
      job,
      plans,
      given: files,
      ...(signal === undefined ? {} : { signal }),
    });
    return previewJob(await this.#place(), sources, signal);
  }

  /** @throws EngineError when the data source does not exist or cannot be listed */
  listFolder(
    graph: string | null,
    source: string,
    address: string,
    signal?: AbortSignal,
  ): Promise<FolderList> {
    const settings = this.#keys.unseal(dataSourceIn(this.#store.catalog, graph ?? 'global', source));
    return listFolder(address, settings, this.network, signal);
  }

  #folder(): string {
    return path.join(this.#store.folder, FOLDER);
  }

  #known(id: string): Load {
    const load = this.#loads.get(id);
    if (load === undefined) throw engineError('loadUnknown', { id });
    return load;
  }

  #know(status: LoadStatus): void {
    const ended = Promise.resolve(status);
    this.#loads.set(status.id, { status, abort: new AbortController(), ended });
  }

  /** Knows how a load ended whose process came to no report of it. */
  async #found(
    request: LoadRequest,
    end: Pick<LoadStatus, 'state' | 'progress' | 'files'> & { error?: string },
  ): Promise<void> {
    const resumable = end.state === 'aborted';
    const status = { ...statusOf(request, end), endedAt: new Date(), resumable };
    this.#know(status);
    if (this.#store.readOnly) return;
    await this.#keep(status);
    if (end.state === 'finished') await dropRequest(this.#folder(), request.id);
  }

  /** @param kept called once the next process can find the load */
  async #run(run: Run, kept: () => void): Promise<LoadStatus> {
    const { load, request, sources } = run;
    const { signal } = load.abort;
    const { id, graph } = request;
    const temporary: string[] = [];
    const fetched: string[] = [];
    let end: Partial<LoadStatus>;
    try {
      await mkdir(this.#folder(), { recursive: true, mode: 0o700 });
      // The request is kept before the load begins: the next process can also run a load that was still waiting.
      if (!request.dryRun && !request.posted) await keepRequest(this.#folder(), request);
      kept();
      const counts = await this.#turnstile.run(() => this.#load(run, temporary, fetched), signal);
      end = { state: 'finished', progress: 1, files: counts };
      await dropRequest(this.#folder(), id);
      await dropImages(this.#folder(), request.dryRun ? [id] : beyondKept([id, ...this.#undoable()]));
      temporary.push(...fetched);
    } catch (cause) {
      const known = asEngineError(cause);
      const counted = known instanceof TooManyRejected;
      if (!counted) await rm(rejectsOf(this.#folder(), id), { force: true });
      await dropImages(this.#folder(), [id]).catch(() => undefined);
      const files = counted ? known.counts : sources.map(({ file, bytes }) => emptyCounts(file, bytes));
      const error = known instanceof EngineError ? known.message : `The load failed: ${reasonOf(known)}`;
      const resumable = !request.dryRun && !request.posted;
      if (signal.aborted) end = { state: 'aborted', files, error: null, resumable };
      else end = { state: 'failed', files, error, resumable };
      if (!signal.aborted && !(known instanceof EngineError)) {
        this.#log('error', 'A load failed.', { id, graph, reason: String(known) });
      }
    }
    for (const file of temporary) await rm(file, { force: true });
    load.status = { ...load.status, ...end, endedAt: new Date() };
    await this.#keep(load.status);
    this.#onEvent({ kind: 'loadEnded', load: load.status });
    await this.#forgetOld().catch((failure: unknown) =>
      this.#log('warn', 'Reports of old loads could not be removed.', { reason: String(failure) }),
    );
    return load.status;
  }

  /** Reads and stores the files; the lists take the files that were made for it. */
  async #load(
    { load, request, sources, plan }: Run,
    temporary: string[],
    fetched: string[],
  ): Promise<readonly FileCounts[]> {
    const { signal } = load.abort;
    const { id, dryRun, lines, posted } = request;
    const files: PlannedFile[] = [];
    const empty: FileCounts[] = [];
    const budget = await this.budget();
    const archives = new LoadArchives(sources);
    for (const [index, source] of sources.entries()) {
      const prepared = await prepareFile(source, {
        store: this.#store,
        network: this.network,
        budget,
        archives,
        prefix: path.join(this.#folder(), `${id}.${index}`),
        temporary,
        fetched,
        onBytes: (bytesRead) => {
          const known = load.status.files.map((each, at) => (at === index ? { ...each, bytesRead } : each));
          const sum = (counter: 'bytes' | 'bytesRead'): number =>
            known.reduce((total, each) => total + each[counter], 0);
          const share = Math.min(1, sum('bytesRead') / Math.max(1, sum('bytes')));
          load.status = { ...load.status, progress: PREPARING * share, files: known };
        },
        refusesEmpty: !posted && sources.filter((each) => each.plan === source.plan).length === 1,
        signal,
      });
      if (prepared.length === 0) empty.push(emptyCounts(source.file, source.bytes));
      files.push(...prepared.map((file) => (lines === null ? file : { ...file, range: lines })));
    }
    const begun = files.map(({ file }) => emptyCounts(file.path, file.bytes));
    const onProgress = (progress: number, soFar: readonly FileCounts[]): void => {
      const rest = begun.slice(soFar.length);
      const share = Math.min(PREPARING + (1 - PREPARING) * progress, 0.99);
      load.status = { ...load.status, progress: share, files: [...soFar, ...rest] };
    };
    if (files.length === 0) return empty;
    const pending = (await readRequests(this.#folder())).map((each) => each.id);
    const thread = new OwnThread(signal);
    try {
      return await this.#store.writeStaged(
        (staging, catalog) => {
          const plans = plan(catalog);
          const current = files.map((each) => {
            const found = plans.find(({ variable }) => variable === each.plan.variable) ?? each.plan;
            return { ...each, plan: each.form === undefined ? found : { ...found, options: each.form } };
          });
          return stageLoad(staging, current, onProgress, thread);
        },
        async (transaction, staged) => {
          const targets = staged.files.flatMap((file) => file.targets);
          if (dryRun) await this.#keepPreview(id, await previewTargets(transaction, targets));
          const journal = await UndoJournal.begin(transaction, this.#folder(), id, targets);
          const counts = [
            ...(await finishLoad(transaction, staged, rejectsOf(this.#folder(), id))),
            ...empty,
          ];
          checkRejected(counts, request);
          if (dryRun) throw new DryRun(counts);
          const plan = await journal.end(this.#store.undoGuards);
          const record = { files: counts, undo: plan };
          await recordLoad(transaction, id, record, [...pending, ...this.#undoable()]);
          return counts;
        },
        signal,
      );
    } catch (cause) {
      if (cause instanceof DryRun) return cause.counts;
      throw cause;
    } finally {
      await thread.close();
    }
  }

  async #keepPreview(id: string, previews: readonly LoadPreview[]): Promise<void> {
    await writeFile(previewOf(this.#folder(), id), JSON.stringify(previews));
  }

  /** The first rows of each target of a dry run, in the order of its statements; none of other loads. */
  async preview(id: string): Promise<readonly LoadPreview[]> {
    const { status } = this.#known(id);
    if (!status.dryRun || status.state !== 'finished') return [];
    return JSON.parse(await readFile(previewOf(this.#folder(), id), 'utf8')) as LoadPreview[];
  }

  /** Keeps a report for after a restart; without room for it the load is no less done. */
  async #keep(status: LoadStatus): Promise<void> {
    try {
      await keepReport(this.#folder(), status);
    } catch (cause) {
      this.#log('warn', 'The report of a load could not be kept.', { id: status.id, reason: String(cause) });
    }
  }
}
