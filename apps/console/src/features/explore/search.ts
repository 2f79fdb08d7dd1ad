import { z } from 'zod';

/** What the address of this tool holds; a value that makes no sense is left out. */
export const search = z.object({ workspace_id: z.string().optional().catch(undefined) });
