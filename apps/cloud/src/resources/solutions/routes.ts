/** Handlers of calls on the catalog of solutions and on installed ones. */
import type { HandlersOf } from '../../http/call.ts';
import { catalogEntries, kitMeta } from './catalog.ts';
import { installSolution, uninstallSolution } from './service.ts';
import { solutionById, visibleSolutions } from './store.ts';

export const solutionHandlers: HandlersOf<
  | 'listSolutionCatalog'
  | 'getSolutionMeta'
  | 'listSolutions'
  | 'listAttachedWorkspaces'
  | 'installSolution'
  | 'getSolution'
  | 'uninstallSolution'
> = {
  listSolutionCatalog: async () => catalogEntries(),
  getSolutionMeta: async ({ params, query }) => kitMeta(params.solution_catalog_id, query.language),

  listSolutions: ({ query, actor, db }) => visibleSolutions(db, actor, query.workgroup_id),
  listAttachedWorkspaces: async ({ actor, db }) =>
    (await visibleSolutions(db, actor)).map(({ workspace_id, solution_catalog_id }) => ({
      workspace_id,
      solution_catalog_id,
    })),

  getSolution: ({ params, actor, db }) => solutionById(db, actor, params.workspace_id, params.solution_id),

  installSolution: async ({ params, body, actor, db, changed }) => {
    const { workspace_id } = params;
    const id = await installSolution(db, workspace_id, body, actor.email);
    changed({ resource: `workspace/${workspace_id}`, after: body });
    return solutionById(db, actor, workspace_id, id);
  },

  uninstallSolution: async ({ params, actor, db, changed }) => {
    const { workspace_id, solution_id } = params;
    const { name, solutionCatalogId } = await uninstallSolution(db, workspace_id, solution_id, actor.email);
    changed({
      resource: `workspace/${workspace_id}`,
      before: { name, solution_catalog_id: solutionCatalogId },
    });
    return solutionById(db, actor, workspace_id, solution_id);
  },
};
