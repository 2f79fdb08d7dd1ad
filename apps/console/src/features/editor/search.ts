import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** Search parameters of the editor's address; invalid values are left out. */
export const search = z.looseObject({
  workspace_id: text,
  graph_name: text,
  /** The open file. */
  fileId: text,
  /** `true` opens the panel of schema types. */
  showSchema: text,
  /** A query of the graph that is opened, and values to run it with, as JSON. Both are gone once it is open. */
  query: text,
  values: text,
});
