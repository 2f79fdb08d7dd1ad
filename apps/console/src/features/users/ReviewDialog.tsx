/** Roles that nobody used for some time, each with the way to change it. */
import { t } from '@acacia/texts';
import { grantOfPath, UNUSED_DAYS, type UnusedRole, type Workgroup } from '@acacia/contract';
import { DataTable, EmptyState, RelativeTime, type DataTableColumn } from '@acacia/ui';
import { Modal, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useKnownWorkgroups } from '../../data/workgroups.ts';
import { useServices } from '../../services/services.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { unusedRolesQuery } from './calls.ts';
import classes from './users.module.css';
import { grantText, places } from './why.ts';

const PERIODS = [30, UNUSED_DAYS, 180, 365];

export function ReviewDialog({ onClose }: { readonly onClose: () => void }) {
  const [days, setDays] = useState(UNUSED_DAYS);
  // Asked for at once with the roles, not after them.
  const groups = useKnownWorkgroups();
  return (
    <Modal opened onClose={onClose} title="Unused roles" size={760}>
      <Text size="sm" mb="sm">
        Roles that were neither given nor used in this time. The use of secrets and tokens that a workspace
        gave out is not seen here.
      </Text>
      <LoadBoundary key={days} what="The roles" skeleton={<Skeleton height={160} />}>
        <UnusedRoles days={days} onDays={setDays} groups={groups} />
      </LoadBoundary>
    </Modal>
  );
}

interface UnusedRolesProps {
  readonly days: number;
  readonly onDays: (days: number) => void;
  readonly groups: readonly Workgroup[];
}

function UnusedRoles({ days, onDays, groups }: UnusedRolesProps) {
  const { data: roles } = useSuspenseQuery(unusedRolesQuery(useServices(), days));
  const columns = useMemo((): DataTableColumn<UnusedRole>[] => {
    const all = places(groups);
    const roleOf = ({ path }: UnusedRole): string => {
      const grant = grantOfPath(path);
      return grant === null ? path : grantText(grant, all);
    };
    return [
      {
        id: 'who',
        header: t`Who`,
        width: '190px',
        sortBy: ({ name }) => name,
        text: ({ name, email }) => `${name} ${email}`,
        cell: (role) => <Who role={role} />,
      },
      { id: 'role', header: t`Role`, width: '240px', sortBy: roleOf, cell: roleOf },
      {
        id: 'given',
        header: t`Given`,
        width: '110px',
        sortBy: ({ given }) => given,
        cell: ({ given }) => <RelativeTime at={given} />,
      },
      {
        id: 'last_used',
        header: t`Last used`,
        width: '110px',
        sortBy: ({ last_used }) => last_used,
        cell: ({ last_used }) => (last_used === null ? t`Never` : <RelativeTime at={last_used} />),
      },
    ];
  }, [groups]);
  return (
    <DataTable
      label="Unused roles"
      columns={columns}
      rows={roles}
      rowKey={({ user_id, path }) => `${user_id}${path}`}
      rowName={({ email, path }) => `${email} ${path}`}
      exportName="unused-roles"
      tools={
        <NativeSelect
          size="xs"
          aria-label="Time without a use"
          value={String(days)}
          data={PERIODS.map((each) => ({ value: String(each), label: t`${each} days` }))}
          onChange={(event) => onDays(Number(event.currentTarget.value))}
        />
      }
      empty={
        <EmptyState
          icon={<IconChecks size={22} stroke={1.6} />}
          title="Every role is in use"
          description={`Each one was given or used in the last ${days} days.`}
        />
      }
    />
  );
}

/** Leads to where the role is changed. */
function Who({ role: { user_id, name, email, is_api_key } }: { readonly role: UnusedRole }) {
  return is_api_key ? (
    <Link
      to="/admin/settings"
      search={{ tab: 'api_key', key: user_id }}
      className={classes.name}
      aria-label={`API key ${name}`}
    >
      {name} (API key)
    </Link>
  ) : (
    <Link
      to="/admin/users"
      search={{ user: user_id }}
      className={classes.name}
      aria-label={`${name}, roles of ${email}`}
    >
      {name}
    </Link>
  );
}
