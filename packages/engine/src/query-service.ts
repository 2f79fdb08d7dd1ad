/** Runs installed and interpreted queries on the newest snapshot, lists the running ones and aborts them. */
import { engineError, relayed } from './errors/catalogue.ts';
import { messageOf } from '@acacia/base';
import { findQuery } from './catalog/queries.ts';
import { functionCode } from './catalog/functions.ts';
import { graphEntry, schemaOf, type Catalog, type QueryEntry } from './catalog/catalog.ts';
import type {
  EngineEvent,
  EngineLimits,
  FoundPaths,
  PlanOptions,
  ProfileRow,
  RunOptions,
  RunResult,
  RunningQuery,
} from './engine.ts';
import { EngineError } from './errors.ts';
import type { FileAccess } from './files/file-access.ts';
import { OPERATOR, type Person } from './files/person.ts';
import { ABORTED, stopError, TIMED_OUT, TIMED_OUT_CODE } from './library/meter.ts';
import type { AnyPathSearch, ConnectionSearch, PathSearch, PathUnionSearch } from './path-search.ts';
import type { PlanRow } from './plan-row.ts';
import { readQuery } from './read/read-text.ts';
import type { Printed } from './printed.ts';
import type { QueryRunner, RunOutcome, RunRequest } from './run/request.ts';
import { draftFiles } from './run/write-files.ts';
import { applyWrites } from './storage/apply-writes.ts';
import type { Store } from './storage/store.ts';
import { Turnstile } from './turnstile.ts';

type QueryEnded = Extract<EngineEvent, { kind: 'queryEnded' }>;

interface Running extends RunningQuery {
  readonly abort: AbortController;
}

export class QueryService {
  readonly #store: Store;
  readonly #runner: QueryRunner;
  readonly #access: FileAccess;
  readonly #turnstile = new Turnstile('queries', { running: Infinity, waiting: Infinity });
  #defaultTimeLimitMs: number;
  #memoryLimitMb = 0;
  readonly #running = new Map<string, Running>();
  readonly #onEvent: (event: EngineEvent) => void;
  #lastNumber = 0;

  constructor(
    store: Store,
    runner: QueryRunner,
    access: FileAccess,
    defaultTimeLimitMs: number,
    onEvent: (event: EngineEvent) => void,
  ) {
    this.#store = store;
    this.#runner = runner;
    this.#access = access;
    this.#defaultTimeLimitMs = defaultTimeLimitMs;
    this.#onEvent = onEvent;
  }

  get count(): number {
    return this.#running.size;
  }

  running(graph?: string): RunningQuery[] {
    return [...this.#running.values()]
      .filter((query) => graph === undefined || query.graph === graph)
      .map(({ abort: _abort, ...query }) => query);
  }

  /** Tells queries to stop; gives the ids of those that were running. */
  abort(requestIds: readonly string[] | 'all', graph?: string): string[] {
    const chosen = [...this.#running.values()].filter(
      (query) =>
        (requestIds === 'all' || requestIds.includes(query.requestId)) &&
        (graph === undefined || query.graph === graph),
    );
    for (const query of chosen) query.abort.abort();
    return chosen.map((query) => query.requestId);
  }

  setLimits({
    defaultTimeLimitMs = this.#defaultTimeLimitMs,
    queryMemoryLimitMb = this.#memoryLimitMb,
    concurrentQueries,
    waitingQueries,
  }: Partial<EngineLimits>): void {
    this.#defaultTimeLimitMs = defaultTimeLimitMs;
    this.#memoryLimitMb = queryMemoryLimitMb;
    if (concurrentQueries !== undefined && waitingQueries !== undefined) {
      this.#turnstile.limits = { running: concurrentQueries, waiting: waitingQueries };
    }
  }

  /** Stops every query with this message and starts new workers. */
  async restart(message: string): Promise<void> {
    const reason = relayed('REST-12001', message);
    for (const query of this.#running.values()) query.abort.abort(reason);
    await this.#runner.restart();
  }

  async close(): Promise<void> {
    this.abort('all');
    await this.#runner.close();
  }

  /**
   * Runs an installed query.
   * @throws EngineError when the query does not exist, is not installed or fails
   */
  runInstalled(
    graph: string,
    name: string,
    parameters: Record<string, unknown>,
    options: RunOptions,
  ): Promise<RunResult> {
    graphEntry(this.#store.catalog, graph);
    const entry = findQuery(this.#store.catalog, graph, name);
    if (entry === undefined) {
      throw engineError('queryNotThere', { name, graph });
    }
    if (!entry.installed) {
      throw notInstalled(entry);
    }
    return this.run(graph, name, entry.code, parameters, options);
  }

  /**
   * Plans a query's text in a graph. The text is compiled by a query worker, within the limits of a query.
   * @throws EngineError when the text is not valid
   */
  plan(graph: string, text: string, { signal, ...options }: PlanOptions): Promise<readonly PlanRow[]> {
    graphEntry(this.#store.catalog, graph);
    const work = async (): Promise<readonly PlanRow[]> => {
      const { snapshot, catalog } = await this.#store.snapshot(graph);
      const outcome = await this.#runner.run({
        ...{ text, snapshot, schema: schemaOf(catalog, graph) },
        ...{ schemaVersion: graphEntry(catalog, graph).schemaVersion, parameters: {}, planOnly: true },
        options: {
          ...options,
          ...(signal === undefined ? {} : { signal }),
          ...{ timeLimitMs: this.#defaultTimeLimitMs, memoryLimitMb: this.#memoryLimitMb },
        },
      });
      outcome.printed.release();
      outcome.release();
      return outcome.plan ?? [];
    };
    return this.#turnstile.run(
      work,
      signal ?? new AbortController().signal,
      (options.person ?? OPERATOR).name,
    );
  }

  /** Runs query text that is not stored; its FOR GRAPH takes precedence over the session's graph. */
  async interpret(
    text: string,
    graph: string | null,
    parameters: Record<string, unknown>,
    options: RunOptions,
  ): Promise<RunResult> {
    const { query } = await readQuery(text);
    const chosen = query?.graph?.text ?? graph;
    if (chosen === null) {
      throw engineError('queryWithoutGraph');
    }
    return this.run(chosen, query?.name.text ?? '', text, parameters, options);
  }

  /** The first paths between vertices, the shortest first. */
  async findPaths(graph: string, search: PathSearch, options: RunOptions): Promise<FoundPaths> {
    const printed = await this.#search(graph, search, options);
    const [found] = printed.values();
    printed.release();
    return found as unknown as FoundPaths;
  }

  /** Everything on paths between vertices, as bytes. */
  connect(graph: string, search: ConnectionSearch | PathUnionSearch, options: RunOptions): Promise<Printed> {
    return this.#search(graph, search, options);
  }

  /**
   * Looks for paths in the place of running a query, which has the ends as parameters, so that its conditions are
   * checked as those of any other.
   */
  async #search(graph: string, search: AnyPathSearch, options: RunOptions): Promise<Printed> {
    const { along, edgeConditions, vertexConditions } = search;
    const [from, to] = search.kind === 'connection' ? [search.ends, []] : [search.from, search.to];
    const conditions = [...edgeConditions, ...vertexConditions];
    const directed = new Set(
      schemaOf(this.#store.catalog, graph).edgeTypes.flatMap((type) => (type.directed ? [type.name] : [])),
    );
    const types = along.map(({ edgeType }) => (directed.has(edgeType) ? `${edgeType}>` : edgeType));
    const checked =
      conditions.length === 0 || types.length === 0
        ? ''
        : `S__ = {sources__};
  S__ = SELECT t FROM S__:s -((${types.join('|')}):e)- :t WHERE ${conditions.join(' AND ')};`;
    const text = `INTERPRET QUERY (SET<VERTEX> sources__, SET<VERTEX> targets__) FOR GRAPH ${graph} SYNTAX v2 {
  ${checked}
}`;
    const parameters = { sources__: from, targets__: to };
    const { printed } = await this.run(graph, '', text, parameters, options, search);
    return printed;
  }

  /**
   * Runs a query's text in a graph.
   * @param paths paths to look for in its place
   * @throws EngineError when the text is not valid or the query fails
   */
  async run(
    graph: string,
    name: string,
    text: string,
    parameters: Record<string, unknown>,
    options: RunOptions,
    paths?: AnyPathSearch,
  ): Promise<RunResult> {
    graphEntry(this.#store.catalog, graph);
    this.#lastNumber += 1;
    const startedAt = new Date();
    const requestId = options.requestId ?? `65538.RESTPP_1_1.${startedAt.getTime()}.${this.#lastNumber}`;
    const timeLimitMs = options.timeLimitMs ?? this.#defaultTimeLimitMs;
    const abort = new AbortController();
    const signal =
      options.signal === undefined ? abort.signal : AbortSignal.any([options.signal, abort.signal]);
    const began = performance.now();
    let failure: unknown = null;
    this.#running.set(requestId, {
      requestId,
      graph,
      query: name,
      url: options.url ?? `/query/${graph}/${name}`,
      startedAt,
      expiresAt: timeLimitMs > 0 ? new Date(startedAt.getTime() + timeLimitMs) : null,
      abort,
    });
    try {
      return await this.#turnstile.run(
        () =>
          this.#execute(
            graph,
            name,
            { text, parameters, ...(paths === undefined ? {} : { paths }) },
            {
              ...options,
              timeLimitMs,
              memoryLimitMb: options.memoryLimitMb ?? this.#memoryLimitMb,
              signal,
              requestId,
            },
          ),
        signal,
        (options.person ?? OPERATOR).name,
      );
    } catch (cause) {
      const { reason } = abort.signal as { readonly reason: unknown };
      failure = reason instanceof EngineError ? reason : stoppedBy(signal, cause);
      throw failure;
    } finally {
      this.#running.delete(requestId);
      this.#onEvent({
        kind: 'queryEnded',
        requestId,
        graph,
        query: name,
        milliseconds: performance.now() - began,
        ...endOf(failure, signal),
      });
    }
  }

  async #execute(
    graph: string,
    name: string,
    asked: Pick<RunRequest, 'text' | 'parameters' | 'paths'>,
    options: RunOptions & {
      readonly requestId: string;
      readonly timeLimitMs: number;
      readonly signal: AbortSignal;
    },
  ): Promise<RunResult> {
    const { snapshot, catalog } = await this.#store.snapshot(graph);
    const { person = OPERATOR, timeLimitMs, signal } = options;
    const schemaVersion = graphEntry(catalog, graph).schemaVersion;
    // A query may call itself.
    const { text } = asked;
    const subqueries = { ...this.#subqueries(graph), ...(name === '' ? {} : { [name]: text }) };
    const ends = timeLimitMs > 0 ? performance.now() + timeLimitMs : Infinity;
    const outcome = await this.#runner.run({
      ...asked,
      schema: schemaOf(catalog, graph),
      schemaVersion,
      snapshot,
      readable: this.#access.readableByQueries(person),
      roles: options.roles ?? [],
      subqueries,
      ...functionsFor(catalog, [text, ...Object.values(subqueries)]),
      options,
    });
    const { printed, warnings } = outcome;
    try {
      const begun = performance.now();
      await this.#storeChanges(graph, outcome, { person, signal, ends });
      const profile = outcome.profile && [...outcome.profile, ...storing(outcome, performance.now() - begun)];
      return {
        requestId: options.requestId,
        get results() {
          return printed.values();
        },
        printed,
        schemaVersion,
        warnings,
        ...(profile === undefined ? {} : { profile }),
      };
    } catch (problem) {
      printed.release();
      throw problem;
    } finally {
      outcome.release();
    }
  }

  /**
   * Stores the changes and the files of a run; neither where one of them cannot be written.
   * @param ends the time (`performance.now`) until which files may be written: they are the query's own work
   * @throws EngineError
   */
  async #storeChanges(
    graph: string,
    { writes, files }: RunOutcome,
    {
      person,
      signal,
      ends,
    }: { readonly person: Person; readonly signal: AbortSignal; readonly ends: number },
  ): Promise<void> {
    if (files.length > 0) {
      if (this.#store.readOnly) throw engineError('readOnly');
      person.demandWriting(graph);
    }
    const { outputRoom } = this.#access;
    const drafts = await draftFiles(this.#access.outputs(person), files, outputRoom, () => {
      signal.throwIfAborted();
      if (performance.now() > ends) throw stopError(TIMED_OUT);
    });
    try {
      if (writes.length > 0) {
        await this.#store.write(
          (transaction, current) => applyWrites(transaction, current, graph, writes, {}),
          signal,
        );
      }
      await drafts.publish();
    } finally {
      await drafts.discard();
    }
  }

  #subqueries(graph: string): Record<string, string> {
    const queries = [...this.#store.catalog.queries.values()].filter(
      (query) => query.graph === graph && !query.draft,
    );
    return Object.fromEntries(queries.map((query) => [query.name, query.code]));
  }
}

/** The profile's row for storing changes and files. */
function storing({ writes, files }: RunOutcome, milliseconds: number): readonly ProfileRow[] {
  if (writes.length === 0 && files.length === 0) return [];
  const text = writes.length === 0 ? 'files' : files.length === 0 ? 'changes' : 'changes and files';
  const figures = { rowsIn: null, rowsOut: null, milliseconds, runs: 1, threads: 1, memoryBytes: 0 };
  return [{ depth: 0, kind: 'statement', operator: 'STORE', text, line: 0, ...figures }];
}

export const notInstalled = ({ graph, name, disabled }: QueryEntry): EngineError =>
  engineError(disabled === true ? 'queryDisabled' : 'queryNotInstalled', { name, graph });

/** The code of user-defined functions, when one of the texts names one of them. */
function functionsFor(catalog: Catalog, texts: readonly string[]): { readonly functionCode?: string } {
  const names = [...catalog.functionFiles.values()].flatMap((file) => file.functions.map(({ name }) => name));
  if (names.length === 0) return {};
  const named = new RegExp(`\\b(?:${names.join('|')})\\s*\\(`);
  return texts.some((text) => named.test(text)) ? { functionCode: functionCode(catalog) } : {};
}

/** The error of a query that was aborted while it waited: the same as of one that was aborted while it ran. */
const stoppedBy = (signal: AbortSignal, cause: unknown): unknown =>
  signal.aborted && cause === signal.reason ? stopError(ABORTED) : cause;

/** The outcome of a query, from the error that it threw; null: it threw none. */
function endOf(failure: unknown, signal: AbortSignal): Pick<QueryEnded, 'outcome' | 'error'> {
  const error = messageOf(failure);
  if (failure === null) return { outcome: 'done', error: null };
  if (failure instanceof EngineError && failure.code === TIMED_OUT_CODE) return { outcome: 'timeout', error };
  return { outcome: signal.aborted ? 'aborted' : 'failed', error };
}
