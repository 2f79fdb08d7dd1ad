/** The operator's dashboard, over all organisations. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { DashboardWorkspace, DashboardWorkspaces, ListDashboardWorkspaces } from '../dashboard.ts';

/** No `workspace_id`: such a path is judged by the roles of the workspace's organisation. */
const AnyWorkspace = z.object({ workspace: z.string() });

export const dashboardCalls = {
  listDashboardWorkspaces: route({
    method: 'GET',
    path: '/v2/dashboard/workspaces',
    tag: 'dashboard',
    permission: 'dashboard.readWorkspace',
    people: true,
    summary: 'Workspaces of all organisations',
    query: ListDashboardWorkspaces,
    result: DashboardWorkspaces,
  }),
  pauseDashboardWorkspace: route({
    method: 'POST',
    path: '/v2/dashboard/workspaces/:workspace/pause',
    tag: 'dashboard',
    permission: 'dashboard.updateWorkspace',
    people: true,
    summary: 'Pause a workspace of any organisation, as an operator',
    params: AnyWorkspace,
    result: DashboardWorkspace,
  }),
  stopDashboardWorkspace: route({
    method: 'POST',
    path: '/v2/dashboard/workspaces/:workspace/stop',
    tag: 'dashboard',
    permission: 'dashboard.updateWorkspace',
    people: true,
    summary: 'Stop a workspace of any organisation, as an operator',
    params: AnyWorkspace,
    result: DashboardWorkspace,
  }),
} as const;
