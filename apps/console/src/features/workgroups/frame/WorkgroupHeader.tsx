/** Name and region of the workgroup, a switch to other workgroups, and its actions. */
import type { Workgroup } from '@acacia/contract';
import { ActionMenuItem, InlineRename, PageHeader } from '@acacia/ui';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconDots, IconPlus, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useDenied } from '../../../data/me.ts';
import { nameProblem } from '../../../data/name-rules.ts';
import { useRegionName } from '../../../data/regions.ts';
import { useUpdateWorkgroup, useKnownWorkgroups } from '../../../data/workgroups.ts';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import { TutorialsButton } from '../../../shell/tutorials/TutorialsButton.tsx';
import { LinkMenuItem } from '../../../shell/LinkMenuItem.tsx';
import { DeleteWorkgroupDialog, useDeleteRefusal } from '../general/DeleteWorkgroup.tsx';
import { useCreateRefusal } from '../useCreateRefusal.ts';
import classes from './WorkgroupHeader.module.css';
import { WorkgroupSettings } from './WorkgroupSettings.tsx';

export function WorkgroupHeader({
  group,
  children,
}: {
  readonly group: Workgroup;
  readonly children: ReactNode;
}) {
  const groups = useKnownWorkgroups();
  const denied = useDenied();
  const regionName = useRegionName();
  const update = useUpdateWorkgroup(group.workgroup_id);
  const [dialog, setDialog] = useState<'settings' | 'delete' | null>(null);
  const scope = { workgroup_id: group.workgroup_id };
  const others = groups.filter((each) => each.workgroup_id !== group.workgroup_id);
  return (
    <PageHeader
      title={
        <InlineRename
          value={group.name}
          what="workgroup"
          validate={(name) =>
            nameProblem(
              name,
              others.map((each) => each.name),
            )
          }
          onSave={(name) => update.mutateAsync({ workgroup_name: name })}
          disabledReason={denied('workgroup.update', scope)}
        >
          <h1 className={classes.title}>{group.name}</h1>
          <Switcher group={group} groups={groups} />
        </InlineRename>
      }
      description={`${group.cloud_provider_type === 'private' ? 'BYOC' : group.cloud_provider_name} · ${regionName(group.region)}`}
      actions={
        <>
          <TutorialsButton chapter={1} />
          <LinkButton
            to="/groups/$groupID/spaces/config"
            params={{ groupID: group.workgroup_id }}
            leftSection={<IconPlus size={16} />}
            disabledReason={useCreateRefusal(group)}
          >
            Create workspace
          </LinkButton>
          <Menu width={220}>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label="More actions on the workgroup">
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <ActionMenuItem
                icon={<IconSettings size={16} stroke={1.6} />}
                disabledReason={denied('workgroup.update', scope)}
                onClick={() => setDialog('settings')}
              >
                Workgroup settings
              </ActionMenuItem>
              <ActionMenuItem
                icon={<IconTrash size={16} stroke={1.6} />}
                destructive
                disabledReason={useDeleteRefusal(group)}
                onClick={() => setDialog('delete')}
              >
                Delete workgroup
              </ActionMenuItem>
            </Menu.Dropdown>
          </Menu>
          <WorkgroupSettings group={group} opened={dialog === 'settings'} onClose={() => setDialog(null)} />
          <DeleteWorkgroupDialog group={group} opened={dialog === 'delete'} onClose={() => setDialog(null)} />
        </>
      }
    >
      {children}
    </PageHeader>
  );
}

function Switcher({ group, groups }: { readonly group: Workgroup; readonly groups: readonly Workgroup[] }) {
  const denied = useDenied();
  return (
    <Menu width={280} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.switcher} aria-label="Switch workgroup">
          <IconChevronDown size={16} stroke={1.8} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} className={classes.groups}>
        <Menu.Label>Workgroups</Menu.Label>
        {groups.map((each) => (
          <LinkMenuItem
            key={each.workgroup_id}
            to="/groups/$groupID"
            params={{ groupID: each.workgroup_id }}
            aria-current={each.workgroup_id === group.workgroup_id ? 'page' : undefined}
            className={classes.group}
          >
            <span className={classes.name}>{each.name}</span>
            <span className={classes.place}>
              {each.platform} · {each.region}
            </span>
          </LinkMenuItem>
        ))}
        <Menu.Divider />
        {denied('workgroup.create') === undefined ? (
          <LinkMenuItem to="/groups/new" leftSection={<IconPlus size={16} />}>
            Create workgroup
          </LinkMenuItem>
        ) : (
          <ActionMenuItem
            icon={<IconPlus size={16} />}
            disabledReason={denied('workgroup.create')}
            onClick={() => undefined}
          >
            Create workgroup
          </ActionMenuItem>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
