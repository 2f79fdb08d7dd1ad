/** Users tab of a workspace's access: administrators from above, members with their role, and people to add. */
import { USER_TEXTS, type Member, type OrgUser, type Workspace } from '@acacia/contract';
import { ActionButton, ErrorState, TableSkeleton, Tag, toast } from '@acacia/ui';
import { TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useBlocked } from '../../../data/current-ip.ts';
import { useMe } from '../../../data/me.ts';
import classes from './access.module.css';
import { changingRefusal } from './database-refusal.ts';
import { useMembers, useSetRole, useUsers, type Place } from './members.ts';
import { MemberRow } from './MemberRow.tsx';
import { emailIn, found } from './people-search.ts';
import { Who } from './Who.tsx';

type Candidate = Pick<OrgUser, 'email' | 'name'>;

/** People to add that are shown at once; the search finds the others. */
const MOST_CANDIDATES = 5;

export function UsersPanel({ workspace }: { readonly workspace: Workspace }) {
  const { workgroup_id, workspace_id } = workspace;
  const place = useMemo((): Place => ({ workgroup_id, workspace_id }), [workgroup_id, workspace_id]);
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState<readonly Candidate[]>([]);
  const members = useMembers(place);
  const set = useSetRole(place);
  const me = useMe();
  const rolesRefusal = changingRefusal(workspace, useBlocked(workspace));

  if (members.data === undefined) {
    return members.error === null ? (
      <TableSkeleton label="Loading members" />
    ) : (
      <ErrorState compact error={members.error} onRetry={() => void members.refetch()} />
    );
  }
  const { data } = members;
  const add = async (person: Candidate): Promise<void> => {
    setSearch('');
    setAdding((before) => [...before, person]);
    try {
      await set.mutateAsync({ email: person.email, role: 'workspace-users' });
    } catch (error) {
      toast.error(error);
    } finally {
      setAdding((before) => before.filter((each) => each !== person));
    }
  };
  const known = new Set([...data, ...adding].map(({ email }) => email));
  const above = found(data, search).filter(({ scope }) => scope !== 'workspace');
  const own = found(data, search).filter(({ scope }) => scope === 'workspace');
  const coming = adding.filter(({ email }) => data.every((member) => member.email !== email));
  return (
    <div className={classes.users}>
      <TextInput
        type="search"
        aria-label="Search user"
        placeholder="Search user"
        description="By e-mail or name. People of the organization who are not here yet can be added."
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={classes.scroller} tabIndex={0} role="region" aria-label={`Users of ${workspace.name}`}>
        <Above members={above} />
        <h3 className={classes.group}>Members</h3>
        {own.length + coming.length === 0 ? (
          <p className={classes.note}>
            {search === '' ? 'Nobody has a role in this workspace alone.' : 'No member is found.'}
          </p>
        ) : (
          <ul className={classes.list} aria-label={`Members of ${workspace.name}`}>
            {own.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                workspace={workspace}
                place={place}
                ownReason={member.user_id === me.id ? USER_TEXTS.ownWorkspaceRole : undefined}
                rolesRefusal={rolesRefusal}
              />
            ))}
            {coming.map((person) => (
              <li key={person.email} className={classes.person}>
                <Who {...person} />
                <Tag>adding</Tag>
              </li>
            ))}
          </ul>
        )}
      </div>
      {search.trim() !== '' && (
        <Candidates
          search={search}
          known={known}
          place={workspace.name}
          onAdd={(person) => void add(person)}
        />
      )}
    </div>
  );
}

/** People whose role comes from the workgroup or the organisation; it is changed there. */
function Above({ members }: { readonly members: readonly Member[] }) {
  if (members.length === 0) return null;
  return (
    <>
      <h3 className={classes.group}>Administrators of the organization and the workgroup</h3>
      <ul className={classes.list} aria-label="Administrators">
        {members.map((member) => (
          <li key={member.user_id} className={classes.person}>
            <Who {...member} />
            <Tag>{member.scope === 'organization' ? 'Org Admin' : 'Workgroup Admin'}</Tag>
          </li>
        ))}
      </ul>
    </>
  );
}

interface CandidatesProps {
  readonly search: string;
  /** E-mails of those who are members, or are being added. */
  readonly known: ReadonlySet<string>;
  /** Name of the workspace. */
  readonly place: string;
  readonly onAdd: (person: Candidate) => void;
}

function Candidates({ search, known, place, onAdd }: CandidatesProps) {
  const users = useUsers();
  const people = found(users.data ?? [], search).filter(({ email }) => !known.has(email));
  // Administrators of less than the organisation are not told of everybody in it.
  const typed = emailIn(search);
  const byEmail =
    typed === null || known.has(typed) || people.some(({ email }) => email === typed)
      ? []
      : [{ email: typed, name: '' }];
  const shown = [...people.slice(0, MOST_CANDIDATES), ...byEmail];
  return (
    <section className={classes.add} aria-label={`People to add to ${place}`}>
      <h3 className={classes.group}>Not in this workspace</h3>
      {shown.length === 0 && (
        <p className={classes.note}>
          {users.isError
            ? 'The people of the organization could not be read. A whole e-mail can be added all the same.'
            : 'Nobody else is found. Type a whole e-mail to add somebody of the organization.'}
        </p>
      )}
      <ul className={classes.list} hidden={shown.length === 0}>
        {shown.map((person) => (
          <li key={person.email} className={classes.person}>
            <Who {...person} />
            <ActionButton
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              aria-label={`Add ${person.email}`}
              onClick={() => onAdd(person)}
            >
              Add
            </ActionButton>
          </li>
        ))}
      </ul>
      {people.length > MOST_CANDIDATES && (
        <p className={classes.note}>
          {`${people.length - MOST_CANDIDATES} more are found. Type more of the name.`}
        </p>
      )}
    </section>
  );
}
