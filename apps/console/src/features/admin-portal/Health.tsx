/** Health check: made when someone asks for it, and says what is wrong. */
import { said, t } from '@acacia/texts';
import type { HealthCheck } from '@acacia/contract';
import {
  ActionButton,
  Card,
  DataTable,
  EmptyState,
  ErrorState,
  formatDateTime,
  PermissionNotice,
  StatusBadge,
  type DataTableColumn,
  type StatusTone,
} from '@acacia/ui';
import { IconHeartbeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useCan } from '../../data/me.ts';
import { idsOf } from '../../data/workspaces.ts';
import { usePhone } from '../../shell/narrow.ts';
import classes from './portal.module.css';
import type { PortalProps } from './portal-props.ts';
import { WhileRunning } from './WhileRunning.tsx';

export function Tab(props: PortalProps) {
  const { workspace } = props;
  if (!useCan()('workspace.update', idsOf(workspace))) {
    return (
      <PermissionNotice what="The health check is">
        The health check is for administrators of a workspace. Ask an administrator of the workgroup for that
        role.
      </PermissionNotice>
    );
  }
  return (
    <WhileRunning workspace={workspace} what="The health check is">
      <Health {...props} />
    </WhileRunning>
  );
}

const STATES: Readonly<Record<HealthCheck['state'], readonly [StatusTone, string]>> = {
  ok: ['positive', t.of('state')`OK`],
  warning: ['warning', t`Warning`],
  failed: ['negative', t`Failed`],
};
const RANK = { failed: 0, warning: 1, ok: 2 } as const;

function State({ state }: Pick<HealthCheck, 'state'>) {
  const [tone, word] = STATES[state];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

/** On a phone the finding stands below its check. */
const STACKED: DataTableColumn<HealthCheck>[] = [
  {
    id: 'state',
    header: t`Finding`,
    sortBy: ({ state }) => RANK[state],
    cell: ({ name, state, detail }) => (
      <div className={classes.stacked}>
        <div className={classes.row}>
          {said(name)} <State state={state} />
        </div>
        <span className={classes.dim}>{said(detail)}</span>
      </div>
    ),
  },
];

const COLUMNS: DataTableColumn<HealthCheck>[] = [
  {
    id: 'name',
    header: t`Check`,
    width: '150px',
    sortBy: ({ name }) => name,
    cell: ({ name }) => said(name),
  },
  {
    id: 'state',
    header: t`Result`,
    width: '120px',
    sortBy: ({ state }) => RANK[state],
    text: ({ state }) => STATES[state][1],
    cell: ({ state }) => <State state={state} />,
  },
  {
    id: 'detail',
    header: t`Finding`,
    text: ({ detail }) => said(detail),
    cell: ({ detail }) => said(detail),
  },
];

/** `Nothing is wrong`, or how many checks found something. */
function summary(checks: readonly HealthCheck[]): string {
  const wrong = checks.filter(({ state }) => state !== 'ok').length;
  if (wrong === 0) return t`Nothing is wrong.`;
  return t`${wrong} of ${checks.length} checks found something.`;
}

function Health({ workspace, client }: PortalProps) {
  const check = useMutation({ mutationFn: () => client.checkHealth() });
  const { data, error } = check;
  const columns = usePhone() ? STACKED : COLUMNS;
  return (
    <Card
      flush
      title="Health check"
      description={
        data === undefined
          ? 'Runs a query, writes a file, and looks at disk, memory and what is stored.'
          : `${summary(data.checks)} Checked ${formatDateTime(data.checkedAt)}.`
      }
      actions={
        <ActionButton
          leftSection={<IconHeartbeat size={16} stroke={1.6} />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {data === undefined ? 'Run the check' : 'Run again'}
        </ActionButton>
      }
    >
      {error !== null ? (
        <ErrorState
          title="The check could not be made"
          error={error}
          onRetry={() => check.mutate()}
          compact
        />
      ) : (
        <DataTable
          label={`Health of ${workspace.name}`}
          columns={columns}
          rows={check.isPending ? undefined : (data?.checks ?? [])}
          rowKey={({ name }) => name}
          initialSort={{ id: 'state', desc: false }}
          loadingRows={7}
          empty={
            <EmptyState
              compact
              icon={<IconHeartbeat size={22} stroke={1.6} />}
              title="Not checked yet"
              description="The check takes some seconds and changes nothing."
            />
          }
        />
      )}
    </Card>
  );
}
