/** Roles of a person, or of an API key, in the organisation, in billing, in workgroups and in workspaces. */
import { said, t } from '@acacia/texts';
import {
  API_KEY_TEXTS,
  NO_ROLE_IN_API,
  ROLE_LABELS,
  USER_TEXTS,
  type ListedRole,
  type ListedUser,
  type Workgroup,
} from '@acacia/contract';
import {
  ActionButton,
  ConfirmDestructive,
  CopyableId,
  DiscardDialog,
  errorText,
  Facts,
  RelativeTime,
  toast,
  useOnTop,
} from '@acacia/ui';
import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { useReducer, useState, type ReactNode } from 'react';
import { useMe } from '../../data/me.ts';
import { useKnownWorkgroups } from '../../data/workgroups.ts';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { useResetFactors, useSavePermissions, useSignOutUser } from './calls.ts';
import {
  billingField,
  edited,
  groupField,
  NO_EDITS,
  permissionsOf,
  spaceField,
  stepCall,
  stepsBetween,
  withEdits,
  type Field,
} from './permission-steps.ts';
import classes from './users.module.css';
import { Why } from './Why.tsx';

const NOT_SPECIFIED = { value: NO_ROLE_IN_API, label: said(USER_TEXTS.notSpecified) } as const;
const option = <Role extends ListedRole>(value: Role) => ({ value, label: said(ROLE_LABELS[value]) });

const ORGANIZATION = [option('org-admins'), option(NO_ROLE_IN_API)] as const;
const BILLING = [option('billing-admins'), option('billing-viewers'), NOT_SPECIFIED] as const;
const GROUP = [option('workgroup-admins'), NOT_SPECIFIED] as const;
const SPACE = [option('workspace-admins'), option('workspace-users'), NOT_SPECIFIED] as const;

/** The words of the dialog for a person, and for an API key, which has no role in billing. */
const WORDS = {
  person: {
    email: t`Email`,
    active: t`Last active`,
    never: said(USER_TEXTS.pending),
    updated: said(USER_TEXTS.updated),
    failure: errorText,
  },
  apiKey: {
    email: t`Account`,
    active: t`Last used`,
    never: t`Never`,
    updated: API_KEY_TEXTS.updated,
    failure: (error: unknown) => API_KEY_TEXTS.notAssigned(errorText(error)),
  },
} as const;

/** Places beyond which they can be searched. */
const MANY = 12;

interface UserDialogProps {
  readonly user: ListedUser;
  readonly of?: keyof typeof WORDS;
  readonly onClose: () => void;
}

export function UserDialog({ user, of = 'person', onClose }: UserDialogProps) {
  const words = WORDS[of];
  const me = useMe();
  const groups = useKnownWorkgroups();
  const [edits, edit] = useReducer(edited, NO_EDITS);
  const [asking, setAsking] = useState(false);
  const save = useSavePermissions();
  const held = permissionsOf(user.grants);
  const wanted = withEdits(held, edits);
  const steps = stepsBetween(user, groups, held, wanted);
  const close = useOnTop(true, () => {
    if (steps.length > 0) setAsking(true);
    else onClose();
  });
  const submit = (): void =>
    save.mutate(steps, {
      onSuccess: () => {
        toast.success(words.updated);
        onClose();
      },
      onError: (error) => toast.error(words.failure(error)),
    });
  return (
    <>
      <Modal opened onClose={close} title={user.name} size={640}>
        <Stack gap="md">
          <Facts
            facts={[
              { label: words.email, value: user.email },
              {
                label: t`User ID`,
                value: (
                  <CopyableId
                    value={user.userId}
                    label="user ID"
                    copiedMessage="user ID copied successfully."
                  />
                ),
              },
              {
                label: words.active,
                value: user.lastActive === null ? words.never : <RelativeTime at={user.lastActive} />,
              },
              { label: t`Created`, value: <RelativeTime at={user.created} /> },
            ]}
          />
          <div className={classes.head}>
            <RoleField
              label="Organization role"
              options={ORGANIZATION}
              field={{
                role: wanted.organization,
                locked: user.userId === me.id ? said(USER_TEXTS.notYourOwnRole) : undefined,
              }}
              onChange={(role) => edit({ kind: 'organization', role })}
            />
            {of === 'person' && (
              <RoleField
                label="Billing role"
                options={BILLING}
                field={billingField(wanted)}
                onChange={(role) => edit({ kind: 'billing', role })}
              />
            )}
          </div>
          <Places groups={groups}>
            {(group) => (
              <>
                <Place level="workgroup" name={group.name}>
                  <RoleField
                    accessibleName={t`Role in the workgroup ${group.name}`}
                    options={GROUP}
                    field={groupField(wanted, group.workgroup_id)}
                    onChange={(role) => edit({ kind: 'group', group, role })}
                  />
                </Place>
                {group.workspaces.map(({ workspace_id, name }) => (
                  <Place key={workspace_id} level="workspace" name={name}>
                    <RoleField
                      accessibleName={t`Role in the workspace ${group.name} / ${name}`}
                      options={SPACE}
                      field={spaceField(wanted, group.workgroup_id, workspace_id)}
                      onChange={(role) => edit({ kind: 'space', id: workspace_id, role })}
                    />
                  </Place>
                ))}
              </>
            )}
          </Places>
          <Why of={of} grants={user.grants} groups={groups} />
          <Group gap="xs">
            {of === 'person' && <PersonActions user={user} own={user.userId === me.id} />}
            <Group gap="xs" justify="flex-end" ml="auto">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              {steps.length > 0 && <CopyAs calls={steps.map(stepCall)} />}
              <ActionButton
                loading={save.isPending}
                disabledReason={steps.length === 0 ? t`Nothing has been changed.` : undefined}
                onClick={submit}
              >
                Save
              </ActionButton>
            </Group>
          </Group>
        </Stack>
      </Modal>
      <DiscardDialog opened={asking} onKeep={() => setAsking(false)} onDiscard={onClose}>
        The roles that you changed have not been saved.
      </DiscardDialog>
    </>
  );
}

interface PersonActionsProps {
  readonly user: ListedUser;
  readonly own: boolean;
}

/** Signs somebody out; removes authenticator app, passkeys and recovery codes of somebody who has lost them. */
function PersonActions({ user, own }: PersonActionsProps) {
  const [asking, setAsking] = useState(false);
  const reset = useResetFactors();
  const signOut = useSignOutUser();
  return (
    <>
      <ActionButton
        variant="default"
        loading={signOut.isPending}
        disabledReason={own ? said(USER_TEXTS.notYourSessions) : undefined}
        onClick={() =>
          signOut.mutate(user, {
            onSuccess: ({ ended }) => toast.success(said(USER_TEXTS.signedOut(ended))),
            onError: (error) => toast.error(error),
          })
        }
      >
        Sign out
      </ActionButton>
      <ActionButton
        variant="default"
        disabledReason={own ? said(USER_TEXTS.notYourFactors) : undefined}
        onClick={() => setAsking(true)}
      >
        Reset second factors
      </ActionButton>
      <ConfirmDestructive
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Reset the second factors of ${user.email}?`}
        description="For somebody who has lost the app or the passkey, and has no recovery code. Be sure that it is they who ask you."
        losses={[
          t`The authenticator app, all passkeys and all recovery codes are removed: the password alone signs in.`,
          t`The person is signed out everywhere, and told by mail.`,
        ]}
        confirmLabel="Reset second factors"
        onConfirm={async () => {
          await reset.mutateAsync(user);
          toast.success(said(USER_TEXTS.factorsReset));
        }}
      />
    </>
  );
}

interface PlacesProps {
  readonly groups: readonly Workgroup[];
  /** Draws a workgroup with its workspaces. */
  readonly children: (group: Workgroup) => ReactNode;
}

/** The workgroups with their workspaces; of many, those whose names match a search. */
function Places({ groups, children }: PlacesProps) {
  const [find, setFind] = useState('');
  const count = groups.reduce((sum, { workspaces }) => sum + 1 + workspaces.length, 0);
  const word = find.trim().toLowerCase();
  const shown = groups.flatMap((group) => {
    if (group.name.toLowerCase().includes(word)) return [group];
    const workspaces = group.workspaces.filter(({ name }) => name.toLowerCase().includes(word));
    return workspaces.length > 0 ? [{ ...group, workspaces }] : [];
  });
  return (
    <Stack gap="xs" component="section" aria-label="Workgroups and workspaces">
      {count > MANY && (
        <TextInput
          type="search"
          size="xs"
          aria-label="Search workgroups and workspaces"
          placeholder="Search workgroups and workspaces"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {groups.length === 0 ? 'There are no workgroups yet.' : `Nothing matches “${find.trim()}”.`}
        </Text>
      ) : (
        <div className={classes.places}>
          {shown.map((group) => (
            <div key={group.workgroup_id}>{children(group)}</div>
          ))}
        </div>
      )}
    </Stack>
  );
}

interface PlaceProps {
  readonly level: 'workgroup' | 'workspace';
  readonly name: string;
  readonly children: ReactNode;
}

function Place({ level, name, children }: PlaceProps) {
  return (
    <div className={classes.place} data-level={level}>
      <span className={classes.placeName} title={name}>
        {name}
      </span>
      {children}
    </div>
  );
}

interface RoleFieldProps<Role extends ListedRole> {
  readonly label?: string;
  /** Where no label is to be seen. */
  readonly accessibleName?: string;
  readonly options: readonly { readonly value: Role; readonly label: string }[];
  readonly field: Field<Role>;
  readonly onChange: (role: Role) => void;
}

function RoleField<Role extends ListedRole>(props: RoleFieldProps<Role>) {
  const { label, accessibleName, options, field, onChange } = props;
  const select = (
    <NativeSelect
      size={label === undefined ? 'xs' : 'sm'}
      label={label}
      aria-label={accessibleName}
      data={[...options]}
      value={field.role}
      disabled={field.locked !== undefined}
      aria-description={field.locked}
      onChange={(event) => {
        const chosen = options.find(({ value }) => value === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
  return (
    <Tooltip label={field.locked} disabled={field.locked === undefined} position="top-start">
      <div>{select}</div>
    </Tooltip>
  );
}
