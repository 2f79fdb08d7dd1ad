/**
 * Statistics of the vertices and edges of a graph (specification part 2, Data profile). Viewing never wakes a
 * workspace.
 */
import { said, t } from '@acacia/texts';
import { blockedFromGroup, profileNeedsActive, type Workgroup, type Workspace } from '@acacia/contract';
import {
  ActionButton,
  Card,
  EmptyState,
  ErrorState,
  errorText,
  formatDateTime,
  Notice,
  PageSkeleton,
  PermissionNotice,
} from '@acacia/ui';
import { Stack, Text } from '@mantine/core';
import { IconChartBar, IconMoon, IconRefresh, IconShieldLock, IconTopologyStar3 } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCan } from '../../../data/me.ts';
import { useWorkspaceClient } from '../../../data/workspace-client.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { GraphPicker } from '../../../shell/GraphPicker.tsx';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import { useGraphStyle } from '../../workspace-tool/type-colors.ts';
import { useCurrentIp } from '../network/allow-list.ts';
import { TabWorkspaceSelect } from '../TabWorkspace.tsx';
import { useWorkspaceActions } from '../../../shell/useWorkspaceActions.ts';
import classes from './data-profile.module.css';
import { ProfileFigures } from './ProfileFigures.tsx';
import { useDataProfile, useGraphNames } from './useDataProfile.ts';

export function Tab({ group }: { readonly group: Workgroup }) {
  const may = useCan();
  const wanted = useSearch({
    from: '/shell/groups/$groupID',
    select: ({ space_id, workspace_id }) => space_id ?? workspace_id,
  });
  const readable = group.workspaces.filter((workspace) => may('dataProfile.read', idsOf(workspace)));
  const workspace =
    readable.find(({ workspace_id }) => workspace_id === wanted) ??
    readable.find(({ status }) => status === 'Active') ??
    readable[0];
  if (group.workspaces.length === 0) {
    return (
      <EmptyState
        icon={<IconChartBar size={22} stroke={1.6} />}
        title="No data to look at"
        description="This workgroup has no workspace. What its graphs hold is shown here as soon as there is one."
      />
    );
  }
  if (!group.is_current_ip_allowed) return <Blocked group={group} />;
  if (workspace === undefined) {
    return (
      <PermissionNotice what="Statistics of data are">
        Statistics of data are for users and administrators of a workspace. Ask an administrator of the
        workgroup for a role.
      </PermissionNotice>
    );
  }
  const select = <TabWorkspaceSelect workspaces={readable} chosen={workspace} />;
  return workspace.status === 'Active' ? (
    <Profile key={workspace.workspace_id} workspace={workspace} select={select} />
  ) : (
    <Asleep workspace={workspace} select={select} />
  );
}

function Blocked({ group }: { readonly group: Workgroup }) {
  const { data } = useCurrentIp(group);
  return (
    <EmptyState
      icon={<IconShieldLock size={22} stroke={1.6} />}
      title="Your address is not allowed"
      description={
        data === undefined
          ? 'Its allow list keeps you from the data of this workgroup.'
          : said(blockedFromGroup(data.ip))
      }
    />
  );
}

interface ViewProps {
  readonly workspace: Workspace;
  /** Chooses another workspace. */
  readonly select: ReactNode;
}

function Asleep({ workspace, select }: ViewProps) {
  const actions = useWorkspaceActions(workspace);
  return (
    <Stack gap="md">
      <div className={classes.toolbar}>{select}</div>
      <Card>
        <EmptyState
          compact
          icon={<IconMoon size={22} stroke={1.6} />}
          title={`${workspace.name} is ${said(workspace.status)}`}
          description={said(profileNeedsActive(workspace.name, workspace.status))}
          action={
            <ActionButton
              disabledReason={actions.refusal('resume')}
              loading={actions.busy}
              onClick={actions.resume}
            >
              Resume
            </ActionButton>
          }
        />
      </Card>
    </Stack>
  );
}

function Profile({ workspace, select }: ViewProps) {
  const named = useSearch({ from: '/shell/groups/$groupID', select: (search) => search.graph_name });
  const navigate = useNavigate({ from: '/groups/$groupID' });
  const graphs = useGraphNames(workspace);
  const graph = named ?? graphs.data?.[0];
  const profile = useDataProfile(workspace, graph);
  const style = useGraphStyle(useWorkspaceClient(workspace), workspace.workspace_id, graph);
  const again = (): void => void profile.refetch();
  const choose = (graph_name: string): void => {
    void navigate({
      search: { tab: 'dataprofiles', space_id: workspace.workspace_id, graph_name },
    });
  };
  return (
    <Stack gap="md">
      <div className={classes.toolbar}>
        {select}
        <GraphPicker
          labelled
          graphs={graphs.data}
          graph={graph ?? null}
          onChoose={(name) => name !== null && choose(name)}
        />
        <ActionButton
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} />}
          loading={profile.isFetching && profile.data !== undefined}
          disabledReason={graph === undefined ? t`Choose a graph first.` : undefined}
          onClick={again}
        >
          Refresh
        </ActionButton>
        {profile.data !== undefined && (
          <Text size="xs" c="dimmed" className={classes.measured}>
            Measured {formatDateTime(profile.data.measured_at)}
          </Text>
        )}
      </div>
      {graphs.data?.length === 0 && graph === undefined ? (
        <Card>
          <EmptyState
            compact
            icon={<IconTopologyStar3 size={22} stroke={1.6} />}
            title="No graphs"
            description={`${workspace.name} has no graph yet. Design a schema, load data or install a solution.`}
            action={
              <LinkButton
                to="/design-schema"
                search={{ workspace_id: workspace.workspace_id }}
                variant="default"
              >
                Design schema
              </LinkButton>
            }
          />
        </Card>
      ) : profile.data !== undefined ? (
        <>
          {profile.error !== null && (
            <Notice tone="negative" title="The statistics could not be refreshed">
              {errorText(profile.error)}
            </Notice>
          )}
          <ProfileFigures key={profile.data.graph} profile={profile.data} style={style.data} />
        </>
      ) : (graphs.error ?? profile.error) !== null ? (
        <Card>
          <ErrorState
            compact
            what="The statistics"
            error={graphs.error ?? profile.error}
            onRetry={() => {
              if (graphs.error !== null) void graphs.refetch();
              if (graph !== undefined) again();
            }}
          />
        </Card>
      ) : (
        <PageSkeleton label="Loading statistics" />
      )}
    </Stack>
  );
}
