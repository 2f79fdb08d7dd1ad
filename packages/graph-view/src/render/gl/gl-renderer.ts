/** Edges and nodes by WebGL 2, below the canvas with labels. The picture is that of `draw.ts`. */
import type { Rgb } from '../../colors.ts';
import { ARROWS_FROM_ZOOM, edgeWidth, widthCode } from '../draw-edges.ts';
import type { PlacedName } from '../draw-labels.ts';
import { edgeStrength } from '../edge-strength.ts';
import { FADED, type Frame } from '../frame.ts';
import { paintGlyph } from '../glyphs.ts';
import { takesWhite, type Paint } from '../paint.ts';
import { GLYPH_FROM, HALO, LEAST_RADIUS, RIM_FROM } from '../sprites.ts';
import type { Scene } from '../../scene.ts';
import { glNames } from './gl-names.ts';
import { dataTexture, programOf, rowsOf, type Program } from './programs.ts';
import {
  ARROW_VERTEX,
  ATLAS_CELLS,
  DOT_FRAGMENT,
  DOT_VERTEX,
  LINE_FRAGMENT,
  LINE_VERTEX,
  nodeFragment,
  nodeVertex,
  RIBBON_FRAGMENT,
  RIBBON_VERTEX,
  ROW,
} from './shaders.ts';

export interface GlRenderer {
  /**
   * Draws edges and nodes over the whole canvas.
   * @param fades the picture is a background for what is lit
   * @param most edges to draw, a sample of all
   * @param names of nodes to write above them; empty where a canvas above has them
   */
  draw(frame: Frame, ratio: number, fades: boolean, most: number, names: readonly PlacedName[]): void;
  destroy(): void;
}

/** Pixels of a glyph in the atlas. */
const CELL = 64;
/** Parts of a curve; few curves can be as smooth as wide circles need. */
const SEGMENTS = 12;
const SMOOTH_SEGMENTS = 40;
const FEW_CURVES = 1500;
/** Above this many edges in sight hairlines are drawn instead of ribbons. */
const MOST_RIBBONS = 30_000;
/** Nodes are squares when few or large, and points otherwise, which cost a sixth. */
const SQUARES_BELOW = 3000;
const STRIDE = 7919;
const LARGEST_POINT = 60;
/** Dots have no shape: from this radius on they would look like squares. */
const DOTS_BELOW = 2.4;

/** Null when the context is lost or the driver refuses a shader or has no textures of the size. */
export function createGlRenderer(gl: WebGL2RenderingContext): GlRenderer | null {
  try {
    return rendererOf(gl);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The Canvas2D draws the same picture: all that is lost is speed.
    return null;
  }
}

function rendererOf(gl: WebGL2RenderingContext): GlRenderer {
  const lines = programOf(gl, LINE_VERTEX, LINE_FRAGMENT);
  const ribbons = programOf(gl, RIBBON_VERTEX, RIBBON_FRAGMENT);
  const arrows = programOf(gl, ARROW_VERTEX, LINE_FRAGMENT);
  const dots = programOf(gl, DOT_VERTEX, DOT_FRAGMENT);
  const points = programOf(gl, nodeVertex(true), nodeFragment(true));
  const squares = programOf(gl, nodeVertex(false), nodeFragment(false));
  const names = glNames(gl);
  const places = dataTexture(gl, 'floats');
  const looks = dataTexture(gl, 'numbers');
  const edges = dataTexture(gl, 'numbers');
  const atlas = gl.createTexture();
  // A draw call needs a vertex array, even one without attributes.
  const none = gl.createVertexArray();
  let heldScene: Scene | null = null;
  let heldPaint: Paint | null = null;
  let heldStamp = -1;
  let straight = 0;
  let placeData = new Float32Array(0);
  let lookData = new Uint32Array(0);

  function load({ scene, paint, placesStamp }: Frame): void {
    const nodeRows = rowsOf(scene.nodes.length);
    const other = heldScene !== scene || heldPaint !== paint;
    if (other) {
      straight = putEdges(scene, paint);
      if (heldPaint?.glyphs !== paint.glyphs) putAtlas(paint);
    }
    if (!other && heldStamp === placesStamp) return;
    if (placeData.length !== nodeRows * ROW * 2) {
      placeData = new Float32Array(nodeRows * ROW * 2);
      lookData = new Uint32Array(nodeRows * ROW * 4);
    }
    const radii = new Float32Array(lookData.buffer);
    for (let i = 0; i < scene.x.length; i += 1) {
      placeData[i * 2] = scene.x[i] ?? 0;
      placeData[i * 2 + 1] = scene.y[i] ?? 0;
      if (!other && radii[i * 4 + 1] === scene.radius[i]) continue;
      const color = paint.nodeColor[i] ?? 0;
      lookData[i * 4] = color;
      radii[i * 4 + 1] = scene.radius[i] ?? 0;
      lookData[i * 4 + 2] = paint.nodeGlyph[i] ?? 0;
      lookData[i * 4 + 3] = takesWhite(color) ? 1 : 0;
    }
    places.put(placeData, nodeRows);
    looks.put(lookData, nodeRows);
    heldScene = scene;
    heldPaint = paint;
    heldStamp = placesStamp;
  }

  /** Straight edges first, then curves and circles. @returns how many are straight */
  function putEdges(scene: Scene, paint: Paint): number {
    const rows = rowsOf(scene.from.length);
    const data = new Uint32Array(rows * ROW * 4);
    const bends = new Float32Array(data.buffer);
    const isStraight = (e: number): boolean => scene.bend[e] === 0 && scene.from[e] !== scene.to[e];
    let at = 0;
    const put = (e: number): void => {
      // Numbers of nodes take 26 bits at most; the width has the six above.
      data[at * 4] = ((scene.from[e] ?? 0) | (widthCode(scene.width[e] ?? 1) << 26)) >>> 0;
      data[at * 4 + 1] = scene.to[e] ?? 0;
      const color = paint.edgeColor[e] ?? 0;
      data[at * 4 + 2] = ((color & 0xfeffffff) | (scene.edges[e]?.directed === true ? 0x01000000 : 0)) >>> 0;
      bends[at * 4 + 3] = scene.bend[e] ?? 0;
      at += 1;
    };
    // In steps of a prime, so that the first so many of them are a fair sample.
    const all = scene.from.length;
    const step = all % STRIDE === 0 ? 1 : STRIDE;
    for (let i = 0, e = 0; i < all; i += 1, e = (e + step) % all) if (isStraight(e)) put(e);
    const count = at;
    for (let e = 0; e < scene.from.length; e += 1) if (!isStraight(e)) put(e);
    edges.put(data, rows);
    return count;
  }

  function putAtlas({ glyphs, theme }: Paint): void {
    const canvas = document.createElement('canvas');
    canvas.width = CELL * ATLAS_CELLS;
    canvas.height = CELL * ATLAS_CELLS;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas for the glyphs.');
    glyphs.forEach((glyph, g) => {
      const x = ((g % ATLAS_CELLS) + 0.5) * CELL;
      const y = (Math.floor(g / ATLAS_CELLS) + 0.5) * CELL;
      paintGlyph(context, glyph, x, y, CELL / 2, '#ffffff', theme.font);
    });
    gl.activeTexture(gl.TEXTURE3);
    gl.bindTexture(gl.TEXTURE_2D, atlas);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  }

  function begin(program: Program, { view, size }: Frame, ratio: number, fade: number): void {
    program.use();
    program.int('uPlace', 0);
    program.int('uLook', 1);
    program.int('uEdge', 2);
    program.int('uAtlas', 3);
    program.float('uView', view.k * ratio, view.x * ratio, view.y * ratio);
    program.float('uSize', Math.round(size.width * ratio), Math.round(size.height * ratio));
    program.float('uRatio', ratio);
    program.float('uFade', fade);
  }

  function drawEdges(frame: Frame, ratio: number, fade: number, most: number): void {
    const count = frame.scene.from.length;
    if (count === 0) return;
    if (frame.plain || count > MOST_RIBBONS) {
      const drawn = Math.min(count, most);
      begin(lines, frame, ratio, fade * Math.sqrt(count / drawn));
      gl.drawArrays(gl.LINES, 0, drawn * 2);
    } else {
      begin(ribbons, frame, ratio, fade);
      ribbons.float('uWidth', edgeWidth(frame.view.k, count) * ratio);
      ribbons.int('uFirst', 0);
      ribbons.int('uSegments', 1);
      gl.drawArrays(gl.TRIANGLES, 0, straight * 6);
      ribbons.int('uFirst', straight);
      const segments = count - straight > FEW_CURVES ? SEGMENTS : SMOOTH_SEGMENTS;
      ribbons.int('uSegments', segments);
      gl.drawArrays(gl.TRIANGLES, 0, (count - straight) * 6 * segments);
    }
    if (frame.plain || frame.view.k < ARROWS_FROM_ZOOM) return;
    begin(arrows, frame, ratio, fade);
    gl.drawArrays(gl.TRIANGLES, 0, count * 3);
  }

  function drawNodes(frame: Frame, ratio: number, fade: number): void {
    const { scene, view, paint } = frame;
    const count = scene.x.length;
    if (count === 0) return;
    const widest = scene.radius.reduce((most, each) => Math.max(most, each), 0) * view.k * ratio;
    if (count >= SQUARES_BELOW && widest < DOTS_BELOW * ratio) {
      begin(dots, frame, ratio, fade);
      dots.float('uLeast', LEAST_RADIUS * ratio);
      gl.drawArrays(gl.POINTS, 0, count);
      return;
    }
    const asPoints = count >= SQUARES_BELOW && widest < LARGEST_POINT / 2;
    const program = asPoints ? points : squares;
    begin(program, frame, ratio, fade);
    program.float('uLeast', LEAST_RADIUS * ratio);
    program.float('uHalo', HALO * ratio);
    program.float('uRimFrom', RIM_FROM * ratio);
    program.float('uGlyphFrom', GLYPH_FROM * ratio);
    program.float('uGround', ...parts(paint.theme.background));
    program.float('uInk', ...parts(paint.theme.ink));
    if (asPoints) gl.drawArrays(gl.POINTS, 0, count);
    else gl.drawArrays(gl.TRIANGLES, 0, count * 6);
  }

  return {
    draw: (frame, ratio, fades, most, written) => {
      if (gl.isContextLost()) return;
      gl.bindVertexArray(none);
      load(frame);
      places.bind(0);
      looks.bind(1);
      edges.bind(2);
      gl.activeTexture(gl.TEXTURE3);
      gl.bindTexture(gl.TEXTURE_2D, atlas);
      gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
      const [r, g, b] = parts(frame.paint.theme.background);
      gl.clearColor(r, g, b, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      const fade = fades ? FADED : 1;
      drawEdges(frame, ratio, fade * edgeStrength(frame), most);
      drawNodes(frame, ratio, fade);
      names.draw(written, frame, ratio);
    },
    destroy: () => gl.getExtension('WEBGL_lose_context')?.loseContext(),
  };
}

const parts = ({ r, g, b }: Rgb): readonly [number, number, number] => [r / 255, g / 255, b / 255];
