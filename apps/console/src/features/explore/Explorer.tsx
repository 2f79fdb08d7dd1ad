/** The explorer of one graph: search on the left, canvas, selection and styles on the right. */
import type { WireGraphSchema } from '@acacia/contract';
import { NOTHING_SELECTED, type ContextMenuTarget, type GraphSelection } from '@acacia/graph-view';
import { EmptyState, ResizablePanels, toast } from '@acacia/ui';
import { ActionIcon, Button, CloseButton, Loader, Tabs, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconEraser, IconTopologyStar3 } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import { GraphPanel } from '../workspace-tool/GraphPanel.tsx';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import { useTypeColors, vertexTypeNames, withColor } from '../workspace-tool/type-colors.ts';
import { NOTHING_HIDDEN } from '../workspace-tool/visible-types.ts';
import { graphDataOf, vertexOfKey } from '../workspace-tool/wire-graph.ts';
import { CanvasMenu } from './CanvasMenu.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { firstOf } from './exploration.ts';
import { explorationStoreOf } from './exploration-store.ts';
import classes from './explore.module.css';
import { FindPanel } from './FindPanel.tsx';
import { seedsOf, seedsText } from './seeds.ts';
import { StylesPanel } from './StylesPanel.tsx';
import { TooManyDialog } from './TooManyDialog.tsx';
import { labelAttributes, rememberedLooks, rememberLooks, type TypeLooks } from './type-looks.ts';
import { useSelectAllKey } from './useSelectAllKey.ts';
import { useExploration, type ExpandOptions } from './useExploration.ts';

interface ExplorerProps {
  readonly workspaceId: string;
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
}

export function Explorer({ workspaceId, place, schema }: ExplorerProps) {
  const { client, graph } = place;
  const store = explorationStoreOf(workspaceId, graph);
  const exploration = useExploration(store, place, schema);
  const { state, step, addVertices, expand } = exploration;
  const { parts } = state;
  const colors = useTypeColors(client, workspaceId, graph, schema);
  const [selection, setSelection] = useState<GraphSelection>(NOTHING_SELECTED);
  const [hidden, setHidden] = useState(NOTHING_HIDDEN);
  const [options, setOptions] = useState<ExpandOptions>({ edgeTypes: null, limit: 50 });
  const [looks, setLooks] = useState<TypeLooks>(() => rememberedLooks(workspaceId, graph));
  const [menu, setMenu] = useState<ContextMenuTarget | null>(null);
  const [tab, setTab] = useState<string | null>('details');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const seeds = useSearch({ strict: false, select: seedsIn });

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
  const selected = useMemo(
    () => ({
      keys: selection.nodes.filter((key) => parts.vertices.has(key)),
      vertices: selection.nodes.flatMap((key) => parts.vertices.get(key) ?? []),
      edges: selection.edges.flatMap((key) => parts.edges.get(key) ?? []),
    }),
    [selection, parts],
  );

  // An address that was sent or reloaded brings its seeds back, once.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const wanted = seedsOf(seeds);
    if (wanted.length === 0 || store.get().parts.vertices.size > 0) return;
    Promise.allSettled(wanted.map(({ type, id }) => client.vertex(graph, type, id))).then(
      (answers) => {
        addVertices(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
        const missing = answers.filter((answer) => answer.status === 'rejected').length;
        if (missing > 0) toast.error(`${missing} of the vertices that the address names could not be found.`);
      },
      (error: unknown) => toast.error(error),
    );
  }, [seeds, store, client, graph, addVertices]);

  const saveColor = useMutation({
    mutationFn: async ({ type, color }: { readonly type: string; readonly color: string }) => {
      const now = await client.graphStyle(graph);
      await client.saveGraphStyle(graph, withColor(now, colors, vertexTypeNames(schema), [type, color]));
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: graphKeys.styles(workspaceId, graph) }),
    onError: (error) => toast.error(error),
  });

  const remove = useCallback(
    (vertices: readonly string[], edges: readonly string[]) => {
      step({ kind: 'remove', vertices: new Set(vertices), edges: new Set(edges) });
      setSelection(NOTHING_SELECTED);
    },
    [step],
  );
  const expandKeys = (keys: readonly string[]) => void expand(keys.map(vertexOfKey), options);

  const selectAll = () => setSelection({ nodes: data.nodes.map((node) => node.id), edges: [] });
  useSelectAllKey(selectAll);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target } = event;
    if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null)
      return;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      step({ kind: event.shiftKey ? 'redo' : 'undo' });
    } else if (event.key === 'Delete' && selection.nodes.length + selection.edges.length > 0) {
      remove(selection.nodes, selection.edges);
    }
  };

  const canvas = (
    <div style={{ height: '100%' }} onKeyDown={onKeyDown}>
      <GraphPanel
        label={`Graph ${graph}`}
        data={data}
        colors={styles}
        selection={selection}
        onSelectionChange={setSelection}
        hidden={hidden}
        onHiddenChange={setHidden}
        onExpand={(node) => expandKeys([node.id])}
        onContextMenu={setMenu}
        actions={
          <>
            <Tool label="Undo" disabled={state.past.length === 0} onClick={() => step({ kind: 'undo' })}>
              <IconArrowBackUp size={16} stroke={1.7} />
            </Tool>
            <Tool label="Redo" disabled={state.future.length === 0} onClick={() => step({ kind: 'redo' })}>
              <IconArrowForwardUp size={16} stroke={1.7} />
            </Tool>
            <Tool
              label="Clear the canvas"
              disabled={parts.vertices.size === 0}
              onClick={() => {
                step({ kind: 'clear' });
                setSelection(NOTHING_SELECTED);
              }}
            >
              <IconEraser size={16} stroke={1.7} />
            </Tool>
          </>
        }
        overlay={
          <>
            {data.nodes.length === 0 && exploration.busy === null && (
              <div className={classes.overlay}>
                <EmptyState
                  icon={<IconTopologyStar3 size={22} stroke={1.6} />}
                  title="Start with some vertices"
                  description="Add some on the left, by type, ID or attribute. Then double-click one to bring its neighbours."
                />
              </div>
            )}
            {exploration.busy !== null && (
              <div className={classes.status} role="status">
                <Loader size={14} /> {exploration.busy} …
                <Button size="compact-xs" variant="subtle" color="gray" onClick={exploration.cancel}>
                  Cancel
                </Button>
              </div>
            )}
            {exploration.busy === null && exploration.notice !== null && (
              <div className={classes.status} role="status">
                {exploration.notice}
                <CloseButton size="sm" aria-label="Dismiss" onClick={exploration.dismissNotice} />
              </div>
            )}
          </>
        }
      />
    </div>
  );

  return (
    <>
      <ResizablePanels
        name="explore"
        panels={[
          {
            id: 'find',
            size: '250px',
            min: '210px',
            max: '420px',
            content: (
              <div className={classes.side}>
                <section className={classes.section}>
                  <h2 className={classes.heading}>Add vertices</h2>
                  <FindPanel
                    place={place}
                    schema={schema}
                    onFound={(vertices, missing) => {
                      addVertices(vertices);
                      const found = vertices.map((vertex) => ({ type: vertex.v_type, id: vertex.v_id }));
                      void navigate({
                        to: '.',
                        search: (previous) => ({
                          ...previous,
                          graph_name: graph,
                          seeds: seedsText([...seedsOf(seeds), ...found]),
                        }),
                        replace: true,
                      });
                      if (missing.length > 0) toast.error(`Not found: ${missing.slice(0, 10).join(', ')}`);
                    }}
                  />
                </section>
              </div>
            ),
          },
          { id: 'canvas', size: 1, min: '320px', content: canvas },
          {
            id: 'details',
            size: '290px',
            min: '230px',
            max: '520px',
            content: (
              <div className={classes.side}>
                <Tabs value={tab} onChange={setTab} keepMounted={false}>
                  <Tabs.List>
                    <Tabs.Tab value="details">Details</Tabs.Tab>
                    <Tabs.Tab value="styles">Styles</Tabs.Tab>
                  </Tabs.List>
                  <Tabs.Panel value="details">
                    <DetailsPanel
                      place={place}
                      schema={schema}
                      colors={colors}
                      vertices={selected.vertices}
                      edges={selected.edges}
                      vertexKeys={selected.keys}
                      options={options}
                      onOptions={setOptions}
                      busy={exploration.busy !== null}
                      onExpand={() => expandKeys(selected.keys)}
                      onRemove={() => remove(selection.nodes, selection.edges)}
                      onKeep={() => step({ kind: 'keep', vertices: new Set(selected.keys) })}
                      onConnect={() => void exploration.connect(selected.keys)}
                      onPath={(longest) => {
                        const [source, target] = selected.keys.map(vertexOfKey);
                        if (source === undefined || target === undefined) return;
                        void exploration.findPath(source, target, longest).then((path) => {
                          if (path !== null) {
                            setSelection({ nodes: [...path.vertices.keys()], edges: [...path.edges.keys()] });
                          }
                        });
                      }}
                      onRefresh={exploration.refresh}
                    />
                  </Tabs.Panel>
                  <Tabs.Panel value="styles">
                    <StylesPanel
                      schema={schema}
                      colors={colors}
                      looks={looks}
                      onLooks={(next) => {
                        setLooks(next);
                        rememberLooks(workspaceId, graph, next);
                      }}
                      onColor={(type, color) => saveColor.mutate({ type, color })}
                    />
                  </Tabs.Panel>
                </Tabs>
              </div>
            ),
          },
        ]}
      />
      {exploration.tooMany !== null && (
        <TooManyDialog
          tooMany={exploration.tooMany}
          onClose={exploration.dismissTooMany}
          onAdd={(count) => {
            if (exploration.tooMany !== null) {
              step({ kind: 'add', parts: firstOf(parts, exploration.tooMany.addition, count) });
            }
            exploration.dismissTooMany();
          }}
        />
      )}
      {menu !== null && (
        <CanvasMenu
          target={menu}
          empty={data.nodes.length === 0}
          undoable={state.past.length > 0}
          onClose={() => setMenu(null)}
          onExpand={(key) => expandKeys([key])}
          onRemove={remove}
          onKeep={(key) => step({ kind: 'keep', vertices: new Set([key]) })}
          onSelectAll={selectAll}
          onUndo={() => step({ kind: 'undo' })}
        />
      )}
    </>
  );
}

const seedsIn = (search: { readonly seeds?: unknown }): string | undefined =>
  typeof search.seeds === 'string' ? search.seeds : undefined;

function Tool({
  label,
  disabled,
  onClick,
  children,
}: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
