/** The workspaces that have an add-on; choosing one opens it there (specification part 2, section 2). */
import { t } from '@acacia/texts';
import type { Addon } from '@acacia/contract';
import { ActionButton, EmptyState, useOnTop } from '@acacia/ui';
import { Button, Modal, Skeleton } from '@mantine/core';
import { IconApps, IconExternalLink } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../../services/services.ts';
import { addonAddress, UNUSABLE_HOST } from '../../../data/addons.ts';
import { useKnownWorkgroups, workspacesOf } from '../../../data/workgroups.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { ResumeDialog } from '../../../shell/ResumeDialog.tsx';
import { WorkspaceStatusBadge } from '../../../shell/WorkspaceStatusBadge.tsx';
import classes from '../configuration.module.css';

interface AddonConnectDialogProps {
  readonly addon: Addon;
  readonly onClose: () => void;
}

const OPENS: ReadonlySet<string> = new Set(['Active', 'Idle']);

export function AddonConnectDialog({ addon, onClose }: AddonConnectDialogProps) {
  const close = useOnTop(true, onClose);
  return (
    <Modal opened onClose={close} title={`Open ${addon.Title}`} size={480}>
      <LoadBoundary
        what="The workspaces"
        skeleton={<Skeleton height={44} role="img" aria-label="Loading workspaces" />}
      >
        <Places addon={addon} />
      </LoadBoundary>
    </Modal>
  );
}

function Places({ addon }: Pick<AddonConnectDialogProps, 'addon'>) {
  const { cloud } = useServices();
  const workspaces = workspacesOf(useKnownWorkgroups());
  const [resuming, setResuming] = useState<string | null>(null);
  const { data } = useSuspenseQuery({
    queryKey: ['addon-workspaces', addon.AddonsID],
    queryFn: ({ signal }) => cloud.listAddonWorkspaces({ params: { addon_id: addon.AddonsID }, signal }),
  });
  const resumed = workspaces.find(({ workspace_id }) => workspace_id === resuming);
  if (data.length === 0) {
    return (
      <EmptyState
        compact
        icon={<IconApps size={22} stroke={1.6} />}
        title="No workspace has it"
        description={`Switch ${addon.Title} on in the configuration of a workspace.`}
      />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label="Workspaces">
        {data.map((each) => {
          // The list may be older than the cached workspace.
          const workspace = workspaces.find(({ workspace_id }) => workspace_id === each.workspace_id);
          const status = workspace?.status ?? each.status;
          const address = addonAddress(addon, each.workspace_id, each.nginx_host);
          const open = t`Open ${addon.Title} of ${each.name}`;
          return (
            <li key={each.workspace_id} className={classes.item}>
              <div className={classes.itemTexts}>
                <p className={classes.itemTitle}>
                  {each.name}
                  {workspace !== undefined && <WorkspaceStatusBadge status={workspace.status} />}
                </p>
                <p className={classes.itemText}>{each.workgroup_name}</p>
              </div>
              {OPENS.has(status) && address === '' ? (
                <ActionButton variant="default" size="xs" aria-label={open} disabledReason={UNUSABLE_HOST}>
                  Open
                </ActionButton>
              ) : OPENS.has(status) ? (
                <Button
                  component="a"
                  href={address}
                  target="_blank"
                  rel="noreferrer"
                  variant="default"
                  size="xs"
                  rightSection={<IconExternalLink size={14} stroke={1.7} />}
                  aria-label={open}
                >
                  Open
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Resume ${each.name}`}
                  disabled={workspace === undefined}
                  onClick={() => setResuming(each.workspace_id)}
                >
                  Resume
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {resumed !== undefined && <ResumeDialog workspace={resumed} onClose={() => setResuming(null)} />}
    </>
  );
}
