import { describe, expect, test } from 'vitest';
import { arrange } from './arrange.ts';
import { centreOf, crosses, type Box, type LayoutBox, type LayoutInput, type Point } from './shapes.ts';

const box = (id: string, at: Point | null = null, height = 120): LayoutBox => ({
  id,
  width: 190,
  height,
  at,
});

/** Types of which each has links to earlier ones, `t0` to most. */
function schema(count: number, links = 2): LayoutInput {
  const boxes = Array.from({ length: count }, (_, index) => box(`t${index}`, null, 80 + (index % 4) * 40));
  const from = boxes.flatMap((_, index) =>
    Array.from({ length: index === 0 ? 0 : links }, (_each, nth) => ({
      id: `t${index}#${nth}`,
      from: `t${index}`,
      to: `t${Math.floor((index * (nth + 1)) / (links + 2))}`,
    })),
  );
  return { boxes, links: from.filter((link) => link.from !== link.to) };
}

function boxesOf({ boxes }: LayoutInput, positions: ReadonlyMap<string, Point>): Map<string, Box> {
  return new Map(
    boxes.map(({ id, width, height }) => [
      id,
      { ...(positions.get(id) ?? { x: NaN, y: NaN }), width, height },
    ]),
  );
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Links that cross a box at which they do not end. */
function crossed(input: LayoutInput): string[] {
  const { positions, routes } = arrange(input);
  const boxes = boxesOf(input, positions);
  return input.links
    .filter(({ id, from, to }) => {
      const ends = [boxes.get(from), boxes.get(to)].flatMap((each) => (each === undefined ? [] : [each]));
      const points = ends.map(centreOf);
      const way = [...points.slice(0, 1), ...(routes.get(id) ?? []), ...points.slice(1)];
      return way.some((point, index) => {
        const next = way[index + 1];
        if (next === undefined) return false;
        return [...boxes.values()].some((each) => !ends.includes(each) && crosses(point, next, each, 0));
      });
    })
    .map(({ id }) => id);
}

describe('boxes', () => {
  test.each([1, 2, 3])('%i links between the same two have room for their names', (count) => {
    const input: LayoutInput = {
      boxes: [box('trip'), box('station'), box('rider')],
      links: [
        { id: 'by', from: 'trip', to: 'rider' },
        ...Array.from({ length: count }, (_, n) => ({ id: `way${n}`, from: 'trip', to: 'station' })),
      ],
    };
    const boxes = boxesOf(input, arrange(input).positions);
    const [trip, station] = [boxes.get('trip'), boxes.get('station')];
    if (trip === undefined || station === undefined) throw new Error('A box has no place.');
    const gap = Math.max(
      Math.abs(trip.y - station.y) - trip.height,
      Math.abs(trip.x - station.x) - trip.width,
    );
    expect(gap).toBeGreaterThanOrEqual(Math.min(104, 8 + 56 * count));
  });

  test.each([1, 2, 17, 120])('%i types stand apart from each other, in the shape of a screen', (count) => {
    const input = schema(count);
    const boxes = [...boxesOf(input, arrange(input).positions).values()];
    const clash = boxes.some((a, index) => boxes.slice(index + 1).some((b) => overlaps(a, b)));
    expect(clash).toBe(false);
    const width = Math.max(...boxes.map(({ x }) => x + 190)) - Math.min(...boxes.map(({ x }) => x));
    const height =
      Math.max(...boxes.map((each) => each.y + each.height)) - Math.min(...boxes.map(({ y }) => y));
    if (count > 2) expect(width / height).toBeGreaterThan(0.8);
    if (count > 2) expect(width / height).toBeLessThan(2.6);
  });

  test('the same schema looks the same each time', () => {
    expect(arrange(schema(40))).toEqual(arrange(schema(40)));
  });

  test('types that are linked stand beside each other', () => {
    const pairs = Array.from({ length: 12 }, (_, index) => [`a${index}`, `b${index}`] as const);
    const input: LayoutInput = {
      boxes: [...pairs.map(([a]) => box(a)), ...pairs.map(([, b]) => box(b))],
      links: pairs.map(([from, to]) => ({ id: from, from, to })),
    };
    const { positions, routes } = arrange(input);
    const apart = pairs.filter(([a, b]) => {
      const [one, other] = [positions.get(a), positions.get(b)];
      return Math.abs((one?.x ?? 0) - (other?.x ?? 0)) + Math.abs((one?.y ?? 0) - (other?.y ?? 0)) > 300;
    });
    expect(apart.length).toBeLessThan(2);
    expect(routes.size).toBe(0);
  });

  test('types that a person placed stay there, new ones stand in the gaps', () => {
    const input = {
      ...schema(3),
      boxes: [box('t0', { x: 5, y: 7 }), box('t1', { x: 400, y: -50 }), box('t2')],
    };
    const { positions } = arrange(input);
    expect(positions.get('t0')).toEqual({ x: 5, y: 7 });
    expect(positions.get('t1')).toEqual({ x: 400, y: -50 });
    const boxes = [...boxesOf(input, positions).values()];
    expect(boxes.some((a, index) => boxes.slice(index + 1).some((b) => overlaps(a, b)))).toBe(false);
  });

  test('a star of 100 types is no row of 100', () => {
    const leaves = Array.from({ length: 100 }, (_, index) => `leaf${index}`);
    const input: LayoutInput = {
      boxes: [box('hub'), ...leaves.map((id) => box(id))],
      links: leaves.map((from) => ({ id: from, from, to: 'hub' })),
    };
    const xs = [...arrange(input).positions.values()].map(({ x }) => x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(5000);
    expect(crossed(input)).toEqual([]);
  });
});

describe('routes', () => {
  test('a link goes around the box that stands between its ends', () => {
    const input: LayoutInput = {
      boxes: [box('a', { x: 0, y: 0 }), box('wall', { x: 400, y: -40 }, 200), box('b', { x: 800, y: 0 })],
      links: [{ id: 'ab', from: 'a', to: 'b' }],
    };
    expect(arrange(input).routes.get('ab')?.length).toBeGreaterThan(0);
    expect(crossed(input)).toEqual([]);
  });

  test('a link that nothing hinders is straight', () => {
    const input: LayoutInput = {
      boxes: [box('a', { x: 0, y: 0 }), box('b', { x: 800, y: 300 })],
      links: [{ id: 'ab', from: 'a', to: 'b' }],
    };
    expect(arrange(input).routes.size).toBe(0);
  });

  test.each([17, 300])('no link of %i types crosses a box', (count) => {
    expect(crossed(schema(count))).toEqual([]);
  });

  test('a link whose ends are walled in is drawn all the same', () => {
    const input: LayoutInput = {
      boxes: [
        box('a', { x: 0, y: 0 }),
        box('b', { x: 2000, y: 0 }),
        // Boxes over each other leave no corner free beside the end.
        ...Array.from({ length: 9 }, (_, index) => box(`w${index}`, { x: -150 + 60 * index, y: -20 }, 300)),
      ],
      links: [{ id: 'ab', from: 'a', to: 'b' }],
    };
    expect(arrange(input).positions.size).toBe(11);
  });
});
