import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** Search parameters of the explorer's address; invalid values are left out. */
export const search = z.looseObject({
  workspace_id: text,
  graph_name: text,
  /** The vertices it began with, see `seeds.ts`. */
  seeds: text,
});
