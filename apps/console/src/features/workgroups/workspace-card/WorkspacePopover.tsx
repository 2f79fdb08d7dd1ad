/** Ids and addresses of a workspace to copy, and links to its tools (specification part 2, section 2). */
import { t } from '@acacia/texts';
import { workspaceCan, type Workspace } from '@acacia/contract';
import { CopyableId, Facts } from '@acacia/ui';
import { ActionIcon, Group, Popover, Stack, Tooltip } from '@mantine/core';
import {
  IconBinaryTree2,
  IconChartLine,
  IconCode,
  IconDatabaseImport,
  IconInfoCircle,
  IconSchema,
} from '@tabler/icons-react';
import { LinkButton } from '../../../shell/LinkButton.tsx';

interface WorkspacePopoverProps {
  readonly workspace: Workspace;
  /** Why its data cannot be reached; undefined when it can. */
  readonly refusal: string | undefined;
}

export function WorkspacePopover({ workspace, refusal }: WorkspacePopoverProps) {
  const search = { workspace_id: workspace.workspace_id };
  const write = workspaceCan('write', workspace);
  const look = { variant: 'default', size: 'xs', disabledReason: refusal } as const;
  return (
    <Popover width={340} position="bottom-start" trapFocus>
      <Popover.Target>
        <Tooltip label="IDs and shortcuts">
          <ActionIcon aria-label={`About ${workspace.name}`}>
            <IconInfoCircle size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={`About ${workspace.name}`}>
        <Stack gap="sm">
          <Facts
            facts={[
              {
                label: t`Workspace ID`,
                value: (
                  <CopyableId
                    value={workspace.workspace_id}
                    label="workspace ID"
                    copiedMessage="workspace ID copied successfully."
                  />
                ),
              },
              {
                label: t`Workgroup ID`,
                value: (
                  <CopyableId
                    value={workspace.workgroup_id}
                    label="workgroup ID"
                    copiedMessage="workgroup ID copied successfully."
                  />
                ),
              },
              {
                label: t`Database ID`,
                value: (
                  <CopyableId
                    value={workspace.database_id}
                    label="database ID"
                    copiedMessage="database ID copied successfully."
                  />
                ),
              },
              { label: t`Created by`, value: workspace.creator },
            ]}
          />
          <Group gap="xs">
            <LinkButton
              {...look}
              to="/ingestion"
              search={search}
              leftSection={<IconDatabaseImport size={14} stroke={1.7} />}
              disabledReason={refusal ?? (write.allowed ? undefined : write.reason)}
            >
              Load data
            </LinkButton>
            <LinkButton
              {...look}
              to="/design-schema"
              search={search}
              leftSection={<IconSchema size={14} stroke={1.7} />}
            >
              {workspace.is_rw ? 'Design schema' : 'View schema'}
            </LinkButton>
            <LinkButton
              {...look}
              to="/editor"
              search={search}
              leftSection={<IconCode size={14} stroke={1.7} />}
            >
              Query editor
            </LinkButton>
            <LinkButton
              {...look}
              to="/explore"
              search={search}
              leftSection={<IconBinaryTree2 size={14} stroke={1.7} />}
            >
              Explore graph
            </LinkButton>
            <LinkButton
              variant="default"
              size="xs"
              to="/groups/$groupID"
              params={{ groupID: workspace.workgroup_id }}
              search={{ tab: 'monitor', space_id: workspace.workspace_id }}
              leftSection={<IconChartLine size={14} stroke={1.7} />}
            >
              Monitor
            </LinkButton>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
