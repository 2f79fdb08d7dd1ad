/** Invites people to the organisation: addresses are collected with a role each, then sent together. */
import { said, t } from '@acacia/texts';
import {
  inviteeFault,
  INVITEES_MOST,
  normalAddress,
  NO_ROLE_IN_API,
  OrganizationRoleInApi,
  ROLE_IN_API,
  ROLE_LABELS,
  USER_TEXTS,
  type ListedUser,
} from '@acacia/contract';
import {
  ActionButton,
  Card,
  DataTable,
  DiscardDialog,
  EmptyState,
  formatNumber,
  Notice,
  toast,
  useOnTop,
  type DataTableColumn,
} from '@acacia/ui';
import { ActionIcon, Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../shell/copy-as/form-call.ts';
import { usePhone } from '../../shell/narrow.ts';
import { inviteInput, useInvite, type Invitee } from './calls.ts';
import classes from './users.module.css';

const ROLES = [
  { value: NO_ROLE_IN_API, label: said(ROLE_LABELS.users) },
  { value: ROLE_IN_API['org-admins'], label: said(ROLE_LABELS['org-admins']) },
];

const TOO_MANY = t`At most ${formatNumber(INVITEES_MOST)} people are invited at once.`;

/** Separators between addresses in a pasted text. */
const BETWEEN = /[\s,;]+/;

interface InviteDialogProps {
  readonly users: readonly ListedUser[];
  readonly onClose: () => void;
}

export function InviteDialog({ users, onClose }: InviteDialogProps) {
  const [draft, setDraft] = useState('');
  const [role, setRole] = useState<OrganizationRoleInApi>(NO_ROLE_IN_API);
  const [list, setList] = useState<readonly Invitee[]>([]);
  /** The draft was left or entered as it is. */
  const [left, setLeft] = useState(false);
  /** Why an address was not invited. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [asking, setAsking] = useState(false);
  const invite = useInvite();
  const close = useOnTop(true, () => {
    if (list.length > 0) setAsking(true);
    else onClose();
  });

  const known = useMemo(() => new Set(users.map(({ email }) => email.toLowerCase())), [users]);
  const faultOf = (text: string, among: readonly Invitee[]): string | null =>
    among.length >= INVITEES_MOST
      ? TOO_MANY
      : inviteeFault(text, known, new Set(among.map(({ email }) => email)));
  const fault = draft === '' ? null : faultOf(draft, list);
  // While an address is typed it is no address yet.
  const shownFault = fault === USER_TEXTS.addressInvalid && !left ? null : said(fault ?? undefined);

  /** Adds the addresses of a text; those that cannot be added stay in the field. */
  const add = (text: string): void => {
    const added = [...list];
    const rest = text
      .split(BETWEEN)
      .filter(Boolean)
      .filter((each) => {
        if (faultOf(each, added) !== null) return true;
        added.push({ email: normalAddress(each) ?? each, role });
        return false;
      });
    setList(added);
    setDraft(rest.join(' '));
    setLeft(rest.length > 0);
  };
  const send = (): void =>
    invite.mutate(list, {
      onSuccess: (outcomes) => {
        const missed = new Map(
          outcomes.filter(({ invited }) => !invited).map(({ email, message }) => [email, message]),
        );
        if (missed.size < outcomes.length) toast.success(said(USER_TEXTS.invited));
        if (missed.size === 0) return onClose();
        setList(list.filter(({ email }) => missed.has(email)));
        setRefused(missed);
      },
      onError: (error) => toast.error(error),
    });

  const isPhone = usePhone();
  const columns = useMemo((): DataTableColumn<Invitee>[] => {
    const roleOf = ({ email, role: given }: Invitee) => (
      <NativeSelect
        size="xs"
        aria-label={`Role of ${email}`}
        data={ROLES}
        value={given}
        onChange={(event) => {
          const next = OrganizationRoleInApi.parse(event.currentTarget.value);
          setList((all) => all.map((each) => (each.email === email ? { ...each, role: next } : each)));
        }}
      />
    );
    return [
      {
        id: 'email',
        header: t`Email`,
        ...(isPhone ? {} : { width: '220px' }),
        cell: (invitee) => (
          <div className={classes.stacked}>
            {invitee.email}
            {isPhone && roleOf(invitee)}
            {refused.has(invitee.email) && (
              <span className={classes.problem}>{refused.get(invitee.email)}</span>
            )}
          </div>
        ),
      },
      ...(isPhone ? [] : [{ id: 'role', header: t`Role`, width: '190px', cell: roleOf } as const]),
      {
        id: 'actions',
        header: t`Actions`,
        width: '48px',
        hideHeader: true,
        align: 'right',
        cell: ({ email }) => (
          <ActionIcon
            aria-label={`Remove ${email}`}
            onClick={() => setList((all) => all.filter((each) => each.email !== email))}
          >
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        ),
      },
    ];
  }, [refused, isPhone]);
  return (
    <>
      <Modal opened onClose={close} title={said(USER_TEXTS.invite)} size={620}>
        <Stack gap="md">
          <div className={classes.add}>
            <TextInput
              label="Email"
              value={draft}
              onChange={(event) => {
                setDraft(event.currentTarget.value);
                setLeft(false);
              }}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text');
                if (!BETWEEN.test(text.trim())) return;
                // The field itself would join lines to one text.
                event.preventDefault();
                add(`${draft}${text}`);
              }}
              onBlur={() => setLeft(true)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') add(draft);
              }}
              error={shownFault}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
            <NativeSelect
              label="Role"
              data={ROLES}
              value={role}
              onChange={(event) => setRole(OrganizationRoleInApi.parse(event.currentTarget.value))}
            />
            <Button
              variant="default"
              className={classes.addButton}
              disabled={draft.trim() === '' || fault !== null}
              onClick={() => add(draft)}
            >
              Add
            </Button>
          </div>
          {refused.size > 0 && list.length > 0 && (
            <Notice tone="negative" title="Some people were not invited">
              The reason stands at each address.
            </Notice>
          )}
          <Card flush>
            <DataTable
              label="People to invite"
              columns={columns}
              rows={list}
              rowKey={({ email }) => email}
              maxHeight={280}
              empty={
                <EmptyState
                  compact
                  title="Nobody to invite yet"
                  description="Add an address, or paste several with commas or lines between them."
                />
              }
            />
          </Card>
          <Group justify="flex-end" gap="xs">
            <CopyAs calls={[formCall('inviteUsers', inviteInput(list))]} />
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <ActionButton
              loading={invite.isPending}
              disabledReason={list.length === 0 ? t`Add an address first.` : undefined}
              onClick={send}
            >
              Invite
            </ActionButton>
          </Group>
        </Stack>
      </Modal>
      <DiscardDialog opened={asking} onKeep={() => setAsking(false)} onDiscard={onClose}>
        The people in the list have not been invited.
      </DiscardDialog>
    </>
  );
}
