import { z } from 'zod';

/** What the address of the designer holds; a value that makes no sense is left out. */
export const search = z.looseObject({
  workspace_id: z.string().optional().catch(undefined),
  graph_name: z.string().optional().catch(undefined),
});
