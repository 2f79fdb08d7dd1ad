/** Nodes and edges for the canvas, the same objects as before where nothing changed, so that only those are drawn anew. */
import { t } from '@acacia/texts';
import { Position } from '@xyflow/react';
import type { Draft, DraftEdge, DraftVertex } from '../draft.ts';
import { labelled, type Label } from '../layout/labels.ts';
import { FLOW_BOX, FLOW_LINE } from '../../../shell/flow-labels.ts';
import { heightOf, linkId } from '../layout/layout-of-draft.ts';
import { laneOf, lineBetween, loopAt, type Line } from '../layout/lines.ts';
import { NODE_WIDTH, type Arrangement, type Box, type Point } from '../layout/shapes.ts';
import type { PairEdge } from './PairLine.tsx';
import type { VertexNode } from './VertexBox.tsx';

export interface CanvasState {
  readonly draft: Draft;
  readonly arrangement: Arrangement;
  /** Places of boxes that are being dragged, by key. */
  readonly dragged: ReadonlyMap<string, Point>;
  readonly selected: ReadonlySet<string>;
  /** Keys of types that have a problem. */
  readonly faulty: ReadonlySet<string>;
}

export interface CanvasParts {
  readonly nodes: readonly VertexNode[];
  readonly edges: readonly PairEdge[];
}

const NO_BENDS: readonly Point[] = [];

/** Makes the parts of each state from those of the state before. */
export function canvasParts(): (state: CanvasState) => CanvasParts {
  let before: CanvasParts = { nodes: [], edges: [] };
  let last: CanvasState | null = null;
  let places: ReadonlyMap<string, Box> = new Map();
  return (state) => {
    const boxes = boxesOf(state, places);
    const known = last !== null && hasSameLines(last, state) && boxes === places ? before.edges : null;
    const nodes = byId(before.nodes);
    const vertices = new Map(last?.draft.vertices.map((vertex) => [vertex.key, vertex]));
    before = {
      nodes: sameList(
        before.nodes,
        state.draft.vertices.map((vertex) =>
          nodeOf(vertex, state, boxes, {
            node: nodes.get(vertex.key),
            isSame: vertices.get(vertex.key) === vertex,
          }),
        ),
      ),
      edges: known ?? sameList(before.edges, edgesOf(state, boxes, byId(before.edges))),
    };
    [last, places] = [state, boxes];
    return before;
  };
}

/** Whether the lines of two states are the same where the boxes are: an edit of a vertex type leaves all edge types. */
const hasSameLines = (a: CanvasState, b: CanvasState): boolean =>
  a.draft.edges === b.draft.edges &&
  a.arrangement === b.arrangement &&
  a.dragged === b.dragged &&
  a.selected === b.selected &&
  a.faulty === b.faulty;

const byId = <Part extends { readonly id: string }>(parts: readonly Part[]): ReadonlyMap<string, Part> =>
  new Map(parts.map((part) => [part.id, part]));

/** The list before, when the new one has the same objects: the canvas then has nothing to compare. */
const sameList = <Part>(before: readonly Part[], after: readonly Part[]): readonly Part[] =>
  before.length === after.length && after.every((part, index) => part === before[index]) ? before : after;

/** Gives the set before as long as sets have the same members, for what is drawn anew with each other set. */
export function sameSets(): (set: ReadonlySet<string>) => ReadonlySet<string> {
  let before: ReadonlySet<string> = new Set();
  return (set) => {
    if (set.size !== before.size || [...set].some((each) => !before.has(each))) before = set;
    return before;
  };
}

/** Whether two states of a type are drawn the same. The first edit gives every box the place that it has already. */
const isDrawnAs = (a: DraftVertex, b: DraftVertex): boolean =>
  a === b ||
  (Object.keys({ ...a, ...b }) as (keyof DraftVertex)[]).every(
    (member) => member === 'position' || a[member] === b[member],
  );

/** The boxes of all types, the same objects as before where they stand as they stood; the same map where all do. */
function boxesOf(
  { draft, arrangement, dragged }: CanvasState,
  known: ReadonlyMap<string, Box>,
): ReadonlyMap<string, Box> {
  let same = known.size === draft.vertices.length;
  const boxes = new Map<string, Box>();
  for (const vertex of draft.vertices) {
    const { x, y } = dragged.get(vertex.key) ?? arrangement.positions.get(vertex.key) ?? { x: 0, y: 0 };
    const height = heightOf(vertex);
    const before = known.get(vertex.key);
    const isSame = before?.x === x && before.y === y && before.height === height;
    same &&= isSame;
    boxes.set(vertex.key, isSame ? before : { x, y, width: NODE_WIDTH, height });
  }
  return same ? known : boxes;
}

/** The places of a box that an edge is dragged from and to, as the style sheet draws them: of the borders, and all of it. */
function handlesOf(height: number): NonNullable<VertexNode['handles']> {
  const [width, thickness] = [NODE_WIDTH, 10];
  const side = (position: Position, box: Box) => ({
    id: position,
    type: 'source' as const,
    position,
    ...box,
  });
  const before = -thickness / 2;
  return [
    side(Position.Top, { x: 0, y: before, width, height: thickness }),
    side(Position.Right, { x: width + before, y: 0, width: thickness, height }),
    side(Position.Bottom, { x: 0, y: height + before, width, height: thickness }),
    side(Position.Left, { x: before, y: 0, width: thickness, height }),
    // The canvas finds the element of a place by its id, which this one does not have.
    { id: null, type: 'target', position: Position.Left, x: 0, y: 0, width, height },
  ];
}

function nodeOf(
  vertex: DraftVertex,
  state: CanvasState,
  boxes: ReadonlyMap<string, Box>,
  /** Its node before, and whether the type is the object of before. */
  { node: before, isSame: isSameType }: { readonly node: VertexNode | undefined; readonly isSame: boolean },
): VertexNode {
  const { x, y, height } = boxes.get(vertex.key) ?? { x: 0, y: 0, height: 0 };
  const selected = state.selected.has(vertex.key);
  const faulty = state.faulty.has(vertex.key);
  const isSame =
    before !== undefined &&
    (isSameType || isDrawnAs(before.data.vertex, vertex)) &&
    before.data.faulty === faulty &&
    before.selected === selected &&
    before.position.x === x &&
    before.position.y === y;
  if (isSame) return before;
  return {
    id: vertex.key,
    type: 'vertex',
    position: { x, y },
    // A transform and a level of its own would make each box a part of the picture that the browser looks at with every key.
    style: { transform: 'none', left: x, top: y, zIndex: selected ? 1 : 'auto' },
    // Given, so that the box is there before it was measured: for the first view and the overview.
    width: NODE_WIDTH,
    height,
    measured: { width: NODE_WIDTH, height },
    handles: handlesOf(height),
    selected,
    ariaLabel: t`Vertex type ${vertex.name}`,
    ...FLOW_BOX,
    data: { vertex, faulty },
  };
}

function edgesOf(
  { draft, arrangement, dragged, selected, faulty }: CanvasState,
  boxes: ReadonlyMap<string, Box>,
  known: ReadonlyMap<string, PairEdge>,
): PairEdge[] {
  /** Names of the lines so far, by the two boxes that they join. */
  const names = new Map<string, Label[]>();
  return draft.edges.flatMap((edge) =>
    edge.pairs.flatMap((pair, index): PairEdge[] => {
      const [source, target] = [boxes.get(pair.from), boxes.get(pair.to)];
      if (source === undefined || target === undefined) return [];
      const id = linkId(edge.key, index);
      const ends = [pair.from, pair.to].sort().join(' ');
      const beside = names.get(ends) ?? [];
      names.set(ends, beside);
      const nth = beside.length;
      const isDragged = dragged.has(pair.from) || dragged.has(pair.to);
      const bends = isDragged ? NO_BENDS : (arrangement.routes.get(id) ?? NO_BENDS);
      // Seen from the second box, the lanes are on the other side.
      const lane = laneOf(nth) * (pair.from < pair.to ? 1 : -1);
      const drawn = lineOf(source, target, bends, source === target ? nth : lane);
      const line = labelled(drawn, edge.name, beside);
      beside.push({ ...line.label, name: edge.name });
      return [
        edgePart({ id, edge, source: pair.from, target: pair.to, line }, known.get(id), selected, faulty),
      ];
    }),
  );
}

/** The lines as they were last made, by the boxes that they join. */
const lines = new WeakMap<Box, WeakMap<Box, LastLine[]>>();
interface LastLine {
  readonly bends: readonly Point[];
  readonly lane: number;
  readonly line: Line;
}

/** A line, the one before where its boxes and bends are the same. @param lane of a loop its place among them */
function lineOf(source: Box, target: Box, bends: readonly Point[], lane: number): Line {
  const ofSource = lines.get(source) ?? new WeakMap<Box, LastLine[]>();
  lines.set(source, ofSource);
  const made = ofSource.get(target) ?? [];
  const known = made.find((each) => each.lane === lane && each.bends === bends);
  if (known !== undefined) return known.line;
  const line = source === target ? loopAt(source, lane) : lineBetween(source, target, bends, lane);
  ofSource.set(target, [...made.filter((each) => each.lane !== lane), { bends, lane, line }]);
  return line;
}

interface Pair {
  readonly id: string;
  readonly edge: DraftEdge;
  readonly source: string;
  readonly target: string;
  readonly line: Line;
}

function edgePart(
  { id, edge, source, target, line }: Pair,
  before: PairEdge | undefined,
  selected: ReadonlySet<string>,
  faulty: ReadonlySet<string>,
): PairEdge {
  const isSelected = selected.has(edge.key);
  const isFaulty = faulty.has(edge.key);
  const isSame =
    before?.data?.edge === edge &&
    before.data.faulty === isFaulty &&
    before.data.line.path === line.path &&
    before.data.line.label.x === line.label.x &&
    before.data.line.label.y === line.label.y &&
    before.selected === isSelected &&
    before.source === source &&
    before.target === target;
  if (isSame) return before;
  return {
    id,
    type: 'pair',
    source,
    target,
    selected: isSelected,
    // Above the others, where a line may lie on one of them.
    zIndex: isSelected ? 1 : 0,
    ariaLabel: t`Edge type ${edge.name}`,
    ...FLOW_LINE,
    data: { edge, line, faulty: isFaulty },
  };
}
