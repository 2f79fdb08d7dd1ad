/** `/dashboard/cloud-providers`: providers of the size catalog; `/dashboard/cloud-provider/{id}`: one of them. */
import { said, t } from '@acacia/texts';
import type { CloudProvider, DashboardProvider, DashboardProviderDetail } from '@acacia/contract';
import {
  Card,
  DataTable,
  EmptyState,
  Facts,
  formatNumber,
  StatusBadge,
  Tag,
  type DataTableColumn,
  type StatusTone,
} from '@acacia/ui';
import { Stack } from '@mantine/core';
import { IconCloud } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../data/me.ts';
import { usePhone } from '../../shell/narrow.ts';
import { useProvider, useProviders } from './calls.ts';
import classes from './dashboard.module.css';
import { WorkspacesTable } from './WorkspacesTable.tsx';

const STATUSES: Readonly<
  Record<CloudProvider['status'], { readonly label: string; readonly tone: StatusTone }>
> = {
  Active: { label: t`Active`, tone: 'positive' },
  ComingSoon: { label: t`Coming soon`, tone: 'idle' },
  Unavailable: { label: t`Unavailable`, tone: 'negative' },
};

const typeOf = ({ type }: CloudProvider): string => (type === 'private' ? t`BYOC` : t`Public`);

function Status({ provider: { status } }: { readonly provider: CloudProvider }) {
  const { label, tone } = STATUSES[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

interface Counted {
  readonly workspaces: number;
  readonly running: number;
}

const counts = <Row extends Counted>(): readonly DataTableColumn<Row>[] => [
  {
    id: 'workspaces',
    header: t`Workspaces`,
    align: 'right',
    width: '110px',
    sortBy: ({ workspaces }) => workspaces,
    cell: ({ workspaces }) => formatNumber(workspaces),
  },
  {
    id: 'running',
    header: t`Running`,
    align: 'right',
    width: '100px',
    sortBy: ({ running }) => running,
    cell: ({ running }) => formatNumber(running),
  },
];

const PROVIDERS: readonly DataTableColumn<DashboardProvider>[] = [
  {
    id: 'name',
    header: t`Cloud provider`,
    width: '190px',
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/dashboard/$" params={{ _splat: `cloud-provider/${id}` }} className={classes.link}>
        {name}
      </Link>
    ),
  },
  {
    id: 'platform',
    header: t`Platform`,
    width: '90px',
    sortBy: ({ platform }) => platform,
    cell: ({ platform }) => platform,
  },
  { id: 'type', header: t`Type`, width: '90px', sortBy: typeOf, cell: (row) => <Tag>{typeOf(row)}</Tag> },
  {
    id: 'status',
    header: t`Status`,
    width: '120px',
    sortBy: ({ status }) => status,
    cell: (provider) => <Status provider={provider} />,
  },
  {
    id: 'organizations',
    header: t`Organizations`,
    align: 'right',
    width: '120px',
    sortBy: ({ organizations }) => organizations,
    cell: ({ organizations }) => formatNumber(organizations),
  },
  ...counts<DashboardProvider>(),
];

const NARROW_PROVIDERS: readonly DataTableColumn<DashboardProvider>[] = [
  {
    id: 'name',
    header: t`Cloud provider`,
    sortBy: ({ name }) => name,
    cell: (provider) => (
      <div className={classes.stacked}>
        <Link to="/dashboard/$" params={{ _splat: `cloud-provider/${provider.id}` }} className={classes.link}>
          {provider.name}
        </Link>
        <Status provider={provider} />
      </div>
    ),
  },
  ...counts<DashboardProvider>(),
];

export function ProvidersSection({ id }: { readonly id: string }) {
  return id === '' ? <Providers /> : <Provider id={id} />;
}

function Providers() {
  const { data, error, refetch } = useProviders();
  const isPhone = usePhone();
  return (
    <Card flush>
      <DataTable
        label="Cloud providers"
        columns={isPhone ? NARROW_PROVIDERS : PROVIDERS}
        rows={data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        error={error}
        onRetry={() => void refetch()}
        filter={{ label: t`Search cloud providers` }}
        exportName="cloud-providers"
        empty={
          <EmptyState
            icon={<IconCloud size={22} stroke={1.6} />}
            title="No cloud provider"
            description="The size catalog of this installation has none."
          />
        }
      />
    </Card>
  );
}

type Of<K extends 'regions' | 'sizes' | 'versions'> = DashboardProviderDetail[K][number];

const REGIONS: readonly DataTableColumn<Of<'regions'>>[] = [
  {
    id: 'name',
    header: t`Region`,
    sortBy: ({ name }) => name,
    cell: ({ name, description }) => (
      <div className={classes.stacked}>
        <span>{name}</span>
        {description !== name && <span className={classes.dim}>{said(description)}</span>}
      </div>
    ),
  },
  {
    id: 'emulated',
    header: t`Place`,
    text: ({ emulated }) => (emulated ? t`Emulated here` : t`Own region`),
    cell: ({ emulated }) => (emulated ? t`Emulated here` : t`Own region`),
  },
  ...counts<Of<'regions'>>(),
];

const SIZES: readonly DataTableColumn<Of<'sizes'>>[] = [
  { id: 'name', header: t`Size`, cell: ({ name }) => name },
  {
    id: 'cpus',
    header: t`vCPU`,
    align: 'right',
    sortBy: ({ cpus }) => cpus,
    cell: ({ cpus }) => formatNumber(cpus),
  },
  {
    id: 'memory',
    header: t`Memory`,
    align: 'right',
    sortBy: ({ memory }) => memory,
    cell: ({ memory }) => t`${formatNumber(memory)} GiB`,
  },
  ...counts<Of<'sizes'>>(),
];

const VERSIONS: readonly DataTableColumn<Of<'versions'>>[] = [
  { id: 'name', header: t`Version`, cell: ({ name }) => name },
  ...counts<Of<'versions'>>(),
];

function Provider({ id }: { readonly id: string }) {
  const provider = useProvider(id);
  const { readWorkspace } = useMe().permissions;
  return (
    <Stack gap="md">
      <div>
        <Link to="/dashboard/$" params={{ _splat: 'cloud-providers' }} className={classes.link}>
          All cloud providers
        </Link>
        <h2 className={classes.title}>{provider.name}</h2>
      </div>
      <Card>
        <Facts
          facts={[
            { label: t`Platform`, value: provider.platform },
            { label: t`Type`, value: typeOf(provider) },
            { label: t`Status`, value: <Status provider={provider} /> },
            { label: t`Organizations`, value: formatNumber(provider.organizations) },
            { label: t`Workgroups`, value: formatNumber(provider.workgroups) },
            {
              label: t`Workspaces`,
              value: t`${formatNumber(provider.running)} of ${formatNumber(provider.workspaces)} running`,
            },
          ]}
        />
      </Card>
      <Card title="Regions" flush>
        <DataTable
          label="Regions"
          columns={REGIONS}
          rows={provider.regions}
          rowKey={({ name }) => name}
          paging={{ size: 10, sizes: [10] }}
          initialSort={{ id: 'workspaces', desc: true }}
          empty={<EmptyState compact title="No region" description="The size catalog has none for it." />}
        />
      </Card>
      <div className={classes.pair}>
        <Card title="Sizes" flush>
          <DataTable
            label="Sizes"
            columns={SIZES}
            rows={provider.sizes}
            rowKey={({ name }) => name}
            empty={<EmptyState compact title="No size" description="The size catalog has none for it." />}
          />
        </Card>
        <Card title="Versions" flush>
          <DataTable
            label="Versions"
            columns={VERSIONS}
            rows={provider.versions}
            rowKey={({ name }) => name}
            empty={<EmptyState compact title="No version" description="The size catalog has none." />}
          />
        </Card>
      </div>
      {readWorkspace && <WorkspacesTable label="Workspaces on it" of={{ cloud_provider_id: id }} />}
    </Stack>
  );
}
