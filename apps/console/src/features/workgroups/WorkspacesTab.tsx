/** The workspaces of a workgroup, newest first. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState } from '@acacia/ui';
import { Stack } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useDenied } from '../../data/me.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { WorkspaceCard } from './WorkspaceCard.tsx';

export function Tab({ group }: { readonly group: Workgroup }) {
  const denied = useDenied();
  if (group.workspaces.length === 0) {
    return (
      <EmptyState
        icon={<IconServer2 size={22} stroke={1.6} />}
        title="No workspaces"
        description="Nothing serves the databases of this workgroup. Create a workspace to use them."
        action={
          <LinkButton
            to="/groups/$groupID/spaces/config"
            params={{ groupID: group.workgroup_id }}
            leftSection={<IconPlus size={16} />}
            disabledReason={denied('workspace.create', { workgroup_id: group.workgroup_id })}
          >
            Create workspace
          </LinkButton>
        }
      />
    );
  }
  const newestFirst = [...group.workspaces].sort((a, b) => b.created_at.localeCompare(a.created_at));
  return (
    <Stack gap="sm">
      {newestFirst.map((workspace) => (
        <WorkspaceCard
          key={workspace.workspace_id}
          workspace={workspace}
          others={group.workspaces.filter((each) => each !== workspace).map((each) => each.name)}
        />
      ))}
    </Stack>
  );
}
