/** Programs, and textures that hold data. */
import { ROW } from './shaders.ts';

export interface Program {
  readonly use: () => void;
  readonly float: (name: string, ...values: readonly number[]) => void;
  readonly int: (name: string, value: number) => void;
}

/** @throws Error when the driver refuses a shader */
export function programOf(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error('The WebGL context is lost.');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (gl.getShaderParameter(shader, gl.COMPILE_STATUS) !== true)
      throw new Error(gl.getShaderInfoLog(shader) ?? 'A shader was refused.');
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true)
    throw new Error(gl.getProgramInfoLog(program) ?? 'A program was refused.');
  const places = new Map<string, WebGLUniformLocation | null>();
  const placeOf = (name: string): WebGLUniformLocation | null => {
    const known = places.get(name);
    if (known !== undefined) return known;
    const found = gl.getUniformLocation(program, name);
    places.set(name, found);
    return found;
  };
  return {
    use: () => gl.useProgram(program),
    float: (name, x = 0, y, z) => {
      if (y === undefined) gl.uniform1f(placeOf(name), x);
      else if (z === undefined) gl.uniform2f(placeOf(name), x, y);
      else gl.uniform3f(placeOf(name), x, y, z);
    },
    int: (name, value) => gl.uniform1i(placeOf(name), value),
  };
}

export const rowsOf = (count: number): number => Math.max(1, Math.ceil(count / ROW));

interface DataTexture {
  readonly bind: (unit: number) => void;
  /** @param data whole rows of texels */
  readonly put: (data: Float32Array | Uint32Array, rows: number) => void;
}

/** A texture that holds pairs of floats or four whole numbers for each texel. */
export function dataTexture(gl: WebGL2RenderingContext, kind: 'floats' | 'numbers'): DataTexture {
  const texture = gl.createTexture();
  const [inside, format, type] =
    kind === 'floats' ? [gl.RG32F, gl.RG, gl.FLOAT] : [gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT];
  let held = 0;
  const bind = (unit: number): void => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
  };
  return {
    bind,
    put: (data, rows) => {
      bind(0);
      if (held !== rows) {
        held = rows;
        gl.texImage2D(gl.TEXTURE_2D, 0, inside, ROW, rows, 0, format, type, data);
        for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
          gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
      } else gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, rows, format, type, data);
    },
  };
}
