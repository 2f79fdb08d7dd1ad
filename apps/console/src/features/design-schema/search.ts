import { z } from 'zod';

/** What the address of the designer holds; a value that makes no sense is left out. */
export const search = z.object({
  workspace_id: z.string().optional().catch(undefined),
  /** The graph being designed. */
  graph: z.string().optional().catch(undefined),
});
