/** The graph canvas as a component. Framework-free work is in `view.ts`. */
import { t } from '@acacia/texts';
import { useEffect, useImperativeHandle, useRef, useState, type CSSProperties, type Ref } from 'react';
import { NO_INSETS, type Insets } from '../geometry/viewport.ts';
import type { GraphData, GraphEdge, GraphNode, GraphSelection, NodePlaces } from '../model.ts';
import type { ContextMenuTarget, GraphView, GraphViewOptions } from '../options.ts';
import { changeOf, summaryOf } from '../summary.ts';
import { createGraphView } from '../view.ts';

interface GraphCanvasProps extends Pick<GraphViewOptions, 'data' | 'styles' | 'layout'> {
  /** Description of the graph in a few words, for screen readers. */
  readonly label: string;
  readonly selection: GraphSelection;
  readonly onSelectionChange: (selection: GraphSelection) => void;
  readonly onExpand?: (node: GraphNode) => void;
  readonly onHover?: (target: GraphNode | GraphEdge | null) => void;
  readonly onContextMenu?: (target: ContextMenuTarget) => void;
  readonly onLayoutRunning?: (running: boolean) => void;
  /** Called with the places of all nodes when they have come to rest. */
  readonly onPlaces?: (places: NodePlaces) => void;
  readonly onError?: (message: string) => void;
  /** Where nodes are put that come with these ids; read when the canvas appears and when they change. */
  readonly places?: NodePlaces;
  /** Sides that something floats over. */
  readonly insets?: Insets;
  /** Receives the view's functions: fit, focus, layouts, picture. */
  readonly ref?: Ref<GraphView | null>;
}

const FILL: CSSProperties = { position: 'relative', width: '100%', height: '100%', overflow: 'hidden' };
const CANVAS: CSSProperties = { display: 'block', width: '100%', height: '100%', touchAction: 'none' };
const HIDDEN: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};
export const KEYBOARD_HELP = t`Arrow keys go to a neighbour, Page Down and Page Up from vertex to vertex, Home and End to the first and last; Enter selects, Space adds to the selection, E expands, plus and minus zoom, 0 fits, Escape clears.`;

export function GraphCanvas({
  ref,
  label,
  data,
  styles,
  places,
  insets,
  selection,
  ...props
}: GraphCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const current = useRef<GraphView | null>(null);
  const [view, setView] = useState<GraphView | null>(null);
  const [announcement, setAnnouncement] = useState('');
  // The view lives as long as the canvas; it calls the functions of the latest render.
  const latest = useRef({ ...props, data, styles });
  useEffect(() => {
    latest.current = { ...props, data, styles };
  });

  useEffect(() => {
    if (canvas.current === null) return undefined;
    const { current: initial } = latest;
    const created = createGraphView(canvas.current, {
      data: { nodes: [], edges: [] },
      styles: initial.styles,
      layout: initial.layout,
      onSelectionChange: (next) => latest.current.onSelectionChange(next),
      onExpand: (node) => latest.current.onExpand?.(node),
      onHover: (target) => latest.current.onHover?.(target),
      onContextMenu: (target) => latest.current.onContextMenu?.(target),
      onLayoutRunning: (running) => latest.current.onLayoutRunning?.(running),
      onSettled: () => latest.current.onPlaces?.(current.current?.places() ?? []),
      onError: (message) => latest.current.onError?.(message),
      onAnnounce: setAnnouncement,
    });
    current.current = created;
    setView(created);
    return () => {
      current.current = null;
      setView(null);
      created.destroy();
    };
  }, []);
  useImperativeHandle<GraphView | null, GraphView | null>(ref, () => view, [view]);
  useEffect(() => {
    if (places !== undefined) view?.adoptPlaces(places);
  }, [view, places]);
  useEffect(() => view?.setInsets(insets ?? NO_INSETS), [view, insets]);
  useEffect(() => view?.setStyles(styles ?? {}), [view, styles]);
  useEffect(() => view?.setData(data), [view, data]);
  // Said once for each change, with what came and went; nothing for the first graph, which the label tells.
  const spokenOf = useRef<GraphData | null>(null);
  useEffect(() => {
    const { current: before } = spokenOf;
    spokenOf.current = data;
    if (before === null || before === data) return;
    const change = changeOf(before, data);
    if (change !== '') setAnnouncement(t`${change} ${summaryOf(data)}.`);
  }, [data]);
  useEffect(() => view?.setSelection(selection), [view, selection, data]);

  return (
    <div style={FILL}>
      <canvas
        ref={canvas}
        style={CANVAS}
        tabIndex={0}
        role="application"
        aria-roledescription="graph"
        aria-label={t`${label}. ${KEYBOARD_HELP}`}
      />
      <div style={HIDDEN} role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}
