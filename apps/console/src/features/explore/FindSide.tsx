/** The panels on the left: search and patterns, or the guide through the fraud sample where the address asks for it. */
import type { ExplorationView, WireGraphSchema, WireVertex } from '@acacia/contract';
import { useNavigate } from '@tanstack/react-router';
import type { GraphPlace } from '../workspace-tool/graph-queries.ts';
import type { TypeColors } from '../workspace-tool/type-colors.ts';
import type { WireGraphParts } from '../workspace-tool/wire-graph.ts';
import type { ExplorationStore } from './exploration-store.ts';
import { FindPanels } from './find/FindPanels.tsx';
import { InvestigationPanel } from './investigation/InvestigationPanel.tsx';
import type { useExploration } from './useExploration.ts';
import type { Selected } from './useSelected.ts';
import type { Picture } from './view/usePicture.ts';
import { WHOLE_STEP } from './walk/walk.ts';

interface FindSideProps {
  readonly place: GraphPlace;
  readonly workspaceId: string;
  readonly schema: WireGraphSchema;
  readonly colors: TypeColors;
  readonly store: ExplorationStore;
  readonly view: ExplorationView;
  readonly requests: ReturnType<typeof useExploration>;
  readonly parts: WireGraphParts;
  readonly picture: Picture;
  readonly selected: Selected;
  readonly isGuided: boolean;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
  readonly onSeeds: (vertices: readonly WireVertex[]) => void;
}

export function FindSide(props: FindSideProps) {
  const { place, workspaceId, store, requests, parts, selected, folded, onFold } = props;
  const { locate, select } = selected;
  const navigate = useNavigate();
  const found = (vertices: readonly WireVertex[]): void => {
    requests.addVertices(vertices);
    props.onSeeds(vertices);
    locate(vertices.map(({ v_type, v_id }) => `${v_type}/${v_id}`));
  };
  if (props.isGuided) {
    return (
      <InvestigationPanel
        place={place}
        workspaceId={workspaceId}
        parts={requests.exploration.parts}
        folded={folded}
        onFold={onFold}
        onFound={found}
        onExpand={(vertices, edgeTypes) => requests.expand(vertices, [{ ...WHOLE_STEP, edgeTypes }])}
        onLocate={locate}
        onAgain={() => requests.step({ kind: 'clear' })}
        onClose={() =>
          void navigate({ to: '.', search: (before) => ({ ...before, guide: undefined }), replace: true })
        }
      />
    );
  }
  return (
    <FindPanels
      place={place}
      workspaceId={workspaceId}
      schema={props.schema}
      colors={props.colors}
      nodes={props.picture.all.nodes}
      view={props.view}
      folded={folded}
      onFold={onFold}
      onFound={found}
      onLocate={locate}
      onPattern={(pattern) => store.setView({ ...store.view(), pattern })}
      onRun={(pattern) => {
        store.setView({ ...store.view(), pattern });
        // On an empty canvas the matches are all that there is.
        const isFirst = parts.vertices.size === 0;
        void requests.findMatches(pattern).then((matches) => {
          if (matches === null || isFirst) return;
          select({ nodes: [...matches.vertices.keys()], edges: [...matches.edges.keys()] });
        });
      }}
    />
  );
}
