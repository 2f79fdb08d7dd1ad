/** The panels on the right: the selection, and how the canvas is looked at, edited and commented on. */
import type { ExplorationView, ToolRights, WireGraphSchema } from '@acacia/contract';
import { NOTHING_SELECTED } from '@acacia/graph-view';
import { useMemo, type Dispatch } from 'react';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../workspace-tool/type-colors.ts';
import { vertexOfKey, type WireGraphParts } from '../workspace-tool/wire-graph.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import { EditPanel } from './edit/EditPanel.tsx';
import type { Edits } from './edit/useEdits.ts';
import type { ExplorationStore } from './exploration-store.ts';
import type { ExplorerAction, ExplorerState } from './explorer-state.ts';
import { CommentsPanel } from './saved/CommentsPanel.tsx';
import type { WorkspaceIds } from './saved/explorations.ts';
import type { Saved } from './saved/useSaved.ts';
import { SidePanel } from './SidePanel.tsx';
import type { useExploration } from './useExploration.ts';
import type { Selected } from './useSelected.ts';
import { FiguresPanel } from './view/FiguresPanel.tsx';
import { FilterPanel } from './view/FilterPanel.tsx';
import { StylesPanel } from './view/StylesPanel.tsx';
import type { Picture } from './view/usePicture.ts';
import { useSavedColor } from './view/useSavedColor.ts';
import type { useStyles } from './view/useStyles.ts';
import { grouped, hideVertices } from './view/view.ts';

interface InspectSideProps {
  readonly params: WorkspaceIds;
  readonly place: GraphPlace;
  readonly schema: WireGraphSchema;
  readonly rights: ToolRights;
  readonly colors: TypeColors;
  readonly store: ExplorationStore;
  readonly view: ExplorationView;
  readonly state: ExplorerState;
  readonly dispatch: Dispatch<ExplorerAction>;
  readonly requests: ReturnType<typeof useExploration>;
  /** Contents of the canvas with what is staged. */
  readonly parts: WireGraphParts;
  readonly picture: Picture;
  readonly selected: Selected;
  readonly edits: Edits;
  readonly saved: Saved;
  readonly styles: ReturnType<typeof useStyles>;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly onRemove: (vertices: readonly string[], edges: readonly string[]) => void;
}

export function InspectSide(props: InspectSideProps) {
  const { params, place, schema, rights, colors, store, state, dispatch, requests } = props;
  const { view, parts, picture, selected, edits, saved, styles } = props;
  const { selection, keys, only, select, locate } = selected;
  const { graph } = place;
  const saveColor = useSavedColor(place, params.workspace_id, schema, colors);
  const vertices = keys.flatMap((key) => parts.vertices.get(key) ?? []);
  const edges = selection.edges.flatMap((key) => parts.edges.get(key) ?? []);

  /** The name of a vertex in the picture; the id of one that is not there. */
  const nameOf = useMemo(() => {
    let names: ReadonlyMap<string, string> | undefined;
    return (key: string): string => {
      names ??= new Map(picture.all.nodes.map(({ id, label }) => [id, label]));
      return names.get(key) ?? vertexOfKey(key).id;
    };
  }, [picture.all]);
  const lookOtherwise = (next: ExplorationView): void => {
    store.setView(next);
    select(NOTHING_SELECTED);
  };

  return (
    <SidePanel
      tab={state.tab}
      onTab={(tab) => dispatch({ kind: 'tab', tab })}
      folded={props.folded}
      onFold={props.onFold}
      panels={{
        details: (
          <DetailsPanel
            place={place}
            schema={schema}
            colors={colors}
            vertices={vertices}
            edges={edges}
            vertexKeys={keys}
            walk={state.walk}
            isNew={edits.staged.vertices.get(only ?? '')?.before === null}
            neighbours={selected.neighbours}
            nameOf={nameOf}
            leaves={selected.leaves.size}
            onLocate={locate}
            onWalk={(walk) => dispatch({ kind: 'walk', walk })}
            onExpand={(walk) => void requests.expand(keys.map(vertexOfKey), walk)}
            onCollapse={() => props.onRemove([...selected.leaves], [])}
            onRemove={() => props.onRemove(keys, selection.edges)}
            onHide={() => lookOtherwise(hideVertices(store.view(), keys))}
            onGroup={(name) => lookOtherwise(grouped(store.view(), name, keys))}
            onKeep={() => requests.step({ kind: 'keep', vertices: new Set(keys) })}
            onConnect={() => void requests.connect(keys)}
            onPaths={(paths) =>
              void requests.findPaths(keys, paths).then((found) => {
                if (found !== null)
                  select({ nodes: [...found.vertices.keys()], edges: [...found.edges.keys()] });
              })
            }
            onRefresh={requests.refresh}
          />
        ),
        styles: (
          <StylesPanel
            schema={schema}
            colors={colors}
            styles={view.styles}
            onStyles={styles.change}
            whose={styles.whose}
            onShare={styles.share}
            onReset={styles.reset}
            onColor={saveColor}
            refusal={rights.refusal('style.write', graph)}
          />
        ),
        filters: <FilterPanel schema={schema} view={view} onView={store.setView} />,
        figures: <FiguresPanel data={picture.data} selection={selection} colors={colors} />,
        edit: (
          <EditPanel
            schema={schema}
            edits={edits}
            vertices={vertices}
            edges={edges}
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
              about={only ?? null}
              nameOf={nameOf}
              onLocate={(key) => locate([key])}
            />
          ),
      }}
    />
  );
}
