/** Runs code between a query's result and its caller, for tests of races and failures there. */
import type pg from 'pg';

/** Calls `happen` once, after the pool's first query whose text matches. @returns a function that undoes the hook */
export function afterQuery(pool: pg.Pool, text: RegExp, happen: () => Promise<void>): () => void {
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  let done = false;
  const between = async (...asked: unknown[]): Promise<unknown> => {
    const answer = await query(...asked);
    const [first] = asked;
    const asks = typeof first === 'string' ? first : (first as pg.QueryConfig).text;
    if (!done && text.test(asks)) {
      done = true;
      await happen();
    }
    return answer;
  };
  const intercepted: object = { query: between };
  Object.assign(pool, intercepted);
  return () => void Object.assign(pool, { query });
}
