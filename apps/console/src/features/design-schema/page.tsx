/** Design schema: choose workspace and graph, then design (specification part 4). */
import { workspaceCan, type GraphStyle } from '@acacia/contract';
import { schemaFromWire } from '@acacia/language';
import { EmptyState } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconPlus, IconSchema } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDenied } from '../../data/me.ts';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from '../workspace-tool/ToolLayout.tsx';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import { useGraphStyle } from '../workspace-tool/type-colors.ts';
import {
  graphKeys,
  graphsQuery,
  useGraphChoice,
  useGraphSchema,
  type GraphChoice,
} from '../workspace-tool/useGraphChoice.ts';
import { Designer } from './Designer.tsx';
import { CreateGraphDialog, GraphMenu } from './GraphMenu.tsx';

const TITLE = 'Design schema';
const NO_STYLE: GraphStyle = { vertexStyles: {}, edgeStyles: {} };

export function Page() {
  return <ToolPage title={TITLE}>{(ready) => <DesignPage {...ready} />}</ToolPage>;
}

function DesignPage({ workspace, client }: ReadyWorkspace) {
  const id = workspace.workspace_id;
  const denied = useDenied();
  const queryClient = useQueryClient();
  const choice = useGraphChoice(useSuspenseQuery(graphsQuery(client, id)).data);
  const [creating, setCreating] = useState(false);
  const write = workspaceCan('write', workspace);
  const readOnlyReason =
    (write.allowed ? undefined : write.reason) ??
    denied('workspace.update', { workgroup_id: workspace.workgroup_id, workspace_id: id });
  const changed = (graph: string | undefined): void => {
    void queryClient
      .invalidateQueries({ queryKey: graphKeys.graphs(id) })
      .then(() => graph !== undefined && choice.choose(graph));
  };
  const names = choice.graphs.map(({ graphName }) => graphName);
  const menu = (
    <GraphMenu
      client={client}
      graphs={names}
      graph={choice.graph ?? undefined}
      readOnlyReason={readOnlyReason}
      onChoose={choice.choose}
      onChanged={changed}
    />
  );
  return (
    <ToolLayout title={TITLE} choice={choice} choices={menu}>
      {choice.graph === null ? (
        <EmptyState
          icon={<IconSchema size={22} stroke={1.6} />}
          title="Graph schema is empty, please create graph schema."
          description={readOnlyReason ?? 'A graph holds the types that belong together. Create one to start.'}
          action={
            readOnlyReason === undefined ? (
              <Button leftSection={<IconPlus size={15} />} onClick={() => setCreating(true)}>
                Create graph
              </Button>
            ) : undefined
          }
        />
      ) : (
        <LoadBoundary
          key={choice.graph}
          what="The schema"
          skeleton={<ToolSkeleton label="Loading the schema" />}
        >
          <DesignGraph
            workspace={workspace}
            client={client}
            graph={choice.graph}
            readOnlyReason={readOnlyReason}
          />
        </LoadBoundary>
      )}
      {creating && (
        <CreateGraphDialog
          client={client}
          graphs={names}
          onClose={() => setCreating(false)}
          onCreated={changed}
        />
      )}
    </ToolLayout>
  );
}

function DesignGraph({
  workspace,
  client,
  graph,
  readOnlyReason,
}: ReadyWorkspace & {
  readonly graph: NonNullable<GraphChoice['graph']>;
  readonly readOnlyReason: string | undefined;
}) {
  const id = workspace.workspace_id;
  const queryClient = useQueryClient();
  /** Counts saves: each restarts the designer, and nothing else does, so that a refetch loses no edit. */
  const [saves, setSaves] = useState(0);
  const wire = useGraphSchema(client, id, graph);
  const schema = useMemo(() => schemaFromWire(wire), [wire]);
  const style = useGraphStyle(client, id, graph);
  // Styles are an addition: the designer does without those that cannot be loaded.
  if (style.isPending) return <ToolSkeleton label="Loading the schema" />;
  return (
    <Designer
      key={saves}
      client={client}
      graph={graph}
      schema={schema}
      style={style.data ?? NO_STYLE}
      readOnlyReason={readOnlyReason}
      onSaved={async () => {
        await Promise.all(
          [
            graphKeys.graphs(id),
            graphKeys.schema(id, graph),
            graphKeys.counts(id, graph),
            graphKeys.styles(id, graph),
          ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        );
        setSaves((count) => count + 1);
      }}
    />
  );
}
