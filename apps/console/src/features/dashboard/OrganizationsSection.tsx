/** `/dashboard/org`: all organisations; `/dashboard/org/{orgId}`: one of them. */
import { said, t } from '@acacia/texts';
import {
  DASHBOARD_ORGANIZATION_SORTS,
  DASHBOARD_PAGE_SIZE,
  OrgQuota,
  type DashboardOrganization,
} from '@acacia/contract';
import { EmptyState, formatNumber, RelativeTime, Tag, type DataTableColumn } from '@acacia/ui';
import { NativeSelect } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePhone } from '../../shell/narrow.ts';
import { useOrganizations } from './calls.ts';
import classes from './dashboard.module.css';
import { OrganizationPage } from './OrganizationPage.tsx';
import { organizationsSearch } from './search.ts';
import { ServerTable } from './ServerTable.tsx';
import { useListState } from './useListState.ts';
import { TIER_LABELS } from './words.ts';

type Column = DataTableColumn<DashboardOrganization>;

function Name({ organization }: { readonly organization: DashboardOrganization }) {
  return (
    <div className={classes.stacked}>
      <Link to="/dashboard/$" params={{ _splat: `org/${organization.org_id}` }} className={classes.link}>
        {organization.org_display_name}
      </Link>
      <span className={classes.dim}>{organization.org_name}</span>
    </div>
  );
}

const number = (id: 'people' | 'workgroups' | 'workspaces' | 'running', header: string): Column => ({
  id,
  header,
  width: '104px',
  align: 'right',
  sortBy: (row) => row[id],
  cell: (row) => formatNumber(row[id]),
});

const NAME: Column = {
  id: 'name',
  header: t`Organization`,
  width: '210px',
  sortBy: ({ org_display_name }) => org_display_name,
  cell: (organization) => <Name organization={organization} />,
};

const WIDE: readonly Column[] = [
  NAME,
  {
    id: 'tier',
    header: t`Tier`,
    width: '110px',
    sortBy: ({ tier }) => tier,
    cell: ({ tier }) => <Tag>{TIER_LABELS[tier]}</Tag>,
  },
  number('people', t`People`),
  number('workgroups', t`Workgroups`),
  number('workspaces', t`Workspaces`),
  number('running', t`Running`),
  {
    id: 'creator',
    header: t`Creator`,
    width: '190px',
    text: ({ creator }) => creator,
    cell: ({ creator }) => <span className={classes.wrap}>{said(creator)}</span>,
  },
  {
    id: 'created',
    header: t`Created`,
    width: '120px',
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

const NARROW: readonly Column[] = [
  {
    ...NAME,
    cell: (organization) => (
      <div className={classes.stacked}>
        <Name organization={organization} />
        <Tag>{TIER_LABELS[organization.tier]}</Tag>
        <span className={classes.dim}>
          {t`${formatNumber(organization.people)} people, ${formatNumber(organization.running)} of ${formatNumber(organization.workspaces)} workspaces running`}
        </span>
      </div>
    ),
  },
];

export function OrganizationsSection({ id }: { readonly id: string }) {
  return id === '' ? <Organizations /> : <OrganizationPage id={id} />;
}

function Organizations() {
  const tier = useSearch({
    from: '/shell/dashboard/$',
    select: (search) => organizationsSearch.parse(search).tier,
  });
  const list = useListState(DASHBOARD_ORGANIZATION_SORTS, DASHBOARD_PAGE_SIZE);
  const { data, error, refetch } = useOrganizations({
    ...list.query,
    ...(tier === undefined ? {} : { tier }),
  });
  const isPhone = usePhone();
  const columns = useMemo(() => (isPhone ? NARROW : WIDE), [isPhone]);
  return (
    <ServerTable
      label="Organizations"
      columns={columns}
      rowKey={({ org_id }) => org_id}
      rowName={({ org_display_name }) => org_display_name}
      list={list}
      page={data}
      error={error}
      onRetry={() => void refetch()}
      search={t`Search organizations`}
      exportName="organizations"
      tools={
        <NativeSelect
          size="xs"
          aria-label="Tier"
          value={tier ?? ''}
          data={[
            { value: '', label: t`Any tier` },
            ...OrgQuota.shape.tier.options.map((each) => ({ value: each, label: TIER_LABELS[each] })),
          ]}
          onChange={({ currentTarget: { value } }) => list.change({ tier: value === '' ? undefined : value })}
        />
      }
      empty={
        <EmptyState
          icon={<IconBuilding size={22} stroke={1.6} />}
          title={tier === undefined ? t`There are no organizations` : t`No organization has this tier`}
          description="An organization appears here once somebody has founded it."
        />
      }
    />
  );
}
