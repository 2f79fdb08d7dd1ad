/** Opens the engine of a data folder. */
import { engineError } from './errors/catalogue.ts';
import { availableParallelism } from 'node:os';
import { addGraph, changedInScope, removeGraph } from './catalog/change-graphs.ts';
import { changeText } from './catalog/change-text.ts';
import { graphEntry, keyInGraph, schemaOf, scopeOf } from './catalog/catalog.ts';
import { invalidateStored } from './catalog/check-stored.ts';
import { functionCode, putFunctionFile } from './catalog/functions.ts';
import { describeQuery } from './catalog/queries.ts';
import { templateText } from './shell/algorithms.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { dataSourcesOf, setDataSource } from './catalog/data-sources.ts';
import { FileAccess } from './files/file-access.ts';
import { OPERATOR } from './files/person.ts';
import { jobFits } from './load/loading-job.ts';
import { Loads } from './load/loads.ts';
import { QueryService } from './query-service.ts';
import type { QueryRunner } from './run/request.ts';
import { syntaxFault } from './run/functions/sandbox.ts';
import { createQueryRunner } from './run/runner.ts';
import { executeGsql } from './shell/execute.ts';
import { changeOfJob } from './shell/schema-jobs.ts';
import { packagesOf } from './shell/show-packages.ts';
import { applyWrites } from './storage/apply-writes.ts';
import { checksums } from './storage/checksums.ts';
import { attributeStatistics } from './storage/attribute-statistics.ts';
import { erasedRows } from './storage/change-losses.ts';
import { countAll, countEdges, countVertices, listEdges, listVertices } from './storage/read-lists.ts';
import { countEdgesNow, countVerticesNow, edgesNow, verticesNow } from './storage/read-memory.ts';
import { GroupedWrites } from './storage/grouped-writes.ts';
import { DataSourceKeys, keysLostError } from './storage/data-source-keys.ts';
import { isKept } from './storage/kept-data.ts';
import { planPuts } from './storage/plan-puts.ts';
import { ProfileCache } from './storage/profile-cache.ts';
import { eraseInTime, eraseKeptOf, previewRevert, revertSchema } from './revert-schema.ts';
import { readVersions, readVersionText } from './storage/schema-versions.ts';
import { Store } from './storage/store.ts';
import { vectorStatusOf } from './storage/vector-status.ts';
import { warmVectors } from './storage/warm-vectors.ts';
import type { Write, WriteOptions, WriteSummary } from './writes.ts';

/** A query without a limit of its own is stopped after TigerGraph's default. */
const DEFAULT_TIME_LIMIT_MS = 16_000;

/** Query workers that have started and run a first query, for an engine that is opened later. */
export interface EngineInWaiting {
  /** As `openEngine`; may be called again after it throws. */
  open(): Promise<Engine>;
  /** Ends the workers of an engine that was not opened. */
  close(): Promise<void>;
}

/** Bytes for all queries together. */
const queryMemoryOf = ({ memoryLimitBytes }: EngineOptions): number => Math.floor(memoryLimitBytes / 4);

const makeRunner = (options: EngineOptions): QueryRunner =>
  createQueryRunner({
    workers: options.workers ?? availableParallelism(),
    memoryLimitBytes: queryMemoryOf(options),
    defaultTimeLimitMs: options.defaultTimeLimitMs ?? DEFAULT_TIME_LIMIT_MS,
    optimise: options.optimise ?? true,
    ...(options.log === undefined ? {} : { log: options.log }),
  });

/** Does the slow parts of a start that need no data folder. */
export async function prepareEngine(options: EngineOptions): Promise<EngineInWaiting> {
  const runner = makeRunner(options);
  await runner.warm();
  return {
    open: async () => openStore(options, () => runner),
    close: () => runner.close(),
  };
}

/** @throws EngineError when the folder is in use by another engine, or cannot be opened */
export const openEngine = (options: EngineOptions): Promise<Engine> =>
  openStore(options, () => makeRunner(options));

async function openStore(options: EngineOptions, runnerFor: () => QueryRunner): Promise<Engine> {
  const log = options.log ?? (() => undefined);
  const defaultTimeLimitMs = options.defaultTimeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
  const store = await Store.open({ ...options, threads: availableParallelism() });
  const runner = runnerFor();
  if (options.warm === true) {
    runner.warm().catch((error: unknown) => log('warn', `The query workers are not warm: ${String(error)}`));
  }
  const onEvent = options.onEvent ?? (() => undefined);
  const access = new FileAccess(store.folder, options.confined ?? false);
  const queries = new QueryService(store, runner, access, defaultTimeLimitMs, onEvent);
  const keys = await DataSourceKeys.open(store.folder);
  await sealDataSources(store, keys, log);
  const loads = new Loads(store, keys, options.sources ?? {}, access, log, onEvent);
  await loads.restore();
  const profiles = new ProfileCache(store);
  const stopWarming = warmVectors(store, log);
  const stopErasing = eraseInTime(store, log);
  const apply = (
    graph: string,
    writes: readonly Write[],
    writeOptions: WriteOptions,
  ): Promise<WriteSummary> =>
    store.write((transaction, catalog) => applyWrites(transaction, catalog, graph, writes, writeOptions));
  const grouped = new GroupedWrites(apply, async (graph, upserts) => {
    if (!(await store.writeToJournal(graph, (known) => planPuts(known, graph, upserts))))
      await apply(graph, upserts, {});
  });
  let changes = 0;
  let lastActivityAt = new Date();

  /** Counts a piece of work as activity from its start to its end. */
  const active = async <T>(work: () => Promise<T>): Promise<T> => {
    changes += 1;
    lastActivityAt = new Date();
    try {
      return await work();
    } finally {
      changes -= 1;
      lastActivityAt = new Date();
    }
  };

  const engine: Engine = {
    executeGsql: (text, session, write, runOptions) =>
      active(() =>
        executeGsql({ store, queries, loads, keys, access, log }, text, session, write, runOptions ?? {}),
      ),

    runQuery: (graph, query, parameters, runOptions) =>
      active(async () => queries.runInstalled(graph, query, parameters, runOptions ?? {})),
    interpretQuery: (text, graph, parameters, runOptions) =>
      active(async () => queries.interpret(text, graph, parameters, runOptions ?? {})),
    findPaths: (graph, search, runOptions) =>
      active(async () => queries.findPaths(graph, search, runOptions ?? {})),
    connect: (graph, search, runOptions) =>
      active(async () => queries.connect(graph, search, runOptions ?? {})),
    planQuery: (graph, text, planOptions) => active(async () => queries.plan(graph, text, planOptions ?? {})),
    runningQueries: (graph) => queries.running(graph),
    abortQueries: (requestIds, graph) => queries.abort(requestIds, graph),

    graphs: () => [...store.catalog.graphs.keys()],
    schema: (graph) =>
      graph === null || store.catalog.graphs.has(graph) ? schemaOf(store.catalog, graph) : undefined,
    schemaVersion: (graph) => graphEntry(store.catalog, graph).schemaVersion,
    isLocalType: (graph, type) => {
      const scope = scopeOf(store.catalog, graph);
      const entry = scope.vertexTypes.get(type) ?? scope.edgeTypes.get(type)?.entry;
      return entry !== undefined && entry.graph !== null;
    },
    createGraph: (graph, types, author) =>
      active(() => store.changeCatalog((catalog) => addGraph(catalog, graph, types), { author })),
    dropGraph: (graph) => active(() => store.changeCatalog((catalog) => removeGraph(catalog, graph))),
    previewChange: (graph, change) =>
      active(() =>
        store.read(async (transaction, { catalog }) => {
          const after = changedInScope(catalog, graph, change);
          const { queries, jobs } = await invalidateStored(catalog, after, jobFits);
          return {
            job: changeText(after, graph, change),
            erased: await erasedRows(transaction, catalog, after),
            kept: await isKept(transaction, catalog, after),
            queries: queries.map(({ graph: owner, name }) => ({ graph: owner, name })),
            jobs,
          };
        }),
      ),
    schemaVersions: (graph) => active(() => store.read((transaction) => readVersions(transaction, graph))),
    schemaVersionText: (graph, version) =>
      active(async () => {
        const text = await store.read((transaction) => readVersionText(transaction, graph, version));
        if (text === undefined) throw engineError('schemaVersionUnknown', { version });
        return text;
      }),
    revertSchema: (graph, version, author = '') =>
      active(() => revertSchema(store, { graph, version }, author)),
    previewRevert: (graph, version) => active(() => previewRevert(store, { graph, version })),
    eraseKept: (graph, version) => active(() => eraseKeptOf(store, { graph, version })),
    changeSchema: (graph, change, author) =>
      active(() =>
        store.changeCatalog(
          async (catalog) => {
            const changed = await invalidateStored(catalog, changedInScope(catalog, graph, change), jobFits);
            for (const query of changed.queries) {
              log(
                'warn',
                `The query '${query.name}' of the graph '${query.graph}' no longer fits the schema.`,
              );
            }
            for (const job of changed.jobs) {
              log(
                'warn',
                `The loading job '${job.name}' of the graph '${job.graph}' no longer fits the schema and is disabled.`,
              );
            }
            return changed.catalog;
          },
          { author },
        ),
      ),
    queries: (graph) =>
      [...store.catalog.queries.values()]
        .filter((query) => query.graph === graph)
        .map(({ signature: _signature, ...query }) => query),
    templateQuery: (name) => templateText(store.catalog, name),
    packages: () => packagesOf(store.catalog),
    describeQueries: (graph, descriptions) =>
      active(() =>
        store.changeCatalog((catalog) =>
          descriptions.reduce((current, each) => describeQuery(current, graph, each), catalog),
        ),
      ),
    schemaJobChange: (graph, name) => {
      const job = store.catalog.schemaJobs.get(keyInGraph(graph ?? '', name));
      return job === undefined ? undefined : changeOfJob(store.catalog, job);
    },
    schemaJobs: (graph) => [...store.catalog.schemaJobs.values()].filter((job) => job.graph === graph),
    loadingJobs: (graph) => [...store.catalog.loadingJobs.values()].filter((job) => job.graph === graph),

    write: (graph, writes, writeOptions) => active(() => grouped.write(graph, writes, writeOptions ?? {})),
    get commit() {
      return store.state.commit;
    },
    writeAt: (commit, graph, writes, writeOptions = {}) =>
      active(() =>
        store.write(async (transaction, catalog) =>
          store.state.commit === commit
            ? applyWrites(transaction, catalog, graph, writes, writeOptions)
            : null,
        ),
      ),
    vertices: (graph, type, listOptions = {}) =>
      active(() =>
        store.readElements(
          graph,
          (tables, state) => verticesNow(tables, state, graph, type, listOptions),
          (transaction, state) => listVertices(transaction, state, graph, type, listOptions),
        ),
      ),
    countVertices: (graph, type) =>
      active(() =>
        store.readElements(
          graph,
          (tables, state) => countVerticesNow(tables, state, graph, type),
          (transaction, state) => countVertices(transaction, state, graph, type),
        ),
      ),
    edges: (graph, path, listOptions = {}) =>
      active(() =>
        store.readElements(
          graph,
          (tables, state) => edgesNow(tables, state, graph, path, listOptions),
          (transaction, state) => listEdges(transaction, state, graph, path, listOptions),
        ),
      ),
    countEdges: (graph, type, ends) =>
      active(() =>
        store.readElements(
          graph,
          (tables, state) => countEdgesNow(tables, state, graph, type, ends),
          (transaction, state) => countEdges(transaction, state, graph, type, ends),
        ),
      ),
    attributeStatistics: (graph, kind, type) =>
      active(() =>
        store.read((transaction, state) => attributeStatistics(transaction, state, graph, kind, type)),
      ),

    putFunctions: (name, code) =>
      active(async () => {
        const all = functionCode(putFunctionFile(store.catalog, name, code));
        // A line is counted in the file itself; together files may still clash.
        const fault = (await syntaxFault(code)) ?? (await syntaxFault(all));
        if (fault !== null) throw engineError('functionFileRefused', { name, faults: fault });
        await store.changeCatalog(
          async (catalog) =>
            (await invalidateStored(catalog, putFunctionFile(catalog, name, code), jobFits)).catalog,
        );
      }),
    vectorStatus: (graph) => active(async () => vectorStatusOf((await store.snapshot(graph)).snapshot)),

    profile: (graph, profileOptions) => active(() => profiles.of(graph, profileOptions ?? {})),

    startLoad: (graph, job, loadOptions) => active(() => loads.start(graph, job, loadOptions)),
    loadPreview: (id) => loads.preview(id),
    sampleSource: (graph, sampleOptions, by) => active(() => loads.sample(graph, sampleOptions, by)),
    previewJob: (graph, job, by) => active(() => loads.previewJob(graph, job, by)),
    listFolder: (graph, dataSource, address, signal) =>
      active(() => loads.listFolder(graph, dataSource, address, signal)),
    loadStatus: (id) => loads.status(id),
    loads: (graph) => loads.ofGraph(graph),
    loadEnded: (id) => loads.ended(id),
    abortLoad: (id) => loads.abort(id),
    dataSources: (graph) => dataSourcesOf(store.catalog, graph, (entry) => keys.isLost(entry)),
    resumeLoad: (id, person) => active(() => loads.resume(id, person ?? OPERATOR)),
    undoLoad: (id) => active(() => loads.undo(id)),
    rejectedRows: (id, limit) => loads.rejectedRows(id, limit),

    activity: () => {
      const busy = changes > 0 || loads.running > 0;
      return {
        runningQueries: queries.count,
        runningLoads: loads.running,
        lastActivityAt: busy ? new Date() : lastActivityAt,
      };
    },
    memory: () => ({
      graphBytes: store.graphBytes,
      limitBytes: options.memoryLimitBytes,
      queryLimitBytes: queryMemoryOf(options),
    }),
    copyTo: (folder, copyOptions) => store.copyTo(folder, copyOptions ?? {}),
    checksums: () => store.read(checksums),
    totals: () => store.read(countAll),

    setLimits: async (limits) => {
      queries.setLimits(limits);
      if (limits.concurrentLoads !== undefined) loads.concurrent = limits.concurrentLoads;
      if (limits.storeThreads !== undefined) await store.setThreads(limits.storeThreads);
    },
    restartQueries: (message) => queries.restart(message),
    forgetGraphs: () => store.forgetGraphs(),

    close: async () => {
      stopWarming();
      stopErasing();
      await queries.close();
      await loads.close();
      await grouped.settled();
      await store.close();
    },
  };
  return engine;
}

/** Encrypts secrets that earlier versions stored as plain text, and logs data sources whose secrets are unreadable. */
async function sealDataSources(
  store: Store,
  keys: DataSourceKeys,
  log: NonNullable<EngineOptions['log']>,
): Promise<void> {
  const sources = [...store.catalog.dataSources.values()];
  const lost = sources.filter((entry) => keys.isLost(entry)).map(({ name }) => name);
  if (lost.length > 0) log('warn', keysLostError(lost).message);
  if (store.readOnly) return;
  for (const { name, settings, sealed } of sources) {
    if (sealed !== undefined || Object.keys(settings).length === 0) continue;
    const kept = await keys.seal(name, settings);
    await store.changeCatalog((catalog) => setDataSource(catalog, name, kept));
  }
}
