/** People with access to the workspaces, and their roles. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState, Heading } from '@acacia/ui';
import { Group, Stack, Text } from '@mantine/core';
import { IconUserKey } from '@tabler/icons-react';
import { useCan } from '../../../data/me.ts';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import { TabWorkspaceSelect, useTabWorkspace } from '../TabWorkspace.tsx';
import { AdministratorsPanel, UsersPanel } from './UsersPanel.tsx';

export function Tab({ group }: { readonly group: Workgroup }) {
  const { workgroup_id } = group;
  const can = useCan();
  const seen = group.workspaces.filter(({ workspace_id }) =>
    can('workspaceMember.read', { workgroup_id, workspace_id }),
  );
  const chosen = useTabWorkspace(seen);
  return (
    <Stack gap="lg">
      {can('workgroupMember.read', { workgroup_id }) && (
        <Stack gap="xs" component="section" aria-label={`Administrators of ${group.name}`}>
          <Heading>Administrators of {group.name}</Heading>
          <AdministratorsPanel group={group} />
        </Stack>
      )}
      {chosen === undefined ? (
        <EmptyState title="No workspaces" description="There is no workspace whose members you may see." />
      ) : (
        <Stack gap="xs" component="section" aria-label={`Access to ${chosen.name}`}>
          <Heading>Access to {chosen.name}</Heading>
          <Group align="flex-end" gap="sm">
            <TabWorkspaceSelect workspaces={seen} chosen={chosen} />
            <LinkButton
              variant="default"
              to="/groups/$groupID"
              params={{ groupID: workgroup_id }}
              search={{ tab: 'workspaces', space_id: chosen.workspace_id, access: 'database' }}
              leftSection={<IconUserKey size={16} stroke={1.6} />}
            >
              Database users
            </LinkButton>
          </Group>
          <UsersPanel key={chosen.workspace_id} workspace={chosen} />
          <Text size="sm" c="dimmed">
            A role is in force at the next request. Access tokens that were given out before stay valid, their
            rights are read anew each time.
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
