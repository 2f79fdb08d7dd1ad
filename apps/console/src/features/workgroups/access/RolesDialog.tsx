/** Access Management dialog: roles of one user in the database of a workspace, by graph (specification part 3). */
import { comma, t } from '@acacia/texts';
import '@mantine/core/styles/Combobox.layer.css';
import { WorkspaceError, type WorkspaceClient } from '@acacia/api-client';
import { GLOBAL_SCOPE, type RoleListing, type Workspace } from '@acacia/contract';
import { ActionButton, ErrorState, errorText, Notice, TableSkeleton, toast, useOnTop } from '@acacia/ui';
import { Button, Group, Modal, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWorkspaceClient } from '../../../data/workspace-client.ts';
import classes from './access.module.css';
import { pairsOf, rebased, roleChanges, rolesFor, scopeLabel, type RolePair } from './role-edits.ts';
import { RowAction } from './RowAction.tsx';
import { SPECIFIED } from './specified-texts.ts';

interface RolesDialogProps {
  readonly workspace: Workspace;
  /** Name of the user, or e-mail of the person. */
  readonly username: string;
  /** Roles that come from the organisation and cannot be revoked here. */
  readonly fixed: readonly string[];
  readonly onClose: () => void;
}

interface Known {
  readonly listing: RoleListing;
  /** Where the person may see and give roles. */
  readonly scopes: readonly string[];
  readonly pairs: readonly RolePair[];
}

async function readRoles(
  client: WorkspaceClient,
  username: string,
  fixed: readonly string[],
  signal: AbortSignal,
): Promise<Known> {
  const [caller, graphs, listing, roles] = await Promise.all([
    client.simpleAuth({ signal }),
    client.graphs({ signal }),
    client.roles({ signal }),
    client.rolesOfUser(username, { signal }),
  ]);
  const isOpen = (scope: string): boolean => {
    const { privileges = [] } = caller.privileges[scope] ?? {};
    return ['READ_ROLE', 'WRITE_ROLE'].every((privilege) => privileges.includes(privilege));
  };
  const scopes = [GLOBAL_SCOPE, ...graphs.map(({ graphName }) => graphName)].filter(isOpen);
  const pairs = pairsOf(roles, fixed).filter(({ scope }) => scope !== null && scopes.includes(scope));
  return { listing, scopes, pairs };
}

/** The workspace's words for a name that it does not know (specification part 3, section 8). */
const isUnknownUser = (error: unknown): boolean =>
  error instanceof WorkspaceError && error.message.includes("doesn't exist");

export function RolesDialog({ workspace, username, fixed, onClose }: RolesDialogProps) {
  const close = useOnTop(true, onClose);
  const client = useWorkspaceClient(workspace);
  const query = useQuery({
    queryKey: ['database-roles', workspace.workspace_id, username],
    queryFn: ({ signal }) => readRoles(client, username, fixed, signal),
    // Edits are made on top of the roles that were read when the dialog was opened.
    staleTime: Infinity,
    gcTime: 0,
  });
  const again = () => query.refetch();
  return (
    <Modal opened onClose={close} title={`Assign Roles to ${username}`} size={620}>
      <Stack gap="md">
        {query.error !== null &&
          (isUnknownUser(query.error) ? (
            <Notice
              tone="info"
              action={
                <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void again()}>
                  Refresh
                </Button>
              }
            >
              It takes a few seconds to synchronize the user to the tigergraph database
            </Notice>
          ) : (
            <ErrorState compact what="The roles" error={query.error} onRetry={() => void again()} />
          ))}
        {query.data === undefined ? (
          query.error === null && <TableSkeleton rows={2} label="Loading roles" />
        ) : (
          <Pairs
            client={client}
            workspace={workspace}
            username={username}
            fixed={fixed}
            known={query.data}
            reread={async () => (await again()).data}
            onClose={onClose}
          />
        )}
      </Stack>
    </Modal>
  );
}

interface PairsProps extends RolesDialogProps {
  readonly client: WorkspaceClient;
  readonly known: Known;
  /** Reads the roles again; resolves with the last ones that are known. */
  readonly reread: () => Promise<Known | undefined>;
}

function Pairs({ client, workspace, username, fixed, known, reread, onClose }: PairsProps) {
  const { listing, scopes } = known;
  const [{ before, pairs }, setState] = useState({ before: known.pairs, pairs: known.pairs });
  const setPairs = (next: readonly RolePair[]): void => setState({ before, pairs: next });
  const change = (index: number, pair: RolePair): void =>
    setPairs(pairs.map((each, at) => (at === index ? pair : each)));
  const { assign, revoke } = roleChanges(before, pairs);
  const save = useMutation({
    mutationFn: async () => {
      const users = [username];
      for (const step of assign) await client.assignRoles({ ...step, users });
      for (const step of revoke) await client.revokeRoles({ ...step, users });
    },
    onSuccess: () => {
      toast.success(t`Roles saved successfully for ${username}.`);
      onClose();
    },
    onError: async (error) => {
      toast.error(t`Failed to assign/revoke roles: ${errorText(error)}`);
      // Some steps may be done, and others may have changed something meanwhile.
      const fresh = await reread();
      if (fresh === undefined) return;
      setState({ before: fresh.pairs, pairs: rebased(pairs, before, fresh.pairs) });
    },
  });
  const free = scopes.filter((scope) => pairs.every((pair) => pair.scope !== scope));
  const isOpenPair = pairs.some(({ scope }) => scope === null);
  return (
    <>
      {fixed.length > 0 && (
        <Text size="sm" c="dimmed">
          {`${fixed.join(comma)} comes with the role in the organization.`}
        </Text>
      )}
      {pairs.length === 0 ? (
        <Text size="sm" c="dimmed" ta="center" py="md">
          {SPECIFIED.noRoles}
        </Text>
      ) : (
        <div className={classes.pairs}>
          {pairs.map((pair, index) => (
            <Pair
              key={index}
              pair={pair}
              free={free}
              listing={listing}
              onChange={(next) => change(index, next)}
              onRemove={() => setPairs(pairs.filter((_, at) => at !== index))}
            />
          ))}
        </div>
      )}
      <Group justify="space-between" gap="xs">
        <ActionButton
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabledReason={
            isOpenPair ? t`Choose the graph first.` : free.length === 0 ? t`Every graph is here.` : undefined
          }
          onClick={() => setPairs([...pairs, { scope: null, roles: [] }])}
        >
          Add roles
        </ActionButton>
        <CreateRoleLink workspace={workspace} />
      </Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton
          disabledReason={assign.length + revoke.length === 0 ? t`Nothing has changed.` : undefined}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Save
        </ActionButton>
      </Group>
    </>
  );
}

interface PairProps {
  readonly pair: RolePair;
  /** Scopes that no pair has. */
  readonly free: readonly string[];
  readonly listing: RoleListing;
  readonly onChange: (pair: RolePair) => void;
  readonly onRemove: () => void;
}

function Pair({ pair, free, listing, onChange, onRemove }: PairProps) {
  const { scope, roles } = pair;
  const name = scope === null ? null : scopeLabel(scope);
  const offered = scope === null ? free : [scope, ...free];
  return (
    <div
      className={classes.pair}
      role="group"
      aria-label={name === null ? 'Roles in new' : `Roles in ${name}`}
    >
      <Select
        label="On graph"
        placeholder="Choose a graph"
        allowDeselect={false}
        searchable
        data={offered.map((value) => ({ value, label: scopeLabel(value) }))}
        value={scope}
        onChange={(value) => {
          if (value !== null && value !== scope) onChange({ scope: value, roles: [] });
        }}
      />
      <MultiSelect
        className={classes.pairRoles}
        label="Roles"
        placeholder={roles.length === 0 ? 'Choose roles' : ''}
        disabled={scope === null}
        data={rolesFor(listing, pair)}
        value={[...roles]}
        onChange={(next) => onChange({ scope, roles: next })}
      />
      <RowAction
        label={name === null ? 'Remove the roles in new' : `Remove the roles in ${name}`}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.6} />
      </RowAction>
    </div>
  );
}

/** Roles are made in the admin portal; in a new tab, so that the choices here stay. */
function CreateRoleLink({ workspace }: { readonly workspace: Workspace }) {
  const router = useRouter();
  const search = { workspace_id: workspace.workspace_id, tab: 'users' } as const;
  return (
    <a
      className={classes.link}
      href={router.buildLocation({ to: '/admin-portal', search }).href}
      target="_blank"
      rel="noreferrer"
    >
      Can't find the role I want? Click here to create
    </a>
  );
}
