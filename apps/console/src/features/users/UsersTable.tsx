/** The table of people: search, roles, pages, and the actions on each person. */
import { comma, said, t } from '@acacia/texts';
import { LISTED_ROLES, ROLE_LABELS, USER_TEXTS, USERS_PAGE_SIZE, type ListedUser } from '@acacia/contract';
import {
  Card,
  ConfirmDestructive,
  DataTable,
  EmptyState,
  hint,
  RelativeTime,
  StatusBadge,
  Tag,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import { IconMailForward, IconTrash, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useMe, useOrganization } from '../../data/me.ts';
import { usePhone } from '../../shell/narrow.ts';
import { useDelete, useResend } from './calls.ts';
import { usersSearch } from './search.ts';
import classes from './users.module.css';

const ANY_ROLE = '';

export function UsersTable({ users }: { readonly users: readonly ListedUser[] }) {
  const { find = '', role, page = 1 } = useSearch({ from: '/shell/admin/users' });
  const navigate = useNavigate({ from: '/admin/users' });
  const me = useMe();
  const organization = useOrganization().data?.org_display_name ?? t`the organization`;
  const [deleting, setDeleting] = useState<ListedUser | null>(null);
  const remove = useDelete();
  const { mutate: resend, isPending: resending } = useResend(me.org_id ?? '');

  const listed = LISTED_ROLES.filter((each) => users.some(({ roles }) => roles.includes(each)));
  const rows = useMemo(
    () => (role === undefined ? users : users.filter(({ roles }) => roles.includes(role))),
    [users, role],
  );
  const isPhone = usePhone();
  const wide = useMemo(
    (): DataTableColumn<ListedUser>[] => [
      {
        id: 'name',
        header: t`Name`,
        width: '160px',
        sortBy: ({ name }) => name,
        cell: (user) => <Name user={user} />,
      },
      {
        id: 'email',
        header: t`Email`,
        width: '220px',
        sortBy: ({ email }) => email,
        cell: ({ email }) => (
          <>
            {email}
            {email === me.email && <span className={classes.you}> (you)</span>}
          </>
        ),
      },
      {
        id: 'roles',
        header: t`Role`,
        width: '180px',
        sortBy: ({ roles }) => roles.map((each) => LISTED_ROLES.indexOf(each)).join(' '),
        text: ({ roles }) => roles.map((each) => said(ROLE_LABELS[each])).join(comma),
        cell: (user) => <RoleBadge user={user} />,
      },
      {
        id: 'lastActive',
        header: t`Last active`,
        width: '155px',
        sortBy: ({ lastActive }) => lastActive,
        text: ({ lastActive, deactivated }) =>
          deactivated ? said(USER_TEXTS.deactivated) : (lastActive ?? said(USER_TEXTS.pending)),
        cell: (user) => <LastActive user={user} />,
      },
      {
        id: 'created',
        header: t`Created`,
        width: '115px',
        sortBy: ({ created }) => created,
        cell: ({ created }) => <RelativeTime at={created} />,
      },
      {
        id: 'actions',
        header: t`Actions`,
        width: '96px',
        hideHeader: true,
        align: 'right',
        cell: (user) => (
          <span className={classes.actions}>
            {user.lastActive === null && !user.deactivated && (
              <Tooltip label="Resend invitation" position="left">
                <ActionIcon
                  aria-label={`Resend the invitation of ${user.email}`}
                  disabled={resending}
                  onClick={() => {
                    const shown = toast.progress(said(USER_TEXTS.resending));
                    resend(user, {
                      onSuccess: () => shown.success(said(USER_TEXTS.resent)),
                      onError: shown.error,
                    });
                  }}
                >
                  <IconMailForward size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            )}
            <DeleteButton user={user} own={user.userId === me.id} onDelete={setDeleting} />
          </span>
        ),
      },
    ],
    [me.id, me.email, resend, resending],
  );
  const columns = useMemo(() => (isPhone ? stacked(wide, me.email) : wide), [isPhone, wide, me.email]);
  return (
    <Card flush>
      <DataTable
        label="Users"
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        rowName={({ email }) => email}
        initialSort={{ id: 'email', desc: false }}
        filter={{
          label: t`Search users`,
          nothing: said(USER_TEXTS.none),
          value: find,
          onChange: (text) =>
            void navigate({
              search: ({ find: _, page: __, ...search }) =>
                text === '' ? search : { ...search, find: text },
              replace: true,
            }),
        }}
        paging={{
          size: USERS_PAGE_SIZE,
          sizes: [USERS_PAGE_SIZE],
          page,
          onPage: (next) => void navigate({ search: (search) => ({ ...search, page: next }) }),
        }}
        exportName="users"
        tools={
          <NativeSelect
            size="xs"
            aria-label="Role"
            value={role ?? ANY_ROLE}
            data={[
              { value: ANY_ROLE, label: t`Any role` },
              ...(role === undefined || listed.includes(role) ? listed : [...listed, role]).map((each) => ({
                value: each,
                label: said(ROLE_LABELS[each]),
              })),
            ]}
            onChange={(event) => {
              const chosen = usersSearch.shape.role.parse(event.currentTarget.value);
              void navigate({
                search: ({ role: _, page: __, ...search }) =>
                  chosen === undefined ? search : { ...search, role: chosen },
              });
            }}
          />
        }
        empty={
          <EmptyState
            icon={<IconUsers size={22} stroke={1.6} />}
            title={said(USER_TEXTS.none)}
            description="Nobody in the organization has this role."
          />
        }
      />
      {deleting !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setDeleting(null)}
          title={`Delete ${deleting.email}?`}
          description={
            deleting.lastActive === null
              ? `The invitation to ${organization} ends at once: its link opens nothing any more.`
              : `${deleting.name} loses every role in ${organization} at once, and cannot use it any more. Workspaces and data stay.`
          }
          losses={[]}
          confirmLabel="Delete user"
          onConfirm={async () => {
            const shown = toast.progress(said(USER_TEXTS.deleting));
            try {
              await remove.mutateAsync(deleting);
              shown.success(said(USER_TEXTS.deleted));
            } catch (error) {
              // The dialog stays and says why.
              shown.dismiss();
              throw error;
            }
          }}
        />
      )}
    </Card>
  );
}

/** The columns of a phone: the person with all that the others say, and the actions. */
function stacked(
  wide: readonly DataTableColumn<ListedUser>[],
  ownEmail: string,
): readonly DataTableColumn<ListedUser>[] {
  return [
    {
      id: 'email',
      header: t`Person`,
      sortBy: ({ email }) => email,
      text: ({ name, email }) => `${name} ${email}`,
      cell: (user) => (
        <div className={classes.stacked}>
          <Name user={user} />
          {user.name !== user.email && <span>{user.email}</span>}
          {user.email === ownEmail && <span className={classes.you}>(you)</span>}
          <RoleBadge user={user} />
          <span className={classes.you}>
            <LastActive user={user} />
          </span>
        </div>
      ),
    },
    ...wide.filter(({ id }) => id === 'actions'),
  ];
}

function LastActive({ user: { lastActive, deactivated } }: { readonly user: ListedUser }) {
  if (deactivated) return <StatusBadge tone="stopped">{said(USER_TEXTS.deactivated)}</StatusBadge>;
  if (lastActive === null) return <StatusBadge tone="idle">{said(USER_TEXTS.pending)}</StatusBadge>;
  return <RelativeTime at={lastActive} />;
}

/** The name opens the person's roles, after a first sign-in alone. */
function Name({ user: { userId, name, email, lastActive } }: { readonly user: ListedUser }) {
  if (lastActive === null) return <span {...hint(said(USER_TEXTS.onlyAfterSignIn))}>{name}</span>;
  return (
    <Link
      from="/admin/users"
      to="/admin/users"
      search={(search) => ({ ...search, user: userId })}
      className={classes.name}
      aria-label={`${name}, roles of ${email}`}
    >
      {name}
    </Link>
  );
}

function RoleBadge({ user: { roles } }: { readonly user: ListedUser }) {
  const [first, ...others] = roles.map((role) => said(ROLE_LABELS[role]));
  // A role in the organisation says everything.
  const more = roles[0] === 'org-admins' ? [] : others;
  return (
    <span className={classes.roles}>
      <Tag>{first}</Tag>
      {more.length > 0 && (
        <Tooltip label={more.join(comma)}>
          <span
            className={classes.more}
            tabIndex={0}
            role="img"
            aria-label={t`+${more.length}: ${more.join(comma)}`}
          >
            +{more.length}
          </span>
        </Tooltip>
      )}
    </span>
  );
}

interface DeleteButtonProps {
  readonly user: ListedUser;
  readonly own: boolean;
  readonly onDelete: (user: ListedUser) => void;
}

function DeleteButton({ user, own, onDelete }: DeleteButtonProps) {
  return (
    <Tooltip label={own ? said(USER_TEXTS.notYourself) : 'Delete user'} position="left">
      <ActionIcon
        aria-label={`Delete ${user.email}`}
        {...(own
          ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': said(USER_TEXTS.notYourself) }
          : {})}
        onClick={() => {
          if (!own) onDelete(user);
        }}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
