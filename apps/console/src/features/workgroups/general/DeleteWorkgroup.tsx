/** Deleting a workgroup: only when it holds no workspace; its databases go with it. */
import { t } from '@acacia/texts';
import type { Workgroup } from '@acacia/contract';
import { ActionButton, ConfirmDestructive, toast } from '@acacia/ui';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDenied } from '../../../data/me.ts';
import { useDeleteWorkgroup, useForgetWorkgroup } from '../../../data/workgroups.ts';
import { sizeParts } from '../databases/database-rows.ts';

/** Why the workgroup cannot be deleted now; undefined when it can. */
export function useDeleteRefusal(group: Workgroup): string | undefined {
  const denied = useDenied();
  const reason = denied('workgroup.delete', { workgroup_id: group.workgroup_id });
  if (reason !== undefined) return reason;
  return group.workspaces.length > 0 ? t`Terminate its workspaces first.` : undefined;
}

export function DeleteWorkgroupButton({ group }: { readonly group: Workgroup }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionButton
        variant="default"
        disabledReason={useDeleteRefusal(group)}
        onClick={() => setOpened(true)}
      >
        Delete workgroup
      </ActionButton>
      <DeleteWorkgroupDialog group={group} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

export function DeleteWorkgroupDialog({
  group,
  opened,
  onClose,
}: {
  readonly group: Workgroup;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const remove = useDeleteWorkgroup();
  const forget = useForgetWorkgroup();
  const navigate = useNavigate();
  return (
    <ConfirmDestructive
      opened={opened}
      onClose={onClose}
      title={`Delete workgroup ${group.name}?`}
      losses={[
        t`The workgroup ${group.name} and its settings`,
        ...group.tg_databases.map((database) => t`Database ${database.name}: ${sizeParts(database)}`),
      ]}
      typeName={group.name}
      confirmLabel="Delete workgroup"
      onConfirm={async () => {
        const shown = toast.progress(t`Deleting workgroup`);
        try {
          await remove.mutateAsync(group.workgroup_id);
        } catch (error) {
          // The dialog shows the error.
          shown.dismiss();
          throw error;
        }
        shown.success(t`Workgroup ${group.name} deleted.`);
        await navigate({ to: '/groups', replace: true });
        forget(group.workgroup_id);
      }}
    />
  );
}
