/** The explorer of one graph: search on the left, canvas, selection and how it is looked at on the right. */
import type { ExplorationView, ToolRights, WireGraphSchema, WireVertex } from '@acacia/contract';
import { GraphLegend, NOTHING_SELECTED, withoutClasses, type GraphSelection } from '@acacia/graph-view';
import { formatNumber, toast } from '@acacia/ui';
import { useLocalStorage } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useReducer, useState, useSyncExternalStore } from 'react';
import { useMe } from '../../data/me.ts';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import { takeHandedOver } from '../workspace-tool/hand-over.ts';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import { NEUTRAL, useTypeColors, vertexTypeNames, withColor } from '../workspace-tool/type-colors.ts';
import { graphDataOf, vertexOfKey } from '../workspace-tool/wire-graph.ts';
import { CanvasMenu } from './CanvasMenu.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { firstOf, leavesOf, neighboursOn } from './exploration.ts';
import { explorationStoreOf } from './exploration-store.ts';
import { EditConflictDialog } from './edit/EditConflictDialog.tsx';
import { EditPanel } from './edit/EditPanel.tsx';
import { withStaged } from './edit/edits.ts';
import { useEdits } from './edit/useEdits.ts';
import { EXPLORER, explorer, presentSelection } from './explorer-state.ts';
import { ExplorerCanvas } from './ExplorerCanvas.tsx';
import { FindPanels } from './find/FindPanels.tsx';
import { insetsOf, NOTHING_FOLDED } from './FloatingPanel.tsx';
import { FRAUD_GUIDE } from './investigation/fraud.ts';
import { InvestigationPanel } from './investigation/InvestigationPanel.tsx';
import { CommentsPanel } from './saved/CommentsPanel.tsx';
import type { WorkspaceIds } from './saved/explorations.ts';
import { SavedConflictDialog } from './saved/SavedConflictDialog.tsx';
import { SavedMenu } from './saved/SavedMenu.tsx';
import { useSaved } from './saved/useSaved.ts';
import { SidePanel } from './SidePanel.tsx';
import { TooManyDialog } from './TooManyDialog.tsx';
import { useExploration } from './useExploration.ts';
import { useKeptExploration } from './useKeptExploration.ts';
import { useSeeds } from './useSeeds.ts';
import { WHOLE_STEP } from './walk/walk.ts';
import classes from './explore.module.css';
import { useSelectAllKey } from './useSelectAllKey.ts';
import { FiguresPanel } from './view/FiguresPanel.tsx';
import { FilterPanel } from './view/FilterPanel.tsx';
import { StylesPanel } from './view/StylesPanel.tsx';
import { styledGraph } from './view/style-rules.ts';
import { TimeTool } from './view/TimeTool.tsx';
import { useStyles } from './view/useStyles.ts';
import {
  grouped,
  hiddenTypes,
  hideVertices,
  labelAttributes,
  toggleClass,
  ungrouped,
  withHiddenTypes,
} from './view/view.ts';
import { countOf, GROUP_TYPE, groupAt, visibleGraph } from './view/visible.ts';

interface ExplorerProps {
  readonly params: WorkspaceIds;
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly rights: ToolRights;
}

const explorationIn = ({ exploration }: { readonly exploration?: unknown }): string | undefined =>
  typeof exploration === 'string' ? exploration : undefined;
const guideIn = ({ guide }: { readonly guide?: unknown }): boolean => guide === FRAUD_GUIDE;

export function Explorer({ params, place, schema, rights }: ExplorerProps) {
  const workspaceId = params.workspace_id;
  const { client, graph } = place;
  const store = explorationStoreOf(workspaceId, graph);
  const [state, dispatch] = useReducer(explorer, EXPLORER);
  const view = useSyncExternalStore(store.subscribe, store.view);
  const { exploration, step, ...requests } = useExploration(store, place, schema, dispatch);
  const edits = useEdits(place, schema, store);
  const parts = useMemo(() => withStaged(exploration.parts, edits.staged), [exploration.parts, edits.staged]);
  const { walk, menu, tab, tooMany } = state;
  const colors = useTypeColors(client, workspaceId, graph, schema);
  const cache = useQueryClient();
  const [folded, setFolded] = useLocalStorage({
    key: 'acacia.explore.folded',
    defaultValue: NOTHING_FOLDED,
    getInitialValueInEffect: false,
  });
  const [foldsGuide, setFoldsGuide] = useState(false);
  const isGuided = useSearch({ strict: false, select: guideIn });
  const foldsLeft = isGuided ? foldsGuide : folded.find;
  const insets = useMemo(() => insetsOf({ find: foldsLeft, side: folded.side }), [foldsLeft, folded.side]);
  const me = useMe();
  const where = useMemo(() => ({ owner: me.id, workspaceId, graph }), [me.id, workspaceId, graph]);
  const named = useSearch({ strict: false, select: explorationIn });
  const navigate = useNavigate();
  const { addSeeds, goesOn, begin } = useSeeds(place, store, requests.addVertices);
  const kept = useKeptExploration(where, place, store, goesOn);
  useEffect(() => {
    if (kept.ready && named === undefined) begin();
  }, [kept.ready, begin, named]);
  const { addParts } = requests;
  useEffect(() => {
    if (!kept.ready) return;
    const handed = takeHandedOver(client.origin, graph);
    if (handed !== undefined) addParts(handed);
  }, [kept.ready, client.origin, graph, addParts]);
  const saved = useSaved({ params, place, schema, store, named, ready: kept.ready });
  const looks = useStyles(params, place, store, kept.ready);

  const all = useMemo(() => graphDataOf(parts, labelAttributes(view.styles)), [parts, view.styles]);
  const styled = useMemo(() => styledGraph(all, view.styles.rules), [all, view.styles.rules]);
  const hiddenClasses = useMemo(() => new Set(view.hidden.classes), [view.hidden.classes]);
  const data = useMemo(
    () => visibleGraph(withoutClasses(styled, hiddenClasses), view),
    [styled, hiddenClasses, view],
  );
  const hidden = useMemo(() => hiddenTypes(view), [view]);
  const styles = useMemo(() => {
    const nodes = schema.VertexTypes.map(
      ({ Name }) => [Name, { color: colors.vertex(Name), size: view.styles.looks[Name]?.size ?? 1 }] as const,
    );
    return {
      ...colors,
      styles: { ...colors.styles, nodes: { ...Object.fromEntries(nodes), [GROUP_TYPE]: { color: NEUTRAL } } },
    };
  }, [colors, view.styles.looks, schema]);
  const selection = useMemo(() => presentSelection(state, data), [state, data]);

  const saveColor = useMutation({
    mutationFn: async ({ type, color }: { readonly type: string; readonly color: string }) => {
      const now = await client.graphStyle(graph);
      await client.saveGraphStyle(graph, withColor(now, colors, vertexTypeNames(schema), [type, color]));
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: graphKeys.styles(workspaceId, graph) }),
    onError: (error) => toast.error(error),
  });

  const [located, setLocated] = useState<{ readonly ids: readonly string[] }>();
  const setView = store.setView;
  const change = (part: Partial<ExplorationView>) => setView({ ...store.view(), ...part });
  const select = useCallback(
    (next: GraphSelection) => dispatch({ kind: 'select', selection: next }),
    [dispatch],
  );
  const locate = (keys: readonly string[]) => {
    select({ nodes: keys, edges: [] });
    setLocated({ ids: keys });
  };
  const undo = () => step({ kind: 'undo' });
  const remove = (vertices: readonly string[], edges: readonly string[]) => {
    step({ kind: 'remove', vertices: new Set(vertices), edges: new Set(edges) });
    select(NOTHING_SELECTED);
  };
  /** Vertices of the selection, with those in selected groups. */
  const selectedKeys = useMemo(
    () =>
      selection.nodes.flatMap((id) => {
        const at = groupAt(id);
        return at === null ? [id] : (view.groups[at]?.members ?? []).filter((key) => parts.vertices.has(key));
      }),
    [selection, view.groups, parts],
  );
  const removeSelected = () => remove(selectedKeys, selection.edges);
  const expandKeys = (keys: readonly string[], along = walk) =>
    void requests.expand(keys.map(vertexOfKey), along);
  /** A double click on a group unfolds it. */
  const open = (id: string) => {
    const at = groupAt(id);
    if (at === null) expandKeys([id]);
    else setView(ungrouped(store.view(), at));
  };
  const selectAll = () => select({ nodes: data.nodes.map((node) => node.id), edges: [] });
  useSelectAllKey(selectAll);
  const showFound = (
    found: {
      readonly vertices: ReadonlyMap<string, unknown>;
      readonly edges: ReadonlyMap<string, unknown>;
    } | null,
  ) => {
    if (found !== null) select({ nodes: [...found.vertices.keys()], edges: [...found.edges.keys()] });
  };

  const leaves = useMemo(
    () => (selectedKeys.length === 0 ? new Set<string>() : leavesOf(parts, new Set(selectedKeys))),
    [parts, selectedKeys],
  );
  const [onlyKey] = selectedKeys;
  const neighbours = useMemo(
    () => (selectedKeys.length === 1 && onlyKey !== undefined ? neighboursOn(parts, onlyKey) : []),
    [parts, selectedKeys, onlyKey],
  );

  /** The name of a vertex in the picture; the id of one that is not there. */
  const nameOf = (key: string): string =>
    all.nodes.find(({ id }) => id === key)?.label ?? vertexOfKey(key).id;

  const foundVertices = (vertices: readonly WireVertex[]): void => {
    requests.addVertices(vertices);
    addSeeds(vertices);
    locate(vertices.map(({ v_type, v_id }) => `${v_type}/${v_id}`));
  };
  const find = isGuided ? (
    <InvestigationPanel
      place={place}
      workspaceId={workspaceId}
      parts={exploration.parts}
      folded={foldsGuide}
      onFold={setFoldsGuide}
      onFound={foundVertices}
      onExpand={(vertices, edgeTypes) => requests.expand(vertices, [{ ...WHOLE_STEP, edgeTypes }])}
      onLocate={locate}
      onAgain={() => step({ kind: 'clear' })}
      onClose={() =>
        void navigate({ to: '.', search: (before) => ({ ...before, guide: undefined }), replace: true })
      }
    />
  ) : (
    <FindPanels
      place={place}
      workspaceId={workspaceId}
      schema={schema}
      colors={colors}
      nodes={all.nodes}
      view={view}
      folded={folded.find}
      onFold={(next) => setFolded({ ...folded, find: next })}
      onFound={foundVertices}
      onLocate={locate}
      onPattern={(pattern) => change({ pattern })}
      onRun={(pattern) => {
        change({ pattern });
        // On an empty canvas the matches are all that there is.
        const isFirst = parts.vertices.size === 0;
        void requests.findMatches(pattern).then((found) => (isFirst ? undefined : showFound(found)));
      }}
    />
  );

  const side = (
    <SidePanel
      tab={tab}
      onTab={(next) => dispatch({ kind: 'tab', tab: next })}
      folded={folded.side}
      onFold={(next) => setFolded({ ...folded, side: next })}
      panels={{
        details: (
          <DetailsPanel
            place={place}
            schema={schema}
            colors={colors}
            vertices={selectedKeys.flatMap((key) => parts.vertices.get(key) ?? [])}
            edges={selection.edges.flatMap((key) => parts.edges.get(key) ?? [])}
            vertexKeys={selectedKeys}
            walk={walk}
            isNew={selectedKeys.length === 1 && edits.staged.vertices.get(onlyKey ?? '')?.before === null}
            neighbours={neighbours}
            nameOf={nameOf}
            leaves={leaves.size}
            onLocate={locate}
            onWalk={(next) => dispatch({ kind: 'walk', walk: next })}
            onExpand={(chosen) => expandKeys(selectedKeys, chosen)}
            onCollapse={() => remove([...leaves], [])}
            onRemove={removeSelected}
            onHide={() => {
              setView(hideVertices(store.view(), selectedKeys));
              select(NOTHING_SELECTED);
            }}
            onGroup={(name) => {
              setView(grouped(store.view(), name, selectedKeys));
              select(NOTHING_SELECTED);
            }}
            onKeep={() => step({ kind: 'keep', vertices: new Set(selectedKeys) })}
            onConnect={() => void requests.connect(selectedKeys)}
            onPaths={(paths) => void requests.findPaths(selectedKeys, paths).then(showFound)}
            onRefresh={requests.refresh}
          />
        ),
        styles: (
          <StylesPanel
            schema={schema}
            colors={colors}
            styles={view.styles}
            onStyles={looks.change}
            whose={looks.whose}
            onShare={looks.share}
            onReset={looks.reset}
            onColor={(type, color) => saveColor.mutate({ type, color })}
          />
        ),
        filters: <FilterPanel schema={schema} view={view} onView={setView} />,
        figures: <FiguresPanel data={data} selection={selection} colors={colors} />,
        edit: (
          <EditPanel
            schema={schema}
            edits={edits}
            vertices={selectedKeys.flatMap((key) => parts.vertices.get(key) ?? [])}
            edges={selection.edges.flatMap((key) => parts.edges.get(key) ?? [])}
            refusals={{
              change: rights.refusal('data.edit', graph),
              add: rights.refusal('data.create', graph),
              remove: rights.refusal('data.delete', graph),
            }}
            onAdded={(key) => select({ nodes: [key], edges: [] })}
          />
        ),
        comments:
          saved.entry === undefined ? null : (
            <CommentsPanel
              params={params}
              entry={saved.entry}
              about={selectedKeys.length === 1 ? (onlyKey ?? null) : null}
              nameOf={nameOf}
              onLocate={(key) => locate([key])}
            />
          ),
      }}
    />
  );

  return (
    <>
      <ExplorerCanvas
        graph={graph}
        exploration={exploration}
        state={state}
        data={data}
        hiddenCount={all.nodes.length - countOf(data.nodes)}
        colors={styles}
        selection={selection}
        hidden={hidden}
        onSelect={select}
        onHide={(next) => setView(withHiddenTypes(store.view(), next))}
        onMenu={(target) => dispatch({ kind: 'menu', target })}
        onExpand={open}
        onUndo={undo}
        onRedo={() => step({ kind: 'redo' })}
        onRemove={removeSelected}
        onClear={() => {
          step({ kind: 'clear' });
          select(NOTHING_SELECTED);
        }}
        menu={<SavedMenu params={params} saved={saved} empty={parts.vertices.size === 0} />}
        behind={
          saved.isBehind && saved.entry !== undefined
            ? {
                who: saved.entry.updated_by,
                onShow:
                  saved.mark?.changed === true
                    ? null
                    : () => void saved.open(saved.entry?.exploration_id ?? '').catch(toast.error),
              }
            : null
        }
        panels={
          <>
            {find}
            {side}
          </>
        }
        bottom={(toggle) => (
          <>
            {styled.legend.length > 0 && (
              <section className={classes.ruleLegend} aria-label="Legend of styles" data-panel>
                <GraphLegend
                  nodes={[]}
                  edges={[]}
                  rules={styled.legend}
                  hiddenClasses={hiddenClasses}
                  onToggleClass={(key) => setView(toggleClass(store.view(), key))}
                  formatCount={formatNumber}
                />
              </section>
            )}
            {toggle}
          </>
        )}
        time={<TimeTool data={all} schema={schema} time={view.time} onTime={(time) => change({ time })} />}
        insets={insets}
        locate={located}
        places={store.places()}
        onPlaces={(places) => {
          store.keepPlaces(places);
          kept.keep();
        }}
        isGuided={isGuided}
        waiting={!kept.ready || (saved.busy && parts.vertices.size === 0)}
        onCancel={requests.cancel}
        onDismissNotice={() => dispatch({ kind: 'dismissNotice' })}
      />
      <EditConflictDialog edits={edits} />
      <SavedConflictDialog saved={saved} mine={{ vertices: parts.vertices.size, edges: parts.edges.size }} />
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
          onExpand={open}
          onHide={(key) => setView(hideVertices(store.view(), [key]))}
          onRemove={remove}
          onKeep={(key) => step({ kind: 'keep', vertices: new Set([key]) })}
          onSelectAll={selectAll}
          onUndo={undo}
        />
      )}
    </>
  );
}
