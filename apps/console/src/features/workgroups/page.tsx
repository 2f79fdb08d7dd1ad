/** `/groups/{groupID}`: one workgroup with its tabs. */
import type { Workgroup } from '@acacia/contract';
import { EmptyState, PageBody, PageSkeleton } from '@acacia/ui';
import { Tabs } from '@mantine/core';
import { IconPlus, IconServerOff } from '@tabler/icons-react';
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useMe } from '../../data/me.ts';
import { useWorkgroup } from '../../data/workgroups.ts';
import { lazyPart } from '../../services/lazy-part.tsx';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { WORKGROUP_TABS, type WorkgroupTab } from './search.ts';
import { DeleteWorkgroupButton } from './general/DeleteWorkgroup.tsx';
import { TABS } from './frame/tabs.ts';
import { TabsRow } from '../../shell/TabsRow.tsx';
import { useCreateRefusal } from './useCreateRefusal.ts';
import { usagesOf } from './usage/usages.ts';
import { WorkgroupHeader } from './frame/WorkgroupHeader.tsx';

export function Page() {
  const { groupID } = useParams({ from: '/shell/groups/$groupID' });
  const group = useWorkgroup(groupID);
  useDocumentTitle(group.name);
  return <Detail key={group.workgroup_id} group={group} />;
}

/** Few workgroups run out of anything. */
const WorkgroupUsage = lazyPart(async () => (await import('./usage/UsageBanner.tsx')).WorkgroupUsage);

const isTab = (value: string | null): value is WorkgroupTab => WORKGROUP_TABS.some((tab) => tab === value);

/** Tabs that an empty workgroup replaces by a placeholder (specification part 2, section 2). */
const NEEDS_CONTENT: ReadonlySet<WorkgroupTab> = new Set([
  'workspaces',
  'databases',
  'monitor',
  'solution',
  'dataprofiles',
  'access_management',
  'backup_and_restore',
]);

function Detail({ group }: { readonly group: Workgroup }) {
  const wanted = useSearch({ from: '/shell/groups/$groupID', select: (search) => search.tab });
  const navigate = useNavigate({ from: '/groups/$groupID' });
  const { roles } = useMe();
  const tabs = TABS.filter((tab) => tab.isShown(group, roles));
  const value = tabs.some((tab) => tab.value === wanted) ? wanted : 'general';
  // After creating something here a person sees that, not the message that there is nothing yet.
  const skipsEmpty = useLocation({ select: ({ state }) => state.skipEmptyState === true });
  const empty = !skipsEmpty && group.workspaces.length === 0 && group.tg_databases.length === 0;
  /** The workspace that one tab is about, the next is about too. */
  const open = (tab: WorkgroupTab): void => {
    void navigate({ search: ({ space_id }) => ({ tab, space_id }) });
  };
  return (
    <PageBody>
      <Tabs keepMounted={false} value={value} onChange={(next) => isTab(next) && open(next)}>
        <WorkgroupHeader group={group}>
          <TabsRow label="Workgroup" tabs={tabs} value={value} onStep={open} />
        </WorkgroupHeader>
        {group.workspaces.some((workspace) => usagesOf(workspace).length > 0) && (
          <Suspense fallback={null}>
            <WorkgroupUsage group={group} />
          </Suspense>
        )}
        {tabs.map(({ value: tab, Panel }) => (
          <Tabs.Panel key={tab} value={tab}>
            {empty && NEEDS_CONTENT.has(tab) ? (
              <EmptyWorkgroup group={group} />
            ) : (
              <LoadBoundary what="This tab" skeleton={<PageSkeleton label="Loading" />}>
                <Panel group={group} />
              </LoadBoundary>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageBody>
  );
}

/** A workgroup that holds nothing (specification part 2, section 2). */
function EmptyWorkgroup({ group }: { readonly group: Workgroup }) {
  return (
    <EmptyState
      icon={<IconServerOff size={22} stroke={1.6} />}
      title="This workgroup is empty"
      description="It has no database and no workspace yet. Create a workspace to have a database that is ready to use."
      action={
        <>
          <LinkButton
            to="/groups/$groupID/spaces/config"
            params={{ groupID: group.workgroup_id }}
            leftSection={<IconPlus size={16} />}
            disabledReason={useCreateRefusal(group)}
          >
            Create workspace
          </LinkButton>
          <DeleteWorkgroupButton group={group} />
        </>
      }
    />
  );
}
