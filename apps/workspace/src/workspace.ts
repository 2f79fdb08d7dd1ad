/** A running workspace: the engine, the server over it, and its address. */
import { rm } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ABOVE_VERSION, CREDENTIAL_DAYS, MAX_UPLOAD_BYTES, versionAbove } from '@acacia/contract';
import {
  EngineError,
  openEngine,
  openResultTables,
  prepareEngine,
  Turnstile,
  type Engine,
  type EngineOptions,
  type ResultTables,
  type SourceOptions,
} from '@acacia/engine';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAuthenticator } from './auth/authenticator.ts';
import { openCredentials } from './auth/credentials.ts';
import { openGuesses, type Guesses } from './auth/guesses.ts';
import { createPasswordSignIn } from './auth/password-sign-in.ts';
import { createPeople, NO_PEOPLE } from './auth/people.ts';
import { createSignIns } from './auth/sign-ins.ts';
import { createBackgroundRuns } from './background-runs.ts';
import { PostedJobs } from './posted-jobs.ts';
import { openRunBook, resultFolder } from './runs/open-run-book.ts';
import type { RunBook } from './runs/run-book.ts';
import { createRequestsUnderWay } from './http/under-way.ts';
import { createCounters, type Counters } from './counters.ts';
import { createRunningStatements } from './running-statements.ts';
import { createStatistics } from './http/statistics.ts';
import { logEvents } from './log-events.ts';
import { componentLogger } from './log.ts';
import type { CommandLine, ListenOn } from './options.ts';
import { HeldAnswers, UNTAKEN_MS, type AnswerLimits } from './http/held-answers.ts';
import { buildServer } from './server.ts';
import { bodyLimit, engineLimits, heavyLimits } from './settings/limits.ts';
import { openSettings } from './settings/settings.ts';
import { openUdfFiles } from './settings/udf.ts';
import { openDataFiles } from './storage/data-files.ts';
import { openDocuments } from './storage/documents.ts';
import { openKeptFiles } from './storage/kept-files.ts';
import { startError } from './errors/start.ts';
import { DEFAULT_TG_VERSION } from './version.ts';
import { createTotals } from './totals.ts';

/** Fraction of the memory for answers that clients have not read yet: one in so many. */
const ANSWERS_PART = 4;
/** Fraction of the memory for sorting and searching results. */
const RESULTS_PART = 8;

export interface WorkspaceOptions extends Omit<
  CommandLine,
  'workers' | 'tgVersion' | 'credentialDays' | 'database'
> {
  readonly workers?: number | undefined;
  /** Version that clients see; the newest known one when absent. */
  readonly tgVersion?: string | undefined;
  readonly credentialDays?: number | undefined;
  readonly database?: string | undefined;
  /**
   * Key that makes the gateway's headers trusted. With a key, people of an organisation share the machine: loading then
   * reads only uploaded files and outputs.
   */
  readonly gatewayKey?: string | undefined;
  /**
   * Password of `tigergraph` when the data folder is new. The default is the well-known one where the workspace runs
   * alone, and an unknown one behind a gateway, which identifies the callers.
   */
  readonly firstPassword?: string | undefined;
  readonly uploadLimit?: number;
  readonly answers?: AnswerLimits;
  readonly sources?: SourceOptions;
  /** Has the query workers ready for the first query. */
  readonly warm?: boolean;
  readonly logger: Logger;
}

export interface Workspace {
  /** `http://localhost:14240`, or the path of the socket. */
  readonly address: string;
  /** Stops taking requests, ends running work, closes the store. */
  close(): Promise<void>;
}

/** A socket file whose process is gone is in the way of a new one. */
async function removeStaleSocket(path: string): Promise<void> {
  const answers = await new Promise<boolean>((resolve, reject) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(false);
      else if (error.code === 'ECONNREFUSED') rm(path, { force: true }).then(() => resolve(false), reject);
      else reject(startError('socketUnusable', { path, why: error.message }));
    });
  });
  if (answers) throw startError('socketInUse', { path });
}

async function listen(app: FastifyInstance, on: ListenOn): Promise<string> {
  if (on.kind === 'socket') {
    await removeStaleSocket(on.path);
    await app.listen({ path: on.path });
    return on.path;
  }
  try {
    await app.listen({ port: on.port, host: 'localhost' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw startError('portInUse', { port: on.port });
    if (code === 'EACCES') throw startError('portNotAllowed', { port: on.port });
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  return `http://localhost:${port}`;
}

const DEFAULT_PASSWORD = 'tigergraph';

/** Behind the gateway nobody needs a password of `tigergraph`, and a hash takes a third of a new workspace's start. */
function firstPassword(options: WorkspaceOptions): string | null {
  if (options.firstPassword !== undefined) return options.firstPassword;
  return options.gatewayKey === undefined ? DEFAULT_PASSWORD : null;
}

/** Milliseconds in which waiting clients get their answers after running work was told to stop. */
const STOP_GRACE_MS = 2000;

async function stopServing(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(deadline);
  }
}

/** @throws StartError or EngineError with a sentence for people */
export function startWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const counters = createCounters();
  return serve(options, counters, () => openEngine(engineOptions(options, counters)));
}

/** A workspace that has finished the slow parts of its start, but has opened no data and listens nowhere. */
export interface WorkspaceInWaiting {
  /** Opens the data and listens; waits a little for a process that still holds the data. */
  promote(): Promise<Workspace>;
  close(): Promise<void>;
}

/** Milliseconds for which a dying process may hold the data of its successor. */
const LOCK_PATIENCE_MS = 5000;
const LOCK_RETRY_MS = 25;

export async function prepareWorkspace(options: WorkspaceOptions): Promise<WorkspaceInWaiting> {
  const counters = createCounters();
  const engine = await prepareEngine(engineOptions(options, counters));
  const openFreed = async (): Promise<Engine> => {
    const deadline = performance.now() + LOCK_PATIENCE_MS;
    for (;;) {
      try {
        return await engine.open();
      } catch (error) {
        const held = error instanceof EngineError && error.code === 'STORE-LOCKED';
        if (!held || performance.now() > deadline) throw error;
      }
      await delay(LOCK_RETRY_MS);
    }
  };
  return {
    promote: () => serve(options, counters, openFreed),
    close: () => engine.close(),
  };
}

function engineOptions(options: WorkspaceOptions, counters: Counters): EngineOptions {
  const { dataDir, logger, readOnly, memoryMb, workers, warm, sources, gatewayKey, tgVersion } = options;
  const gpe = componentLogger(logger, 'gpe');
  const tell = logEvents(logger);
  return {
    dataDir,
    memoryLimitBytes: memoryMb * 2 ** 20,
    readOnly,
    vectors: versionAbove(tgVersion ?? DEFAULT_TG_VERSION, ABOVE_VERSION.vectors),
    confined: gatewayKey !== undefined,
    log: (level, message, details) => gpe[level](details ?? {}, message),
    onEvent: (event) => {
      counters.engineEvent(event);
      tell(event);
    },
    ...(workers === undefined ? {} : { workers }),
    ...(warm === undefined ? {} : { warm }),
    ...(sources === undefined ? {} : { sources }),
  };
}

async function serve(
  options: WorkspaceOptions,
  counters: Counters,
  open: () => Promise<Engine>,
): Promise<Workspace> {
  const { dataDir, logger, tgVersion = DEFAULT_TG_VERSION } = options;
  const log = componentLogger(logger, 'admin');
  const engine = await open();
  const runs = createBackgroundRuns();
  let book: RunBook | undefined;
  let tables: ResultTables | undefined;
  let app: FastifyInstance | undefined;
  let guesses: Guesses | undefined;
  const close = async (): Promise<void> => {
    log.info('The workspace stops.');
    engine.abortQueries('all');
    // First: who is attached to a run learns of its end before the connections are closed.
    await tables?.close();
    await book?.close();
    if (app !== undefined) await stopServing(app);
    await runs.close();
    await guesses?.flush();
    await engine.close();
    log.info('The workspace has stopped; everything is stored.');
  };
  try {
    const kept = openKeptFiles(dataDir, options.readOnly);
    const settings = await openSettings(kept);
    await engine.setLimits(engineLimits(settings));
    const credentials = await openCredentials(kept, {
      firstPassword: firstPassword(options),
      people: options.gatewayKey === undefined ? NO_PEOPLE : createPeople(),
      days: options.credentialDays ?? CREDENTIAL_DAYS.usual,
      database: options.database,
      tell: (sentence) => log.warn(sentence),
    });
    const signIns = createSignIns();
    const opened = await openGuesses(kept, (sentence) => log.warn(sentence));
    guesses = opened;
    const passwords = createPasswordSignIn(opened);
    const udf = await openUdfFiles(kept, engine);
    const folder = resultFolder(dataDir, options.readOnly, options.listen);
    tables = openResultTables({ folder, memoryBytes: (options.memoryMb * 2 ** 20) / RESULTS_PART });
    const { readOnly } = options;
    const opening = await openRunBook({ dataDir, readOnly, results: folder, log, udf, tables });
    ({ book } = opening);
    app = await buildServer(
      {
        engine,
        credentials,
        auth: createAuthenticator({
          credentials,
          signIns,
          passwords,
          settings,
          gatewayKey: options.gatewayKey,
        }),
        signIns,
        files: await openDataFiles(dataDir, {
          limitBytes: options.uploadLimit ?? MAX_UPLOAD_BYTES,
          readOnly: options.readOnly,
        }),
        documents: openDocuments(kept, () => bodyLimit(settings)),
        kept,
        log,
        settings,
        udf,
        heavy: new Turnstile('heavy built-in queries', heavyLimits(settings)),
        statements: createRunningStatements(),
        statistics: createStatistics(),
        counters,
        totals: createTotals(engine),
        runs,
        postedJobs: new PostedJobs((id) => engine.loadStatus(id)),
        ...opening,
        tables,
        underWay: createRequestsUnderWay(),
        answers: new HeldAnswers(options.answers?.bytes ?? (options.memoryMb * 2 ** 20) / ANSWERS_PART),
        untakenMs: options.answers?.idleMs ?? UNTAKEN_MS,
        readOnly: options.readOnly,
        tgVersion,
      },
      logger,
    );
    counters.begin();
    const address = await listen(app, options.listen);
    const access = options.readOnly ? 'read-only' : 'read-write';
    log.info(
      `The workspace serves ${access} with ${options.memoryMb} MB of memory, as version ${tgVersion}.`,
    );
    return { address, close };
  } catch (error) {
    await close();
    throw error;
  }
}
