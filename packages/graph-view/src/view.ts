/** The graph canvas: state, layouts and drawing. Input handling is in `input.ts`. */
import { createAnimation, motionUnwanted } from './animation.ts';
import type { Rgb } from './colors.ts';
import { between, boxOf, fitBox, visibleBox, zoomAt, type Size, type Viewport } from './geometry/viewport.ts';
import { attachInput, type InputHost } from './input.ts';
import { createLayoutRunner } from './layout/layout-runner.ts';
import type { LayoutInput, LayoutName, Positions } from './layout/layout.ts';
import type { GraphData, GraphSelection, GraphStyles, Point } from './model.ts';
import type { GraphView, GraphViewOptions } from './options.ts';
import { drawFrame, type Frame } from './render/draw.ts';
import { createSpriteCache, type SpriteCache } from './render/sprites.ts';
import { createColorReader, DEFAULT_THEME, resolveTheme, type ResolvedTheme } from './render/theme.ts';
import { buildScene, radii, type KeptPlace, type Scene } from './scene.ts';

/** With more elements than this, labels, arrows and curves are left out while things move. */
const PLAIN_FROM = 1500;
/** Milliseconds after the last movement until the full picture is drawn. */
const REST_MS = 140;
const MARGIN = 48;

interface Looks {
  readonly theme: ResolvedTheme;
  readonly sprites: SpriteCache;
  readonly nodes: ReadonlyMap<string, Rgb>;
  readonly edges: ReadonlyMap<string, Rgb>;
}

/** Draws a graph on a canvas that fills its parent, and lets a person move in it. */
export function createGraphView(canvas: HTMLCanvasElement, options: GraphViewOptions): GraphView {
  const context = canvas.getContext('2d');
  let styles: GraphStyles = options.styles ?? {};
  const places = new Map<string, KeptPlace>();
  let scene: Scene = buildScene({ nodes: [], edges: [] }, places, styles).scene;
  let size: Size = { width: 0, height: 0 };
  let view: Viewport = { x: 0, y: 0, k: 1 };
  let looks: Looks | null = null;
  let selectedNodes: ReadonlySet<number> = new Set();
  let selectedEdges: ReadonlySet<number> = new Set();
  let hoveredNode = -1;
  let hoveredEdge = -1;
  let cursor = -1;
  let boxSelection: { readonly from: Point; readonly to: Point } | null = null;
  let frameHandle = 0;
  let restTimer = 0;
  let moving = false;
  let layoutRunning = false;
  /** The window follows a layout of everything until a person moves it. */
  let follow = false;
  let destroyed = false;
  const windowAnimation = createAnimation();
  const nodeAnimation = createAnimation();

  // ------------------------------------------------------------------ drawing

  const ratio = (): number => globalThis.devicePixelRatio || 1;

  function currentLooks(): Looks {
    if (looks !== null) return looks;
    const read = createColorReader(canvas);
    const theme = resolveTheme(canvas, { ...DEFAULT_THEME, ...options.theme }, read);
    const nodes = new Map<string, Rgb>();
    for (const type of scene.nodeTypes) {
      const color = styles.nodes?.[type]?.color;
      nodes.set(type, (color === undefined ? null : read(color)) ?? theme.ink);
    }
    const edges = new Map<string, Rgb>();
    for (const [type, { color }] of Object.entries(styles.edges ?? {})) {
      const rgb = color === undefined ? null : read(color);
      if (rgb !== null) edges.set(type, rgb);
    }
    const sprites = createSpriteCache(canvas.ownerDocument, theme.background, theme.font, ratio());
    looks = { theme, sprites, nodes, edges };
    return looks;
  }

  const frameOf = (plain: boolean): Frame => {
    const { theme, sprites, nodes, edges } = currentLooks();
    return {
      scene,
      view,
      size,
      theme,
      sprites,
      colorOfNodeType: nodes,
      colorOfEdgeType: edges,
      selectedNodes,
      selectedEdges,
      hoveredNode,
      hoveredEdge,
      cursor,
      boxSelection,
      plain,
    };
  };

  function draw(): void {
    frameHandle = 0;
    if (context === null || destroyed || size.width === 0) return;
    const dpr = ratio();
    context.setTransform(dpr, 0, 0, dpr, 0, 0);
    const large = scene.nodes.length + scene.edges.length > PLAIN_FROM;
    drawFrame(context, frameOf(large && (moving || layoutRunning)));
  }

  function redraw(): void {
    if (frameHandle === 0 && !destroyed) frameHandle = requestAnimationFrame(draw);
  }

  /** Redraws plainly now and in full once things have come to rest. */
  function redrawMoving(): void {
    moving = true;
    clearTimeout(restTimer);
    restTimer = window.setTimeout(() => {
      moving = false;
      redraw();
    }, REST_MS);
    redraw();
  }

  function forgetLooks(): void {
    looks = null;
    redraw();
  }

  // ------------------------------------------------------------------ the window

  function setView(next: Viewport): void {
    view = next;
    redrawMoving();
  }

  function moveView(target: Viewport): void {
    const from = view;
    windowAnimation.run(260, (part) => setView(between(from, target, part)));
  }

  const wholeBox = () => boxOf(scene.x, scene.y, scene.x.keys());

  function fittedView(): Viewport | null {
    const box = wholeBox();
    return box === null || size.width === 0 ? null : fitBox(box, size, MARGIN);
  }

  // ------------------------------------------------------------------ layouts

  function keepPlaces(): void {
    scene.nodes.forEach((node, i) => {
      places.set(node.id, { x: scene.x[i] ?? 0, y: scene.y[i] ?? 0, pinned: scene.pinned[i] === 1 });
    });
  }

  const runner = createLayoutRunner(showPositions, (message) => {
    endLayout();
    options.onError?.(message);
  });

  function setRunning(running: boolean): void {
    if (layoutRunning === running) return;
    layoutRunning = running;
    options.onLayoutRunning?.(running);
    redraw();
  }

  function endLayout(): void {
    held = -1;
    setRunning(false);
    keepPlaces();
  }

  let held = -1;
  let stepwise = false;

  function showPositions(next: Positions, done: boolean): void {
    if (next.x.length !== scene.x.length) return;
    if (stepwise && motionUnwanted() && !done) return;
    const put = (part: number, fromX: Float32Array, fromY: Float32Array) => {
      for (let i = 0; i < scene.x.length; i += 1) {
        // A node that is being dragged stays under the pointer.
        if (i === held) continue;
        scene.x[i] = (fromX[i] ?? 0) + ((next.x[i] ?? 0) - (fromX[i] ?? 0)) * part;
        scene.y[i] = (fromY[i] ?? 0) + ((next.y[i] ?? 0) - (fromY[i] ?? 0)) * part;
      }
      if (follow) view = fittedView() ?? view;
      redrawMoving();
    };
    if (stepwise) {
      put(1, next.x, next.y);
      if (done) endLayout();
      return;
    }
    const fromX = scene.x.slice();
    const fromY = scene.y.slice();
    nodeAnimation.run(
      350,
      (part) => put(part, fromX, fromY),
      () => {
        if (done) endLayout();
      },
    );
  }

  function startLayout(
    name: LayoutName,
    extra: { readonly fixed: Uint8Array; readonly heat: number; readonly root: number },
  ) {
    if (scene.nodes.length === 0) return;
    nodeAnimation.cancel();
    stepwise = name === 'force';
    const input: LayoutInput = {
      x: scene.x.slice(),
      y: scene.y.slice(),
      radius: scene.radius.slice(),
      from: scene.from,
      to: scene.to,
      group: scene.nodeType,
      seed: 1,
      ...extra,
    };
    setRunning(true);
    runner.start(name, input);
  }

  /** Lays out new nodes among the existing ones, which do not move. */
  function settle(added: readonly number[]): void {
    const fixed = new Uint8Array(scene.nodes.length).fill(1);
    for (const node of added) fixed[node] = 0;
    startLayout('force', { fixed, heat: 0.4, root: -1 });
  }

  function stopLayout(): void {
    runner.stop();
    nodeAnimation.cancel();
    endLayout();
  }

  // ------------------------------------------------------------------ choosing

  const idsOf = (): GraphSelection => ({
    nodes: [...selectedNodes].flatMap((i) => scene.nodes[i]?.id ?? []),
    edges: [...selectedEdges].flatMap((e) => scene.edges[e]?.id ?? []),
  });

  function choose(nodes: ReadonlySet<number>, edges: ReadonlySet<number>): void {
    selectedNodes = nodes;
    selectedEdges = edges;
    options.onSelectionChange?.(idsOf());
    redraw();
  }

  function applySelection(selection: GraphSelection): void {
    selectedNodes = new Set(selection.nodes.flatMap((id) => scene.nodeIndex.get(id) ?? []));
    selectedEdges = new Set(selection.edges.flatMap((id) => scene.edgeIndex.get(id) ?? []));
    redraw();
  }

  function setData(data: GraphData): void {
    const selection = idsOf();
    const cursorId = scene.nodes[cursor]?.id;
    const first = scene.nodes.length === 0;
    runner.stop();
    nodeAnimation.cancel();
    keepPlaces();
    const built = buildScene(data, places, styles);
    scene = built.scene;
    looks = null;
    hoveredNode = -1;
    hoveredEdge = -1;
    held = -1;
    cursor = cursorId === undefined ? -1 : (scene.nodeIndex.get(cursorId) ?? -1);
    applySelection(selection);
    if (built.added.length === 0 || scene.nodes.length === 0) {
      endLayout();
      return;
    }
    if (first || built.added.length === scene.nodes.length) {
      follow = true;
      view = fittedView() ?? view;
      startLayout(options.layout ?? 'force', { fixed: scene.pinned.slice(), heat: 1, root: -1 });
      return;
    }
    keepPlaces();
    settle(built.added);
  }

  // ------------------------------------------------------------------ hands

  const host: InputHost = {
    canvas,
    scene: () => scene,
    view: () => view,
    size: () => size,
    setView: (next) => {
      windowAnimation.cancel();
      follow = false;
      setView(next);
    },
    selectedNodes: () => selectedNodes,
    selectedEdges: () => selectedEdges,
    choose,
    hover: (node, edge) => {
      if (node === hoveredNode && edge === hoveredEdge) return;
      hoveredNode = node;
      hoveredEdge = edge;
      canvas.style.cursor = node >= 0 || edge >= 0 ? 'pointer' : 'default';
      options.onHover?.(scene.nodes[node] ?? scene.edges[edge] ?? null);
      redraw();
    },
    holdNode: (node, at) => {
      held = node;
      follow = false;
      scene.x[node] = at.x;
      scene.y[node] = at.y;
      scene.pinned[node] = 1;
      if (layoutRunning) runner.pin(node, at);
      redrawMoving();
    },
    letNodeGo: () => {
      held = -1;
      keepPlaces();
    },
    boxSelect: (box) => {
      boxSelection = box;
      redraw();
    },
    cursor: () => cursor,
    setCursor: (node) => {
      cursor = node;
      redraw();
    },
    reveal: (node) => {
      const box = visibleBox(view, size, -40 / view.k);
      const x = scene.x[node] ?? 0;
      const y = scene.y[node] ?? 0;
      if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) {
        follow = false;
        moveView({ x: size.width / 2 - x * view.k, y: size.height / 2 - y * view.k, k: view.k });
      }
    },
    fit,
    zoomBy,
    options,
  };
  const detachInput = attachInput(host);

  function fit(): void {
    follow = layoutRunning;
    const target = fittedView();
    if (target !== null) moveView(target);
  }

  function zoomBy(factor: number): void {
    follow = false;
    moveView(zoomAt(view, factor, { x: size.width / 2, y: size.height / 2 }));
  }

  // ------------------------------------------------------------------ surroundings

  function resize(): void {
    const box = canvas.getBoundingClientRect();
    // Hidden, e.g. behind a list: the window stays for when it is shown again.
    if (box.width === 0 || box.height === 0) return;
    const wasEmpty = size.width === 0;
    size = { width: box.width, height: box.height };
    const dpr = ratio();
    canvas.width = Math.max(1, Math.round(box.width * dpr));
    canvas.height = Math.max(1, Math.round(box.height * dpr));
    if (wasEmpty || follow) view = fittedView() ?? view;
    // A resized canvas is blank: it must not stay so until the next frame.
    draw();
  }
  const resizeObserver = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(resize);
  resizeObserver?.observe(canvas);
  const themeObserver = new MutationObserver(forgetLooks);
  themeObserver.observe(canvas.ownerDocument.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-theme', 'data-mantine-color-scheme'],
  });
  resize();
  setData(options.data);

  return {
    setData,
    setStyles: (nextStyles) => {
      styles = nextStyles;
      scene.radius.set(radii(scene.nodes, scene.graph, styles));
      forgetLooks();
    },
    selection: idsOf,
    setSelection: applySelection,
    runLayout: (name, root) => {
      follow = true;
      const fixed = name === 'force' ? scene.pinned.slice() : new Uint8Array(scene.nodes.length);
      startLayout(name, {
        fixed,
        heat: 1,
        root: root === undefined ? -1 : (scene.nodeIndex.get(root) ?? -1),
      });
    },
    stopLayout,
    fit,
    focus: (ids) => {
      follow = false;
      const box = boxOf(
        scene.x,
        scene.y,
        ids.flatMap((id) => scene.nodeIndex.get(id) ?? []),
      );
      if (box !== null) moveView(fitBox(box, size, 120, 1.4));
    },
    zoomBy,
    unpinAll: () => {
      scene.pinned.fill(0);
      keepPlaces();
    },
    toPng: () => paintPng(frameOf(false)),
    destroy: () => {
      destroyed = true;
      cancelAnimationFrame(frameHandle);
      clearTimeout(restTimer);
      windowAnimation.cancel();
      nodeAnimation.cancel();
      runner.destroy();
      resizeObserver?.disconnect();
      themeObserver.disconnect();
      detachInput();
    },
  };
}

/** Paints the whole graph, including what the window does not show, on a separate canvas. */
async function paintPng(frame: Frame): Promise<Blob> {
  const box = boxOf(frame.scene.x, frame.scene.y, frame.scene.x.keys()) ?? {
    minX: 0,
    minY: 0,
    maxX: 1,
    maxY: 1,
  };
  const scale = 2;
  // Browsers refuse canvases much larger than this.
  const longest = 4000;
  const zoom = Math.min(1, longest / Math.max(box.maxX - box.minX, box.maxY - box.minY, 1));
  const size = {
    width: Math.ceil((box.maxX - box.minX) * zoom) + 2 * MARGIN * 2,
    height: Math.ceil((box.maxY - box.minY) * zoom) + 2 * MARGIN * 2,
  };
  const canvas = document.createElement('canvas');
  canvas.width = size.width * scale;
  canvas.height = size.height * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot paint the picture.');
  context.scale(scale, scale);
  drawFrame(context, {
    ...frame,
    size,
    view: fitBox(box, size, MARGIN, 1),
    sprites: createSpriteCache(document, frame.theme.background, frame.theme.font, scale),
    hoveredNode: -1,
    hoveredEdge: -1,
    cursor: -1,
    boxSelection: null,
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture is too large for this browser.'));
      else resolve(blob);
    }, 'image/png');
  });
}
