/** Users and roles: the database users as in the access of the workspace, and the roles that people made. */
import { Heading, PermissionNotice, TableSkeleton } from '@acacia/ui';
import { Group, Stack } from '@mantine/core';
import { useCan } from '../../data/me.ts';
import { idsOf } from '../../data/workspaces.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { DatabaseUsersPanel } from '../workgroups/access/DatabaseUsersPanel.tsx';
import type { PortalProps } from './portal-props.ts';
import { Roles } from './Roles.tsx';
import { WhileRunning } from './WhileRunning.tsx';

export function Tab(props: PortalProps) {
  const { workspace } = props;
  const { workgroup_id, workspace_id } = workspace;
  if (!useCan()('dbUser.read', idsOf(workspace))) {
    return (
      <PermissionNotice what="Users and roles are">
        Users and roles are for administrators of a workspace. Ask an administrator of the workgroup for that
        role.
      </PermissionNotice>
    );
  }
  return (
    <WhileRunning workspace={workspace} what="Users and roles are">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Heading>Database users</Heading>
          <LinkButton
            variant="default"
            size="xs"
            to="/groups/$groupID"
            params={{ groupID: workgroup_id }}
            search={{ tab: 'workspaces', space_id: workspace_id, access: 'users' }}
          >
            People of the organization
          </LinkButton>
        </Group>
        <LoadBoundary what="The database users" skeleton={<TableSkeleton label="Loading users" />} compact>
          <DatabaseUsersPanel workspace={workspace} />
        </LoadBoundary>
        <Roles {...props} />
      </Stack>
    </WhileRunning>
  );
}
