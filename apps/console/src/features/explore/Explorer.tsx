/** The explorer of one graph: search on the left, canvas, selection and how it is looked at on the right. */
import { t } from '@acacia/texts';
import type { ToolRights, WireGraphSchema } from '@acacia/contract';
import { NOTHING_SELECTED } from '@acacia/graph-view';
import { toast } from '@acacia/ui';
import { useMemo, useReducer, useSyncExternalStore } from 'react';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import { LeaveGuard } from '../workspace-tool/LeaveGuard.tsx';
import { useTypeColors } from '../workspace-tool/type-colors.ts';
import { vertexOfKey } from '../workspace-tool/wire-graph.ts';
import { CanvasMenu } from './CanvasMenu.tsx';
import { EditConflictDialog } from './edit/EditConflictDialog.tsx';
import { addedAmong, stagedCount, withStaged } from './edit/edits.ts';
import { useEdits } from './edit/useEdits.ts';
import { firstOf } from './exploration.ts';
import { explorationStoreOf } from './exploration-store.ts';
import { EXPLORER, explorer } from './explorer-state.ts';
import { ExplorerCanvas, type ExplorerCanvasProps } from './ExplorerCanvas.tsx';
import { FindSide } from './FindSide.tsx';
import { InspectSide } from './InspectSide.tsx';
import type { WorkspaceIds } from './saved/explorations.ts';
import { SavedConflictDialog } from './saved/SavedConflictDialog.tsx';
import { SavedMenu } from './saved/SavedMenu.tsx';
import { useSaved, type Saved } from './saved/useSaved.ts';
import { TooManyDialog } from './TooManyDialog.tsx';
import { useExploration } from './useExploration.ts';
import { useOpening } from './useOpening.ts';
import { usePanels } from './usePanels.ts';
import { useSelected } from './useSelected.ts';
import { RuleLegend } from './view/RuleLegend.tsx';
import { TimeTool } from './view/TimeTool.tsx';
import { usePicture } from './view/usePicture.ts';
import { useStyles } from './view/useStyles.ts';
import { hideVertices, toggleClass, ungrouped, withHiddenTypes } from './view/view.ts';
import { countOf, groupAt } from './view/visible.ts';

const UNSAVED = t`You have not saved your changes to the graph.`;

interface ExplorerProps {
  readonly params: WorkspaceIds;
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly rights: ToolRights;
}

export function Explorer({ params, place, schema, rights }: ExplorerProps) {
  const workspaceId = params.workspace_id;
  const { client, graph } = place;
  const store = explorationStoreOf(workspaceId, graph);
  const [state, dispatch] = useReducer(explorer, EXPLORER);
  const view = useSyncExternalStore(store.subscribe, store.view);
  const requests = useExploration(store, workspaceId, place, schema, dispatch);
  const { exploration, step } = requests;
  const opening = useOpening(workspaceId, place, schema, store, requests);
  const { ready, named } = opening;
  const edits = useEdits(workspaceId, place, schema, store);
  const saved = useSaved({ params, place, schema, store, named, ready });
  const styles = useStyles(params, place, store, ready);
  const parts = useMemo(() => withStaged(exploration.parts, edits.staged), [exploration.parts, edits.staged]);
  const colors = useTypeColors(client, workspaceId, graph, schema);
  const picture = usePicture(parts, view, schema, colors);
  const selected = useSelected(state, dispatch, parts, picture, view);
  const panels = usePanels();

  const { menu, tooMany } = state;
  const { all, data } = picture;
  const { selection, select } = selected;
  const undo = () => step({ kind: 'undo' });
  const remove = (vertices: readonly string[], edges: readonly string[]) => {
    for (const key of addedAmong(edits.staged, [...vertices, ...edges])) edits.unstage(key);
    step({ kind: 'remove', vertices: new Set(vertices), edges: new Set(edges) });
    select(NOTHING_SELECTED);
  };
  /** A double click on a group unfolds it. */
  const open = (id: string) => {
    const at = groupAt(id);
    if (at === null) void requests.expand([vertexOfKey(id)], state.walk);
    else store.setView(ungrouped(store.view(), at));
  };
  const both = { place, schema, colors, store, view, requests, parts, picture, selected };

  return (
    <>
      <ExplorerCanvas
        graph={graph}
        exploration={exploration}
        state={state}
        data={data}
        hiddenCount={all.nodes.length - countOf(data.nodes)}
        colors={picture.looks}
        selection={selection}
        hidden={picture.hidden}
        onSelect={select}
        onHide={(next) => store.setView(withHiddenTypes(store.view(), next))}
        onMenu={(target) => dispatch({ kind: 'menu', target })}
        onExpand={open}
        onUndo={undo}
        onRedo={() => step({ kind: 'redo' })}
        onRemove={() => remove(selected.keys, selection.edges)}
        onClear={() => {
          step({ kind: 'clear' });
          select(NOTHING_SELECTED);
        }}
        onShowSome={() => void requests.showSome()}
        menu={<SavedMenu params={params} saved={saved} empty={parts.vertices.size === 0} />}
        behind={behindOf(saved)}
        isGone={saved.isGone}
        unread={opening.unread}
        panels={
          <>
            <FindSide
              {...both}
              workspaceId={workspaceId}
              isGuided={panels.isGuided}
              folded={panels.folded.find}
              onFold={(folded) => panels.fold('find', folded)}
              onSeeds={opening.addSeeds}
            />
            <InspectSide
              {...both}
              {...{ params, rights, state, dispatch, edits, saved, styles }}
              folded={panels.folded.side}
              onFold={(folded) => panels.fold('side', folded)}
              onRemove={remove}
            />
          </>
        }
        bottom={(toggle) => (
          <>
            <RuleLegend picture={picture} onToggle={(key) => store.setView(toggleClass(store.view(), key))} />
            {toggle}
          </>
        )}
        time={
          <TimeTool
            data={all}
            schema={schema}
            time={view.time}
            onTime={(time) => store.setView({ ...store.view(), time })}
          />
        }
        insets={panels.insets}
        locate={selected.located}
        places={store.places()}
        onPlaces={(places) => {
          store.keepPlaces(places);
          opening.keep();
        }}
        isGuided={panels.isGuided}
        waiting={!ready || (saved.busy && parts.vertices.size === 0)}
        onCancel={requests.cancel}
        onDismissNotice={() => dispatch({ kind: 'dismissNotice' })}
      />
      <LeaveGuard unsaved={stagedCount(edits.staged) === 0 ? undefined : UNSAVED} />
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
          onHide={(key) => store.setView(hideVertices(store.view(), [key]))}
          onRemove={remove}
          onKeep={(key) => step({ kind: 'keep', vertices: new Set([key]) })}
          onSelectAll={selected.selectAll}
          onUndo={undo}
        />
      )}
    </>
  );
}

/** Who saved a newer version; it is shown over an unchanged canvas alone. */
function behindOf({ isBehind, entry, mark, open }: Saved): ExplorerCanvasProps['behind'] {
  if (!isBehind || entry === undefined) return null;
  return {
    who: entry.updated_by,
    onShow: mark?.changed === true ? null : () => void open(entry.exploration_id).catch(toast.error),
  };
}
