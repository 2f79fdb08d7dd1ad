/** The embedded PostgreSQL server: created at the first start, private to the data folder, stopped with Acacia. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { moveDurably, writeDurably } from '@acacia/durable-files';
import pg from 'pg';
import { putAsideWhenLarge } from '../../home/rotate.ts';
import { supervise } from './supervise.ts';
import { findAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clearLeftovers } from './postmaster.ts';
import { reachableBinaries } from './reachable.ts';
import { DATABASE, prepareRoles, ROLE, SUPERUSER } from './roles.ts';
import { run, surroundings } from './run.ts';
import { LOOPBACK_ONLY, placeOf, releasePlace, type Listening } from './place.ts';
import { startError } from '../../errors/start.ts';

export interface EmbeddedServer {
  readonly url: string;
  /** State that an earlier start left: a server that was stopped now, or a stale lock file. */
  readonly leftover: 'nothing' | 'stopped' | 'stale';
  /** Resolves with its last log lines when the server has died and could not be restarted. */
  readonly ended: Promise<string>;
  /** Closes connections and stops the server; committed data are on the disk. */
  stop(): Promise<void>;
  /** Stops at once, without waiting; the next start recovers. */
  kill(): void;
}

interface EmbeddedOptions {
  /** Acacia's data folder; the server's own is `postgres` in it. */
  readonly home: string;
  /** False only for disposable data: no fsync, and the role may create databases. */
  readonly durable?: boolean;
  /** Where the server listens; default: only on a Unix socket, except on Windows. */
  readonly listening?: Listening;
  /** Called when the server has died, and when it answers again. */
  readonly onChange?: (state: 'down' | 'up') => void;
}

const START_SECONDS = 60;

/** The role's password, generated once and readable only for this account. */
async function password(home: string, mayCreate: boolean): Promise<string> {
  const file = path.join(home, 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (!mayCreate) throw startError('databasePasswordMissing', { file });
  const made = randomBytes(24).toString('base64url');
  await writeDurably(file, made);
  return made;
}

/** Makes the data folder under a temporary name and renames it, so that an interrupted attempt leaves none behind. */
async function initialise(
  data: string,
  roles: Omit<Parameters<typeof prepareRoles>[0], 'data'>,
): Promise<void> {
  const { account, binaries } = roles;
  const aside = `${data}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  account.own(aside);
  try {
    const [program, args] = account.command(
      binaries.initdb,
      [
        `--pgdata=${aside}`,
        `--username=${SUPERUSER}`,
        '--auth=reject',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
      ],
      [aside],
    );
    await run(program, args);
    await prepareRoles({ ...roles, data: aside });
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw startError('databaseNotMade', { folder: data, why: String(error) }).causedBy(error);
  }
  await moveDurably(aside, data);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    // Not listening yet, or still starting; the caller checks whether the process lives.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const lastLines = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-3).join(' ') : '';

const exitOf = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });

/**
 * Starts the server; creates the database first when the folder is new, and stops a server that a killed Acacia left.
 * @throws Error with a sentence for people when it cannot be started
 */
export async function startEmbedded({
  home,
  durable = true,
  listening = LOOPBACK_ONLY ? 'loopback' : 'socket',
  onChange = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const account = findAccount();
  const binaries = reachableBinaries(await findBinaries(), account);
  mkdirSync(path.join(home, 'logs'), { recursive: true });
  const root = realpathSync(home);
  const data = path.join(root, 'postgres');
  const isNew = !existsSync(path.join(data, 'PG_VERSION'));
  const secret = await password(root, isNew);
  const roles = { account, binaries, password: secret, mayCreateDatabases: !durable };
  if (isNew) {
    rmSync(data, { recursive: true, force: true });
    await initialise(data, roles);
  }
  account.own(data);
  chmodSync(data, 0o700);
  const leftover = await clearLeftovers(data);
  await prepareRoles({ ...roles, data });

  const logFile = path.join(root, 'logs', 'postgres.log');
  const place = await placeOf(root, data, account, listening);
  const settings = [
    ...place.settings,
    'log_checkpoints=off',
    // Tests run many servers, each with its pool, over one.
    `max_connections=${durable ? 60 : 600}`,
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting]);
  const [program, args] = account.command(binaries.postgres, ['-D', data, ...settings], [data]);
  const url = `postgres://${ROLE}:${secret}@${place.host}:${place.port}/${DATABASE}`;

  const launch = async (): Promise<Postmaster> => {
    putAsideWhenLarge(logFile);
    const postmaster = spawnPostmaster(program, args, logFile);
    const end = Date.now() + START_SECONDS * 1000;
    let over = false;
    void postmaster.exited.then(() => (over = true));
    while (!(await answers(url))) {
      if (over || Date.now() > end) {
        postmaster.child.kill('SIGQUIT');
        throw startError('databaseNotStarted', { words: lastLines(logFile) });
      }
      await pause(10);
    }
    return postmaster;
  };
  let isFirst = true;
  const server = await supervise({
    launch: async () => {
      // A killed server leaves a lock file; its other processes end by themselves when they notice its death.
      if (!isFirst) await clearLeftovers(data);
      isFirst = false;
      return launch();
    },
    onChange,
  });
  return {
    url,
    leftover,
    ended: server.givenUp.then(() => lastLines(logFile)),
    async stop() {
      await server.release();
      const { child, exited } = server.current();
      child.kill('SIGINT');
      await exited;
      releasePlace(root);
    },
    kill() {
      void server.release();
      server.current().child.kill('SIGQUIT');
    },
  };
}

interface Postmaster {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
}

function spawnPostmaster(program: string, args: readonly string[], logFile: string): Postmaster {
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(program, args, {
    ...surroundings(),
    stdio: ['ignore', log, log],
    // Ctrl-C in a terminal reaches the whole process group, and the server must outlive its clients.
    detached: true,
  });
  closeSync(log);
  return { child, exited: exitOf(child) };
}
