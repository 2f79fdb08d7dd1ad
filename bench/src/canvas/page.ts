/** Runs in the browser: opens a graph in one of the contenders, moves it, and says what that took. */
import { createGraphView } from '@acacia/graph-view';
import cytoscape from 'cytoscape';
import Graph from 'graphology';
import Sigma from 'sigma';
import { graphOf, type DrawnGraph } from './graphs.ts';

export interface Drawn {
  /** Milliseconds from the data to the first frame that shows it. */
  readonly firstPictureMs: number;
  /** Milliseconds until the layout is at rest; null: drawn at places that are given. */
  readonly layoutMs: number | null;
  readonly framesPerSecond: number;
  readonly slowestFrameMs: number;
}

interface Opened {
  readonly atRest: Promise<number> | null;
  /** Moves the picture by so many pixels. */
  readonly pan: (dx: number) => void;
}

const MOVED_MS = 4_000;

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function element(): HTMLElement {
  document.body.replaceChildren();
  const box = document.createElement('div');
  box.style.cssText = 'position:relative;width:1440px;height:900px';
  document.body.append(box);
  return box;
}

const COLORS = ['#3b76c4', '#c8603a', '#4d8f56', '#8a5fb0', '#b8912f'] as const;
const colorOf = (type: string): string =>
  COLORS[['Account', 'Person', 'Device', 'Merchant', 'Address'].indexOf(type)] ?? '#888888';

/** Places for contenders that are measured without a layout: a sunflower. */
const placeOf = (i: number) => ({
  x: 30 * Math.sqrt(i) * Math.cos(i * 2.4),
  y: 30 * Math.sqrt(i) * Math.sin(i * 2.4),
});

const CONTENDERS: Readonly<Record<string, (graph: DrawnGraph) => Opened>> = {
  acacia: (graph) => {
    const canvas = document.createElement('canvas');
    canvas.style.cssText = 'display:block;width:100%;height:100%';
    element().append(canvas);
    const begun = performance.now();
    let rest: (ms: number) => void = () => undefined;
    const atRest = new Promise<number>((resolve) => {
      rest = resolve;
    });
    const data = graphOf(graph);
    createGraphView(canvas, {
      data,
      styles: {
        nodes: Object.fromEntries(data.nodes.map(({ type }) => [type, { color: colorOf(type) }])),
      },
      onLayoutRunning: (running) => {
        if (!running) rest(performance.now() - begun);
      },
    });
    let x = 700;
    const send = (type: string): boolean =>
      canvas.dispatchEvent(
        new PointerEvent(type, { pointerId: 1, clientX: x, clientY: 20, button: 0, bubbles: true }),
      );
    canvas.setPointerCapture = () => undefined;
    let down = false;
    return {
      atRest,
      pan: (dx) => {
        if (!down) down = send('pointerdown');
        x += dx;
        send('pointermove');
      },
    };
  },
  sigma: (graph) => {
    const { nodes, edges } = graphOf(graph);
    const model = new Graph({ multi: true });
    nodes.forEach(({ id, type, label }, i) =>
      model.addNode(id, { label, size: 3, color: colorOf(type), ...placeOf(i) }),
    );
    for (const { id, from, to } of edges) model.addEdgeWithKey(id, from, to, { size: 1 });
    const sigma = new Sigma(model, element());
    return {
      atRest: null,
      pan: (dx) => {
        const camera = sigma.getCamera();
        camera.setState({ x: camera.x - dx / 1440 });
      },
    };
  },
  cytoscape: (graph) => {
    const { nodes, edges } = graphOf(graph);
    const view = cytoscape({
      container: element(),
      elements: [
        ...nodes.map(({ id, type, label }, i) => ({ data: { id, type, label }, position: placeOf(i) })),
        ...edges.map(({ id, from, to }) => ({ data: { id: `e${id}`, source: from, target: to } })),
      ],
      style: [
        { selector: 'node', style: { 'background-color': '#3b76c4', width: 20, height: 20 } },
        { selector: 'edge', style: { width: 1, 'curve-style': 'haystack' } },
      ],
      layout: { name: 'preset' },
      textureOnViewport: false,
      hideEdgesOnViewport: false,
    });
    view.fit();
    return { atRest: null, pan: (dx) => void view.panBy({ x: dx, y: 0 }) };
  },
};

async function draw(contender: string, graph: DrawnGraph): Promise<Drawn> {
  const open = CONTENDERS[contender];
  if (open === undefined) throw new Error(`There is no contender ${contender}.`);
  const begun = performance.now();
  const opened = open(graph);
  await frame();
  await frame();
  const firstPictureMs = performance.now() - begun;
  const layoutMs = (await opened.atRest) ?? null;
  for (let warm = 0; warm < 3; warm += 1) {
    opened.pan(1);
    await frame();
  }
  const from = performance.now();
  let last = from;
  let frames = 0;
  let slowest = 0;
  while (last - from < MOVED_MS) {
    opened.pan(frames % 40 < 20 ? 8 : -8);
    await frame();
    const now = performance.now();
    slowest = Math.max(slowest, now - last);
    last = now;
    frames += 1;
  }
  return {
    firstPictureMs,
    layoutMs,
    framesPerSecond: (frames * 1000) / (last - from),
    slowestFrameMs: slowest,
  };
}

Object.assign(window, { drawGraph: draw });
