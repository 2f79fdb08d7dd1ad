import { z } from 'zod';

const text = z.string().optional().catch(undefined);

/** Search parameters of the explorer's address; invalid values are left out. */
export const search = z.looseObject({
  workspace_id: text,
  graph_name: text,
  /** `copilot`: the address of that add-on (specification part 4, section 2). */
  tab: text,
  /** The vertices it began with, see `seeds.ts`. */
  seeds: text,
  /** `all`: the vertices that it begins with are expanded at once. */
  expand: text,
  /** Id of a saved exploration. */
  exploration: text,
  /** The guided investigation that is shown, see `investigation/fraud.ts`. */
  guide: text,
});
