/** The explorer of one graph: search on the left, canvas, selection and styles on the right. */
import type { WireGraphSchema } from '@acacia/contract';
import { NOTHING_SELECTED, type GraphSelection } from '@acacia/graph-view';
import { ResizablePanels, toast } from '@acacia/ui';
import { Tabs } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useReducer } from 'react';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import { useTypeColors, vertexTypeNames, withColor } from '../workspace-tool/type-colors.ts';
import { graphDataOf, vertexOfKey } from '../workspace-tool/wire-graph.ts';
import { CanvasMenu } from './CanvasMenu.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { firstOf } from './exploration.ts';
import { explorationStoreOf } from './exploration-store.ts';
import { explorer, explorerOf, presentSelection, type SideTab } from './explorer-state.ts';
import { ExplorerCanvas } from './ExplorerCanvas.tsx';
import classes from './explore.module.css';
import { FindPanel } from './FindPanel.tsx';
import { StylesPanel } from './StylesPanel.tsx';
import { TooManyDialog } from './TooManyDialog.tsx';
import { labelAttributes, rememberedLooks, rememberLooks } from './type-looks.ts';
import { useExploration } from './useExploration.ts';
import { useSeeds } from './useSeeds.ts';
import { useSelectAllKey } from './useSelectAllKey.ts';

interface ExplorerProps {
  readonly workspaceId: string;
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
}

export function Explorer({ workspaceId, place, schema }: ExplorerProps) {
  const { client, graph } = place;
  const store = explorationStoreOf(workspaceId, graph);
  const [state, dispatch] = useReducer(explorer, null, () => explorerOf(rememberedLooks(workspaceId, graph)));
  const { exploration, step, ...requests } = useExploration(store, place, schema, dispatch);
  const { parts } = exploration;
  const { options, looks, menu, tab, tooMany } = state;
  const colors = useTypeColors(client, workspaceId, graph, schema);
  const cache = useQueryClient();
  const addSeeds = useSeeds(place, store, requests.addVertices);

  const data = useMemo(() => graphDataOf(parts, labelAttributes(looks)), [parts, looks]);
  const styles = useMemo(
    () => ({
      ...colors,
      styles: {
        ...colors.styles,
        nodes: Object.fromEntries(
          schema.VertexTypes.map(({ Name }) => [
            Name,
            { color: colors.vertex(Name), size: looks[Name]?.size ?? 1 },
          ]),
        ),
      },
    }),
    [colors, looks, schema],
  );
  const selection = useMemo(() => presentSelection(state, parts), [state, parts]);

  const saveColor = useMutation({
    mutationFn: async ({ type, color }: { readonly type: string; readonly color: string }) => {
      const now = await client.graphStyle(graph);
      await client.saveGraphStyle(graph, withColor(now, colors, vertexTypeNames(schema), [type, color]));
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: graphKeys.styles(workspaceId, graph) }),
    onError: (error) => toast.error(error),
  });

  const select = (next: GraphSelection) => dispatch({ kind: 'select', selection: next });
  const undo = () => step({ kind: 'undo' });
  const remove = (vertices: readonly string[], edges: readonly string[]) => {
    step({ kind: 'remove', vertices: new Set(vertices), edges: new Set(edges) });
    select(NOTHING_SELECTED);
  };
  const removeSelected = () => remove(selection.nodes, selection.edges);
  const expandKeys = (keys: readonly string[]) => void requests.expand(keys.map(vertexOfKey), options);
  const selectAll = () => select({ nodes: data.nodes.map((node) => node.id), edges: [] });
  useSelectAllKey(selectAll);

  const find = (
    <div className={classes.side}>
      <section className={classes.section}>
        <h2 className={classes.heading}>Add vertices</h2>
        <FindPanel
          place={place}
          schema={schema}
          onFound={(vertices, missing) => {
            requests.addVertices(vertices);
            addSeeds(vertices);
            if (missing.length > 0) toast.error(`Not found: ${missing.slice(0, 10).join(', ')}`);
          }}
        />
      </section>
    </div>
  );

  const canvas = (
    <ExplorerCanvas
      graph={graph}
      exploration={exploration}
      state={state}
      data={data}
      colors={styles}
      selection={selection}
      onSelect={select}
      onHide={(hidden) => dispatch({ kind: 'hide', hidden })}
      onMenu={(target) => dispatch({ kind: 'menu', target })}
      onExpand={(key) => expandKeys([key])}
      onUndo={undo}
      onRedo={() => step({ kind: 'redo' })}
      onRemove={removeSelected}
      onClear={() => {
        step({ kind: 'clear' });
        select(NOTHING_SELECTED);
      }}
      onCancel={requests.cancel}
      onDismissNotice={() => dispatch({ kind: 'dismissNotice' })}
    />
  );

  const side = (
    <div className={classes.side}>
      <Tabs
        value={tab}
        onChange={(next) => dispatch({ kind: 'tab', tab: next as SideTab })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          <Tabs.Tab value="styles">Styles</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <DetailsPanel
            place={place}
            schema={schema}
            colors={colors}
            vertices={selection.nodes.flatMap((key) => parts.vertices.get(key) ?? [])}
            edges={selection.edges.flatMap((key) => parts.edges.get(key) ?? [])}
            vertexKeys={selection.nodes}
            options={options}
            onOptions={(next) => dispatch({ kind: 'options', options: next })}
            busy={state.request !== null}
            onExpand={() => expandKeys(selection.nodes)}
            onRemove={removeSelected}
            onKeep={() => step({ kind: 'keep', vertices: new Set(selection.nodes) })}
            onConnect={() => void requests.connect(selection.nodes)}
            onPath={(longest) => {
              const [source, target] = selection.nodes.map(vertexOfKey);
              if (source === undefined || target === undefined) return;
              void requests.findPath(source, target, longest).then((path) => {
                if (path !== null)
                  select({ nodes: [...path.vertices.keys()], edges: [...path.edges.keys()] });
              });
            }}
            onRefresh={requests.refresh}
          />
        </Tabs.Panel>
        <Tabs.Panel value="styles">
          <StylesPanel
            schema={schema}
            colors={colors}
            looks={looks}
            onLooks={(next) => {
              dispatch({ kind: 'looks', looks: next });
              rememberLooks(workspaceId, graph, next);
            }}
            onColor={(type, color) => saveColor.mutate({ type, color })}
          />
        </Tabs.Panel>
      </Tabs>
    </div>
  );

  return (
    <>
      <ResizablePanels
        name="explore"
        panels={[
          { id: 'find', size: '250px', min: '210px', max: '420px', content: find },
          { id: 'canvas', size: 1, min: '320px', content: canvas },
          { id: 'details', size: '290px', min: '230px', max: '520px', content: side },
        ]}
      />
      {tooMany !== null && (
        <TooManyDialog
          tooMany={tooMany}
          onClose={() => dispatch({ kind: 'tooMany', tooMany: null })}
          onAdd={(count) => {
            step({ kind: 'add', parts: firstOf(parts, tooMany.addition, count) });
            dispatch({ kind: 'tooMany', tooMany: null });
          }}
        />
      )}
      {menu !== null && (
        <CanvasMenu
          target={menu}
          empty={data.nodes.length === 0}
          undoable={exploration.past.length > 0}
          onClose={() => dispatch({ kind: 'menu', target: null })}
          onExpand={(key) => expandKeys([key])}
          onRemove={remove}
          onKeep={(key) => step({ kind: 'keep', vertices: new Set([key]) })}
          onSelectAll={selectAll}
          onUndo={undo}
        />
      )}
    </>
  );
}
