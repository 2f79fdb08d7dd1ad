/**
 * The canvases of a view: a Canvas2D for everything, or for large graphs a WebGL canvas below it with edges and nodes.
 * Where WebGL fails, and while its context is lost, the Canvas2D draws all.
 */
import type { Size } from '../geometry/viewport.ts';
import { drawAbove, drawFrame } from './draw.ts';
import { namesOf } from './draw-labels.ts';
import { meanLength } from './edge-strength.ts';
import { lightOf, type Frame } from './frame.ts';
import { createGlRenderer, type GlRenderer } from './gl/gl-renderer.ts';
import { createPace } from './pace.ts';

export interface Painter {
  resize(size: Size, ratio: number): void;
  draw(frame: Frame): void;
  destroy(): void;
}

/** Below this many elements a Canvas2D is as fast, and a page may have few WebGL contexts. */
const GL_FROM = 300;

/** Whether nothing is drawn above nodes and edges but names. */
const isUnmarked = (frame: Frame): boolean =>
  frame.selectedNodes.size + frame.selectedEdges.size + frame.scene.folded.length === 0 &&
  Math.max(frame.hoveredNode, frame.hoveredEdge, frame.cursor) < 0 &&
  frame.boxSelection === null &&
  frame.changes === null;

/** @param redraw called when another picture is needed, as after a lost context */
export function createPainter(canvas: HTMLCanvasElement, redraw: () => void): Painter {
  const context = canvas.getContext('2d');
  const pace = createPace();
  /** The canvas below; it is held while its context is lost too, or the browser would not give the context back. */
  let below: HTMLCanvasElement | null = null;
  let renderer: GlRenderer | null = null;
  let refused = false;
  let ended = false;
  let ratio = 1;

  function drop(): void {
    below?.remove();
    renderer = null;
    canvas.style.opacity = '';
  }

  /** Draws by WebGL from now on, with a context that is new or has come back. */
  function takeUp(element: HTMLCanvasElement, gl: WebGL2RenderingContext | null): void {
    renderer = gl === null ? null : createGlRenderer(gl);
    refused = renderer === null;
    if (renderer === null) return;
    element.width = canvas.width;
    element.height = canvas.height;
    canvas.before(element);
  }

  function glFor({ scene }: Frame): GlRenderer | null {
    if (renderer !== null || refused || scene.nodes.length + scene.edges.length < GL_FROM) return renderer;
    const element = canvas.ownerDocument.createElement('canvas');
    const gl = element.getContext('webgl2', { alpha: false, antialias: false, depth: false });
    element.setAttribute('aria-hidden', 'true');
    element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none';
    canvas.style.position = 'relative';
    element.addEventListener('webglcontextlost', (event) => {
      // Else it would not come back.
      event.preventDefault();
      refused = true;
      drop();
      redraw();
    });
    element.addEventListener('webglcontextrestored', () => {
      if (ended) return;
      takeUp(element, gl);
      redraw();
    });
    below = element;
    takeUp(element, gl);
    return renderer;
  }

  return {
    resize: (size, nextRatio) => {
      ratio = nextRatio;
      for (const each of [canvas, below]) {
        if (each === null) continue;
        each.width = Math.max(1, Math.round(size.width * ratio));
        each.height = Math.max(1, Math.round(size.height * ratio));
      }
    },
    draw: (frame) => {
      if (context === null) return;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const gl = glFor(frame);
      if (gl === null) {
        drawFrame(context, frame);
        return;
      }
      const light = lightOf(frame);
      const count = frame.scene.from.length;
      const most = frame.plain
        ? pace.edges({ now: performance.now(), stamp: frame.placesStamp, count, length: meanLength(frame) })
        : count;
      // A canvas that is seen through costs software renderers as much as the picture: in motion it stays away.
      const isAlone = frame.plain && isUnmarked(frame);
      canvas.style.opacity = isAlone ? '0' : '';
      gl.draw(frame, ratio, light.fades, most, isAlone ? namesOf(context, frame, light) : []);
      if (isAlone) return;
      context.clearRect(0, 0, frame.size.width, frame.size.height);
      drawAbove(context, frame, light);
    },
    destroy: () => {
      ended = true;
      renderer?.destroy();
      drop();
      below = null;
    },
  };
}
