import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** What the address of the editor holds; a value that makes no sense is left out. */
export const search = z.looseObject({
  workspace_id: text,
  graph_name: text,
  /** The open file. */
  fileId: text,
  /** `true` opens the panel of schema types. */
  showSchema: text,
});
