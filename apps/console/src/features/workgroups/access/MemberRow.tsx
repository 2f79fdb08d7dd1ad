/** A member of a workspace: role, roles in its database, removal. */
import type { Member, Workspace } from '@acacia/contract';
import { ConfirmDestructive, toast, useOnTop } from '@acacia/ui';
import { Radio, Tooltip } from '@mantine/core';
import { IconCheck, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './access.module.css';
import { useRemoveRole, useSetRole, type Place } from './members.ts';
import { RolesDialog } from './RolesDialog.tsx';
import { RowAction } from './RowAction.tsx';
import { Who } from './Who.tsx';

interface MemberRowProps {
  readonly member: Member;
  readonly workspace: Workspace;
  readonly place: Place;
  /** Why the person does not remove themselves; undefined for others. */
  readonly ownReason: string | undefined;
  /** Why roles in the database cannot be given now. */
  readonly rolesRefusal: string | undefined;
}

const SUPERUSER = 'Workspace admins have superuser permissions.';
const ROLES = [
  ['workspace-admins', 'Admin'],
  ['workspace-users', 'Member'],
] as const;
const FROM_ORGANISATION = ['globalobserver'];

export function MemberRow({ member, workspace, place, ownReason, rolesRefusal }: MemberRowProps) {
  const { email, name, role } = member;
  const [dialog, setDialog] = useState<'roles' | 'remove' | null>(null);
  const close = (): void => setDialog(null);
  const set = useSetRole(place);
  const group = useId();
  return (
    <li className={classes.person}>
      <Who email={email} name={name} />
      <div className={classes.controls}>
        <div className={classes.role} role="radiogroup" aria-label={`Role of ${email}`}>
          {ROLES.map(([value, label]) => (
            <Radio
              key={value}
              size="xs"
              name={group}
              label={label}
              checked={role === value}
              // Told also when the search has taken the row away meanwhile.
              onChange={() => void set.mutateAsync({ email, role: value }).catch(toast.error)}
            />
          ))}
        </div>
        {role === 'workspace-admins' ? (
          <Tooltip label={SUPERUSER}>
            <span className={classes.superuser} role="img" aria-label={SUPERUSER} tabIndex={0}>
              <IconCheck size={16} stroke={2} aria-hidden="true" />
            </span>
          </Tooltip>
        ) : (
          <RowAction
            label={`Assign roles to ${email}`}
            reason={rolesRefusal}
            onClick={() => setDialog('roles')}
          >
            <IconUserShield size={16} stroke={1.6} />
          </RowAction>
        )}
        <RowAction label={`Remove ${email}`} reason={ownReason} onClick={() => setDialog('remove')}>
          <IconUserMinus size={16} stroke={1.6} />
        </RowAction>
      </div>
      {dialog === 'roles' && (
        <RolesDialog workspace={workspace} username={email} fixed={FROM_ORGANISATION} onClose={close} />
      )}
      {dialog === 'remove' && (
        <RemoveDialog member={member} placeName={workspace.name} place={place} onClose={close} />
      )}
    </li>
  );
}

interface RemoveDialogProps {
  readonly member: Member;
  readonly place: Place;
  readonly placeName: string;
  readonly onClose: () => void;
}

function RemoveDialog({ member, place, placeName, onClose }: RemoveDialogProps) {
  const close = useOnTop(true, onClose);
  const remove = useRemoveRole(place);
  return (
    <ConfirmDestructive
      opened
      onClose={close}
      title={`Remove ${member.email} from ${placeName}?`}
      description="They lose access at once, with their tokens, secrets and roles in this workspace. You can add them again."
      losses={[]}
      confirmLabel="Remove"
      onConfirm={async () => {
        try {
          await remove.mutateAsync(member);
        } catch (error) {
          toast.error(error);
        }
      }}
    />
  );
}
