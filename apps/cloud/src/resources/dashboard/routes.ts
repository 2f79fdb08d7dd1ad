/** Handlers of the operator's dashboard (docs/adr/0106-operators-of-an-installation.md). */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Call, HandlersOf } from '../../http/call.ts';
import { begin } from '../workspaces/lifecycle.ts';
import { listWorkspaces, workspaceOfAny } from './workspaces.ts';

type Calls = 'listDashboardWorkspaces' | 'pauseDashboardWorkspace' | 'stopDashboardWorkspace';

interface Parts {
  readonly catalog: Catalog;
}

export function dashboardHandlers({ catalog }: Parts): HandlersOf<Calls> {
  const act = async (
    {
      params: { workspace: id },
      actor,
      db,
      changed,
    }: Call<'pauseDashboardWorkspace' | 'stopDashboardWorkspace'>,
    action: 'pause' | 'stop',
  ) => {
    const { org_id: orgId } = await workspaceOfAny(db, id, catalog);
    const { before, after } = await begin(db, id, action, actor.email);
    changed({ resource: `workspace/${id}`, orgId, before, after });
    return workspaceOfAny(db, id, catalog);
  };
  return {
    listDashboardWorkspaces: ({ query, db }) => listWorkspaces(db, query, catalog),
    pauseDashboardWorkspace: (call) => act(call, 'pause'),
    stopDashboardWorkspace: (call) => act(call, 'stop'),
  };
}
