/**
 * Names of nodes by WebGL, while things move. Each is written once, into a row of a texture: a second canvas that
 * changes with each frame costs a software renderer as much as the picture itself.
 */
import { beginNames, NAME_HEIGHT, writeName, type PlacedName } from '../draw-labels.ts';
import type { Frame } from '../frame.ts';
import { programOf } from './programs.ts';
import { NAME_FRAGMENT, NAME_VERTEX } from './shaders.ts';

/** Size of a row in CSS pixels, and the room above a name for its outline. */
const ROW = { width: 320, height: NAME_HEIGHT + 5, above: 2 } as const;
/** More than are drawn while things move, of which few change from one frame to the next. */
const ROWS = 48;

export interface GlNames {
  draw(names: readonly PlacedName[], frame: Frame, ratio: number): void;
}

/** @throws Error when the driver refuses a shader */
export function glNames(gl: WebGL2RenderingContext): GlNames {
  const program = programOf(gl, NAME_VERTEX, NAME_FRAGMENT);
  const texture = gl.createTexture();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const rows = new Map<string, number>();
  let written: { readonly theme: Frame['paint']['theme']; readonly ratio: number } | null = null;

  function begin(theme: Frame['paint']['theme'], ratio: number): void {
    rows.clear();
    written = { theme, ratio };
    canvas.width = ROW.width * ratio;
    canvas.height = ROW.height * ROWS * ratio;
    context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Writes the names that the texture does not have. */
  function write(names: readonly PlacedName[], { paint: { theme } }: Frame, ratio: number): void {
    if (context === null) throw new Error('There is no canvas for the names.');
    const missing = names.filter(({ text }) => !rows.has(text));
    if (written?.theme !== theme || written.ratio !== ratio || rows.size + missing.length > ROWS)
      begin(theme, ratio);
    else if (missing.length === 0) return;
    beginNames(context, theme);
    for (const name of names) {
      if (rows.has(name.text) || rows.size >= ROWS) continue;
      writeName(context, { ...name, middle: ROW.width / 2, top: rows.size * ROW.height + ROW.above });
      rows.set(name.text, rows.size);
    }
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  }

  return {
    draw: (names, frame, ratio) => {
      if (names.length === 0) return;
      gl.activeTexture(gl.TEXTURE3);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      write(names, frame, ratio);
      program.use();
      program.int('uNames', 3);
      program.float('uSize', gl.drawingBufferWidth, gl.drawingBufferHeight);
      for (const { text, middle, top, width } of names) {
        const row = rows.get(text);
        if (row === undefined) continue;
        const half = Math.ceil((Math.min(width + 4, ROW.width) / 2) * ratio);
        program.float('uMiddle', Math.round(middle * ratio), Math.round((top - ROW.above) * ratio));
        program.float('uFrom', (ROW.width / 2) * ratio, row * ROW.height * ratio);
        program.float('uReach', half, ROW.height * ratio);
        gl.drawArrays(gl.TRIANGLES, 0, 6);
      }
    },
  };
}
