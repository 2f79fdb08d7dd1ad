/** `/dashboard/org/{orgId}`: one organisation with its plan, people, workspaces and recent operations. */
import { said, t } from '@acacia/texts';
import {
  OrgQuota,
  type DashboardOperation,
  type DashboardOrganizationDetail,
  type DashboardWorkgroup,
} from '@acacia/contract';
import {
  ActionButton,
  Card,
  CopyableId,
  DataTable,
  EmptyState,
  Facts,
  formatDuration,
  formatNumber,
  PageSkeleton,
  RelativeTime,
  Stat,
  Stats,
  StatusBadge,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { Group, NativeSelect, Stack, Tabs } from '@mantine/core';
import { IconHistory, IconServer2 } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMe } from '../../data/me.ts';
import { usePhone } from '../../shell/narrow.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { TabsRow } from '../../shell/TabsRow.tsx';
import { useChangeTier, useOrganizationDetail } from './calls.ts';
import classes from './dashboard.module.css';
import { OrganizationBilling } from './OrganizationBilling.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import { ORGANIZATION_TABS, organizationSearch } from './search.ts';
import { WorkspacesTable } from './WorkspacesTable.tsx';
import { OPERATION_STATES, TIER_LABELS } from './words.ts';

type Tab = (typeof ORGANIZATION_TABS)[number];

const LABELS: Readonly<Record<Tab, string>> = {
  overview: t`Overview`,
  people: t`People`,
  workspaces: t`Workspaces`,
  operations: t`Operations`,
  billing: t`Billing`,
};

export function OrganizationPage({ id }: { readonly id: string }) {
  const organization = useOrganizationDetail(id);
  const { readWorkspace, readOrgDetail } = useMe().permissions;
  const wanted = useSearch({
    from: '/shell/dashboard/$',
    select: (search) => organizationSearch.parse(search).tab,
  });
  const navigate = useNavigate();
  const needs: Readonly<Partial<Record<Tab, boolean>>> = {
    workspaces: readWorkspace,
    billing: readOrgDetail,
  };
  const tabs = ORGANIZATION_TABS.filter((tab) => needs[tab] ?? true).map((tab) => ({
    value: tab,
    label: LABELS[tab],
  }));
  const value = tabs.some((tab) => tab.value === wanted) ? wanted : 'overview';
  const open = (tab: Tab): void =>
    void navigate({ to: '.', search: tab === 'overview' ? {} : { tab }, replace: true });
  return (
    <Stack gap="md">
      <div>
        <Link to="/dashboard/$" params={{ _splat: 'org' }} className={classes.link}>
          All organizations
        </Link>
        <h2 className={classes.title}>{organization.org_display_name}</h2>
      </div>
      <Tabs
        keepMounted={false}
        value={value}
        onChange={(next) => {
          const tab = tabs.find((each) => each.value === next);
          if (tab !== undefined) open(tab.value);
        }}
      >
        <TabsRow label="Organization" tabs={tabs} value={value} onStep={open} />
        <Tabs.Panel value="overview" pt="md">
          <Overview organization={organization} />
        </Tabs.Panel>
        <Tabs.Panel value="people" pt="md">
          <PeopleTable organization={id} />
        </Tabs.Panel>
        {readWorkspace && (
          <Tabs.Panel value="workspaces" pt="md">
            <WorkspacesTable label="Workspaces" of={{ org_id: id }} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="operations" pt="md">
          <Operations operations={organization.operations} />
        </Tabs.Panel>
        {readOrgDetail && (
          <Tabs.Panel value="billing" pt="md">
            <LoadBoundary what={LABELS.billing} skeleton={<PageSkeleton label="Loading" />}>
              <OrganizationBilling id={id} />
            </LoadBoundary>
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  );
}

function Overview({ organization }: { readonly organization: DashboardOrganizationDetail }) {
  const { quota } = organization;
  const failed = organization.operations.filter(({ state }) => state === 'failed').length;
  return (
    <Stack gap="md">
      <Card>
        <Stats>
          <Stat label="People" value={formatNumber(organization.people)} />
          <Stat label="Workgroups" value={formatNumber(organization.workgroups)} />
          <Stat
            label="Workspaces"
            value={t`${formatNumber(organization.running)} of ${formatNumber(organization.workspaces)} running`}
          />
          <Stat label="Failed operations" value={formatNumber(failed)} />
        </Stats>
      </Card>
      <Card title="Organization">
        <Facts
          facts={[
            { label: t`Name`, value: organization.org_name },
            { label: t`ID`, value: <CopyableId value={organization.org_id} label="organization ID" /> },
            { label: t`Creator`, value: said(organization.creator) },
            { label: t`Created`, value: <RelativeTime at={organization.created_at} /> },
            {
              label: t`Second factor`,
              value: organization.require_second_factor ? t`Required of everybody` : t`Left to each person`,
            },
          ]}
        />
      </Card>
      <Plan organization={organization} key={quota.tier} />
      <Workgroups groups={organization.workgroup_list} />
    </Stack>
  );
}

const ofLimit = (used: number, limit: number): string =>
  t.of('amount')`${formatNumber(used)} of ${formatNumber(limit)}`;
const gib = (used: number, limit: number): string => t`${formatNumber(used)} of ${formatNumber(limit)} GiB`;

function Plan({ organization: { org_id, quota } }: { readonly organization: DashboardOrganizationDetail }) {
  const { updateOrg } = useMe().permissions;
  const [tier, setTier] = useState(quota.tier);
  const change = useChangeTier(org_id);
  return (
    <Card title="Plan" description="What the organization may use, and does.">
      <Stack gap="md">
        <Facts
          facts={[
            { label: t`Tier`, value: TIER_LABELS[quota.tier] },
            {
              label: t`Read-write workspaces`,
              value: ofLimit(quota.rw_workspace_count_usage, quota.rw_workspace_count_limit),
            },
            {
              label: t`Read-only workspaces`,
              value: ofLimit(quota.ro_workspace_count_usage, quota.ro_workspace_count_limit),
            },
            { label: t`Memory`, value: gib(quota.memory_usage, quota.memory_limit) },
            { label: t`Largest workspace`, value: t`${formatNumber(quota.max_workspace_memory)} GiB` },
          ]}
        />
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="Tier"
            value={tier}
            disabled={!updateOrg}
            data={OrgQuota.shape.tier.options.map((each) => ({ value: each, label: TIER_LABELS[each] }))}
            onChange={({ currentTarget: { value } }) => setTier(OrgQuota.shape.tier.parse(value))}
          />
          <ActionButton
            loading={change.isPending}
            disabledReason={
              !updateOrg
                ? t`Your permissions as an operator do not allow changing plans.`
                : tier === quota.tier
                  ? t`The organization has this tier.`
                  : undefined
            }
            onClick={() =>
              change.mutate(tier, {
                onSuccess: () => toast.success(t`The plan was changed`),
                onError: (error) => toast.error(error),
              })
            }
          >
            Change tier
          </ActionButton>
        </Group>
      </Stack>
    </Card>
  );
}

const GROUPS: readonly DataTableColumn<DashboardWorkgroup>[] = [
  { id: 'name', header: t`Workgroup`, sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'provider',
    header: t`Cloud provider`,
    sortBy: ({ cloud_provider_id }) => cloud_provider_id,
    cell: ({ cloud_provider_id: id }) => (
      <Link to="/dashboard/$" params={{ _splat: `cloud-provider/${id}` }} className={classes.link}>
        {id}
      </Link>
    ),
  },
  { id: 'region', header: t`Region`, sortBy: ({ region }) => region, cell: ({ region }) => region },
  {
    id: 'workspaces',
    header: t`Workspaces`,
    align: 'right',
    sortBy: ({ workspaces }) => workspaces,
    cell: ({ workspaces }) => formatNumber(workspaces),
  },
  {
    id: 'created',
    header: t`Created`,
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

function Workgroups({ groups }: { readonly groups: readonly DashboardWorkgroup[] }) {
  return (
    <Card title="Workgroups" flush>
      <DataTable
        label="Workgroups"
        columns={GROUPS}
        rows={groups}
        rowKey={({ workgroup_id }) => workgroup_id}
        empty={
          <EmptyState
            compact
            icon={<IconServer2 size={22} stroke={1.6} />}
            title="No workgroup"
            description="The organization has not made one yet."
          />
        }
      />
    </Card>
  );
}

const tookOf = ({ created_at, finished_at }: DashboardOperation): number | null =>
  finished_at === null ? null : Date.parse(finished_at) - Date.parse(created_at);

function State({ operation: { state, error } }: { readonly operation: DashboardOperation }) {
  const { label, tone } = OPERATION_STATES[state];
  return (
    <div className={classes.stacked}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {error !== '' && <span className={classes.fault}>{said(error)}</span>}
    </div>
  );
}

function operationColumns(isPhone: boolean): readonly DataTableColumn<DashboardOperation>[] {
  const kind: DataTableColumn<DashboardOperation> = {
    id: 'kind',
    header: t`Operation`,
    width: '170px',
    sortBy: (row) => row.kind,
    cell: (operation) => (
      <div className={classes.stacked}>
        <code>{operation.kind}</code>
        {operation.workspace_name !== null && <span className={classes.dim}>{operation.workspace_name}</span>}
        {isPhone && <State operation={operation} />}
        {isPhone && <RelativeTime at={operation.created_at} />}
      </div>
    ),
    text: (row) => `${row.kind} ${row.workspace_name ?? ''}`,
  };
  if (isPhone) return [kind];
  return [
    kind,
    {
      id: 'state',
      header: t`State`,
      width: '260px',
      sortBy: ({ state }) => state,
      text: ({ state, error }) => `${state} ${error}`,
      cell: (operation) => <State operation={operation} />,
    },
    {
      id: 'actor',
      header: t`Person`,
      width: '190px',
      sortBy: ({ actor }) => actor,
      cell: ({ actor }) => <span className={classes.wrap}>{said(actor)}</span>,
    },
    {
      id: 'created',
      header: t`Began`,
      width: '120px',
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'took',
      header: t`Took`,
      width: '100px',
      align: 'right',
      sortBy: tookOf,
      cell: (operation) => {
        const took = tookOf(operation);
        return took === null ? '—' : formatDuration(took);
      },
    },
  ];
}

function Operations({ operations }: { readonly operations: readonly DashboardOperation[] }) {
  const isPhone = usePhone();
  const columns = useMemo(() => operationColumns(isPhone), [isPhone]);
  return (
    <Card flush>
      <DataTable
        label="Operations"
        columns={columns}
        rows={operations}
        rowKey={({ id }) => id}
        rowName={({ kind }) => kind}
        filter={{ label: t`Search operations` }}
        paging={{ size: 25, sizes: [25] }}
        exportName="operations"
        empty={
          <EmptyState
            icon={<IconHistory size={22} stroke={1.6} />}
            title="No operations"
            description="Operations on workspaces appear here; those that ended are kept for 30 days."
          />
        }
      />
    </Card>
  );
}
