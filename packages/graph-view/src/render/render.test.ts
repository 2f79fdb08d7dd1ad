import { describe, expect, it } from 'vitest';
import { contrast, inkOn, mix, parseColor } from '../colors.ts';
import { buildScene } from '../scene.ts';
import { lettersOf } from './glyphs.ts';
import { widthCode } from './draw-edges.ts';
import { edgeStrength } from './edge-strength.ts';
import { drawLabels } from './draw-labels.ts';
import { lightOf, type Frame } from './frame.ts';
import { paintOf, unpack } from './paint.ts';
import { LabelField, shortened } from './labels.ts';
import { NO_INSETS } from '../geometry/viewport.ts';

describe('colours', () => {
  it('reads what browsers give', () => {
    expect(parseColor('#2F7D4F')).toEqual({ r: 47, g: 125, b: 79 });
    expect(parseColor('#fff')).toEqual({ r: 255, g: 255, b: 255 });
    expect(parseColor('rgba(1, 2, 3, 0.5)')).toEqual({ r: 1, g: 2, b: 3 });
    expect(parseColor('rgb(1 2 3)')).toEqual({ r: 1, g: 2, b: 3 });
    expect(parseColor('var(--x)')).toBeNull();
  });

  it('writes on dark colours in white and on light ones in black', () => {
    expect(inkOn({ r: 20, g: 40, b: 30 })).toBe('#ffffff');
    expect(inkOn({ r: 230, g: 220, b: 120 })).toBe('#171614');
    expect(mix({ r: 0, g: 0, b: 0 }, { r: 200, g: 100, b: 0 }, 0.5)).toEqual({ r: 100, g: 50, b: 0 });
  });
});

describe('labels', () => {
  it('never stand over one another', () => {
    const field = new LabelField();
    expect(field.take({ x: 10, y: 10, width: 80, height: 14 })).toBe(true);
    expect(field.take({ x: 60, y: 20, width: 80, height: 14 })).toBe(false);
    expect(field.take({ x: 60, y: 25, width: 80, height: 14 })).toBe(true);
    field.reserve({ x: 300, y: 0, width: 10, height: 10 });
    expect(field.take({ x: 305, y: 5, width: 10, height: 10 })).toBe(false);
  });

  it('are cut when long', () => {
    expect(shortened('x'.repeat(40))).toHaveLength(26);
    expect(shortened('short')).toBe('short');
    expect(shortened('\n two\tlines ')).toBe(' two lines ');
    const emoji = shortened('😀'.repeat(2000));
    expect([emoji.length, emoji.isWellFormed()]).toEqual([25, true]);
  });
});

describe('the letters of types', () => {
  it('tell types with the same initial apart', () => {
    expect(lettersOf(['Card', 'Community', 'Person'])).toEqual(['Ca', 'Co', 'P']);
    expect(lettersOf(['CreditCard', 'CreditLine', 'Credit'])).toEqual(['CC', 'CL', 'Cr']);
    expect(lettersOf([''])).toEqual(['']);
  });
});

const theme = {
  background: { r: 255, g: 255, b: 255 },
  ink: { r: 0, g: 0, b: 0 },
  edgeText: { r: 0, g: 0, b: 0 },
  accent: { r: 0, g: 128, b: 0 },
  font: 'sans-serif',
};

it('raises colours of types that a dark canvas swallows, and leaves all others as they are', () => {
  const colors = ['#3f51d1', '#6c5f10', '#942b92', '#dc4572', '#9acf37'];
  const { scene } = buildScene(
    { nodes: colors.map((color, i) => ({ id: color, type: `T${i}`, label: color })), edges: [] },
    new Map(colors.map((id, i) => [id, { x: i, y: 0, pinned: false }])),
    {},
  );
  const styles = { nodes: Object.fromEntries(colors.map((color, i) => [`T${i}`, { color }])) };
  const drawn = (of: typeof theme) =>
    [...paintOf(scene, styles, of, parseColor).nodeColor].map((color) => unpack(color));
  const dark = { ...theme, background: { r: 28, g: 27, b: 25 }, ink: { r: 236, g: 234, b: 229 } };
  const raised = drawn(dark);
  for (const color of raised) expect(contrast(color, dark.background)).toBeGreaterThan(2.95);
  expect(raised.slice(3)).toEqual(colors.slice(3).map(parseColor));
  // Of one contrast each, and still of three hues.
  expect(raised[0]?.b).toBeGreaterThan(raised[0]?.r ?? 0);
  expect(raised[1]?.g).toBeGreaterThan(raised[1]?.b ?? 0);
  expect(raised[2]?.r).toBeGreaterThan(raised[2]?.g ?? 0);
  expect(drawn(theme)).toEqual(colors.map(parseColor));
});

describe('a frame', () => {
  /** a — b and c — d, and e alone. */
  const { scene } = buildScene(
    {
      nodes: [...'abcde'].map((id) => ({ id, type: 'T', label: id })),
      edges: ['ab', 'cd'].map((id) => ({
        id,
        type: 'E',
        from: id[0] ?? '',
        to: id[1] ?? '',
        directed: true,
      })),
    },
    new Map([...'abcde'].map((id, i) => [id, { x: i * 400, y: 0, pinned: false }])),
    {},
  );
  const frame = (parts: Partial<Frame> = {}): Frame => ({
    scene,
    paint: paintOf(scene, {}, theme, parseColor),
    view: { x: 20, y: 200, k: 0.3 },
    size: { width: 800, height: 400 },
    insets: NO_INSETS,
    sprites: { get: () => ({ image: null as never, side: 0 }) },
    selectedNodes: new Set(),
    selectedEdges: new Set(),
    hoveredNode: -1,
    hoveredEdge: -1,
    cursor: -1,
    boxSelection: null,
    changes: null,
    plain: false,
    placesStamp: 0,
    ...parts,
  });

  it('lights the edges of a selection, and of a hovered node alone while there is one', () => {
    const selectedNodes = new Set([0]);
    expect([...lightOf(frame({ selectedNodes })).edges]).toEqual([0]);
    const hovered = lightOf(frame({ selectedNodes, hoveredNode: 2 }));
    expect([...hovered.edges]).toEqual([1]);
    expect([...hovered.nodes]).toEqual([2, 3]);
  });

  const written = (drawn: Frame): string[] => {
    const texts: string[] = [];
    const context = {
      measureText: () => ({ width: 10 }),
      strokeText: () => undefined,
      fillRect: () => undefined,
      fillText: (text: string) => texts.push(text),
      save: () => undefined,
      restore: () => undefined,
      translate: () => undefined,
      rotate: () => undefined,
    };
    drawLabels(context as unknown as CanvasRenderingContext2D, drawn, lightOf(drawn));
    return texts;
  };

  it('leaves out the names of nodes alone when seen from far', () => {
    expect(written(frame())).toEqual(['a', 'b', 'c', 'd']);
    expect(written(frame({ view: { x: 20, y: 200, k: 0.4 } }))).toContain('e');
  });

  it('writes no name below a panel, unless its node is there too', () => {
    // The nodes stand at 20, 180, 340, 500 and 660 pixels of 800.
    const view = { x: 20, y: 200, k: 0.4 };
    const covered = (left: number, right: number) =>
      written(frame({ view, insets: { ...NO_INSETS, left, right } }));
    // Below b is no room for its name: it stands beside.
    expect(covered(178, 120)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(covered(178, 800 - 182)).toEqual(['a', 'c', 'd', 'e']);
  });

  it('names all of many hubs that are alike from far, and few of a mesh', () => {
    const namesFrom = (hubs: number, leaves: number): string[] => {
      const ids = Array.from({ length: hubs }, (_, h) => `h${h}`);
      const edges = ids.flatMap((from) =>
        Array.from({ length: leaves }, (_, l) => ({
          id: `${from} ${l}`,
          type: 'E',
          from,
          to: `${from}-${l}`,
        })),
      );
      const nodes = [...ids, ...edges.map(({ to }) => to)].map((id) => ({ id, type: 'T', label: id }));
      const places = nodes.map(({ id }, at) => [
        id,
        { x: 40 * (at % 60), y: 200 * Math.floor(at / 60), pinned: false },
      ]);
      const built = buildScene(
        { nodes, edges: edges.map((edge) => ({ ...edge, directed: true })) },
        new Map(places as [string, { x: number; y: number; pinned: boolean }][]),
        {},
      ).scene;
      return written(frame({ scene: built, paint: paintOf(built, {}, theme, parseColor) }));
    };
    expect(namesFrom(20, 12)).toHaveLength(20);
    expect(namesFrom(20, 4)).toHaveLength(14);
  });

  it('writes no name of an edge over a node, in a crowd neither', () => {
    const namesOfEdges = (crowd: number, between: number) => {
      const others = Array.from({ length: crowd }, (_, i) => `n${i}`);
      const built = buildScene(
        {
          nodes: ['a', 'b', 'm', ...others].map((id) => ({ id, type: 'T', label: '' })),
          edges: [{ id: 'ab', type: 'Edge', from: 'a', to: 'b', directed: true }],
        },
        new Map([
          ['a', { x: 100, y: 100, pinned: false }],
          ['b', { x: 500, y: 100, pinned: false }],
          ['m', { x: 300, y: between, pinned: false }],
          ...others.map((id, i) => [id, { x: i % 700, y: 300, pinned: false }] as const),
        ]),
        {},
      ).scene;
      const paint = paintOf(built, {}, theme, parseColor);
      return written(frame({ scene: built, paint, view: { x: 0, y: 0, k: 1 } }));
    };
    expect([namesOfEdges(0, 100), namesOfEdges(600, 100)]).toEqual([[], []]);
    expect([namesOfEdges(0, 200), namesOfEdges(600, 200)]).toEqual([['Edge'], ['Edge']]);
  });
});

describe('paint', () => {
  const node = (id: string, color?: string) => ({
    id,
    type: 'Person',
    label: id,
    ...(color === undefined ? {} : { color }),
  });
  const edge = (id: string, type: string) => ({ id, type, from: 'a', to: 'b', directed: true });
  const painted = (edgeCount: number) => {
    const styles = {
      nodes: { Person: { color: '#ff0000', icon: ['M4 4h16'] } },
      edges: { Knows: { color: '#0000ff' } },
    };
    const { scene } = buildScene(
      {
        nodes: [node('a'), node('b', '#00ff00'), node('c', 'no colour')],
        edges: [
          edge('first', 'Knows'),
          // Those of one type between the same two would be drawn as one.
          ...Array.from({ length: edgeCount }, (_, i) => edge(`e${i}`, i === 0 ? 'Likes' : `Likes${i}`)),
        ],
      },
      new Map(),
      styles,
    );
    return paintOf(scene, styles, theme, parseColor);
  };

  it('takes the colour of a node alone before that of its type, and one that cannot be read as none', () => {
    expect([...painted(1).nodeColor].map(unpack)).toEqual([
      { r: 255, g: 0, b: 0 },
      { r: 0, g: 255, b: 0 },
      { r: 255, g: 0, b: 0 },
    ]);
  });

  it('takes the looks of single elements, and the number of those that are folded into one', () => {
    const { scene } = buildScene(
      {
        nodes: [
          { ...node('a'), icon: ['M1 1h2'] },
          { ...node('b'), members: Array.from({ length: 1234 }, (_, i) => `m${i}`) },
        ],
        edges: [{ ...edge('e', 'Knows'), color: '#123456', width: 40 }],
      },
      new Map(),
      {},
    );
    const paint = paintOf(scene, {}, theme, parseColor);
    const sign = (i: number) => paint.glyphs[paint.nodeGlyph[i] ?? 0];
    expect([sign(0), sign(1)]).toEqual([
      { kind: 'strokes', paths: ['M1 1h2'] },
      { kind: 'letters', text: '1k' },
    ]);
    expect(unpack(paint.edgeColor[0] ?? 0)).toEqual({ r: 18, g: 52, b: 86 });
    expect([scene.width[0], widthCode(scene.width[0] ?? 0), widthCode(0.55)]).toEqual([6, 60, 6]);
  });

  it('has the picture of a type as its sign, and colours of edge types as they are', () => {
    const paint = painted(1);
    expect(paint.glyphs[paint.nodeGlyph[0] ?? 0]).toEqual({ kind: 'strokes', paths: ['M4 4h16'] });
    expect(unpack(paint.edgeColor[0] ?? 0)).toEqual({ r: 0, g: 0, b: 255 });
  });

  it('fades edges the more of the picture they cover, never to nothing, and not from near', () => {
    const strength = (count: number, k = 1, apart = 100) => {
      const nodes = Array.from({ length: 400 }, (_, i) => node(`${i}`));
      const edges = Array.from({ length: count }, (_, i) => ({
        ...edge(`e${i}`, 'Knows'),
        from: `${i % 400}`,
        to: `${(i * 7 + Math.floor(i / 400)) % 400}`,
      }));
      const { scene } = buildScene({ nodes, edges }, new Map(), {});
      scene.x.forEach((_, i) => {
        scene.x[i] = (i % 20) * apart;
        scene.y[i] = Math.floor(i / 20) * apart;
      });
      return edgeStrength({ scene, placesStamp: 1, view: { x: 0, y: 0, k } });
    };
    expect([strength(0), strength(20)]).toEqual([1, 1]);
    const far = [1000, 5000, 20_000].map((count) => strength(count, 0.2));
    expect(far).toEqual([...far].sort((a, b) => b - a));
    expect([far[0], far[1], far[2]]).toEqual([expect.closeTo(0.36, 1), expect.closeTo(0.2, 1), 0.2]);
    expect(strength(1000, 4)).toBe(1);
  });
});
