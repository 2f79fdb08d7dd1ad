/** Connections to the control plane's PostgreSQL. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransaction } from 'drizzle-orm/pg-core';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import pg from 'pg';
import * as schema from './schema.ts';

type Schema = typeof schema;
type Transaction = PgTransaction<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** A connection pool, or the transaction that a caller is in. */
export type Db = NodePgDatabase<Schema> | Transaction;

export interface Database {
  readonly db: NodePgDatabase<Schema>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const CONNECTIONS = 12;

/** @param onError told of connections that break while idle (the pool opens new ones) */
export function connect(url: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}

/** The constraint that a statement broke, when that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof pg.DatabaseError)) return undefined;
  return cause.code?.startsWith('23') === true ? cause.constraint : undefined;
}
