/** Design schema: choose workspace and graph, then design (specification part 4). */
import { versionAbove, workspaceCan } from '@acacia/contract';
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
import { typeColors, useGraphStyle } from '../workspace-tool/type-colors.ts';
import {
  graphKeys,
  graphsQuery,
  useGraphChoice,
  useGraphSchema,
  type GraphChoice,
} from '../workspace-tool/useGraphChoice.ts';
import { Designer } from './Designer.tsx';
import { NO_STYLE } from './draft.ts';
import { CreateGraphDialog, GraphMenu } from './GraphMenu.tsx';

const TITLE = 'Design schema';

export function Page() {
  return <ToolPage title={TITLE}>{(ready) => <DesignPage {...ready} />}</ToolPage>;
}

function DesignPage({ workspace, client }: ReadyWorkspace) {
  const id = workspace.workspace_id;
  const denied = useDenied();
  const queryClient = useQueryClient();
  const choice = useGraphChoice(useSuspenseQuery(graphsQuery(client, id)).data, true);
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
      graph={names.length === 0 ? undefined : choice.graph}
      readOnlyReason={readOnlyReason}
      onChoose={choice.choose}
      onChanged={changed}
    />
  );
  return (
    <ToolLayout title={TITLE} choice={choice} choices={menu}>
      {names.length === 0 ? (
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
          key={choice.graph ?? '(global)'}
          what="The schema"
          skeleton={<ToolSkeleton label="Loading the schema" />}
        >
          <DesignGraph
            workspace={workspace}
            client={client}
            graph={choice.graph}
            graphs={choice.graphs}
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

/** Databases above this version have vectors (specification part 4, section 6). */
const VECTORS_AFTER = '4.1';

function DesignGraph({
  workspace,
  client,
  graph,
  graphs,
  readOnlyReason,
}: ReadyWorkspace & Pick<GraphChoice, 'graph' | 'graphs'> & { readonly readOnlyReason: string | undefined }) {
  const id = workspace.workspace_id;
  const queryClient = useQueryClient();
  const wire = useGraphSchema(client, id, graph);
  const schema = useMemo(() => schemaFromWire(wire), [wire]);
  const { data: style = NO_STYLE, isPending } = useGraphStyle(client, id, graph);
  const looks = useMemo(() => {
    const colors = typeColors(
      wire.VertexTypes.map(({ Name }) => Name),
      style,
    );
    const local = new Set(
      [...wire.VertexTypes, ...wire.EdgeTypes].filter((type) => type.IsLocal).map(({ Name }) => Name),
    );
    return {
      style,
      colorOf: colors.vertex,
      isForeign: (type: string) => graph !== null && !local.has(type),
    };
  }, [wire, style, graph]);
  // Styles are an addition: the designer does without those that cannot be loaded.
  if (isPending) return <ToolSkeleton label="Loading the schema" />;
  return (
    <Designer
      client={client}
      workspaceId={id}
      graph={graph}
      schema={schema}
      looks={looks}
      usersOf={(type) =>
        graph !== null
          ? []
          : graphs
              .filter(({ vertices, edges }) => vertices.includes(type) || edges.includes(type))
              .map(({ graphName }) => graphName)
      }
      readOnlyReason={readOnlyReason}
      vectorRefusal={
        versionAbove(workspace.tg_version, VECTORS_AFTER)
          ? undefined
          : "Don't support editing vector attributes in the current version."
      }
      onSaved={async () => {
        await Promise.all(
          [
            graphKeys.graphs(id),
            graphKeys.schema(id, graph),
            ...(graph === null ? [] : [graphKeys.counts(id, graph)]),
            graphKeys.styles(id, graph),
          ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        );
      }}
    />
  );
}
