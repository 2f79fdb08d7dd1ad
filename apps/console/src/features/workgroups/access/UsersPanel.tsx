/** People of a workspace, or administrators of a workgroup: those from above, own ones with their role, and people to add. */
import { said, t } from '@acacia/texts';
import { USER_TEXTS, type Member, type OrgUser, type Workgroup, type Workspace } from '@acacia/contract';
import { ActionButton, TableSkeleton, Tag, toast } from '@acacia/ui';
import { TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useBlocked } from '../../../data/current-ip.ts';
import { useMe } from '../../../data/me.ts';
import { useServices } from '../../../services/services.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import classes from './access.module.css';
import { changingRefusal } from './database-refusal.ts';
import { membersQuery, rolesAt, useSetRole, useUsers, type Place } from './members.ts';
import { MemberRow, type OfWorkspace } from './MemberRow.tsx';
import { emailIn, found } from './people-search.ts';
import { Who } from './Who.tsx';

type Candidate = Pick<OrgUser, 'email' | 'name'>;

/** People to add that are shown at once; the search finds the others. */
const MOST_CANDIDATES = 5;

/** The words of the panel by kind of place. */
const WORDS = {
  workspace: {
    people: (name: string) => t`Users of ${name}`,
    above: t`Administrators of the organization and the workgroup`,
    own: t`Members`,
    nobody: t`Nobody has a role in this workspace alone.`,
    others: t`Not in this workspace`,
  },
  workgroup: {
    people: (name: string) => t`People who administer ${name}`,
    above: t`Administrators of the organization`,
    own: t`Workgroup administrators`,
    nobody: t`Nobody administers this workgroup alone.`,
    others: t`Not administrators of this workgroup`,
  },
} as const;

/** People of a workspace (specification part 3, "Workspace user dialog"). */
export function UsersPanel({ workspace }: { readonly workspace: Workspace }) {
  const { workgroup_id, workspace_id, name } = workspace;
  const place = useMemo((): Place => ({ workgroup_id, workspace_id }), [workgroup_id, workspace_id]);
  const rolesRefusal = changingRefusal(workspace, useBlocked(workspace));
  return <Panel place={place} name={name} of={{ workspace, rolesRefusal }} />;
}

/** Administrators of a workgroup, in the same form. */
export function AdministratorsPanel({ group }: { readonly group: Workgroup }) {
  const { workgroup_id, name } = group;
  const place = useMemo((): Place => ({ workgroup_id, workspace_id: null }), [workgroup_id]);
  return <Panel place={place} name={name} of={null} />;
}

interface PanelProps {
  readonly place: Place;
  /** Name of the place. */
  readonly name: string;
  /** Null: the place is a workgroup. */
  readonly of: OfWorkspace | null;
}

function Panel(props: PanelProps) {
  return (
    <LoadBoundary compact what="The members" skeleton={<TableSkeleton label="Loading members" />}>
      <Members {...props} />
    </LoadBoundary>
  );
}

function Members({ place, name, of }: PanelProps) {
  const kind = of === null ? 'workgroup' : 'workspace';
  const words = WORDS[kind];
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState<readonly Candidate[]>([]);
  const { data } = useSuspenseQuery(membersQuery(useServices(), place));
  const set = useSetRole(place);
  const me = useMe();

  const add = async (person: Candidate): Promise<void> => {
    setSearch('');
    setAdding((before) => [...before, person]);
    try {
      await set.mutateAsync({ email: person.email, role: rolesAt(place)[0] });
    } catch (error) {
      toast.error(error);
    } finally {
      setAdding((before) => before.filter((each) => each !== person));
    }
  };
  const known = new Set([...data, ...adding].map(({ email }) => email));
  const above = found(data, search).filter(({ scope }) => scope !== kind);
  const own = found(data, search).filter(({ scope }) => scope === kind);
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
      <div className={classes.scroller} tabIndex={0} role="region" aria-label={words.people(name)}>
        <Above title={words.above} members={above} />
        <h3 className={classes.group}>{words.own}</h3>
        {own.length + coming.length === 0 ? (
          <p className={classes.note}>{search === '' ? words.nobody : 'No member is found.'}</p>
        ) : (
          <ul className={classes.list} aria-label={`${words.own} of ${name}`}>
            {own.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                place={place}
                placeName={name}
                of={of}
                ownReason={
                  of !== null && member.user_id === me.id ? said(USER_TEXTS.ownWorkspaceRole) : undefined
                }
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
          place={name}
          title={words.others}
          onAdd={(person) => void add(person)}
        />
      )}
    </div>
  );
}

/** People whose role comes from the workgroup or the organisation; it is changed there. */
function Above({ title, members }: { readonly title: string; readonly members: readonly Member[] }) {
  if (members.length === 0) return null;
  return (
    <>
      <h3 className={classes.group}>{title}</h3>
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
  /** Name of the workspace or workgroup. */
  readonly place: string;
  readonly title: string;
  readonly onAdd: (person: Candidate) => void;
}

function Candidates({ search, known, place, title, onAdd }: CandidatesProps) {
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
      <h3 className={classes.group}>{title}</h3>
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
