/** People with access to the workspaces, and their roles. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState, Heading } from '@acacia/ui';
import { Group, Stack, Text } from '@mantine/core';
import { IconUserKey } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCan, useDenied } from '../../../data/me.ts';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import { TabWorkspaceSelect, useTabWorkspace } from '../TabWorkspace.tsx';
import { MemberTable } from './MemberTable.tsx';

export function Tab({ group }: { readonly group: Workgroup }) {
  const { workgroup_id } = group;
  const can = useCan();
  const denied = useDenied();
  const seen = group.workspaces.filter(({ workspace_id }) =>
    can('workspaceMember.read', { workgroup_id, workspace_id }),
  );
  const chosen = useTabWorkspace(seen);
  const groupPlace = useMemo(() => ({ workgroup_id, workspace_id: null }), [workgroup_id]);
  const place = useMemo(
    () => ({ workgroup_id, workspace_id: chosen?.workspace_id ?? null }),
    [workgroup_id, chosen?.workspace_id],
  );
  return (
    <Stack gap="lg">
      {can('workgroupMember.read', { workgroup_id }) && (
        <Stack gap="xs" component="section" aria-label={`Administrators of ${group.name}`}>
          <Heading>Administrators of {group.name}</Heading>
          <MemberTable
            label="Workgroup administrators"
            place={groupPlace}
            placeName={group.name}
            denied={denied('workgroupMember.update', { workgroup_id })}
          />
        </Stack>
      )}
      {chosen === undefined ? (
        <EmptyState title="No workspaces" description="There is no workspace whose members you may see." />
      ) : (
        <Stack gap="xs" component="section" aria-label={`Members of ${chosen.name}`}>
          <Heading>Members of {chosen.name}</Heading>
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
          <MemberTable
            key={chosen.workspace_id}
            label="Workspace members"
            place={place}
            placeName={chosen.name}
            denied={denied(
              'workspaceMember.update',
              place.workspace_id === null
                ? { workgroup_id }
                : { workgroup_id, workspace_id: place.workspace_id },
            )}
          />
          <Text size="sm" c="dimmed">
            A role is in force at the next request. Access tokens that were given out before stay valid, their
            rights are read anew each time.
          </Text>
        </Stack>
      )}
    </Stack>
  );
}
