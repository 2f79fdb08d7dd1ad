/** Members of a workgroup or workspace with their roles, and controls to change them. */
import '@mantine/core/styles/Combobox.layer.css';
import { ROLE_LABELS, USER_TEXTS, type Member } from '@acacia/contract';
import {
  Card,
  ConfirmDestructive,
  DataTable,
  EmptyState,
  Tag,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { IconUserMinus, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useMe } from '../../../data/me.ts';
import { AddMember } from './AddMember.tsx';
import { rolesAt, useMembers, useRemoveRole, useSetRole, type Place } from './members.ts';

interface MemberTableProps {
  readonly place: Place;
  readonly placeName: string;
  /** Accessible name of the table. */
  readonly label: string;
  /** Why the person may change nothing; undefined when they may. */
  readonly denied: string | undefined;
}

const GIVEN_BY: Readonly<Record<Member['scope'], string>> = {
  organization: 'The organization',
  workgroup: 'The workgroup',
  workspace: 'This workspace',
};

export function MemberTable({ place, placeName, label, denied }: MemberTableProps) {
  const members = useMembers(place);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Member | null>(null);
  const remove = useRemoveRole(place);
  const me = useMe();
  const here = place.workspace_id === null ? 'workgroup' : 'workspace';

  const columns = useMemo(
    (): DataTableColumn<Member>[] => [
      {
        id: 'email',
        header: 'Email',
        width: '230px',
        sortBy: ({ email }) => email,
        cell: ({ email }) => email,
      },
      { id: 'name', header: 'Name', width: '150px', sortBy: ({ name }) => name, cell: ({ name }) => name },
      {
        id: 'role',
        header: 'Role',
        width: '200px',
        sortBy: ({ role }) => ROLE_LABELS[role],
        cell: (member) => (
          <Role member={member} place={place} changeable={denied === undefined && member.scope === here} />
        ),
      },
      {
        id: 'scope',
        header: 'Given by',
        width: '150px',
        sortBy: ({ scope }) => scope,
        cell: ({ scope }) => GIVEN_BY[scope],
      },
      {
        id: 'database',
        header: 'In the database',
        width: '150px',
        sortBy: ({ database_role }) => database_role,
        cell: ({ database_role }) => <Tag>{database_role}</Tag>,
      },
      {
        id: 'actions',
        header: 'Actions',
        width: '64px',
        hideHeader: true,
        align: 'right',
        cell: (member) => {
          const own =
            here === 'workspace' && member.user_id === me.id ? USER_TEXTS.ownWorkspaceRole : undefined;
          const reason =
            denied ??
            (member.scope === here ? own : `The role comes from the ${member.scope} and can be taken there.`);
          return (
            <Tooltip label={reason ?? 'Take the role'} position="left">
              <ActionIcon
                aria-label={`Take the role of ${member.email}`}
                {...(reason === undefined
                  ? {}
                  : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason })}
                onClick={() => {
                  if (reason === undefined) setRemoving(member);
                }}
              >
                <IconUserMinus size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          );
        },
      },
    ],
    [place, here, denied, me.id],
  );
  return (
    <Card flush>
      <DataTable
        label={label}
        columns={columns}
        rows={members.data}
        error={members.error}
        onRetry={() => void members.refetch()}
        rowKey={({ user_id }) => user_id}
        rowName={({ email }) => email}
        initialSort={{ id: 'email', desc: false }}
        filter={{ label: 'Filter people' }}
        maxHeight={280}
        exportName={`${placeName}-members`}
        tools={
          <Button
            leftSection={<IconUserPlus size={16} />}
            disabled={denied !== undefined}
            {...(denied === undefined ? {} : { title: denied })}
            onClick={() => setAdding(true)}
          >
            Give a role
          </Button>
        }
        empty={
          <EmptyState
            icon={<IconUsers size={22} stroke={1.6} />}
            title="Nobody has a role here"
            description="Give a person of your organization a role, and they can reach it."
          />
        }
      />
      {adding && (
        <AddMember
          place={place}
          placeName={placeName}
          members={members.data ?? []}
          onClose={() => setAdding(false)}
        />
      )}
      {removing !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setRemoving(null)}
          title={`Take the role of ${removing.email}?`}
          losses={[
            `${removing.email} is no longer ${ROLE_LABELS[removing.role]} of ${placeName}, at once`,
            ...(removing.user_id === me.id ? ['You take your own role and may lose sight of this page'] : []),
          ]}
          confirmLabel="Take the role"
          onConfirm={async () => {
            await remove.mutateAsync(removing);
            toast.success(`${removing.email} has no role of ${placeName} any more.`);
          }}
        />
      )}
    </Card>
  );
}

interface RoleProps {
  readonly member: Member;
  readonly place: Place;
  readonly changeable: boolean;
}

function Role({ member, place, changeable }: RoleProps) {
  const set = useSetRole(place);
  const roles = rolesAt(place);
  if (!changeable || roles.length < 2) return ROLE_LABELS[member.role];
  return (
    <Select
      aria-label={`Role of ${member.email}`}
      size="xs"
      allowDeselect={false}
      disabled={set.isPending}
      data={roles.map((value) => ({ value, label: ROLE_LABELS[value] }))}
      value={member.role}
      onChange={(value) => {
        const role = roles.find((each) => each === value);
        if (role === undefined || role === member.role) return;
        set.mutate(
          { email: member.email, role },
          {
            onSuccess: () => toast.success(`${member.email} is ${ROLE_LABELS[role]} now.`),
            onError: (error) => toast.error(error),
          },
        );
      }}
    />
  );
}
