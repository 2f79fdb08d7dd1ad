/** Database Access tab: users of the workspace alone, who sign in there with a password. */
import { t } from '@acacia/texts';
import type { DbUser, Workspace } from '@acacia/contract';
import {
  ActionButton,
  Card,
  ConfirmDestructive,
  DataTable,
  EmptyState,
  toast,
  useOnTop,
  type DataTableColumn,
} from '@acacia/ui';
import { IconPencil, IconPlus, IconTrash, IconUserKey, IconUserShield } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useBlocked } from '../../../data/current-ip.ts';
import { useServices } from '../../../services/services.ts';
import { GuideLink } from '../../../shell/GuideLink.tsx';
import classes from './access.module.css';
import { changingRefusal } from './database-refusal.ts';
import { databaseUsersQuery, useDeleteDatabaseUser } from './database-users.ts';
import { DatabaseUserDialog } from './DatabaseUserDialog.tsx';
import { RolesDialog } from './RolesDialog.tsx';
import { RowAction } from './RowAction.tsx';
import { SPECIFIED } from './specified-texts.ts';

/** The open dialog, and the user that it is about. */
type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'roles' | 'delete'; readonly username: string };

const MASK = '••••••••••••';

export function DatabaseUsersPanel({ workspace }: { readonly workspace: Workspace }) {
  const { data: users } = useSuspenseQuery(databaseUsersQuery(useServices(), workspace));
  const refusal = changingRefusal(workspace, useBlocked(workspace));
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const columns = useMemo(
    (): DataTableColumn<DbUser>[] => [
      {
        id: 'name',
        header: t`Name`,
        sortBy: ({ username }) => username,
        cell: ({ username }) => <span className={classes.username}>{username}</span>,
      },
      {
        id: 'password',
        header: t`Password`,
        width: '150px',
        cell: () => (
          <span className={classes.secret} role="img" aria-label="Hidden">
            {MASK}
          </span>
        ),
      },
      {
        id: 'actions',
        header: t`Actions`,
        hideHeader: true,
        width: '120px',
        align: 'right',
        cell: ({ username }) => {
          const show = (kind: Exclude<Open['kind'], 'add'>) => () => setOpen({ kind, username });
          return (
            <div className={classes.actions}>
              <RowAction label={`Edit access roles of ${username}`} reason={refusal} onClick={show('roles')}>
                <IconUserShield size={16} stroke={1.6} />
              </RowAction>
              <RowAction label={`Edit ${username}`} reason={refusal} onClick={show('edit')}>
                <IconPencil size={16} stroke={1.6} />
              </RowAction>
              <RowAction label={`Delete ${username}`} reason={refusal} onClick={show('delete')}>
                <IconTrash size={16} stroke={1.6} />
              </RowAction>
            </div>
          );
        },
      },
    ],
    [refusal],
  );
  return (
    <Card flush>
      <DataTable
        label="Database users"
        columns={columns}
        rows={users}
        rowKey={({ username }) => username}
        initialSort={{ id: 'name', desc: false }}
        filter={{ label: t`Filter database users` }}
        maxHeight={420}
        tools={
          <>
            <GuideLink guide="access" about="Access to workspaces" />
            <ActionButton
              leftSection={<IconPlus size={16} />}
              disabledReason={refusal}
              onClick={() => setOpen({ kind: 'add' })}
            >
              {SPECIFIED.addUser}
            </ActionButton>
          </>
        }
        empty={
          <EmptyState
            compact
            icon={<IconUserKey size={22} stroke={1.6} />}
            title="No database users"
            description="Programs and people without an account here can sign in to this workspace with a user and password of its own."
          />
        }
      />
      {open !== null && (open.kind === 'add' || open.kind === 'edit') && (
        <DatabaseUserDialog
          workspace={workspace}
          username={open.kind === 'edit' ? open.username : null}
          onClose={close}
        />
      )}
      {open?.kind === 'roles' && (
        <RolesDialog workspace={workspace} username={open.username} fixed={[]} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <DeleteDialog workspace={workspace} username={open.username} onClose={close} />
      )}
    </Card>
  );
}

interface DeleteDialogProps {
  readonly workspace: Workspace;
  readonly username: string;
  readonly onClose: () => void;
}

function DeleteDialog({ workspace, username, onClose }: DeleteDialogProps) {
  const close = useOnTop(true, onClose);
  const remove = useDeleteDatabaseUser(workspace);
  return (
    <ConfirmDestructive
      opened
      onClose={close}
      title="Confirm to delete"
      losses={[
        t`The database user ${username}: whoever signs in with it is refused at once`,
        t`Its roles, secrets and tokens`,
      ]}
      confirmLabel="Delete"
      onConfirm={async () => {
        try {
          await remove.mutateAsync(username);
          toast.success(t`The user has been successfully deleted.`);
        } catch (error) {
          toast.error(error);
        }
      }}
    />
  );
}
