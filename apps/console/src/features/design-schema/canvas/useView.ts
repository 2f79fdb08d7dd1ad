/** The part of the schema that the canvas shows: all of it at first, then what is chosen. */
import { getViewportForBounds, useReactFlow, useStore, useStoreApi, type Viewport } from '@xyflow/react';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { edgeOfLink } from '../layout/layout-of-draft.ts';
import { NODE_WIDTH, type Arrangement } from '../layout/shapes.ts';
import type { CanvasParts } from './canvas-parts.ts';
import { shiftIntoSight } from './in-sight.ts';
import type { PairEdge } from './PairLine.tsx';
import type { VertexNode } from './VertexBox.tsx';

/** Links from a type to itself stand out above its box. */
export const FIT = { padding: { top: '34px', bottom: '14px', x: '28px' }, maxZoom: 1.1 } as const;

/** Commands to the canvas. */
export interface CanvasHandle {
  /** Moves the view to types, by key. */
  readonly show: (keys: ReadonlySet<string>) => void;
  /** Shows the whole schema. */
  readonly reset: () => void;
}

interface ViewProps extends CanvasParts {
  readonly handle: Ref<CanvasHandle>;
  readonly arrangement: Arrangement;
  readonly selected: ReadonlySet<string>;
  /** Whenever the text comes or goes, the whole schema is shown in the room that is left. */
  readonly withText: boolean;
}

export function useView({ handle, nodes, edges, arrangement, selected, withText }: ViewProps): void {
  const flow = useReactFlow<VertexNode, PairEdge>();
  const store = useStoreApi();
  const duration = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;
  const movesUntil = useRef(0);
  const moveTo = (viewport: Viewport): void => {
    movesUntil.current = performance.now() + duration;
    void flow.setViewport(viewport, { duration });
  };
  useImperativeHandle(handle, () => ({
    show: (keys) => {
      const room = store.getState().domNode?.getBoundingClientRect();
      const shown = boxesOf(keys, { nodes, edges });
      if (room === undefined || shown.length === 0) return;
      // Not the size that the canvas last knew: a panel has just come beside it.
      moveTo(getViewportForBounds(flow.getNodesBounds(shown), room.width, room.height, 0.05, 1, 0.4));
    },
    reset: () => void flow.fitView({ ...FIT, duration }),
  }));
  useFirstView(arrangement);

  const width = useStore((state) => state.width);
  const seen = useRef({ withText, width });
  useEffect(() => {
    const before = seen.current;
    // The text is loaded at its first use: the canvas has its new width later.
    if (before.withText !== withText && before.width === width) return;
    seen.current = { withText, width };
    if (before.withText !== withText) void flow.fitView(FIT);
    else if (width < before.width) keepInSight();
  });
  /** A panel that comes for a type that was chosen on the canvas may cover that very type. */
  const keepInSight = (): void => {
    const { x, y, zoom } = flow.getViewport();
    const boxes = nodes.filter(({ id }) => selected.has(id)).map((node) => node.position.x);
    const names = edges.flatMap(({ id, data }) =>
      data !== undefined && selected.has(edgeOfLink(id)) ? [data.line.label.x - NODE_WIDTH / 2] : [],
    );
    const lefts = [...boxes, ...names];
    if (lefts.length === 0 || performance.now() < movesUntil.current) return;
    const from = Math.min(...lefts) * zoom + x;
    const to = (Math.max(...lefts) + NODE_WIDTH) * zoom + x;
    const shift = shiftIntoSight({ from, to }, width);
    if (shift !== 0) moveTo({ x: x + shift, y, zoom });
  };
}

/** The boxes of types, and those at the ends of edge types. */
function boxesOf(keys: ReadonlySet<string>, { nodes, edges }: CanvasParts): VertexNode[] {
  const links = edges.filter(({ id }) => keys.has(edgeOfLink(id)));
  const ids = new Set([...keys, ...links.flatMap(({ source, target }) => [source, target])]);
  return nodes.filter(({ id }) => ids.has(id));
}

/** Shows the whole schema once its places are known and the canvas has its size. */
function useFirstView(arrangement: Arrangement): void {
  const flow = useReactFlow();
  const isReady = useStore(({ width, height }) => width > 0 && height > 0) && arrangement.positions.size > 0;
  const isShown = useRef(false);
  useEffect(() => {
    if (!isReady || isShown.current) return;
    isShown.current = true;
    void flow.fitView(FIT);
  }, [flow, isReady]);
}
