/** Handlers of the canvas: moving boxes, choosing types by mouse and by key, making types. */
import { useKeyPress, useReactFlow, type Connection, type NodeChange } from '@xyflow/react';
import type { Dispatch, KeyboardEvent, MouseEvent, SetStateAction } from 'react';
import { edgeOfLink } from '../layout/layout-of-draft.ts';
import type { Point } from '../layout/shapes.ts';
import { useSteady } from '../useSteady.ts';
import type { PairEdge } from './PairLine.tsx';
import type { SchemaCanvasProps } from './SchemaCanvas.tsx';
import type { VertexNode } from './VertexBox.tsx';

type Places = ReadonlyMap<string, Point>;
export const NOTHING_DRAGGED: Places = new Map();

interface Dragging {
  readonly nodes: readonly VertexNode[];
  /** Places of boxes while they are dragged, by key. */
  readonly dragged: Places;
  readonly setDragged: Dispatch<SetStateAction<Places>>;
}

type ActsProps = Pick<
  SchemaCanvasProps,
  'draft' | 'selected' | 'readOnly' | 'onSelect' | 'onMove' | 'onConnect' | 'onCreateVertex'
>;

export function useCanvasActs(props: ActsProps, { nodes, dragged, setDragged }: Dragging) {
  const { draft, selected, readOnly, onSelect, onMove, onConnect, onCreateVertex } = props;
  const flow = useReactFlow<VertexNode, PairEdge>();
  const createsVertex = useKeyPress('v') && !readOnly;
  const change = (changes: readonly NodeChange<VertexNode>[]): void => {
    const moves = changes.flatMap((each) =>
      each.type === 'position' && each.position !== undefined && each.dragging === true
        ? [[each.id, each.position] as const]
        : [],
    );
    if (moves.length > 0) setDragged((before) => new Map([...before, ...moves]));
    if (dragged.size > 0) return;
    const steps = stepsOf(changes, nodes);
    if (steps.size > 0) onMove(steps);
  };
  const drop = (): void => {
    if (dragged.size > 0) onMove(dragged);
    setDragged(NOTHING_DRAGGED);
  };
  const choose = (key: string, several: boolean): void => {
    const next = new Set(several ? selected : []);
    if (several && selected.has(key)) next.delete(key);
    else next.add(key);
    onSelect(next);
  };
  const chooseByKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    const part = event.target instanceof Element ? event.target.closest('[role="group"][data-id]') : null;
    const id = part?.getAttribute('data-id');
    if (id === null || id === undefined) return;
    event.preventDefault();
    choose(draft.vertices.some(({ key }) => key === id) ? id : edgeOfLink(id), event.shiftKey);
  };
  // The canvas draws every box and line anew for another handler.
  const acts = useSteady({
    onNodesChange: change,
    onNodeDragStop: drop,
    onSelectionDragStop: drop,
    onConnect: ({ source, target }: Connection) => onConnect(source, target),
    onNodeClick: (event: MouseEvent, { id }: VertexNode) => choose(id, event.shiftKey),
    onEdgeClick: (event: MouseEvent, { id }: PairEdge) => choose(edgeOfLink(id), event.shiftKey),
    onPaneClick: (event: MouseEvent) => {
      if (createsVertex) onCreateVertex(flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
      else onSelect(new Set());
    },
  });
  return { acts, chooseByKey, createsVertex };
}

/** New places of selected boxes that arrow keys move, without a drag. */
function stepsOf(changes: readonly NodeChange<VertexNode>[], nodes: readonly VertexNode[]): Places {
  const places = new Map(nodes.map(({ id, position }) => [id, position]));
  return new Map(
    changes.flatMap((each) => {
      if (each.type !== 'position' || each.position === undefined || each.dragging === true) return [];
      const { x, y } = places.get(each.id) ?? each.position;
      return x === each.position.x && y === each.position.y ? [] : [[each.id, each.position] as const];
    }),
  );
}
