/** A pen that writes SVG. It knows what pictures of graphs need: paths, circles, text, moved and turned. */
import type { Pen } from './pen.ts';

export interface SvgPen extends Pen {
  /** The elements written so far. */
  markup(): string;
}

/** Settings that `save` keeps and `restore` brings back. */
interface State {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  lineCap: CanvasLineCap;
  lineJoin: CanvasLineJoin;
  /** Moves, turns and scales in effect, as SVG writes them. */
  transform: string;
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

const escaped = (text: string): string =>
  text
    // XML has no control characters, not even escaped.
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const ANCHORS: Readonly<Partial<Record<CanvasTextAlign, string>>> = {
  center: 'middle',
  right: 'end',
  end: 'end',
};
/** How far below a baseline's name text begins, in parts of its size. */
const BASELINES: Readonly<Partial<Record<CanvasTextBaseline, number>>> = {
  top: 0.8,
  middle: 0.35,
  bottom: -0.2,
};

/** @param measure a real context, whose fonts give the widths of texts */
export function createSvgPen(measure: CanvasRenderingContext2D): SvgPen {
  const written: string[] = [];
  const kept: State[] = [];
  let path = '';
  let state: State = {
    fillStyle: '#000000',
    strokeStyle: '#000000',
    lineWidth: 1,
    globalAlpha: 1,
    font: '10px sans-serif',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    lineCap: 'butt',
    lineJoin: 'miter',
    transform: '',
  };

  const common = (): string =>
    `${state.transform === '' ? '' : ` transform="${state.transform.trim()}"`}${state.globalAlpha === 1 ? '' : ` opacity="${round(state.globalAlpha)}"`}`;
  const strokeOf = (): string =>
    ` fill="none" stroke="${escaped(state.strokeStyle)}" stroke-width="${round(state.lineWidth)}" stroke-linecap="${state.lineCap}" stroke-linejoin="${state.lineJoin}"`;
  const write = (element: string): void => {
    written.push(element);
  };
  const strokeData = (data: string): void => write(`<path d="${escaped(data)}"${strokeOf()}${common()}/>`);

  function text(content: string, x: number, y: number, look: string): void {
    const [, weight = '400', size = '10', family = 'sans-serif'] =
      /^(?:(\d+|bold|normal)\s+)?([\d.]+)px\s+(.*)$/.exec(state.font) ?? [];
    const down = (BASELINES[state.textBaseline] ?? 0) * Number(size);
    const anchor = ANCHORS[state.textAlign] ?? 'start';
    write(
      `<text x="${round(x)}" y="${round(y + down)}" text-anchor="${anchor}" font-family="${escaped(family)}" font-size="${size}" font-weight="${weight}"${look}${common()}>${escaped(content)}</text>`,
    );
  }

  const settings = {
    get fillStyle() {
      return state.fillStyle;
    },
    set fillStyle(value: string | CanvasGradient | CanvasPattern) {
      if (typeof value === 'string') state.fillStyle = value;
    },
    get strokeStyle() {
      return state.strokeStyle;
    },
    set strokeStyle(value: string | CanvasGradient | CanvasPattern) {
      if (typeof value === 'string') state.strokeStyle = value;
    },
    get lineWidth() {
      return state.lineWidth;
    },
    set lineWidth(value: number) {
      state.lineWidth = value;
    },
    get globalAlpha() {
      return state.globalAlpha;
    },
    set globalAlpha(value: number) {
      state.globalAlpha = value;
    },
    get font() {
      return state.font;
    },
    set font(value: string) {
      state.font = value;
    },
    get textAlign() {
      return state.textAlign;
    },
    set textAlign(value: CanvasTextAlign) {
      state.textAlign = value;
    },
    get textBaseline() {
      return state.textBaseline;
    },
    set textBaseline(value: CanvasTextBaseline) {
      state.textBaseline = value;
    },
    get lineCap() {
      return state.lineCap;
    },
    set lineCap(value: CanvasLineCap) {
      state.lineCap = value;
    },
    get lineJoin() {
      return state.lineJoin;
    },
    set lineJoin(value: CanvasLineJoin) {
      state.lineJoin = value;
    },
  };

  // Settings are properties with setters, which a spread would read once: the methods are added to that object.
  return Object.assign(settings, {
    markup: () => written.join('\n'),
    beginPath: () => {
      path = '';
    },
    moveTo: (x: number, y: number) => {
      path += `M${round(x)} ${round(y)}`;
    },
    lineTo: (x: number, y: number) => {
      path += `L${round(x)} ${round(y)}`;
    },
    quadraticCurveTo: (cx: number, cy: number, x: number, y: number) => {
      path += `Q${round(cx)} ${round(cy)} ${round(x)} ${round(y)}`;
    },
    /** Whole circles: pictures have no other arcs. */
    arc: (x: number, y: number, r: number) => {
      path += `M${round(x + r)} ${round(y)}A${round(r)} ${round(r)} 0 1 1 ${round(x - r)} ${round(y)}A${round(r)} ${round(r)} 0 1 1 ${round(x + r)} ${round(y)}`;
    },
    closePath: () => {
      path += 'Z';
    },
    stroke: () => {
      if (path !== '') strokeData(path);
    },
    strokeData,
    fill: () => {
      if (path !== '') write(`<path d="${path}" fill="${escaped(state.fillStyle)}"${common()}/>`);
    },
    fillRect: (x: number, y: number, width: number, height: number) =>
      write(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${escaped(state.fillStyle)}"${common()}/>`,
      ),
    strokeRect: (x: number, y: number, width: number, height: number) =>
      write(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${strokeOf()}${common()}/>`,
      ),
    setLineDash: () => undefined,
    drawImage: () => {
      throw new Error('Pictures of vectors hold no images.');
    },
    measureText: (content: string) => {
      measure.font = state.font;
      return measure.measureText(content);
    },
    fillText: (content: string, x: number, y: number) =>
      text(content, x, y, ` fill="${escaped(state.fillStyle)}"`),
    strokeText: (content: string, x: number, y: number) => text(content, x, y, strokeOf()),
    save: () => {
      kept.push({ ...state });
    },
    restore: () => {
      state = kept.pop() ?? state;
    },
    translate: (x: number, y: number) => {
      state.transform += ` translate(${round(x)} ${round(y)})`;
    },
    rotate: (angle: number) => {
      state.transform += ` rotate(${round((angle * 180) / Math.PI)})`;
    },
    scale: (x: number, y: number) => {
      state.transform += ` scale(${Math.round(x * 10_000) / 10_000} ${Math.round(y * 10_000) / 10_000})`;
    },
  });
}
