/** Workspace Configuration (specification part 2, section 2): five tabs, each saved by itself. */
import { said, t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import { PageSkeleton, TabbedDialog } from '@acacia/ui';
import { useCallback, useState, type ComponentType } from 'react';
import { lazyPart } from '../../services/lazy-part.tsx';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { CONFIGURATION_TABS, type ConfigurationTab } from './tabs.ts';
import type { ConfigurationTabProps, Saveable } from './useSaveable.ts';

interface ConfigurationDialogProps {
  readonly workspace: Workspace;
  /** Names of the other workspaces of the workgroup. */
  readonly others: readonly string[];
  readonly tab: ConfigurationTab;
  readonly onTab: (tab: ConfigurationTab) => void;
  readonly onClose: () => void;
}

const TABS: Readonly<
  Record<
    ConfigurationTab,
    {
      readonly label: string;
      readonly what: string;
      readonly failureTitle?: string;
      readonly Content: ComponentType<ConfigurationTabProps>;
    }
  >
> = {
  general: {
    label: t`General`,
    what: t`The settings`,
    Content: lazyPart(() => import('./general/GeneralTab.tsx').then((module) => module.Tab)),
  },
  advanced: {
    label: t`Advanced settings`,
    what: t`The sizes`,
    Content: lazyPart(() => import('./advanced/AdvancedTab.tsx').then((module) => module.Tab)),
  },
  addons: {
    label: t`Add-ons`,
    what: t`The add-ons`,
    Content: lazyPart(() => import('./addons/AddonsTab.tsx').then((module) => module.Tab)),
  },
  alerts: {
    label: t`Alerts`,
    what: t`The alert rules`,
    Content: lazyPart(() => import('./alerts/AlertsTab.tsx').then((module) => module.Tab)),
  },
  graph_admin: {
    label: t`Graph admin`,
    what: t`The configuration`,
    failureTitle: t`Failed to fetch TigerGraph configuration.`,
    Content: lazyPart(() => import('./graph-admin/GraphAdminTab.tsx').then((module) => module.Tab)),
  },
};

/** Why a tab cannot be opened; undefined when it can. */
function tabRefusal(tab: ConfigurationTab, workspace: Workspace): string | undefined {
  if (tab !== 'general' && tab !== 'graph_admin') return undefined;
  if (workspace.status !== 'Active')
    return t`The workspace is ${said(workspace.status)}. This needs it Active.`;
  return tab === 'general' || workspace.canAccess
    ? undefined
    : t`You are not allowed to access this workspace.`;
}

const isTab = (id: string): id is ConfigurationTab => CONFIGURATION_TABS.some((tab) => tab === id);

export function ConfigurationDialog({ workspace, others, tab, onTab, onClose }: ConfigurationDialogProps) {
  const [saveables, setSaveables] = useState<Partial<Record<ConfigurationTab, Saveable>>>({});
  const set = useCallback((which: ConfigurationTab, saveable: Saveable) => {
    setSaveables((before) => ({ ...before, [which]: saveable }));
  }, []);
  // A link to a tab that cannot be opened, or a workspace that fell asleep, shows a tab that can be. A tab with unsaved
  // values stays in sight, and its Save says why it cannot save.
  const open = tabRefusal(tab, workspace) === undefined || saveables[tab]?.dirty === true;
  const shown = open ? tab : 'advanced';
  const saveable = saveables[shown];
  return (
    <TabbedDialog
      opened
      title={`Configuration of ${workspace.name}`}
      tab={shown}
      onTab={(id) => isTab(id) && onTab(id)}
      onClose={onClose}
      tabs={CONFIGURATION_TABS.map((id) => ({
        id,
        label: TABS[id].label,
        disabledReason: tabRefusal(id, workspace),
        dirty: saveables[id]?.dirty ?? false,
        content: <Content tab={id} workspace={workspace} others={others} set={set} />,
      }))}
      save={
        saveable && {
          ...saveable,
          disabledReason: tabRefusal(shown, workspace) ?? saveable.disabledReason,
          beside: saveable.disabledReason === undefined && saveable.calls !== undefined && (
            <CopyAs calls={saveable.calls} />
          ),
        }
      }
    />
  );
}

interface ContentProps extends Omit<ConfigurationTabProps, 'report'> {
  readonly tab: ConfigurationTab;
  readonly set: (tab: ConfigurationTab, saveable: Saveable) => void;
}

function Content({ tab, workspace, others, set }: ContentProps) {
  const { Content: Tab, what, failureTitle } = TABS[tab];
  const report = useCallback((saveable: Saveable) => set(tab, saveable), [set, tab]);
  return (
    <LoadBoundary
      what={what}
      {...(failureTitle === undefined ? {} : { failureTitle })}
      skeleton={<PageSkeleton label="Loading" />}
    >
      <Tab workspace={workspace} others={others} report={report} />
    </LoadBoundary>
  );
}
