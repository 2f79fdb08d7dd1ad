/** `/admin/users`: the people of the organisation, invitations and roles (specification part 3). */
import { said, t } from '@acacia/texts';
import { USER_TEXTS } from '@acacia/contract';
import { ActionButton, PageBody, PageHeader } from '@acacia/ui';
import { IconUserPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { usersQuery } from '../../data/users.ts';
import { useServices } from '../../services/services.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import { UsersTable } from './UsersTable.tsx';

export function Page() {
  useDocumentTitle(t`Users`);
  const users = useSuspenseQuery(usersQuery(useServices())).data;
  const { invite, review, user } = useSearch({ from: '/shell/admin/users' });
  const asked = useLocation({ select: ({ state }) => state.showInvite === true });
  const navigate = useNavigate({ from: '/admin/users' });
  const shown = users.find(({ userId, lastActive }) => userId === user && lastActive !== null);
  return (
    <PageBody>
      <PageHeader
        title="Users"
        description="The people of your organization, and what each of them may do."
        actions={
          <>
            <ActionButton
              variant="default"
              onClick={() => void navigate({ search: (search) => ({ ...search, review: 'true' }) })}
            >
              Unused roles
            </ActionButton>
            <ActionButton
              leftSection={<IconUserPlus size={16} />}
              onClick={() => void navigate({ search: (search) => ({ ...search, invite: 'true' }) })}
            >
              {said(USER_TEXTS.invite)}
            </ActionButton>
          </>
        }
      />
      <UsersTable users={users} />
      {(invite === 'true' || asked) && (
        <InviteDialog
          users={users}
          onClose={() =>
            void navigate({
              search: ({ invite: _, ...search }) => search,
              state: { showInvite: false },
              replace: true,
            })
          }
        />
      )}
      {review === 'true' && (
        <ReviewDialog
          onClose={() => void navigate({ search: ({ review: _, ...search }) => search, replace: true })}
        />
      )}
      {shown !== undefined && (
        <UserDialog
          key={shown.userId}
          user={shown}
          onClose={() => void navigate({ search: ({ user: _, ...search }) => search, replace: true })}
        />
      )}
    </PageBody>
  );
}
