import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** What the address of the explorer holds; a value that makes no sense is left out. */
export const search = z.looseObject({
  workspace_id: text,
  graph_name: text,
  /** The vertices it began with, see `seeds.ts`. */
  seeds: text,
});
