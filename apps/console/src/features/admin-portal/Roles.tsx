/** The roles of a workspace: built-in ones, and those that people made, with a way to make and drop one. */
import { t } from '@acacia/texts';
import { GLOBAL_SCOPE, type RoleListing } from '@acacia/contract';
import {
  ActionButton,
  Card,
  ConfirmDestructive,
  DataTable,
  EmptyState,
  Tag,
  toast,
  useOnTop,
  type DataTableColumn,
} from '@acacia/ui';
import { IconPlus, IconTrash, IconUserShield } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useBlocked } from '../../data/current-ip.ts';
import { changingRefusal } from '../workgroups/access/database-refusal.ts';
import { scopeLabel } from '../workgroups/access/role-edits.ts';
import { RowAction } from '../workgroups/access/RowAction.tsx';
import type { PortalProps } from './portal-props.ts';
import { RoleDialog } from './RoleDialog.tsx';

interface Role {
  readonly name: string;
  /** Graph of the role, `1` for the global scope; null: built in for every graph. */
  readonly scope: string | null;
  readonly builtIn: boolean;
}

const rolesKey = (workspaceId: string) => ['workspace', workspaceId, 'roles'] as const;

function rolesOf({ builtIn, userDefinedRoles }: RoleListing): readonly Role[] {
  const ofScopes = Object.entries(userDefinedRoles).flatMap(([scope, names]) =>
    names.map((name) => ({ name, scope, builtIn: false })),
  );
  const global = builtIn.global.map((name) => ({ name, scope: GLOBAL_SCOPE, builtIn: true }));
  const local = builtIn.local.map((name) => ({ name, scope: null, builtIn: true }));
  return [...ofScopes, ...global, ...local];
}

export function Roles({ workspace, client }: PortalProps) {
  const { workspace_id } = workspace;
  const queryClient = useQueryClient();
  const refusal = changingRefusal(workspace, useBlocked(workspace));
  const [adding, setAdding] = useState(false);
  const [dropping, setDropping] = useState<Role | null>(null);
  const roles = useQuery({
    queryKey: rolesKey(workspace_id),
    queryFn: async ({ signal }) => rolesOf(await client.roles({ signal })),
  });
  const changed = () => queryClient.invalidateQueries({ queryKey: rolesKey(workspace_id) });
  const columns = useMemo(
    (): DataTableColumn<Role>[] => [
      { id: 'name', header: t`Role`, sortBy: ({ name }) => name, cell: ({ name }) => name },
      {
        id: 'scope',
        header: t`Graph`,
        sortBy: ({ scope }) => (scope === null ? t`each graph` : scopeLabel(scope)),
        cell: ({ scope }) => (scope === null ? t`each graph` : scopeLabel(scope)),
      },
      {
        id: 'kind',
        header: t`Kind`,
        width: '120px',
        sortBy: ({ builtIn }) => builtIn,
        text: ({ builtIn }) => (builtIn ? t`Built in` : t`Made here`),
        cell: ({ builtIn }) => <Tag>{builtIn ? 'Built in' : 'Made here'}</Tag>,
      },
      {
        id: 'actions',
        header: t`Actions`,
        hideHeader: true,
        width: '60px',
        align: 'right',
        cell: (role) =>
          role.builtIn ? null : (
            <RowAction label={`Drop ${role.name}`} reason={refusal} onClick={() => setDropping(role)}>
              <IconTrash size={16} stroke={1.6} />
            </RowAction>
          ),
      },
    ],
    [refusal],
  );
  return (
    <Card flush title="Roles" description="Given to users and people by the shield beside their name.">
      <DataTable
        label="Roles"
        columns={columns}
        rows={roles.data}
        rowKey={({ scope, name }) => `${scope ?? ''}/${name}`}
        initialSort={{ id: 'kind', desc: false }}
        error={roles.error}
        onRetry={() => void roles.refetch()}
        filter={{ label: t`Filter roles` }}
        tools={
          <ActionButton
            leftSection={<IconPlus size={16} />}
            disabledReason={refusal}
            onClick={() => setAdding(true)}
          >
            Create role
          </ActionButton>
        }
        empty={
          <EmptyState
            compact
            icon={<IconUserShield size={22} stroke={1.6} />}
            title="No roles"
            description="The workspace named none."
          />
        }
      />
      {adding && (
        <RoleDialog
          workspace={workspace}
          client={client}
          onClose={() => setAdding(false)}
          onCreated={changed}
        />
      )}
      {dropping !== null && (
        <DropDialog client={client} role={dropping} onClose={() => setDropping(null)} onDropped={changed} />
      )}
    </Card>
  );
}

interface DropDialogProps extends Pick<PortalProps, 'client'> {
  readonly role: Role;
  readonly onClose: () => void;
  readonly onDropped: () => Promise<void>;
}

function DropDialog({ client, role, onClose, onDropped }: DropDialogProps) {
  const close = useOnTop(true, onClose);
  return (
    <ConfirmDestructive
      opened
      onClose={close}
      title={`Drop the role ${role.name}`}
      losses={[t`Its privileges: whoever has the role loses them at the next request`]}
      confirmLabel="Drop"
      onConfirm={async () => {
        await client.dropRole(role.scope === GLOBAL_SCOPE ? null : role.scope, role.name);
        await onDropped();
        toast.success(t`The role ${role.name} was dropped.`);
      }}
    />
  );
}
