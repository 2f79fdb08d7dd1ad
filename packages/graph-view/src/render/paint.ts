/** The looks of all nodes and edges, as numbers that both renderers read. */
import { inkOn, mix, visibleOn, type Rgb } from '../colors.ts';
import type { GraphStyles } from '../model.ts';
import type { Scene } from '../scene.ts';
import { lettersOf, type Glyph } from './glyphs.ts';
import type { ResolvedTheme } from './theme.ts';

export interface Paint {
  readonly theme: ResolvedTheme;
  /** Red, green, blue and alpha in the four bytes, from the lowest. */
  readonly nodeColor: Uint32Array;
  readonly edgeColor: Uint32Array;
  /** Index into `glyphs`. */
  readonly nodeGlyph: Uint16Array;
  readonly glyphs: readonly Glyph[];
  /** Nodes by their number of edges, the most first: the order in which they deserve a label. */
  readonly byDegree: Int32Array;
}

const pack = ({ r, g, b }: Rgb, alpha = 255): number =>
  (Math.round(r) | (Math.round(g) << 8) | (Math.round(b) << 16) | (Math.round(alpha) << 24)) >>> 0;

export const unpack = (color: number): Rgb => ({
  r: color & 255,
  g: (color >>> 8) & 255,
  b: (color >>> 16) & 255,
});

/** Alpha of a packed colour, 0 to 1. */
export const alphaOf = (color: number): number => (color >>> 24) / 255;

/** Whether white reads better on the colour than near-black. */
export const takesWhite = (color: number): boolean => inkOn(unpack(color)) === '#ffffff';

/** Full strength of edges, of those with a colour of their own and of others; `edge-strength.ts` says how much of it. */
const COLORED = 0.8 * 255;
const PLAIN = 0.5 * 255;

/** 7, 840, 12k: what fits a disc. */
const shortCount = (count: number): string =>
  count < 1000 ? String(count) : count < 1e6 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1e6)}M`;

/** Glyphs that fit the atlas of the WebGL renderer; types beyond have the sign of none. */
const MOST_GLYPHS = 255;

export function paintOf(
  scene: Scene,
  styles: GraphStyles,
  theme: ResolvedTheme,
  read: (color: string) => Rgb | null,
): Paint {
  const { nodes, edges } = scene;
  const typeColor = scene.nodeTypes.map((type) => {
    const color = styles.nodes?.[type]?.color;
    return (color === undefined ? null : read(color)) ?? theme.ink;
  });
  const typePacked = typeColor.map((color) => pack(visibleOn(color, theme.background, theme.ink)));
  const nodeColor = new Uint32Array(nodes.length);
  nodes.forEach(({ color }, i) => {
    const own = color === undefined ? null : read(color);
    nodeColor[i] = own === null ? (typePacked[scene.nodeType[i] ?? 0] ?? 0) : pack(own);
  });

  const edgeTypeColor = scene.edgeTypes.map((type) => {
    const color = styles.edges?.[type]?.color;
    const rgb = color === undefined ? null : read(color);
    return rgb === null ? null : pack(rgb, COLORED);
  });
  // An edge without a colour of its own has a trace of that of the vertex it leaves: regions can be told apart.
  const tints = new Map<number, number>();
  const tint = (color: number): number => {
    const known = tints.get(color);
    if (known !== undefined) return known;
    const made = pack(mix(unpack(color), mix(theme.ink, theme.background, 0.62), 0.45), PLAIN);
    tints.set(color, made);
    return made;
  };
  const edgeColor = new Uint32Array(edges.length);
  for (let e = 0; e < edges.length; e += 1) {
    const color = edges[e]?.color;
    const own = color === undefined ? null : read(color);
    if (own !== null) {
      edgeColor[e] = pack(own, COLORED);
      continue;
    }
    edgeColor[e] = edgeTypeColor[scene.edgeType[e] ?? 0] ?? tint(nodeColor[scene.from[e] ?? 0] ?? 0);
  }

  const letters = lettersOf(scene.nodeTypes);
  const glyphs: Glyph[] = [{ kind: 'letters', text: '' }];
  const ofType = scene.nodeTypes.map((type, t) => {
    if (t >= MOST_GLYPHS) return 0;
    const paths = styles.nodes?.[type]?.icon;
    return (
      glyphs.push(
        paths === undefined ? { kind: 'letters', text: letters[t] ?? '' } : { kind: 'strokes', paths },
      ) - 1
    );
  });
  const nodeGlyph = Uint16Array.from(scene.nodeType, (type) => ofType[type] ?? 0);
  const ownGlyphs = new Map<string, number>();
  nodes.forEach(({ icon, members }, i) => {
    if (icon === undefined && members === undefined) return;
    const glyph: Glyph =
      icon === undefined
        ? { kind: 'letters', text: shortCount(members?.length ?? 0) }
        : { kind: 'strokes', paths: icon };
    const key = glyph.kind === 'letters' ? glyph.text : glyph.paths.join(' ');
    const known = ownGlyphs.get(key);
    if (known === undefined && glyphs.length > MOST_GLYPHS) return;
    const number = known ?? glyphs.push(glyph) - 1;
    ownGlyphs.set(key, number);
    nodeGlyph[i] = number;
  });

  const degree = (node: number) => (scene.graph.start[node + 1] ?? 0) - (scene.graph.start[node] ?? 0);
  const byDegree = Int32Array.from(nodes.keys()).sort((a, b) => degree(b) - degree(a) || a - b);
  return { theme, nodeColor, edgeColor, nodeGlyph, glyphs, byDegree };
}
