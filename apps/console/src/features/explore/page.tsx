/** Explores a graph by hand: pick vertices, expand, inspect (specification part 4, section 2). */
import { EmptyState } from '@acacia/ui';
import { Button, Group } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import { GraphSelector } from '../workspace-tool/GraphSelector.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from '../workspace-tool/ToolLayout.tsx';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import { useToolRights } from '../workspace-tool/rights.ts';
import { graphsQuery, useGraphChoice, useGraphSchema } from '../workspace-tool/useGraphChoice.ts';
import { Explorer } from './Explorer.tsx';

const TITLE = 'Explore graph';

export function Page() {
  return <ToolPage title={TITLE}>{(ready) => <ExplorePage {...ready} />}</ToolPage>;
}

function ExplorePage({ workspace, client }: ReadyWorkspace) {
  const id = workspace.workspace_id;
  const { sees } = useToolRights(client, workspace);
  const graphs = useSuspenseQuery(graphsQuery(client, id)).data;
  const choice = useGraphChoice(graphs.filter(({ graphName }) => sees(graphName)));
  return (
    <ToolLayout title={TITLE} choice={choice} choices={<GraphSelector choice={choice} />}>
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
          <ExploreGraph workspaceId={id} client={client} graph={choice.graph} />
        </LoadBoundary>
      )}
    </ToolLayout>
  );
}

interface ExploreGraphProps extends GraphPlace {
  readonly workspaceId: string;
}

function ExploreGraph({ workspaceId, client, graph }: ExploreGraphProps) {
  const schema = useGraphSchema(client, workspaceId, graph);
  const place = useMemo(() => ({ client, graph }), [client, graph]);
  return <Explorer workspaceId={workspaceId} place={place} schema={schema} />;
}
