/** Explores a graph by hand: pick vertices, expand, inspect (specification part 4, section 2). */
import { t } from '@acacia/texts';
import type { ToolRights } from '@acacia/contract';
import { EmptyState, Notice } from '@acacia/ui';
import { Button, Group } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAddons } from '../../data/addons.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import { GraphSelector } from '../workspace-tool/GraphSelector.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from '../workspace-tool/ToolLayout.tsx';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import { useToolRights } from '../workspace-tool/rights.ts';
import { graphsQuery, useGraphChoice, useGraphSchema } from '../workspace-tool/useGraphChoice.ts';
import { Explorer } from './Explorer.tsx';
import type { WorkspaceIds } from './saved/explorations.ts';

const TITLE = t`Explore graph`;

export function Page() {
  return (
    <ToolPage title={TITLE} whileAway="once open">
      {(ready) => <ExplorePage {...ready} />}
    </ToolPage>
  );
}

function ExplorePage({ workspace, client, away }: ReadyWorkspace) {
  const id = workspace.workspace_id;
  const tab = useSearch({ strict: false, select: tabIn });
  const rights = useToolRights(client, workspace);
  const { sees } = rights;
  const graphs = useSuspenseQuery(graphsQuery(client, id)).data;
  const choice = useGraphChoice(graphs.filter(({ graphName }) => sees(graphName)));
  return (
    <ToolLayout
      title={TITLE}
      choice={choice}
      choices={<GraphSelector choice={choice} />}
      notice={
        <>
          {away}
          {tab === 'copilot' && workspace.is_rw && <CopilotNotice />}
        </>
      }
    >
      {choice.graph === null ? (
        <EmptyState
          icon={<IconTopologyStar3 size={22} stroke={1.6} />}
          title="No graph yet"
          description={
            graphs.length === 0
              ? `${workspace.name} holds no graph. Load files, for which a schema is proposed, or design one.`
              : `Your roles show you none of the graphs of ${workspace.name}.`
          }
          action={
            graphs.length === 0 && (
              <Group justify="center" gap="sm">
                <Button
                  renderRoot={(props) => <Link {...props} to="/ingestion" search={{ workspace_id: id }} />}
                >
                  Load files
                </Button>
                <Button
                  variant="default"
                  renderRoot={(props) => (
                    <Link {...props} to="/design-schema" search={{ workspace_id: id }} />
                  )}
                >
                  Design a schema
                </Button>
              </Group>
            )
          }
        />
      ) : (
        <LoadBoundary
          key={choice.graph}
          what="The graph"
          skeleton={<ToolSkeleton label="Loading the graph" />}
        >
          <ExploreGraph
            params={{ workgroup_id: workspace.workgroup_id, workspace_id: id }}
            client={client}
            graph={choice.graph}
            rights={rights}
          />
        </LoadBoundary>
      )}
    </ToolLayout>
  );
}

const tabIn = ({ tab }: { readonly tab?: unknown }): string | undefined =>
  typeof tab === 'string' ? tab : undefined;

/**
 * Why the co-pilot, whose address this is, does not answer here; nothing where the catalogue has none or it can be used
 * (specification part 4, section 2).
 */
function CopilotNotice() {
  const addon = useAddons().find(({ AddonsID }) => AddonsID === 'copilot');
  if (addon === undefined || addon.UnavailableReason === '') return null;
  return (
    <Notice tone="info" title={addon.Title}>
      {addon.UnavailableReason}
    </Notice>
  );
}

interface ExploreGraphProps extends GraphPlace {
  readonly params: WorkspaceIds;
  readonly rights: ToolRights;
}

function ExploreGraph({ params, client, graph, rights }: ExploreGraphProps) {
  const schema = useGraphSchema(client, params.workspace_id, graph);
  const place = useMemo(() => ({ client, graph }), [client, graph]);
  return <Explorer params={params} place={place} schema={schema} rights={rights} />;
}
