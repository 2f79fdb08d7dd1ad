/** Connections to DuckDB that take `Sql` alone: everything that the engine runs goes through one of them. */
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from '@duckdb/node-api';
import type { Sql } from '../sql.ts';

export interface Connection extends Pick<DuckDBConnection, 'closeSync' | 'createAppender' | 'interrupt'> {
  run(statement: Sql, values?: DuckDBValue[]): ReturnType<DuckDBConnection['run']>;
  stream(query: Sql): ReturnType<DuckDBConnection['stream']>;
}

export const connect = (instance: DuckDBInstance): Promise<Connection> => instance.connect();
