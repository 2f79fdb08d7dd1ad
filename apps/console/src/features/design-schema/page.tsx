/** Design Schema: choose workspace and graph, then design (specification part 4). */
import { workspaceCan, type Workspace } from '@acacia/contract';
import type { WorkspaceClient } from '@acacia/api-client';
import { Button } from '@mantine/core';
import { IconPlus, IconSchema } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { EmptyState, ErrorState, PageSkeleton } from '@acacia/ui';
import { useState } from 'react';
import { graphKeys, useGraphs, useGraphSchema } from '../../data/graphs.ts';
import { useDenied } from '../../data/me.ts';
import { ToolPage } from '../../shell/ToolPage.tsx';
import type { Point } from './canvas-layout.ts';
import { Designer } from './Designer.tsx';
import { CreateGraphDialog, GraphSelector } from './GraphSelector.tsx';

export function Page() {
  return (
    <ToolPage title="Design Schema">
      {(workspace, client) => <SchemaOf key={workspace.workspace_id} workspace={workspace} client={client} />}
    </ToolPage>
  );
}

/** Positions that were saved for the types of a graph, by name. */
function usePositions(workspaceId: string, client: WorkspaceClient, graph: string | undefined) {
  return useQuery({
    queryKey: [...graphKeys.all(workspaceId), 'style', graph],
    enabled: graph !== undefined,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Point>> => {
      const { vertexStyles } = await client.graphStyle(graph ?? null, { signal });
      return new Map(
        Object.entries(vertexStyles).flatMap(([name, { x, y }]) =>
          x === undefined || y === undefined ? [] : [[name, { x, y }] as const],
        ),
      );
    },
  });
}

function SchemaOf({
  workspace,
  client,
}: {
  readonly workspace: Workspace;
  readonly client: WorkspaceClient;
}) {
  const id = workspace.workspace_id;
  const denied = useDenied();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false, select: (search: { graph?: string }) => search.graph });
  const [creating, setCreating] = useState(false);
  /** Counts saves: each starts the designer anew, and nothing else does, so that a refetch loses no edit. */
  const [saves, setSaves] = useState(0);
  const graphs = useGraphs(id, client);
  const graph = asked !== undefined && graphs.data?.includes(asked) === true ? asked : graphs.data?.[0];
  const schema = useGraphSchema(id, client, graph);
  const positions = usePositions(id, client, graph);

  const write = workspaceCan('write', workspace);
  const readOnlyReason =
    (write.allowed ? undefined : write.reason) ??
    denied('workspace.update', { workgroup_id: workspace.workgroup_id, workspace_id: id });
  const choose = (next: string | undefined): void => {
    void navigate({ to: '.', search: (previous) => ({ ...previous, graph: next }) });
  };
  const changed = (next: string | undefined): void => {
    void queryClient.invalidateQueries({ queryKey: graphKeys.all(id) }).then(() => choose(next));
  };

  if (graphs.error !== null) return <ErrorState error={graphs.error} onRetry={() => void graphs.refetch()} />;
  if (graphs.data === undefined) return <PageSkeleton />;
  if (graph === undefined) {
    return (
      <>
        <EmptyState
          icon={<IconSchema size={22} stroke={1.6} />}
          title="Graph schema is empty, please create graph schema."
          description={readOnlyReason ?? 'A graph holds the types that belong together. Create one to start.'}
          action={
            readOnlyReason === undefined ? (
              <Button leftSection={<IconPlus size={15} />} onClick={() => setCreating(true)}>
                Create New Graph
              </Button>
            ) : undefined
          }
        />
        {creating && (
          <CreateGraphDialog
            client={client}
            graphs={[]}
            onClose={() => setCreating(false)}
            onCreated={changed}
          />
        )}
      </>
    );
  }
  if (schema.error !== null) return <ErrorState error={schema.error} onRetry={() => void schema.refetch()} />;
  if (schema.data === undefined || positions.isPending) return <PageSkeleton />;
  return (
    <Designer
      key={`${graph} ${saves}`}
      client={client}
      graph={graph}
      schema={schema.data.schema}
      savedPositions={positions.data ?? new Map()}
      readOnlyReason={readOnlyReason}
      leading={
        <GraphSelector
          client={client}
          graphs={graphs.data}
          graph={graph}
          readOnlyReason={readOnlyReason}
          onChoose={choose}
          onChanged={changed}
        />
      }
      onSaved={async () => {
        await queryClient.invalidateQueries({ queryKey: graphKeys.all(id) });
        setSaves((count) => count + 1);
      }}
    />
  );
}
