/** A member of a workspace: role, roles in its database, removal. Of a workgroup: removal alone. */
import { t } from '@acacia/texts';
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
  readonly place: Place;
  readonly placeName: string;
  /** Null: the place is a workgroup, in which there is one role. */
  readonly of: OfWorkspace | null;
  /** Why the person does not remove themselves; undefined for others. */
  readonly ownReason: string | undefined;
}

export interface OfWorkspace {
  readonly workspace: Workspace;
  /** Why roles in the database cannot be given now. */
  readonly rolesRefusal: string | undefined;
}

const SUPERUSER = t`Workspace admins have superuser permissions.`;
const ROLES = [
  ['workspace-admins', t`Admin`],
  ['workspace-users', t`Member`],
] as const;
const FROM_ORGANISATION = ['globalobserver'];

export function MemberRow({ member, place, placeName, of, ownReason }: MemberRowProps) {
  const { email, name } = member;
  const [removing, setRemoving] = useState(false);
  return (
    <li className={classes.person}>
      <Who email={email} name={name} />
      <div className={classes.controls}>
        {of !== null && <WorkspaceRole member={member} place={place} of={of} />}
        <RowAction label={`Remove ${email}`} reason={ownReason} onClick={() => setRemoving(true)}>
          <IconUserMinus size={16} stroke={1.6} />
        </RowAction>
      </div>
      {removing && (
        <RemoveDialog
          member={member}
          placeName={placeName}
          place={place}
          inWorkspace={of !== null}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

interface WorkspaceRoleProps {
  readonly member: Member;
  readonly place: Place;
  readonly of: OfWorkspace;
}

/** The role in the workspace, and those in its database. */
function WorkspaceRole({ member: { email, role }, place, of }: WorkspaceRoleProps) {
  const { workspace, rolesRefusal } = of;
  const [assigning, setAssigning] = useState(false);
  const set = useSetRole(place);
  const group = useId();
  return (
    <>
      <div className={classes.role} role="radiogroup" aria-label={`Role of ${email}`}>
        {ROLES.map(([value, label]) => (
          <Radio
            key={value}
            size="xs"
            name={group}
            label={label}
            checked={role === value}
            // Called also when the search has taken the row away meanwhile.
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
          onClick={() => setAssigning(true)}
        >
          <IconUserShield size={16} stroke={1.6} />
        </RowAction>
      )}
      {assigning && (
        <RolesDialog
          workspace={workspace}
          username={email}
          fixed={FROM_ORGANISATION}
          onClose={() => setAssigning(false)}
        />
      )}
    </>
  );
}

interface RemoveDialogProps {
  readonly member: Member;
  readonly place: Place;
  readonly placeName: string;
  readonly inWorkspace: boolean;
  readonly onClose: () => void;
}

function RemoveDialog({ member, place, placeName, inWorkspace, onClose }: RemoveDialogProps) {
  const close = useOnTop(true, onClose);
  const remove = useRemoveRole(place);
  return (
    <ConfirmDestructive
      opened
      onClose={close}
      title={`Remove ${member.email} from ${placeName}?`}
      description={
        inWorkspace
          ? 'They lose access at once, with their tokens, secrets and roles in this workspace. You can add them again.'
          : 'They administer this workgroup and its workspaces no longer, at once. Roles in single workspaces stay. You can add them again.'
      }
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
