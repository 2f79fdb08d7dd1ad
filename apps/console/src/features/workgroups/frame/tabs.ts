/** The tabs of a workgroup, and the permissions to see them (specification part 2, sections 2 and 6). */
import { t } from '@acacia/texts';
import { can, type RoleGrant, type Workgroup } from '@acacia/contract';
import type { ComponentType } from 'react';
import { lazyPart } from '../../../services/lazy-part.tsx';
import type { WorkgroupTab } from '../search.ts';

interface TabProps {
  readonly group: Workgroup;
}

interface TabDefinition {
  readonly value: WorkgroupTab;
  readonly label: string;
  readonly Panel: ComponentType<TabProps>;
  readonly isShown: (group: Workgroup, grants: readonly RoleGrant[]) => boolean;
}

const always = () => true;
/** Shown to administrators of the workgroup or of one of its workspaces. */
function forAdmins(permission: 'workspaceMember.read' | 'backup.read' | 'log.read') {
  return ({ workgroup_id, workspaces }: Workgroup, grants: readonly RoleGrant[]) =>
    can(grants, permission, { workgroup_id }) ||
    workspaces.some(({ workspace_id }) => can(grants, permission, { workgroup_id, workspace_id }));
}
const seesLogs = forAdmins('log.read');

export const TABS: readonly TabDefinition[] = [
  {
    value: 'general',
    label: t`General`,
    Panel: lazyPart(() => import('../general/GeneralTab.tsx').then((module) => module.Tab)),
    isShown: always,
  },
  {
    value: 'workspaces',
    label: t`Workspaces`,
    Panel: lazyPart(() => import('../workspaces/WorkspacesTab.tsx').then((module) => module.Tab)),
    isShown: always,
  },
  {
    value: 'databases',
    label: t`Databases`,
    Panel: lazyPart(() => import('../databases/DatabasesTab.tsx').then((module) => module.Tab)),
    isShown: always,
  },
  {
    value: 'monitor',
    label: t`Monitor`,
    Panel: lazyPart(() => import('../monitor/MonitorTab.tsx').then((module) => module.Tab)),
    isShown: always,
  },
  {
    value: 'solution',
    label: t`Solution`,
    Panel: lazyPart(() => import('../solutions/SolutionsTab.tsx').then((module) => module.Tab)),
    isShown: always,
  },
  {
    value: 'dataprofiles',
    label: t`Data profile`,
    Panel: lazyPart(() => import('../data-profile/DataProfileTab.tsx').then((module) => module.Tab)),
    isShown: always,
  },
  {
    value: 'access_management',
    label: t`Access management`,
    Panel: lazyPart(() => import('../access/AccessTab.tsx').then((module) => module.Tab)),
    isShown: forAdmins('workspaceMember.read'),
  },
  {
    value: 'backup_and_restore',
    label: t`Backup and restore`,
    Panel: lazyPart(() => import('../backups/BackupsTab.tsx').then((module) => module.Tab)),
    isShown: forAdmins('backup.read'),
  },
  {
    value: 'log',
    label: t`Log`,
    Panel: lazyPart(() => import('../logs/LogsTab.tsx').then((module) => module.Tab)),
    isShown: (group, grants) => group.enable_application_log && seesLogs(group, grants),
  },
  {
    value: 'network_access',
    label: t`Network access`,
    Panel: lazyPart(() => import('../network/NetworkTab.tsx').then((module) => module.Tab)),
    isShown: ({ workgroup_id }, grants) => can(grants, 'allowList.read', { workgroup_id }),
  },
];
