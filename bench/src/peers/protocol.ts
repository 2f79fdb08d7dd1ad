/** Messages between a bench and the process of a peer. */

export const DATABASES = ['kuzu', 'ladybug', 'duckdb'] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** One row: its columns in order. Integers are numbers. */
export type Row = readonly unknown[];

export type Request =
  /** Opens a database in a folder or file; null: in memory. */
  | { readonly kind: 'open'; readonly path: string | null }
  | { readonly kind: 'query'; readonly text: string }
  /** Bytes of memory that the process holds. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'close' };

export type Answer =
  | { readonly kind: 'done'; readonly rows: readonly Row[]; readonly ms: number }
  | { readonly kind: 'failed'; readonly message: string };
