/** The API keys of the organisation: what each may do, until when, and when it was used last. */
import { comma, said, t } from '@acacia/texts';
import {
  API_KEY_TEXTS,
  LISTED_ROLES,
  ROLE_LABELS,
  type ApiKey,
  type ListedRole,
  type ListedUser,
} from '@acacia/contract';
import {
  ActionButton,
  Card,
  ConfirmDestructive,
  DataTable,
  EmptyState,
  RelativeTime,
  StatusBadge,
  Tag,
  toast,
  useNow,
  type DataTableColumn,
} from '@acacia/ui';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconKey, IconPlus, IconShieldCog, IconTrash } from '@tabler/icons-react';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useServices } from '../../services/services.ts';
import { UserDialog } from '../users/UserDialog.tsx';
import { apiKeysQuery, keyUsersQuery, useDeleteKey } from './calls.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import classes from './settings.module.css';

const NO_ROLES = t`No permissions`;

interface Row {
  readonly key: ApiKey;
  readonly roles: readonly ListedRole[];
}

/** Names of the roles that a key has; none for one without. */
const rolesOf = (user: ListedUser | undefined): readonly ListedRole[] =>
  (user?.roles ?? []).filter((role) => role !== 'users');

const hasExpired = ({ expires_at }: ApiKey, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

/** @param act opens the dialog of a key */
function columnsFor(now: number, act: (what: 'permissions' | 'delete', key: ApiKey) => void) {
  const columns: DataTableColumn<Row>[] = [
    {
      id: 'description',
      header: t`Description`,
      width: '140px',
      sortBy: ({ key }) => key.description,
      cell: ({ key }) => key.description,
    },
    {
      id: 'key',
      header: t`API key`,
      width: '120px',
      text: ({ key }) => key.redacted_key,
      cell: ({ key }) => <code className={classes.redacted}>{key.redacted_key}</code>,
    },
    {
      id: 'roles',
      header: t`Permissions`,
      width: '150px',
      sortBy: ({ roles }) => roles.map((role) => LISTED_ROLES.indexOf(role)).join(' '),
      text: ({ roles }) => roles.map((role) => said(ROLE_LABELS[role])).join(comma),
      cell: ({ roles }) =>
        roles.length === 0 ? (
          NO_ROLES
        ) : (
          <span className={classes.roles}>
            {roles.map((role) => (
              <Tag key={role}>{said(ROLE_LABELS[role])}</Tag>
            ))}
          </span>
        ),
    },
    {
      id: 'creator',
      header: t`Creator`,
      width: '150px',
      sortBy: ({ key }) => key.creator,
      cell: ({ key }) => <span className={classes.creator}>{key.creator}</span>,
    },
    {
      id: 'created',
      header: t`Created`,
      width: '98px',
      sortBy: ({ key }) => key.created_at,
      cell: ({ key }) => <RelativeTime at={key.created_at} />,
    },
    {
      id: 'expires',
      header: t`Expires`,
      width: '98px',
      sortBy: ({ key }) => key.expires_at,
      text: ({ key }) => key.expires_at ?? t`Never`,
      cell: ({ key }) =>
        key.expires_at === null ? (
          t`Never`
        ) : hasExpired(key, now) ? (
          <StatusBadge tone="stopped">Expired</StatusBadge>
        ) : (
          <RelativeTime at={key.expires_at} />
        ),
    },
    {
      id: 'used',
      header: t`Last used`,
      width: '98px',
      sortBy: ({ key }) => key.last_used_at,
      text: ({ key }) => key.last_used_at ?? t`Never`,
      cell: ({ key }) => (key.last_used_at === null ? t`Never` : <RelativeTime at={key.last_used_at} />),
    },
    {
      id: 'actions',
      header: t`Actions`,
      width: '96px',
      hideHeader: true,
      align: 'right',
      cell: ({ key }) => (
        <span className={classes.actions}>
          <Tooltip label="Edit permissions" position="left">
            <ActionIcon
              aria-label={`Edit the permissions of ${key.description}`}
              onClick={() => act('permissions', key)}
            >
              <IconShieldCog size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Delete API key" position="left">
            <ActionIcon aria-label={`Delete ${key.description}`} onClick={() => act('delete', key)}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </span>
      ),
    },
  ];
  return columns;
}

export function ApiKeys() {
  const services = useServices();
  const [keys, users] = useSuspenseQueries({
    queries: [apiKeysQuery(services), keyUsersQuery(services)],
  });
  const { find = '', key: shownKey } = useSearch({ from: '/shell/admin/settings' });
  const navigate = useNavigate({ from: '/admin/settings' });
  const now = useNow(30_000);
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const remove = useDeleteKey();

  const byId = useMemo(() => new Map(users.data.map((user) => [user.userId, user])), [users.data]);
  const rows = useMemo(
    () => keys.data.map((key): Row => ({ key, roles: rolesOf(byId.get(key.user_id)) })),
    [keys.data, byId],
  );
  const showPermissions = (keyName: string): void =>
    void navigate({ search: (search) => ({ ...search, key: keyName }) });
  const act = (what: 'permissions' | 'delete', key: ApiKey): void => {
    if (what === 'delete') setDeleting(key);
    else if (byId.has(key.user_id)) showPermissions(key.key_name);
    // Its account was not in the list: deleted meanwhile, say.
    else toast.error(API_KEY_TEXTS.notRead);
  };
  const shown = keys.data.find(({ key_name }) => key_name === shownKey);
  const account = shown === undefined ? undefined : byId.get(shown.user_id);
  const create = (
    <ActionButton leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      Create API key
    </ActionButton>
  );
  return (
    <Card
      title="API keys"
      description="A key lets a program call the cloud API and the workspaces, in this organization alone and with the permissions that you give it."
      actions={create}
      flush
    >
      <DataTable
        label="API keys"
        columns={columnsFor(now, act)}
        rows={rows}
        rowKey={({ key }) => key.key_name}
        rowName={({ key }) => key.description}
        initialSort={{ id: 'created', desc: true }}
        filter={{
          label: t`Search API keys`,
          nothing: t`No API keys found.`,
          value: find,
          onChange: (text) =>
            void navigate({
              search: ({ find: _, ...search }) => (text === '' ? search : { ...search, find: text }),
              replace: true,
            }),
        }}
        empty={
          <EmptyState
            icon={<IconKey size={22} stroke={1.6} />}
            title="No API keys yet"
            description="Create one for a program that is to use your workspaces."
          />
        }
      />
      {creating && (
        <CreateKeyDialog
          onClose={() => setCreating(false)}
          onPermissions={(keyName) => {
            setCreating(false);
            showPermissions(keyName);
          }}
        />
      )}
      {account !== undefined && (
        <UserDialog
          key={account.userId}
          user={account}
          of="apiKey"
          onClose={() => void navigate({ search: ({ key: _, ...search }) => search, replace: true })}
        />
      )}
      {deleting !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setDeleting(null)}
          title={`Delete the API key ${deleting.description}?`}
          description="Programs that use it are refused at once. Workspaces and data stay."
          losses={[]}
          confirmLabel="Delete API key"
          onConfirm={async () => {
            const progress = toast.progress(API_KEY_TEXTS.deleting);
            try {
              await remove.mutateAsync(deleting);
              progress.success(API_KEY_TEXTS.deleted);
            } catch (error) {
              // The dialog stays and says why.
              progress.dismiss();
              throw error;
            }
          }}
        />
      )}
    </Card>
  );
}
