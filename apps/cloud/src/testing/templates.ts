/** Template databases that tests copy, on the PostgreSQL server of the run. */

/** The present tables, empty. */
export const MIGRATED = 'test_migrated';
/** The present tables after a first start with default settings: organisation, admin, their password, keys. */
export const SEEDED = 'test_seeded';

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
