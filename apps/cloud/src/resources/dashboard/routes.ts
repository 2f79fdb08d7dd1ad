/** Handlers of the operator's dashboard (docs/adr/0106-operators-of-an-installation.md). */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Call, HandlersOf } from '../../http/call.ts';
import { OWN_STEP_MS, type OwnMetrics } from '../../metrics/own.ts';
import type { Accounts } from '../billing/invoices.ts';
import { begin } from '../workspaces/lifecycle.ts';
import { billingOfOrganization, createBilling } from './billing.ts';
import { configurationOf, type Installed } from './configuration.ts';
import { changeTier, listOrganizations, listPeople, organizationDetail } from './organizations.ts';
import { listProviders, providerDetail } from './providers.ts';
import { listWorkspaces, workspaceOfAny } from './workspaces.ts';

type Suspending = 'pauseDashboardWorkspace' | 'stopDashboardWorkspace';
type Calls =
  | 'listDashboardWorkspaces'
  | Suspending
  | 'listDashboardOrganizations'
  | 'getDashboardOrganization'
  | 'updateDashboardOrganization'
  | 'listDashboardPeople'
  | 'getDashboardOrganizationBilling'
  | 'listDashboardBilling'
  | 'listDashboardProviders'
  | 'getDashboardProvider'
  | 'getDashboardConfiguration'
  | 'getDashboardMetrics';

interface Parts extends Installed {
  readonly catalog: Catalog;
  readonly accounts: Accounts;
  readonly own: Pick<OwnMetrics, 'samples'>;
}

export function dashboardHandlers(parts: Parts): HandlersOf<Calls> {
  const { catalog, accounts, own, settings } = parts;
  const billing = createBilling(accounts, () => new Date());
  const act = async (
    { params: { any_workspace: id }, actor, db, changed }: Call<Suspending>,
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

    listDashboardOrganizations: ({ query, db }) => listOrganizations(db, query),
    getDashboardOrganization: ({ params, db }) => organizationDetail(db, params.organization, catalog),
    updateDashboardOrganization: async ({ params: { organization: id }, body, db, changed }) => {
      const change = await changeTier(db, id, body.tier, catalog);
      changed({ resource: `organization/${id}`, orgId: id, ...change });
      return organizationDetail(db, id, catalog);
    },
    listDashboardPeople: ({ params, query, db }) => listPeople(db, params.organization, query),

    getDashboardOrganizationBilling: ({ params, db }) =>
      billingOfOrganization(db, accounts, params.organization, new Date()),
    listDashboardBilling: ({ query, db }) => billing(db, query),

    listDashboardProviders: ({ db }) => listProviders(db, catalog),
    getDashboardProvider: ({ params, db }) => providerDetail(db, params.cloud_provider, catalog),
    getDashboardConfiguration: ({ db }) => configurationOf(db, parts),
    getDashboardMetrics: async () => ({
      step: OWN_STEP_MS,
      samples: [...own.samples()],
      grafana_url: settings.grafanaUrl,
    }),
  };
}
