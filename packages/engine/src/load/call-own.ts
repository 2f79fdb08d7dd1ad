/** Calls user-defined functions for the rows of a table of tokens, in a separate thread. */
import { Worker } from 'node:worker_threads';
import { INTEGER, VARCHAR } from '@duckdb/node-api';
import { joined, list, sql, type Sql } from '../sql.ts';
import { abortedError } from '../storage/failures.ts';
import type { Transaction } from '../storage/transaction.ts';
import { callKey, isNumber, signatureOf, type Call, type OwnFunctions } from './own-functions.ts';
import type { FromOwn, OwnStart, ToOwn } from './own-functions.worker.ts';
import { epochSql } from './token-functions.ts';
import { valueSql, type OwnColumns, type TokenColumns } from './value-sql.ts';

/** Different arguments that are sent at once. */
const BATCH = 20_000;

/** The thread that the functions run in; it is started when the first one is called. */
export class OwnThread {
  readonly #signal: AbortSignal | undefined;
  #worker: Worker | null = null;
  #functions: OwnFunctions | null = null;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** The value or the error of each row. Rejects at once when the load is aborted, even while a function runs. */
  async call(
    functions: OwnFunctions,
    name: string,
    rows: readonly (readonly (string | null)[])[],
  ): Promise<FromOwn> {
    if (this.#functions !== functions) await this.close();
    this.#functions = functions;
    this.#worker ??= this.#start(functions);
    const worker = this.#worker;
    let settle = (): void => undefined;
    const signal = this.#signal;
    try {
      return await new Promise<FromOwn>((resolve, reject) => {
        const abort = (): void => reject(abortedError());
        const exit = (): void => reject(new Error('The thread of functions ended unexpectedly.'));
        settle = () => {
          signal?.removeEventListener('abort', abort);
          worker.off('message', resolve).off('error', reject).off('exit', exit);
        };
        if (signal?.aborted === true) return abort();
        signal?.addEventListener('abort', abort);
        worker.on('message', resolve).on('error', reject).on('exit', exit);
        worker.postMessage({ name, rows } satisfies ToOwn);
      });
    } catch (cause) {
      await this.close();
      throw cause;
    } finally {
      settle();
    }
  }

  #start(functions: OwnFunctions): Worker {
    const worker = new Worker(new URL('./own-functions.worker.ts', import.meta.url), {
      workerData: functions satisfies OwnStart,
    });
    worker.unref();
    return worker;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/** A table of tokens with columns for the results of functions. */
export interface CalledRows {
  readonly rows: Sql;
  readonly columns: TokenColumns;
}

/**
 * Adds a column for the value and one for the fault of each call; `rows` is dropped where another table
 * takes its place. A function is called once for the same arguments; one without any, for each row.
 */
export async function callOwn(
  staging: Transaction,
  thread: OwnThread,
  functions: OwnFunctions,
  calls: readonly Call[],
  { rows, columns }: CalledRows,
): Promise<CalledRows> {
  const known = new Map<string, OwnColumns>();
  const called: TokenColumns = { ...columns, own: (call) => known.get(callKey(call)) ?? columns.own(call) };
  let table = rows;
  for (const call of calls) {
    const key = callKey(call);
    const signature = signatureOf(functions, call);
    if (known.has(key) || signature === undefined) continue;
    const args = call.args.map((argument, index) => {
      const token = valueSql(argument, called);
      const type = signature.parameters[index]?.type;
      return type?.kind === 'scalar' && type.name === 'DATETIME' ? sql`(${epochSql(token)})::VARCHAR` : token;
    });
    const keys = args.length === 0 ? [sql`t.rowid`] : args;
    const distinct = await staging.materialize(
      'arguments',
      sql`SELECT DISTINCT ${list(keys.map((key, index) => sql`${key} AS a${index}`))} FROM ${table} t`,
    );
    const results = await resultsOf(staging, thread, functions, call.name, distinct, args.length);
    // A table may have several calls: a number makes the names of their columns unique.
    const value = sql`u${known.size}`;
    const fault = sql`f${known.size}`;
    const same = joined(
      keys.map((key, index) => sql`a.a${index} IS NOT DISTINCT FROM (${key})`),
      'AND',
    );
    const next = await staging.materialize(
      'called',
      sql`SELECT t.*, r.value AS ${value}, r.fault AS ${fault} FROM ${table} t
       JOIN (SELECT rowid AS id, * FROM ${distinct}) a ON ${same} JOIN ${results} r ON r.id = a.id ORDER BY t.rowid`,
    );
    for (const each of [table, distinct, results]) await staging.drop(each);
    table = next;
    known.set(key, { value, fault, numeric: isNumber(signature) });
  }
  return { rows: table, columns: called };
}

/** A table of `id`, `value` and `fault` for the rows of a table of arguments. */
async function resultsOf(
  staging: Transaction,
  thread: OwnThread,
  functions: OwnFunctions,
  name: string,
  distinct: Sql,
  width: number,
): Promise<Sql> {
  const count = await staging.number(sql`SELECT count(*) FROM ${distinct}`);
  const results = await staging.materialize(
    'results',
    sql`SELECT 0::INTEGER AS id, NULL::VARCHAR AS value, NULL::VARCHAR AS fault LIMIT 0`,
  );
  const columns = list(Array.from({ length: width }, (_, index) => sql`a${index}`)) || sql`1`;
  for (let from = 0; from < count; from += BATCH) {
    const rows = await staging.rows(
      sql`SELECT ${columns} FROM ${distinct} WHERE rowid >= ${from} AND rowid < ${from + BATCH} ORDER BY rowid`,
    );
    const texts = rows.map((row) => row.slice(0, width).map((each) => (each === null ? null : String(each))));
    const { values, faults } = await thread.call(functions, name, texts);
    const batch = await staging.stage(
      'batch',
      [
        { name: 'id', sql: sql`INTEGER`, type: INTEGER },
        { name: 'value', sql: sql`VARCHAR`, type: VARCHAR },
        { name: 'fault', sql: sql`VARCHAR`, type: VARCHAR },
      ],
      [values.map((_, index) => from + index), values, faults],
    );
    await staging.run(sql`INSERT INTO ${results} SELECT * FROM ${batch}`);
    await staging.drop(batch);
  }
  return results;
}
