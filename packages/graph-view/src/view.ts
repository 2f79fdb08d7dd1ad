/**
 * The graph canvas: joins window (`camera.ts`), places (`arranger.ts`), choice (`choice.ts`), looks (`looks.ts`), painting
 * (`render/`) and input (`input/`).
 */
import { createArranger } from './arranger.ts';
import { createCamera } from './camera.ts';
import { createChangeMarks } from './changes.ts';
import { createChoice } from './choice.ts';
import { createFrameLoop } from './frame-loop.ts';
import { attachInput } from './input/attach.ts';
import type { LayoutName } from './layout/layout.ts';
import { createLooks } from './looks.ts';
import type { GraphData, GraphStyles } from './model.ts';
import type { GraphView, GraphViewOptions } from './options.ts';
import type { Frame } from './render/frame.ts';
import { createPainter } from './render/painter.ts';
import { paintPng } from './render/png.ts';
import { paintSvg } from './render/svg.ts';
import { buildScene, loosened, radii, type Scene } from './scene.ts';
import { watchSurroundings } from './surroundings.ts';

/** With more elements than this, most labels, arrows and curves are left out while things move. */
const PLAIN_FROM = 1500;

const ratio = (): number => globalThis.devicePixelRatio || 1;
const tenth = (value: number | undefined): number => Math.round((value ?? 0) * 10) / 10;

/** Draws a graph on a canvas that fills its parent, and lets a person move in it. */
export function createGraphView(canvas: HTMLCanvasElement, options: GraphViewOptions): GraphView {
  let styles: GraphStyles = options.styles ?? {};
  /** The layout that the person chose last. */
  let arranged: LayoutName = options.layout ?? 'force';
  let scene: Scene = buildScene({ nodes: [], edges: [] }, new Map(), styles).scene;
  /** Counts up whenever positions or radii change. */
  let placesStamp = 0;

  const loop = createFrameLoop(draw);
  const looks = createLooks(canvas, options.theme);
  const choice = createChoice(scene);
  const marks = createChangeMarks(loop.redraw);
  const painter = createPainter(canvas, loop.redraw);
  const camera = createCamera(() => scene, loop.redrawMoving);
  const arranger = createArranger({
    scene: () => scene,
    moved: () => {
      placesStamp += 1;
      camera.keepUp();
      loop.redrawMoving();
    },
    running: (running) => {
      options.onLayoutRunning?.(running);
      loop.redraw();
    },
    settled: () => {
      if (scene.nodes.length > 0) options.onSettled?.();
    },
    failed: (message) => options.onError?.(message),
  });

  const frameOf = (plain: boolean): Frame => ({
    ...looks.of(scene, styles, ratio()),
    ...choice.now(),
    scene,
    view: camera.view(),
    size: camera.size(),
    insets: camera.insets(),
    changes: marks.now(),
    plain,
    placesStamp,
  });

  function draw(): void {
    if (camera.size().width === 0) return;
    const large = scene.nodes.length + scene.edges.length > PLAIN_FROM;
    painter.draw(frameOf(large && (loop.isMoving() || arranger.layoutRuns)));
  }

  function setData(data: GraphData): void {
    arranger.cancel();
    arranger.keep();
    const before = scene;
    const built = buildScene(data, arranger.places, styles);
    scene = built.scene;
    marks.note(before, looks.known()?.paint.nodeColor ?? null, scene);
    choice.moveTo(scene);
    looks.forget();
    placesStamp += 1;
    loop.redraw();
    // Other layouts than force have no block: a map, for one, must not lose its vertices.
    const free = [...built.added, ...(arranged === 'force' ? loosened(before, scene) : [])];
    if (before.nodes.length === 0) camera.follow();
    // On an empty canvas mostly new nodes are another picture: what is left of earlier ones would lie about in it.
    const isOther = before.nodes.length === 0 && built.added.length * 2 > scene.nodes.length;
    if (isOther) scene.pinned.fill(0);
    if (built.added.length === 0) arranger.stop();
    else if (isOther || free.length === scene.nodes.length) {
      camera.follow();
      arranger.run(arranged, -1);
    } else {
      arranger.keep();
      arranger.settle(free);
    }
  }

  const detachInput = attachInput({
    canvas,
    options,
    scene: () => scene,
    view: camera.view,
    setView: camera.hold,
    choice: choice.now,
    choose: (selectedNodes, selectedEdges) => {
      choice.change({ selectedNodes, selectedEdges });
      options.onSelectionChange?.(choice.selection());
      loop.redraw();
    },
    hover: (node, edge) => {
      const { hoveredNode, hoveredEdge } = choice.now();
      if (node === hoveredNode && edge === hoveredEdge) return;
      choice.change({ hoveredNode: node, hoveredEdge: edge });
      canvas.style.cursor = node >= 0 || edge >= 0 ? 'pointer' : 'default';
      options.onHover?.(scene.nodes[node] ?? scene.edges[edge] ?? null);
      loop.redraw();
    },
    holdNode: (node, at) => {
      camera.letGo();
      const { selectedNodes } = choice.now();
      arranger.hold(node, at, selectedNodes.has(node) ? selectedNodes : []);
    },
    letNodeGo: arranger.letGo,
    boxSelect: (boxSelection) => {
      choice.change({ boxSelection });
      loop.redraw();
    },
    setCursor: (cursor) => {
      choice.change({ cursor });
      loop.redraw();
    },
    reveal: camera.reveal,
    fit: camera.fit,
    zoomBy: camera.zoomBy,
  });
  const unwatch = watchSurroundings(canvas, {
    resized: (size) => {
      painter.resize(size, ratio());
      camera.resize(size);
      // A resized canvas is blank: it must not stay so until the next frame.
      draw();
    },
    themeChanged: () => {
      looks.forget();
      loop.redraw();
    },
  });
  setData(options.data);

  return {
    setData,
    setStyles: (nextStyles) => {
      styles = nextStyles;
      scene.radius.set(radii(scene.nodes, scene.graph, styles));
      placesStamp += 1;
      looks.forget();
      loop.redraw();
    },
    selection: choice.selection,
    setSelection: (selection) => {
      choice.select(selection);
      loop.redraw();
    },
    places: () =>
      scene.nodes.map(({ id }, i) => [id, tenth(scene.x[i]), tenth(scene.y[i]), scene.pinned[i] === 1]),
    adoptPlaces: arranger.adopt,
    runLayout: (name, root) => {
      arranged = name;
      camera.follow();
      arranger.run(name, root === undefined ? -1 : (scene.nodeIndex.get(root) ?? -1));
    },
    stopLayout: arranger.stop,
    fit: camera.fit,
    focus: (ids) => camera.focus(ids.flatMap((id) => scene.nodeIndex.get(id) ?? [])),
    setInsets: camera.cover,
    zoomBy: camera.zoomBy,
    unpinAll: arranger.unpinAll,
    toPng: () => paintPng(frameOf(false)),
    toSvg: () => paintSvg(frameOf(false)),
    destroy: () => {
      loop.destroy();
      marks.destroy();
      camera.destroy();
      arranger.destroy();
      painter.destroy();
      unwatch();
      detachInput();
    },
  };
}
