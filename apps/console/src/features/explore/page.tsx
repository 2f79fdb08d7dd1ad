/** Explores a graph by hand: pick vertices, expand, inspect (specification part 4, section 2). */
import { EmptyState, ErrorState } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconTopologyStar3 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { GraphSelector } from '../workspace-tool/GraphSelector.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from '../workspace-tool/ToolLayout.tsx';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import { useGraphChoice, useGraphSchema } from '../workspace-tool/useGraphChoice.ts';
import { Explorer } from './Explorer.tsx';

const TITLE = 'Explore graph';

export function Page() {
  return <ToolPage title={TITLE}>{(ready) => <ExplorePage {...ready} />}</ToolPage>;
}

function ExplorePage({ workspace, client }: ReadyWorkspace) {
  const choice = useGraphChoice(client, workspace.workspace_id);
  const schema = useGraphSchema(client, workspace.workspace_id, choice.graph);
  const place = useMemo(
    () => (choice.graph === null ? null : { client, graph: choice.graph }),
    [client, choice.graph],
  );
  const failure = choice.error ?? schema.error;
  return (
    <ToolLayout title={TITLE} choices={<GraphSelector choice={choice} />}>
      {failure !== null ? (
        <ErrorState
          what="The graph"
          error={failure}
          onRetry={() => {
            choice.refetch();
            void schema.refetch();
          }}
        />
      ) : choice.graphs === undefined || schema.data === undefined ? (
        <ToolSkeleton label="Loading the graph" />
      ) : place === null ? (
        <EmptyState
          icon={<IconTopologyStar3 size={22} stroke={1.6} />}
          title="No graph yet"
          description={`${workspace.name} holds no graph. Design a schema first, then load data into it.`}
          action={
            <Button
              renderRoot={(props) => (
                <Link {...props} to="/design-schema" search={{ workspace_id: workspace.workspace_id }} />
              )}
            >
              Design a schema
            </Button>
          }
        />
      ) : (
        <Explorer
          key={`${workspace.workspace_id}/${place.graph}`}
          workspaceId={workspace.workspace_id}
          place={place}
          schema={schema.data}
        />
      )}
    </ToolLayout>
  );
}
