/** Brings the tables to the present version, from whatever version the data folder has. */
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

export const MIGRATIONS = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../migrations');

/** Any number, the same in every Acacia: two that start at once on one server take turns. */
const MIGRATION_LOCK = 4_100_001;

/** @param folder other migrations than the present ones; for the tests of upgrades */
export async function migrate(pool: pg.Pool, folder: string = MIGRATIONS): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await applyMigrations(drizzle(client), { migrationsFolder: folder });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}
