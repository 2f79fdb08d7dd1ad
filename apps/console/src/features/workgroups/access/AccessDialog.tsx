/** Manage access of a workspace (specification part 3, "Workspace user dialog"): its people, and its database users. */
import { t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { PageSkeleton, TabbedDialog } from '@acacia/ui';
import { useBlocked } from '../../../data/current-ip.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { seeingRefusal } from './database-refusal.ts';
import { DatabaseUsersPanel } from './DatabaseUsersPanel.tsx';
import { SPECIFIED } from './specified-texts.ts';
import { ACCESS_TABS, type AccessTab } from './tabs.ts';
import { UsersPanel } from './UsersPanel.tsx';

interface AccessDialogProps {
  readonly workspace: Workspace;
  readonly tab: AccessTab;
  readonly onTab: (tab: AccessTab) => void;
  readonly onClose: () => void;
}

const isTab = (id: string): id is AccessTab => ACCESS_TABS.some((tab) => tab === id);

export function AccessDialog({ workspace, tab, onTab, onClose }: AccessDialogProps) {
  const refusal = seeingRefusal(workspace, useBlocked(workspace));
  return (
    <TabbedDialog
      opened
      title={`Manage access of ${workspace.name}`}
      // A link to a tab that cannot be opened, or a workspace that fell asleep, shows the other one.
      tab={refusal === undefined ? tab : 'users'}
      onTab={(id) => isTab(id) && onTab(id)}
      onClose={onClose}
      tabs={[
        { id: 'users', label: t`Users`, content: <UsersPanel workspace={workspace} /> },
        {
          id: 'database',
          label: SPECIFIED.databaseAccess,
          disabledReason: refusal,
          content: (
            <LoadBoundary what="The database users" compact skeleton={<PageSkeleton label="Loading" />}>
              <DatabaseUsersPanel workspace={workspace} />
            </LoadBoundary>
          ),
        },
      ]}
    />
  );
}
