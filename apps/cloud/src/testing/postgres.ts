/** Databases for one test file, on the PostgreSQL server of the run (`global-setup.ts`). */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Database } from '../database/database.ts';
import { databaseUrl, MIGRATED, SEEDED } from './templates.ts';

export interface TestPostgres {
  /** An empty database. */
  empty(): Promise<Database>;
  /** A database with the present tables. */
  migrated(): Promise<Database>;
  /** A database after a first start with default settings. */
  seeded(): Promise<Database>;
  /** Removes the databases. */
  stop(): Promise<void>;
}

function rethrow(error: Error): never {
  throw error;
}

/**
 * A control plane that starts opens as many as it may, since its tasks begin together; each costs PostgreSQL as much as
 * a hundred queries, and tests start hundreds of control planes.
 */
const CONNECTIONS = 4;

export async function startTestPostgres(): Promise<TestPostgres> {
  const url = inject('postgresUrl');
  const admin = connect(url, rethrow);
  const made = new Map<string, Database>();
  const make = async (template: string): Promise<Database> => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    // As files: a third of the work of a copy by the log, and its first connections read less.
    await admin.pool.query(`create database ${name} template ${template} strategy file_copy`);
    const database = connect(databaseUrl(url, name), rethrow, CONNECTIONS);
    made.set(name, database);
    return { ...database, close: async () => undefined };
  };
  return {
    empty: () => make('template0'),
    migrated: () => make(MIGRATED),
    seeded: () => make(SEEDED),
    async stop() {
      await Promise.all([...made.values()].map((database) => database.close()));
      for (const name of made.keys()) await admin.pool.query(`drop database ${name}`);
      await admin.close();
    },
  };
}
