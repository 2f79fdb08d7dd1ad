/**
 * `/admin-portal`: health, queries, logs and users of one workspace, as TigerGraph's Admin Portal has them. `/admin` of
 * the workspace's own address leads here.
 */
import { t } from '@acacia/texts';
import '@mantine/core/styles/Combobox.layer.css';
import type { Workspace } from '@acacia/contract';
import { PageBody, PageHeader, PageSkeleton } from '@acacia/ui';
import { Stack, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../../services/lazy-part.tsx';
import { GuideLink } from '../../shell/GuideLink.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { SuspendedNotice } from '../../shell/SuspendedNotice.tsx';
import { TabsRow } from '../../shell/TabsRow.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { WorkspaceSelector } from '../../shell/WorkspaceSelector.tsx';
import { ToolGate, type ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import type { PortalProps } from './portal-props.ts';
import { PORTAL_TABS, type PortalTab } from './search.ts';

const TITLE = t`Admin Portal`;

interface TabDefinition {
  readonly value: PortalTab;
  readonly label: string;
  readonly Panel: ComponentType<PortalProps>;
}

const TABS: readonly TabDefinition[] = [
  {
    value: 'overview',
    label: t`Overview`,
    Panel: lazyPart(() => import('./Overview.tsx').then((module) => module.Tab)),
  },
  {
    value: 'queries',
    label: t`Queries`,
    Panel: lazyPart(() => import('./Queries.tsx').then((module) => module.Tab)),
  },
  {
    value: 'logs',
    label: t`Logs`,
    Panel: lazyPart(() => import('./LogFile.tsx').then((module) => module.Tab)),
  },
  {
    value: 'users',
    label: t`Users and roles`,
    Panel: lazyPart(() => import('./UsersAndRoles.tsx').then((module) => module.Tab)),
  },
  {
    value: 'health',
    label: t`Health check`,
    Panel: lazyPart(() => import('./Health.tsx').then((module) => module.Tab)),
  },
];

const isTab = (value: string | null): value is PortalTab => PORTAL_TABS.some((tab) => tab === value);

export function Page() {
  useDocumentTitle(TITLE);
  const around = (content: ReactNode) => <Frame>{content}</Frame>;
  return (
    <ToolGate
      whileAway
      wakes={false}
      skeleton={around(<PageSkeleton label={`Loading: ${TITLE}`} />)}
      around={around}
    >
      {(ready) => <Portal {...ready} />}
    </ToolGate>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <PageBody>
      <PageHeader
        title={TITLE}
        description="Health, queries, logs and users of a workspace."
        actions={
          <>
            <WorkspaceSelector width={290} />
            <GuideLink guide="admin-portal" about="Admin Portal" />
          </>
        }
      />
      {children}
    </PageBody>
  );
}

/** Looking at a workspace that sleeps does not wake it. */
const asleep = ({ status }: Workspace): boolean => status === 'Idle' || status === 'Stopped';

function Portal({ workspace, client, away }: ReadyWorkspace) {
  const tab = useSearch({ from: '/shell/admin-portal', select: (search) => search.tab });
  const navigate = useNavigate({ from: '/admin-portal' });
  const open = (next: PortalTab): void => {
    void navigate({ search: ({ workspace_id }) => ({ workspace_id, tab: next }) });
  };
  return (
    <Frame>
      <Stack gap="md">
        {asleep(workspace) ? (
          <SuspendedNotice workspace={workspace}>
            Its log and what was measured while it ran can be read as ever. Looking at it does not wake it.
          </SuspendedNotice>
        ) : (
          away
        )}
        <Tabs keepMounted={false} value={tab} onChange={(next) => isTab(next) && open(next)}>
          <TabsRow label={TITLE} tabs={TABS} value={tab} onStep={open} />
          {TABS.map(({ value, label, Panel }) => (
            <Tabs.Panel key={value} value={value} pt="md">
              <LoadBoundary what={label} skeleton={<PageSkeleton label="Loading" />}>
                <Panel workspace={workspace} client={client} />
              </LoadBoundary>
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Frame>
  );
}
