/** Design schema: choose workspace and graph, then design (specification part 4). */
import { said, t } from '@acacia/texts';
import {
  ABOVE_VERSION,
  versionAbove,
  workspaceCan,
  type GraphStyle,
  type ToolAction,
  type WireGraphSchema,
} from '@acacia/contract';
import { schemaFromWire } from '@acacia/language';
import { EmptyState } from '@acacia/ui';
import { Button } from '@mantine/core';
import { IconPlus, IconSchema } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { LoadBoundary } from '../../shell/loading/LoadBoundary.tsx';
import type { ReadyWorkspace } from '../workspace-tool/ToolGate.tsx';
import { ToolLayout, ToolSkeleton } from '../workspace-tool/ToolLayout.tsx';
import { ToolPage } from '../workspace-tool/ToolPage.tsx';
import { useToolRights } from '../workspace-tool/rights.ts';
import { typeColors, useGraphStyle } from '../workspace-tool/type-colors.ts';
import {
  graphKeys,
  graphsQuery,
  schemaQuery,
  useGraphChoice,
  useGraphSchema,
  type GraphChoice,
} from '../workspace-tool/useGraphChoice.ts';
import { Designer, type DesignerProps } from './Designer.tsx';
import { draftOf, NO_STYLE, type DraftLooks } from './draft.ts';
import { CreateGraphDialog, GraphMenu } from './GraphMenu.tsx';

const TITLE = t`Design schema`;

export function Page() {
  return (
    <ToolPage title={TITLE} whileAway="once open">
      {(ready) => <DesignPage {...ready} />}
    </ToolPage>
  );
}

function DesignPage({ workspace, client, away }: ReadyWorkspace) {
  const id = workspace.workspace_id;
  const rights = useToolRights(client, workspace);
  const queryClient = useQueryClient();
  const graphs = useSuspenseQuery(graphsQuery(client, id)).data;
  const seen = useMemo(() => graphs.filter(({ graphName }) => rights.sees(graphName)), [graphs, rights]);
  const choice = useGraphChoice(seen, true);
  const [creating, setCreating] = useState(false);
  const write = workspaceCan('write', workspace);
  // A draft can be edited on while the workspace is away: it is saved when that is back.
  const isAway = away !== undefined && workspace.is_rw;
  const refusal = (action: ToolAction, graph: string | null): string | undefined =>
    (write.allowed || isAway ? undefined : said(write.reason)) ?? rights.refusal(action, graph);
  const readOnlyReason = refusal('schema.write', choice.graph);
  const createRefusal = refusal('graph.create', null);
  /** The designer's unsaved changes, as a sentence; undefined: none. */
  const unsaved = useRef<string | undefined>(undefined);
  // Changes of a dropped graph are gone with it, and before a graph is made the person was asked.
  const show = async (graph: string | null): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: graphKeys.graphs(id) });
    if (graph !== choice.graph) choice.choose(graph, true);
  };
  const created = (graph: string): void => void show(graph);
  const names = choice.graphs.map(({ graphName }) => graphName);
  const isNone = names.length === 0 && !choice.isGlobal;
  const menu = (
    <GraphMenu
      workspace={workspace}
      client={client}
      graphs={names}
      graph={isNone ? undefined : choice.graph}
      createRefusal={createRefusal}
      dropRefusal={(graph) => refusal('graph.drop', graph)}
      isUnsaved={() => unsaved.current !== undefined}
      onChoose={choice.choose}
      onCreated={created}
      onDropped={(graph) => void show(graph)}
    />
  );
  return (
    <ToolLayout title={TITLE} choice={choice} choices={menu} notice={away}>
      {isNone ? (
        <EmptyState
          icon={<IconSchema size={22} stroke={1.6} />}
          title="Graph schema is empty, please create graph schema."
          description={createRefusal ?? 'A graph holds the types that belong together. Create one to start.'}
          action={
            createRefusal === undefined ? (
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
            onUnsaved={(what) => {
              unsaved.current = what;
            }}
          />
        </LoadBoundary>
      )}
      {creating && (
        <CreateGraphDialog
          client={client}
          graphs={names}
          onClose={() => setCreating(false)}
          onCreated={created}
        />
      )}
    </ToolLayout>
  );
}

function DesignGraph({
  workspace,
  client,
  graph,
  graphs,
  readOnlyReason,
  onUnsaved,
}: ReadyWorkspace &
  Pick<GraphChoice, 'graph' | 'graphs'> &
  Pick<DesignerProps, 'readOnlyReason' | 'onUnsaved'>) {
  const id = workspace.workspace_id;
  const queryClient = useQueryClient();
  const wire = useGraphSchema(client, id, graph);
  const schema = useMemo(() => schemaFromWire(wire), [wire]);
  const { data: style = NO_STYLE, isPending } = useGraphStyle(client, id, graph);
  const looks = useMemo(() => looksOf(wire, style, graph), [wire, style, graph]);
  // Styles are an addition: the designer does without those that cannot be loaded.
  if (isPending) return <ToolSkeleton label="Loading the schema" />;
  return (
    <Designer
      client={client}
      workspaceId={id}
      graph={graph}
      schema={schema}
      looks={looks}
      onUnsaved={onUnsaved}
      usersOf={(type) =>
        graph !== null
          ? []
          : graphs
              .filter(({ vertices, edges }) => vertices.includes(type) || edges.includes(type))
              .map(({ graphName }) => graphName)
      }
      readOnlyReason={readOnlyReason}
      vectorRefusal={
        versionAbove(workspace.tg_version, ABOVE_VERSION.vectors)
          ? undefined
          : t`Don't support editing vector attributes in the current version.`
      }
      onRead={async () => {
        const now = await queryClient.fetchQuery({ ...schemaQuery(client, id, graph), staleTime: 0 });
        return draftOf(schemaFromWire(now), looksOf(now, style, graph));
      }}
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

function looksOf(wire: WireGraphSchema, style: GraphStyle, graph: string | null): DraftLooks {
  const colors = typeColors(
    wire.VertexTypes.map(({ Name }) => Name),
    style,
  );
  const local = new Set(
    [...wire.VertexTypes, ...wire.EdgeTypes].filter((type) => type.IsLocal).map(({ Name }) => Name),
  );
  return { style, colorOf: colors.vertex, isForeign: (type) => graph !== null && !local.has(type) };
}
