/** A real PostgreSQL for a test file, with a migrated template that each server under test copies. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type Database } from '../database/database.ts';
import { startEmbedded } from '../database/embedded/server.ts';
import { migrate } from '../database/migrate.ts';

export interface TestPostgres {
  /** An empty database. */
  empty(): Promise<Database>;
  /** A database with the present tables. */
  migrated(): Promise<Database>;
  stop(): Promise<void>;
}

function rethrow(error: Error): never {
  throw error;
}

export async function startTestPostgres(): Promise<TestPostgres> {
  const home = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  const server = await startEmbedded({ home, durable: false });
  const admin = connect(server.url, rethrow);
  const open: Database[] = [];
  const make = async (template: string): Promise<Database> => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await admin.pool.query(`create database ${name} template ${template}`);
    const database = connect(server.url.replace(/\/postgres$/, `/${name}`), rethrow);
    open.push(database);
    return { ...database, close: async () => undefined };
  };
  const template = await make('template0');
  const { rows } = await template.pool.query<{ name: string }>('select current_database() as name');
  await migrate(template.pool);
  await open.pop()?.close();
  return {
    empty: () => make('template0'),
    migrated: () => make(rows[0]?.name ?? ''),
    async stop() {
      await Promise.all(open.map((database) => database.close()));
      await admin.close();
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
