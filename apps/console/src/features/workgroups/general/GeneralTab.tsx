/** Overview of a workgroup: identity, contents and present cost, diagram, and news. */
import { said, t } from '@acacia/texts';
import { costPerHour, type Workgroup, type Workspace } from '@acacia/contract';
import {
  Avatars,
  Card,
  CopyableId,
  Facts,
  formatBytes,
  formatCostPerHour,
  formatNumber,
  RelativeTime,
  Stat,
  Stats,
  StatusBadge,
  Tag,
} from '@acacia/ui';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accessWord } from '../../../data/access-words.ts';
import { useKnownCatalog } from '../../../data/catalog.ts';
import { useBlocked } from '../../../data/current-ip.ts';
import { useCan } from '../../../data/me.ts';
import { useRegionName } from '../../../data/regions.ts';
import { useServices } from '../../../services/services.ts';
import { WorkspaceStatusBadge } from '../../../shell/WorkspaceStatusBadge.tsx';
import { WORKSPACE_TONE } from '../../../shell/workspace-tone.ts';
import { membersQuery } from '../access/members.ts';
import { WorkgroupDiagram } from '../diagram/WorkgroupDiagram.tsx';
import { FeedPanel } from '../feed/FeedPanel.tsx';
import classes from './GeneralTab.module.css';
import { useRefusal } from '../../../shell/useWorkspaceActions.ts';
import { statusCounts } from '../workspaces/workspace-list.ts';
import { WorkspacePopover } from '../workspace-card/WorkspacePopover.tsx';

/** Workspaces that are named here; of more, the newest, and a way to all. */
const NAMED = 12;

export function Tab({ group }: { readonly group: Workgroup }) {
  return (
    <Stack gap="md">
      <Summary group={group} />
      <WorkspacesCard group={group} />
      <WorkgroupDiagram group={group} />
      <FeedPanel groupId={group.workgroup_id} />
    </Stack>
  );
}

function Summary({ group }: { readonly group: Workgroup }) {
  const regionName = useRegionName();
  const may = useCan();
  const catalog = useKnownCatalog();
  const emulated = catalog?.regions.find((region) => region.name === group.region)?.emulated === true;
  const { cost, sizes } = usageOf(group);
  return (
    <Card title="Summary">
      <Stats>
        <Stat label="Databases" value={formatNumber(group.tg_databases.length)} />
        <Stat label="Workspaces" value={formatNumber(group.workspaces.length)} />
        <Stat label="Storage" value={formatBytes(sizes.billed)} />
        <Stat label="Cost of what runs" value={formatCostPerHour(cost)} />
      </Stats>
      <div className={classes.facts}>
        <Facts
          facts={[
            {
              label: t`Workgroup ID`,
              value: (
                <CopyableId
                  value={group.workgroup_id}
                  label="workgroup ID"
                  copiedMessage="workgroup ID copied successfully."
                />
              ),
            },
            {
              label: t`Cloud provider`,
              value: group.cloud_provider_type === 'private' ? 'BYOC' : group.cloud_provider_name,
            },
            {
              label: t`Region`,
              value: emulated
                ? t`${regionName(group.region)}, emulated on this machine`
                : regionName(group.region),
            },
            { label: t`Created`, value: <RelativeTime at={group.created_at} /> },
            { label: t`Creator`, value: group.creator },
            {
              label: t`Storage by kind`,
              value: t`${formatBytes(sizes.data)} data, ${formatBytes(sizes.snapshots)} snapshots, ${formatBytes(sizes.backups)} backups`,
            },
            {
              label: t`Log collection`,
              value: group.enable_application_log ? t`On, kept for up to 15 days` : t`Off`,
            },
            { label: t`IP allow list`, value: allowList(group) },
            ...(may('workgroupMember.read', { workgroup_id: group.workgroup_id })
              ? [{ label: t`Administrators`, value: <Administrators group={group} /> }]
              : []),
          ]}
        />
      </div>
    </Card>
  );
}

/** Administrators of the workgroup, by the workgroup's or the organisation's roles. */
function Administrators({ group: { workgroup_id, name } }: { readonly group: Workgroup }) {
  const { data = [] } = useQuery(membersQuery(useServices(), { workgroup_id, workspace_id: null }));
  return <Avatars label={`Administrators of ${name}`} people={data.map(({ email }) => email)} />;
}

function usageOf({ workspaces, tg_databases }: Workgroup) {
  const cost = workspaces
    .filter(({ status }) => status === 'Active')
    .reduce((sum, { enable_ha, workspace_type }) => sum + costPerHour(workspace_type, enable_ha), 0);
  const total = (of: 'billed_size' | 'total_size' | 'snapshot_size' | 'backup_size'): number =>
    tg_databases.reduce((sum, { folder_statistics }) => sum + folder_statistics[of], 0);
  const sizes = {
    billed: total('billed_size'),
    data: total('total_size'),
    snapshots: total('snapshot_size'),
    backups: total('backup_size'),
  };
  return { cost, sizes };
}

function allowList({ enable_allow_list, is_current_ip_allowed }: Workgroup): string {
  if (!enable_allow_list) return t`Off, every address reaches the data`;
  return is_current_ip_allowed ? t`On, your address is allowed` : t`On, your address is not allowed`;
}

function WorkspacesCard({ group: { workspaces } }: { readonly group: Workgroup }) {
  if (workspaces.length === 0) return null;
  const newest = workspaces.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, NAMED);
  return (
    <Card
      title="Workspaces"
      actions={
        <ul className={classes.counts} aria-label="Workspaces by status">
          {statusCounts(workspaces).map(({ status, count }) => (
            <li key={status}>
              <StatusBadge tone={WORKSPACE_TONE[status]}>
                {t.of('status')`${formatNumber(count)} ${said(status)}`}
              </StatusBadge>
            </li>
          ))}
        </ul>
      }
    >
      <ul className={classes.workspaces} aria-label="Workspaces">
        {newest.map((workspace) => (
          <WorkspaceItem key={workspace.workspace_id} workspace={workspace} />
        ))}
      </ul>
      {workspaces.length > NAMED && (
        <p className={classes.more}>
          <Link from="/groups/$groupID" search={{ tab: 'workspaces' }} className={classes.link}>
            All {formatNumber(workspaces.length)} workspaces
          </Link>
        </p>
      )}
    </Card>
  );
}

function WorkspaceItem({ workspace }: { readonly workspace: Workspace }) {
  const blocked = useBlocked(workspace);
  const refusal = useRefusal(workspace);
  return (
    <li className={classes.workspace}>
      <Link
        from="/groups/$groupID"
        search={{ tab: 'workspaces', space_id: workspace.workspace_id }}
        className={classes.link}
      >
        {workspace.name}
      </Link>
      <Tag title={workspace.is_rw ? 'Read-write' : 'Read-only'}>{accessWord(workspace)}</Tag>
      <WorkspaceStatusBadge status={workspace.status} />
      <WorkspacePopover workspace={workspace} refusal={blocked ?? refusal('connect')} />
    </li>
  );
}
