/**
 * Shares a file, folder or exploration with the organisation or people (specification part 4, section 3).
 */
import { t } from '@acacia/texts';
import type { FileOwner, FilePermission, FileShare } from '@acacia/contract';
import { ConfirmDestructive, CopyButton, errorText, TableSkeleton, toast } from '@acacia/ui';
import { Autocomplete, Button, Group, Modal, Select, Stack } from '@mantine/core';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useCan } from '../../../data/me.ts';
import { usersQuery } from '../../../data/users.ts';
import { useServices } from '../../../services/services.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { sendCall, type FormCall } from '../../../shell/copy-as/form-call.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import classes from './files.module.css';

interface ShareDialogProps {
  readonly name: string;
  readonly owner: FileOwner;
  /** Address of what is shared; null for what has none. */
  readonly link: string | null;
  /** Said beside the link. */
  readonly note: string;
  /** Name of everybody that it can be shared with at once, from the organisation's name. */
  readonly everybody?: (organization: string) => string;
  readonly shareKey: readonly string[];
  readonly list: (signal: AbortSignal) => Promise<readonly FileShare[]>;
  /** The call that shares it. */
  readonly share: (body: {
    readonly type: 'org' | 'user';
    readonly target: string;
    readonly permission: FilePermission;
  }) => FormCall;
  readonly onChanged: () => Promise<unknown>;
  readonly onClose: () => void;
}

const RIGHTS = [
  { value: 'view', label: t`Can view` },
  { value: 'edit', label: t`Can edit` },
];
const NONE = { value: 'none', label: t`No access` };

function Person({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <span className={classes.who}>
      <span>{name || email}</span>
      {name !== '' && name !== email && <span className={classes.email}>{email}</span>}
    </span>
  );
}

const sharesQuery = ({ shareKey, list }: Pick<ShareDialogProps, 'shareKey' | 'list'>) =>
  queryOptions({ queryKey: shareKey, queryFn: ({ signal }) => list(signal) });

interface SharesProps extends Pick<ShareDialogProps, 'shareKey' | 'list'> {
  readonly everybody: (organization: string) => string;
  readonly onSet: (type: FileShare['type'], target: string, value: string | null) => void;
}

function Shares({ everybody, onSet, ...asked }: SharesProps) {
  const { data: shares } = useSuspenseQuery(sharesQuery(asked));
  return (
    <ul className={classes.shares} aria-label="Who has access">
      {shares.map(({ type, target, name, email, permission }) => (
        <li key={`${type}/${target}`} className={classes.share}>
          {type === 'org' ? (
            <span className={classes.who}>{everybody(name)}</span>
          ) : (
            <Person name={name} email={email} />
          )}
          <Select
            size="xs"
            w={130}
            allowDeselect={false}
            aria-label={`Right of ${type === 'org' ? 'everybody' : email}`}
            data={[NONE, ...RIGHTS, ...(type === 'user' ? [{ value: 'owner', label: t`Make owner` }] : [])]}
            value={permission}
            onChange={(value) => onSet(type, target, value)}
          />
        </li>
      ))}
    </ul>
  );
}

export function ShareDialog(props: ShareDialogProps) {
  const { name: thing, owner, link, shareKey, onChanged, onClose } = props;
  const { everybody = (name) => t`Everybody of ${name}` } = props;
  const { cloud, queryClient } = useServices();
  // The form can be filled in before it is known who has access.
  const shares = useQuery(sharesQuery(props)).data ?? [];
  const listed = useQuery({ ...usersQuery({ cloud }), enabled: useCan()('user.list') });
  const taken = new Set([owner.email, ...shares.map(({ email }) => email)]);
  /** People to choose from; undefined for who may not list them: they know whom they share with. */
  const people = listed.data?.filter(
    ({ email, lastActive, deactivated }) => lastActive !== null && !deactivated && !taken.has(email),
  );
  const nameOf = (email: string): string => people?.find((person) => person.email === email)?.name ?? '';
  const [address, setAddress] = useState('');
  const addressField = useRef<HTMLInputElement>(null);
  const [right, setRight] = useState<FilePermission>('view');
  const [failure, setFailure] = useState<string>();
  const [givingTo, setGivingTo] = useState<string | null>(null);

  const share = async (type: 'org' | 'user', target: string, permission: FilePermission) => {
    await sendCall(cloud, props.share({ type, target, permission }));
    await queryClient.invalidateQueries({ queryKey: shareKey });
    await onChanged();
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await share('user', address, right);
      setAddress('');
      setFailure(undefined);
      // The button that was pressed is disabled now, which would leave the focus nowhere.
      addressField.current?.focus();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const set = (type: 'org' | 'user', target: string, value: string | null) => {
    if (value === 'owner') setGivingTo(target);
    else if (value !== null) share(type, target, value as FilePermission).catch(toast.error);
  };

  return (
    <Modal opened onClose={onClose} title={`Share ${thing}`} size={520}>
      <Stack gap="md">
        <form onSubmit={(event) => void add(event)}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <Autocomplete
              ref={addressField}
              label="E-mail of a person"
              placeholder={people === undefined ? undefined : 'Search by name or e-mail'}
              data-autofocus
              type="email"
              data={people?.map(({ email }) => email) ?? []}
              renderOption={({ option }) => <Person email={option.value} name={nameOf(option.value)} />}
              filter={({ options, search }) => {
                const words = search.trim().toLowerCase();
                return options.filter(
                  (option) =>
                    'value' in option &&
                    `${nameOf(option.value)} ${option.value}`.toLowerCase().includes(words),
                );
              }}
              limit={20}
              maxDropdownHeight={240}
              openOnFocus={false}
              style={{ flex: 1 }}
              value={address}
              error={failure}
              onChange={(value) => {
                setAddress(value);
                setFailure(undefined);
              }}
            />
            <Select
              label="Right"
              w={130}
              allowDeselect={false}
              data={RIGHTS}
              value={right}
              onChange={(value) => setRight((value ?? 'view') as FilePermission)}
            />
            <Button type="submit" mt={25} disabled={address.trim() === ''}>
              Share
            </Button>
          </Group>
        </form>
        <LoadBoundary compact what="The shares" skeleton={<TableSkeleton rows={2} />}>
          <Shares shareKey={shareKey} list={props.list} everybody={everybody} onSet={set} />
        </LoadBoundary>
        <Group gap={4} justify="space-between">
          <span className={classes.email}>{props.note}</span>
          <Group gap={4}>
            {address.trim() !== '' && (
              <CopyAs calls={[props.share({ type: 'user', target: address, permission: right })]} />
            )}
            {link !== null && <CopyButton value={link} label="Copy the link" />}
          </Group>
        </Group>
      </Stack>
      {givingTo !== null && (
        <ConfirmDestructive
          opened
          title={`Give ${thing} away?`}
          losses={[t`You keep the right to edit, but can no longer share, move or delete it.`]}
          confirmLabel="Make owner"
          onClose={() => setGivingTo(null)}
          onConfirm={async () => {
            await sendCall(cloud, props.share({ type: 'user', target: givingTo, permission: 'owner' }));
            await onChanged();
            onClose();
          }}
        />
      )}
    </Modal>
  );
}
