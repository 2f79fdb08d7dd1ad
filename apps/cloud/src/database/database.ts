/** Connections to the control plane's PostgreSQL. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransaction } from 'drizzle-orm/pg-core';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import pg from 'pg';
import * as schema from './schema.ts';
import { NoConnection } from '../errors/unavailable.ts';

type Schema = typeof schema;
type Transaction = PgTransaction<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** A connection pool, or the caller's transaction. */
export type Db = NodePgDatabase<Schema> | Transaction;

export interface Database {
  readonly db: NodePgDatabase<Schema>;
  readonly pool: pg.Pool;
  /** Closes all connections; those that are not given back in time are left to the end of the process. */
  close(): Promise<void>;
}

const CONNECTIONS = 12;
/** Milliseconds for which a connection is kept that nobody uses: a new one costs ten of CPU, as much as many queries. */
const IDLE_MS = 60_000;
/** Milliseconds that closing waits for connections that are in use. */
const CLOSE_MS = 10_000;

type Connected = Parameters<NonNullable<Parameters<pg.Pool['connect']>[0]>>;

/**
 * A pool that throws NoConnection when it cannot connect: errors of other sockets have the same codes. A connection that
 * breaks while it is in use leaves the pool by itself: Drizzle gives none back whose `begin` failed
 * (drizzle-team/drizzle-orm#6241), and twelve of those would be all that there are.
 */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(done: (...connected: Connected) => void): void;
  override connect(done?: (...connected: Connected) => void): Promise<pg.PoolClient> | void {
    if (done === undefined) {
      return super.connect().then(leavesWhenBroken, (error: unknown) => {
        throw new NoConnection(error);
      });
    }
    super.connect((error, client, release) => {
      if (error !== undefined) done(new NoConnection(error), client, release);
      else if (client === undefined) done(error, client, release);
      else done(error, leavesWhenBroken(client), (broken?: Error | boolean) => client.release(broken));
    });
  }
}

/** Gives a connection that breaks back to the pool at once; giving it back again then does nothing. */
function leavesWhenBroken(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  let given = false;
  const once = (error?: Error | boolean) => {
    if (given) return;
    given = true;
    client.off('end', broken);
    release(error);
  };
  const broken = () => once(true);
  client.on('end', broken);
  client.release = once;
  return client;
}

/**
 * @param onError called when an idle connection breaks (the pool opens new ones)
 * @param connections that are open at most
 */
export function connect(url: string, onError: (error: Error) => void, connections = CONNECTIONS): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: 10_000,
  });
  const open = new Set<Promise<void>>();
  let closing = false;
  const report = (error: Error) => {
    if (!closing) onError(error);
  };
  pool.on('error', report);
  pool.on('connect', (client) => {
    // The pool handles errors of a connection only while it holds it, not while it closes it.
    client.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    open.add(ended);
    void ended.then(() => open.delete(ended));
  });
  return {
    db: drizzle(pool, { schema }),
    pool,
    async close() {
      closing = true;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          onError(new Error(`Connections are still in use ${CLOSE_MS / 1000} s after the end.`));
          resolve();
        }, CLOSE_MS);
      });
      await Promise.race([pool.end().then(() => Promise.all(open)), late]);
      clearTimeout(timer);
    },
  };
}

function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

/** Name of the constraint that a statement violated; undefined when it failed for another reason. */
export function brokenConstraint(error: unknown): string | undefined {
  const cause = databaseErrorOf(error);
  return cause?.code?.startsWith('23') === true ? cause.constraint : undefined;
}

/** Number of times that a transaction is tried. */
const TRIES = 3;

/** Does a transaction again that PostgreSQL ended because it and another one waited for each other. */
export async function againAfterDeadlock<T>(transact: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transact();
    } catch (error) {
      if (databaseErrorOf(error)?.code !== '40P01' || tried === TRIES) throw error;
    }
  }
}
