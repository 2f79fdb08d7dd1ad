import { z } from 'zod';

/** Search parameters of the designer's address; invalid values are left out. */
export const search = z.looseObject({
  workspace_id: z.string().optional().catch(undefined),
  graph_name: z.string().optional().catch(undefined),
  /** `true` shows the schema as GSQL. */
  text: z.string().optional().catch(undefined),
});
