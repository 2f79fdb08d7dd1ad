/** `/dashboard/configurations`: settings in force, background tasks, and versions. */
import { said, t } from '@acacia/texts';
import type { DashboardSetting, DashboardTask } from '@acacia/contract';
import {
  Card,
  DataTable,
  EmptyState,
  Facts,
  formatBytes,
  formatDuration,
  formatNumber,
  RelativeTime,
  StatusBadge,
  Tag,
  type DataTableColumn,
} from '@acacia/ui';
import { Stack } from '@mantine/core';
import { usePhone } from '../../shell/narrow.ts';
import { useConfiguration } from './calls.ts';
import classes from './dashboard.module.css';

const sourceOf = ({ source }: DashboardSetting): string =>
  source === 'environment' ? t`Environment` : t`Default`;

/** The value in words: a secret says only that it is set. */
function valueOf({ secret, source, value }: DashboardSetting): string {
  if (secret) return source === 'environment' ? t`Set, not shown` : t`Not set`;
  return value ?? t`Not set`;
}

const SETTINGS: readonly DataTableColumn<DashboardSetting>[] = [
  {
    id: 'name',
    header: t`Setting`,
    width: '260px',
    sortBy: ({ name }) => name,
    cell: ({ name }) => <code className={classes.wrap}>{name}</code>,
  },
  {
    id: 'value',
    header: t`Value`,
    width: '320px',
    text: valueOf,
    cell: (setting) => (
      <span className={setting.value === null ? classes.dim : classes.wrap}>{valueOf(setting)}</span>
    ),
  },
  {
    id: 'source',
    header: t`Source`,
    width: '120px',
    sortBy: sourceOf,
    cell: (setting) => <Tag>{sourceOf(setting)}</Tag>,
  },
];

const NARROW_SETTINGS: readonly DataTableColumn<DashboardSetting>[] = [
  {
    id: 'name',
    header: t`Setting`,
    sortBy: ({ name }) => name,
    text: (setting) => `${setting.name} ${valueOf(setting)}`,
    cell: (setting) => (
      <div className={classes.stacked}>
        <code>{setting.name}</code>
        <span className={setting.value === null ? classes.dim : classes.wrap}>{valueOf(setting)}</span>
        <Tag>{sourceOf(setting)}</Tag>
      </div>
    ),
  },
];

function Outcome({ task }: { readonly task: DashboardTask }) {
  if (task.last_started_at === null) return <StatusBadge tone="idle">Not run yet</StatusBadge>;
  if (task.last_error === '') return <StatusBadge tone="positive">Done</StatusBadge>;
  return (
    <div className={classes.stacked}>
      <StatusBadge tone="negative">Failed</StatusBadge>
      <span className={classes.fault}>{task.last_error}</span>
    </div>
  );
}

function Purpose({ task: { name, does, also_when } }: { readonly task: DashboardTask }) {
  return (
    <div className={classes.stacked}>
      <code>{name}</code>
      <span className={classes.dim}>{does}</span>
      {also_when !== null && <span className={classes.dim}>{t`Also when ${said(also_when)}.`}</span>}
    </div>
  );
}

const NARROW_TASKS: readonly DataTableColumn<DashboardTask>[] = [
  {
    id: 'name',
    header: t`Task`,
    sortBy: ({ name }) => name,
    text: ({ name, does }) => `${name} ${does}`,
    cell: (task) => (
      <div className={classes.stacked}>
        <Purpose task={task} />
        <Outcome task={task} />
        {task.last_started_at !== null && <RelativeTime at={task.last_started_at} />}
      </div>
    ),
  },
];

const TASKS: readonly DataTableColumn<DashboardTask>[] = [
  {
    id: 'name',
    header: t`Task`,
    width: '340px',
    sortBy: ({ name }) => name,
    text: ({ name, does }) => `${name} ${does}`,
    cell: (task) => <Purpose task={task} />,
  },
  {
    id: 'every',
    header: t`Every`,
    width: '100px',
    align: 'right',
    sortBy: ({ every }) => every,
    cell: ({ every }) => formatDuration(every),
  },
  {
    id: 'last',
    header: t`Last run`,
    width: '120px',
    sortBy: ({ last_started_at }) => last_started_at,
    cell: ({ last_started_at }) => (last_started_at === null ? '—' : <RelativeTime at={last_started_at} />),
  },
  {
    id: 'took',
    header: t`Took`,
    width: '90px',
    align: 'right',
    sortBy: ({ last_took }) => last_took,
    cell: ({ last_took }) => (last_took === null ? '—' : formatDuration(last_took)),
  },
  {
    id: 'failures',
    header: t`Failures`,
    width: '110px',
    align: 'right',
    sortBy: ({ failures }) => failures,
    cell: ({ failures, runs }) => t.of('amount')`${formatNumber(failures)} of ${formatNumber(runs)}`,
  },
  {
    id: 'outcome',
    header: t`Outcome`,
    width: '170px',
    sortBy: ({ last_error }) => last_error,
    cell: (task) => <Outcome task={task} />,
  },
];

export function ConfigurationSection() {
  const found = useConfiguration();
  const isPhone = usePhone();
  const { free_bytes: free, total_bytes: total, path } = found.data_folder;
  return (
    <Stack gap="md">
      <Card title="Installation">
        <Facts
          facts={[
            { label: t`Version`, value: found.version },
            { label: t`Started`, value: <RelativeTime at={found.started_at} /> },
            { label: t`PostgreSQL`, value: found.database_version },
            { label: t`Node.js`, value: found.node_version },
            { label: t`Data folder`, value: <span className={classes.wrap}>{path}</span> },
            { label: t`Free space`, value: t.of('amount')`${formatBytes(free)} of ${formatBytes(total)}` },
          ]}
        />
      </Card>
      <Card
        title="Settings"
        description="Environment variables of the control plane, read at its start. Secrets are never shown."
        flush
      >
        <DataTable
          label="Settings"
          columns={isPhone ? NARROW_SETTINGS : SETTINGS}
          rows={found.settings}
          rowKey={({ name }) => name}
          filter={{ label: t`Search settings` }}
          paging={{ size: 50, sizes: [50] }}
          empty={<EmptyState compact title="No settings" description="This installation has none." />}
        />
      </Card>
      <Card title="Background tasks" description="What the control plane does by itself." flush>
        <DataTable
          label="Background tasks"
          columns={isPhone ? NARROW_TASKS : TASKS}
          rows={found.tasks.map((task) => ({ ...task, does: said(task.does) }))}
          rowKey={({ name }) => name}
          filter={{ label: t`Search tasks` }}
          paging={{ size: 50, sizes: [50] }}
          empty={<EmptyState compact title="No tasks" description="This installation has none." />}
        />
      </Card>
    </Stack>
  );
}
