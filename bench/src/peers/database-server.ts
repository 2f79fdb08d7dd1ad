/**
 * The process of a peer: `database-server.ts NAME`. It runs one statement after another and reports the time of each
 * with reading its rows, so that communication between the processes is not counted.
 */
import { messageOf } from '@acacia/base';
import type { Answer, DatabaseName, Request, Row } from './protocol.ts';
import { requirePeer } from './install.ts';

/** A database that is open. */
interface Opened {
  query(text: string): Promise<readonly Row[]>;
  close(): Promise<void> | void;
}

/** The part of Kuzu's and LadybugDB's shared interface that is used here. */
interface CypherDriver {
  readonly Database: new (path?: string) => { close(): Promise<void> };
  readonly Connection: new (database: object) => {
    query(text: string): Promise<CypherResult | CypherResult[]>;
    close(): Promise<void>;
  };
}

interface CypherResult {
  getAll(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): void;
}

interface DuckDriver {
  readonly DuckDBInstance: {
    create(path?: string): Promise<{
      connect(): Promise<{
        runAndReadAll(text: string): Promise<{ getRows(): readonly Row[] }>;
        closeSync(): void;
      }>;
      closeSync(): void;
    }>;
  };
}

const PACKAGES: Readonly<Record<DatabaseName, string>> = {
  kuzu: 'kuzu',
  ladybug: '@ladybugdb/core',
  duckdb: '@duckdb/node-api',
};

function openCypher(driver: CypherDriver, path: string | null): Opened {
  const database = new driver.Database(path ?? ':memory:');
  const connection = new driver.Connection(database);
  return {
    query: async (text) => {
      const answer = await connection.query(text);
      const results = Array.isArray(answer) ? answer : [answer];
      let rows: readonly Row[] = [];
      for (const result of results) {
        rows = (await result.getAll()).map((row) => Object.values(row));
        result.close();
      }
      return rows;
    },
    close: async () => {
      await connection.close();
      await database.close();
    },
  };
}

async function openDuck({ DuckDBInstance }: DuckDriver, path: string | null): Promise<Opened> {
  const instance = await DuckDBInstance.create(path ?? ':memory:');
  const connection = await instance.connect();
  return {
    query: async (text) => (await connection.runAndReadAll(text)).getRows(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);

const name = process.argv[2] as DatabaseName;
const driver: unknown = requirePeer(PACKAGES[name]);
let opened: Opened | undefined;

async function answer(request: Request): Promise<readonly Row[]> {
  switch (request.kind) {
    case 'open':
      opened =
        name === 'duckdb'
          ? await openDuck(driver as DuckDriver, request.path)
          : openCypher(driver as CypherDriver, request.path);
      return [];
    case 'query':
      if (opened === undefined) throw new Error('No database is open.');
      return opened.query(request.text);
    case 'memory':
      return [[process.memoryUsage.rss()]];
    case 'close':
      await opened?.close();
      opened = undefined;
      return [];
  }
}

function reply(message: Answer): void {
  process.send?.(message);
}

process.on('message', (request: Request) => {
  const begun = performance.now();
  answer(request).then(
    (rows) => {
      const ms = performance.now() - begun;
      reply({ kind: 'done', ms, rows: rows.map((row) => row.map(plain)) });
    },
    (error: unknown) => {
      reply({ kind: 'failed', message: messageOf(error) });
    },
  );
});
