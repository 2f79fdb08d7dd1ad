/** The people of one organisation, as an operator sees them. */
import { comma, said, t } from '@acacia/texts';
import {
  DASHBOARD_PAGE_SIZE,
  DASHBOARD_PEOPLE_SORTS,
  ROLE_LABELS,
  USER_TEXTS,
  type DashboardPerson,
} from '@acacia/contract';
import { EmptyState, RelativeTime, StatusBadge, type DataTableColumn } from '@acacia/ui';
import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { usePhone } from '../../shell/narrow.ts';
import { usePeople } from './calls.ts';
import classes from './dashboard.module.css';
import { ServerTable } from './ServerTable.tsx';
import { useListState } from './useListState.ts';

type Column = DataTableColumn<DashboardPerson>;

const rolesOf = ({ roles }: DashboardPerson): string =>
  roles.length === 0 ? said(ROLE_LABELS.users) : roles.map((role) => said(ROLE_LABELS[role])).join(comma);

function Standing({ person }: { readonly person: DashboardPerson }) {
  const { deactivated, joined_at: joined, last_active_at: active } = person;
  if (deactivated) return <StatusBadge tone="stopped">{said(USER_TEXTS.deactivated)}</StatusBadge>;
  if (joined === null) return <StatusBadge tone="idle">{said(USER_TEXTS.pending)}</StatusBadge>;
  return <RelativeTime at={active ?? joined} />;
}

function columnsFor(isPhone: boolean): readonly Column[] {
  const email: Column = {
    id: 'email',
    header: t`Person`,
    width: '240px',
    sortBy: (person) => person.email,
    cell: (person) => (
      <div className={classes.stacked}>
        <span className={classes.name}>{person.name}</span>
        {person.name !== person.email && <span className={classes.dim}>{person.email}</span>}
        {isPhone && <span>{rolesOf(person)}</span>}
        {isPhone && <Standing person={person} />}
      </div>
    ),
  };
  if (isPhone) return [email];
  return [
    email,
    { id: 'roles', header: t`Role`, width: '260px', text: rolesOf, cell: rolesOf },
    {
      id: 'active',
      header: t`Last active`,
      width: '160px',
      sortBy: ({ last_active_at }) => last_active_at,
      cell: (person) => <Standing person={person} />,
    },
    {
      id: 'joined',
      header: t`Joined`,
      width: '130px',
      sortBy: ({ joined_at }) => joined_at,
      cell: ({ joined_at }) => (joined_at === null ? '—' : <RelativeTime at={joined_at} />),
    },
  ];
}

export function PeopleTable({ organization }: { readonly organization: string }) {
  const list = useListState(DASHBOARD_PEOPLE_SORTS, DASHBOARD_PAGE_SIZE);
  const { data, error, refetch } = usePeople(organization, list.query);
  const isPhone = usePhone();
  const columns = useMemo(() => columnsFor(isPhone), [isPhone]);
  return (
    <ServerTable
      label="People"
      columns={columns}
      rowKey={({ user_id }) => user_id}
      rowName={({ email }) => email}
      list={list}
      page={data}
      error={error}
      onRetry={() => void refetch()}
      search={t`Search people`}
      exportName="people"
      empty={
        <EmptyState
          icon={<IconUsers size={22} stroke={1.6} />}
          title="Nobody belongs to this organization"
          description="People appear here once they are invited."
        />
      }
    />
  );
}
