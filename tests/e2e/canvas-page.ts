/** The page of `canvas.spec.ts`: one canvas, and functions that the test calls. */
import {
  applyRules,
  createGraphView,
  type GraphData,
  type GraphView,
  type LayoutName,
  type StyleRule,
} from '@acacia/graph-view';

/** Rows of vertices, joined to the next and to one further on; every tenth is large, the first has a loop. */
function gridOf(count: number): GraphData {
  const id = (i: number): string => `v${i}`;
  const nodes = Array.from({ length: count }, (_, i) => ({
    ...{ id: id(i), type: i % 3 === 0 ? 'Account' : 'Person', label: `Vertex ${i}` },
    data: { city: ['Kyiv', 'Lviv'][i % 2], amount: i % 10 },
  }));
  const edge = (from: number, to: number, n: number) => ({
    ...{ id: `${from} ${to} ${n}`, type: 'Paid', from: id(from), to: id(to), directed: true },
    data: { amount: n },
  });
  const edges = nodes.flatMap((_, i) => [
    ...(i + 1 < count ? [edge(i, i + 1, 1), edge(i, i + 1, 4)] : []),
    ...(i + 20 < count ? [edge(i, i + 20, 2)] : []),
  ]);
  return {
    nodes,
    edges: [...edges, edge(0, 0, 1), ...Array.from({ length: 1000 }, (_, n) => edge(3, 40, n))],
  };
}

let view: GraphView | null = null;
let lost: WEBGL_lose_context | null = null;

const functions = {
  /** Draws the graph; resolves when its layout has ended. */
  open: (count: number, layout: LayoutName): Promise<void> =>
    new Promise((resolve) => {
      view?.destroy();
      const box = document.createElement('div');
      box.style.cssText = 'position:relative;width:1000px;height:700px';
      document.body.replaceChildren(box);
      const canvas = document.createElement('canvas');
      canvas.style.cssText = 'display:block;width:100%;height:100%';
      box.append(canvas);
      const rules: readonly StyleRule[] = [
        { id: 'city', kind: 'nodes', type: null, attribute: 'city', look: 'colors' },
        { id: 'size', kind: 'nodes', type: null, attribute: 'amount', look: 'size range', from: 0.7, to: 2 },
        {
          id: 'width',
          kind: 'edges',
          type: 'Paid',
          attribute: 'amount',
          look: 'size range',
          from: 1,
          to: 3,
          most: 4,
        },
      ];
      const { data } = applyRules(gridOf(count), rules, ['#3f51d1', '#c4850e']);
      view = createGraphView(canvas, {
        ...{ data, layout, styles: { nodes: { Account: { icon: ['M3 12h18', 'M12 3v18'] } } } },
        onLayoutRunning: (running) => {
          if (!running) resolve();
        },
      });
    }),
  /** @returns whether there was a context to lose */
  loseContext: (): boolean => {
    lost =
      document
        .querySelector<HTMLCanvasElement>('canvas[aria-hidden]')
        ?.getContext('webgl2')
        ?.getExtension('WEBGL_lose_context') ?? null;
    lost?.loseContext();
    return lost !== null;
  },
  /** Gives back the context that was lost. */
  restoreContext: (): void => lost?.restoreContext(),
  /**
   * Moves the picture. @returns the opacity of the canvas above while it moves, and the dark pixels that WebGL has drawn
   * then: those of names
   */
  moving: (): Promise<{ readonly above: string; readonly dark: number }> =>
    new Promise((resolve) => {
      const until = performance.now() + 20_000;
      const look = (): void => {
        const [below, above] = [...document.querySelectorAll('canvas')];
        const gl = below?.getContext('webgl2');
        const pixels = new Uint8Array((below?.width ?? 0) * (below?.height ?? 0) * 4);
        gl?.readPixels(0, 0, below?.width ?? 0, below?.height ?? 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        // The buffer is empty in a frame without a drawing. Marks of new vertices, which go after a second, are drawn above.
        const isDrawn = above?.style.opacity === '0' && pixels[0] !== 0;
        if (!isDrawn && performance.now() < until) {
          view?.zoomBy(0.99);
          requestAnimationFrame(look);
          return;
        }
        let dark = 0;
        for (let i = 0; i < pixels.length; i += 4)
          if ((pixels[i] ?? 0) + (pixels[i + 1] ?? 0) + (pixels[i + 2] ?? 0) < 130) dark += 1;
        resolve({ above: above?.style.opacity ?? '', dark });
      };
      requestAnimationFrame(look);
    }),
  /** Opacity of the canvas above. */
  above: (): string => [...document.querySelectorAll('canvas')].at(-1)?.style.opacity ?? '',
  /** Canvases that the view draws on: two with WebGL, else one. */
  canvases: (): number => document.querySelectorAll('canvas').length,
  svg: (): { readonly fault: string | null; readonly texts: readonly string[]; readonly paths: number } => {
    const parsed = new DOMParser().parseFromString(view?.toSvg() ?? '', 'image/svg+xml');
    return {
      fault: parsed.querySelector('parsererror')?.textContent ?? null,
      texts: [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent),
      paths: parsed.querySelectorAll('path').length,
    };
  },
  /** Starts another layout and does not wait for its end. */
  arrange: (layout: LayoutName): void => view?.runLayout(layout),
  /** Average distance between the ends of an edge that leads to the next vertex. */
  spread: (): number => {
    const places = new Map(view?.places().map(([id, x, y]) => [id, { x, y }]));
    const far = [...places.keys()].slice(1).map((_, i) => {
      const [a, b] = [places.get(`v${i}`), places.get(`v${i + 1}`)];
      return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
    });
    return far.reduce((sum, each) => sum + each, 0) / far.length;
  },
  /** The part of the pixels, of those with ink in either, that differ clearly between two pictures (PNG, base64). */
  difference: async (before: string, after: string): Promise<number> => {
    const pixels = async (base64: string): Promise<Uint8ClampedArray> => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas.');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const [a, b] = [await pixels(before), await pixels(after)];
    let [ink, other] = [0, 0];
    for (let i = 0; i < a.length; i += 4) {
      const sum = (of: Uint8ClampedArray): number => (of[i] ?? 0) + (of[i + 1] ?? 0) + (of[i + 2] ?? 0);
      if (Math.min(sum(a), sum(b)) > 720) continue;
      ink += 1;
      if (Math.abs(sum(a) - sum(b)) > 150) other += 1;
    }
    return ink < 1000 ? 1 : other / ink;
  },
};

declare global {
  var canvasPage: typeof functions;
}
globalThis.canvasPage = functions;
