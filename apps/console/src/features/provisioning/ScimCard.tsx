/** Settings of provisioning (SCIM): the address and token for the directory, and the role that each of its groups gives. */
import { said, t } from '@acacia/texts';
import type { CloudInput } from '@acacia/api-client';
import { grantOfPath, ROLE_LABELS, rolePath, type ProvisionedGroup, type Workgroup } from '@acacia/contract';
import {
  ActionButton,
  Card,
  ConfirmDestructive,
  CopyButton,
  Facts,
  Notice,
  RelativeTime,
  SettingRow,
  toast,
} from '@acacia/ui';
import { Button, Code, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useKnownWorkgroups } from '../../data/workgroups.ts';
import { useServices } from '../../services/services.ts';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../shell/copy-as/form-call.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { provisioningQuery, useProvisioningChange } from './calls.ts';

const NO_ROLE = '';

const HEAD = {
  title: t`Provisioning (SCIM)`,
  description: t`Your directory, such as Entra ID or Okta, invites, deactivates and removes people, and its groups give them roles.`,
};

export function ScimCard() {
  return (
    <LoadBoundary
      compact
      what="The provisioning"
      skeleton={
        <Card {...HEAD}>
          <Skeleton height={96} />
        </Card>
      }
      frame={(failure) => <Card {...HEAD}>{failure}</Card>}
    >
      <Provisioning />
    </LoadBoundary>
  );
}

function Provisioning() {
  const { data } = useSuspenseQuery(provisioningQuery(useServices()));
  const lastUsed = data.token?.last_used_time ?? null;
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState<'replace' | 'delete' | null>(null);
  const make = useProvisioningChange((cloud) => cloud.createProvisioningToken({}));
  const end = useProvisioningChange((cloud) => cloud.deleteProvisioningToken({}));
  const makeToken = async (): Promise<void> => setMade((await make.mutateAsync(undefined)).token);
  return (
    <Card
      {...HEAD}
      actions={
        <>
          <CopyAs calls={[formCall('createProvisioningToken', {})]} />
          {data.token !== null && (
            <Button variant="default" onClick={() => setEnding('delete')}>
              Delete token
            </Button>
          )}
          <ActionButton
            loading={make.isPending}
            onClick={() => {
              if (data.token !== null) setEnding('replace');
              else makeToken().catch(toast.error);
            }}
          >
            {data.token === null ? 'Create token' : 'Replace token'}
          </ActionButton>
        </>
      }
    >
      <Stack gap="md">
        {made !== null && (
          <Notice tone="warning" title="Copy the token now: it is shown this once.">
            <Group gap="xs" wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{made}</Code>
              <CopyButton value={made} label="token" />
            </Group>
          </Notice>
        )}
        <Stack gap={2}>
          <Text size="xs" c="dimmed">
            Address
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{data.url}</Code>
            <CopyButton value={data.url} label="address" />
          </Group>
        </Stack>
        <Facts
          facts={[
            {
              label: t`Token`,
              value:
                data.token === null ? (
                  t`None: no directory can call`
                ) : (
                  <>
                    Created by {data.token.creator} <RelativeTime at={data.token.create_time} />
                  </>
                ),
            },
            {
              label: t`Last used`,
              value: lastUsed === null ? t`Never` : <RelativeTime at={lastUsed} />,
            },
          ]}
        />
        <Groups groups={data.groups} />
      </Stack>
      {ending !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setEnding(null)}
          title={ending === 'replace' ? 'Replace the token?' : 'Delete the token?'}
          description={
            ending === 'replace'
              ? 'The directory is refused from now on, until it has the new token.'
              : 'The directory is refused from now on. People, groups and roles stay as they are.'
          }
          losses={[]}
          confirmLabel={ending === 'replace' ? 'Replace token' : 'Delete token'}
          onConfirm={async () => {
            if (ending === 'replace') await makeToken();
            else {
              await end.mutateAsync(undefined);
              setMade(null);
            }
          }}
        />
      )}
    </Card>
  );
}

function Groups({ groups }: { readonly groups: readonly ProvisionedGroup[] }) {
  const places = useKnownWorkgroups();
  if (groups.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The directory has pushed no groups yet. Each group that it pushes can give its members a role.
      </Text>
    );
  return (
    <section aria-label="Groups of the directory">
      {groups.map((group) => (
        <GroupRole key={group.group_id} group={group} places={places} />
      ))}
      <Group justify="flex-end" mt="xs">
        <CopyAs
          calls={groups.map((group) => formCall('setGroupRole', roleInput(group, group.role ?? NO_ROLE)))}
        />
      </Group>
    </section>
  );
}

/** The roles that a group can give, the organisation's first, then those of each workgroup and workspace. */
function optionsOf(places: readonly Workgroup[]) {
  const option = (path: string) => ({
    value: path,
    label: said(ROLE_LABELS[grantOfPath(path)?.name ?? 'users']),
  });
  const at = (
    name: 'workgroup-admins' | 'workspace-admins' | 'workspace-users',
    group: string,
    space?: string,
  ) => option(rolePath({ name, workgroup_id: group, workspace_id: space ?? null }));
  return [
    { value: NO_ROLE, label: t`No role` },
    {
      group: t`Organization`,
      items: (['org-admins', 'billing-admins', 'billing-viewers'] as const).map((name) =>
        option(rolePath({ name, workgroup_id: null, workspace_id: null })),
      ),
    },
    ...places.flatMap(({ workgroup_id, name, workspaces }) => [
      { group: name, items: [at('workgroup-admins', workgroup_id)] },
      ...workspaces.map((space) => ({
        group: `${name} / ${space.name}`,
        items: [
          at('workspace-admins', workgroup_id, space.workspace_id),
          at('workspace-users', workgroup_id, space.workspace_id),
        ],
      })),
    ]),
  ];
}

/** Input of the call that gives the role of a group. */
const roleInput = ({ group_id }: ProvisionedGroup, role: string): CloudInput<'setGroupRole'> => ({
  params: { group_id },
  body: { role: role === NO_ROLE ? null : role },
});

interface GroupRoleProps {
  readonly group: ProvisionedGroup;
  readonly places: readonly Workgroup[];
}

function GroupRole({ group, places }: GroupRoleProps) {
  const set = useProvisioningChange((cloud, role: string) => cloud.setGroupRole(roleInput(group, role)));
  const members = group.members === 1 ? t`1 member` : t`${group.members} members`;
  return (
    <SettingRow label={group.name} description={members}>
      {(control) => (
        <NativeSelect
          {...control}
          size="xs"
          data={optionsOf(places)}
          value={set.isPending ? set.variables : (group.role ?? NO_ROLE)}
          disabled={set.isPending}
          onChange={(event) =>
            set.mutate(event.currentTarget.value, {
              onSuccess: () => toast.success(t`The role of ${group.name} was changed.`),
              onError: (error) => toast.error(error),
            })
          }
        />
      )}
    </SettingRow>
  );
}
