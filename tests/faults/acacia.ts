/** A real Acacia that is killed and restarted, and inspected through its API and its database. */
import { asError } from '@acacia/base';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCloudClient, type CloudClient } from '@acacia/api-client';
import pg from 'pg';
import { z } from 'zod';
import { addressOf } from '../../apps/cloud/src/database/embedded/place.ts';
import { DATABASE, ROLE } from '../../apps/cloud/src/database/embedded/roles.ts';
import { callControl } from '../../apps/cloud/src/home/control-call.ts';
import { TOKEN_PATH } from '../../apps/cloud/src/home/control-socket.ts';
import { BUILT_IN } from '../../apps/cloud/src/catalog/built-in.ts';
import { Stack } from '../e2e/stack.ts';
import { kill, processesOf } from './processes.ts';

/** Many versions, so that a workspace can be upgraded again and again. */
const VERSIONS = Array.from({ length: 99 }, (_, patch) => `4.2.${patch + 1}`);
export const FIRST_VERSION = '4.2.1';
export const versionAfter = (version: string): string | undefined => VERSIONS[VERSIONS.indexOf(version) + 1];

const CATALOG = {
  ...BUILT_IN,
  versions: VERSIONS.toReversed().map((name) => ({ name, image: `acacia/workspace:${name}` })),
  quotas: { ...BUILT_IN.quotas, enterprise: { ...BUILT_IN.quotas.enterprise, manual_backups: 1000 } },
};

const Token = z.object({ token: z.string() });
/** Milliseconds: well before a token of this machine's command line ends. */
const RENEW_EVERY = 5 * 60_000;

export interface Downtime {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Polls until `look` returns something other than undefined.
 * @throws Error that names what did not happen in time
 */
export async function until<T>(
  what: string,
  withinMs: number,
  look: () => Promise<T | undefined>,
  every = 50,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`${what} did not come within ${withinMs / 1000} s.`);
    await delay(every);
  }
}

/** The first of several consecutive free ports, outside the range of ports that the system assigns. */
async function firstFreePort(): Promise<number> {
  const first = 15_000 + 100 * Math.floor(Math.random() * 100);
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(first, () => server.close(() => resolve(true)));
  });
  return free ? first : firstFreePort();
}

export class Acacia {
  readonly cloud: CloudClient;
  readonly downtimes: Downtime[] = [];
  readonly #stack: Stack;
  #token = '';
  #renewal: NodeJS.Timeout | undefined;
  #database: pg.Client | undefined;
  #downSince: Date | undefined;

  private constructor(stack: Stack) {
    this.#stack = stack;
    this.cloud = createCloudClient(`${stack.origin}/api`, async () => this.#token);
  }

  static async create(): Promise<Acacia> {
    const port = await firstFreePort();
    const stack = await Stack.create((home) => {
      const ACACIA_CATALOG = path.join(home, 'catalog.json');
      writeFileSync(ACACIA_CATALOG, JSON.stringify(CATALOG));
      return { ACACIA_CATALOG, ACACIA_FIRST_WORKSPACE_PORT: String(port) };
    });
    const acacia = new Acacia(stack);
    await acacia.start();
    return acacia;
  }

  get home(): string {
    return this.#stack.home;
  }

  get token(): string {
    return this.#token;
  }

  get pid(): number | undefined {
    return this.#stack.pid;
  }

  /** The server process of its database. */
  get databasePid(): number {
    return Number(readFileSync(path.join(this.home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  async start(): Promise<void> {
    await this.#stack.start();
    const to = new Date();
    if (this.#downSince !== undefined) this.downtimes.push({ from: this.#downSince, to });
    this.#downSince = undefined;
    await this.#renewToken();
    clearInterval(this.#renewal);
    // While it is down nothing asks with the token, and each start renews it.
    this.#renewal = setInterval(() => void this.#renewToken().catch(() => undefined), RENEW_EVERY).unref();
    await this.#connect();
  }

  /**
   * Starts it and kills it again after some milliseconds, whether it is ready by then or not.
   * @throws Error with its own message when it could not start
   */
  async startInVain(afterMs: number, everything: boolean): Promise<void> {
    let killed = false;
    const seen: { failure?: Error } = {};
    const starting = this.#stack.start().catch((error: unknown) => {
      if (!killed) seen.failure = asError(error);
    });
    await delay(afterMs);
    if (seen.failure !== undefined) throw seen.failure;
    killed = true;
    await this.kill(everything);
    await starting;
  }

  async #connect(): Promise<void> {
    const database = new pg.Client({
      ...addressOf(path.join(this.home, 'postgres')),
      user: ROLE,
      password: readFileSync(path.join(this.home, 'postgres-password'), 'utf8').trim(),
      database: DATABASE,
    });
    // The server is killed during the test: the next query reports that.
    database.on('error', () => undefined);
    await database.connect();
    this.#database = database;
  }

  async sql<T extends z.ZodType>(
    row: T,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<z.output<T>[]> {
    if (this.#database === undefined) throw new Error('Acacia does not run.');
    return z.array(row).parse((await this.#database.query(text, [...values])).rows);
  }

  async #renewToken(): Promise<void> {
    this.#token = Token.parse(await callControl(this.home, TOKEN_PATH, {})).token;
  }

  /** Whether its health check succeeds. */
  async healthy(): Promise<boolean> {
    return (await fetch(`${this.#stack.origin}/healthz`)).status === 200;
  }

  /** Kills the process of the control plane, or with `everything` all that it has started at the same time. */
  async kill(everything: boolean): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    const others = everything ? processesOf(this.home).map((each) => each.pid) : [];
    this.#downSince = new Date();
    for (const each of [pid, ...others]) kill(each);
    await this.#gone();
  }

  /** Kills the server of its database alone: the control plane has to start it again by itself. */
  async killDatabase(): Promise<void> {
    const pid = this.databasePid;
    kill(pid);
    await this.#database?.end().catch(() => undefined);
    this.#database = undefined;
    await until('The database', 60_000, async () => {
      const isBack = this.pid !== undefined && this.#runsDatabase(pid) && (await this.healthy());
      return isBack ? true : undefined;
    });
    await this.#connect();
  }

  /** Whether its database has a server other than the one that was killed. */
  #runsDatabase(killed: number): boolean {
    try {
      return this.databasePid !== killed;
    } catch (error) {
      // It writes its file when it starts.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  async #gone(): Promise<void> {
    await until(
      'The end of the control plane',
      60_000,
      async () => (this.pid === undefined ? true : undefined),
      5,
    );
    await this.#database?.end().catch(() => undefined);
    this.#database = undefined;
  }

  /** The last lines of its log and its database's. */
  logTail(lines: number): string {
    const tail = (name: string): string => {
      try {
        const text = readFileSync(path.join(this.home, 'logs', name), 'utf8').trimEnd();
        return `--- ${name}\n${text.split('\n').slice(-lines).join('\n')}`;
      } catch (error) {
        return `--- ${name}: ${String(error)}`;
      }
    };
    return [tail('cloud.log'), tail('postgres.log'), `--- printed\n${this.#stack.output}`].join('\n');
  }

  /** Stops it and leaves its folder for inspection. */
  async stop(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#database?.end().catch(() => undefined);
    await this.#stack.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.#stack.remove();
  }
}
