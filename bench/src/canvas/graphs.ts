/** Graphs to draw: communities of fifty vertices each, joined by a few edges, as money and messages flow. */
import type { GraphData } from '@acacia/graph-view';

export interface DrawnGraph {
  readonly name: string;
  readonly vertices: number;
  readonly edges: number;
}

export const GRAPHS: readonly DrawnGraph[] = [
  { name: '1,000 elements', vertices: 400, edges: 600 },
  { name: '10,000 elements', vertices: 4_000, edges: 6_000 },
  { name: '100,000 elements', vertices: 40_000, edges: 60_000 },
];

const TYPES = ['Account', 'Person', 'Device', 'Merchant', 'Address'] as const;
const COMMUNITY = 50;

/** The same graph each time: a linear congruential generator of its own. */
export function graphOf({ vertices, edges }: DrawnGraph): GraphData {
  let state = 1;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const name = (i: number): string => `${TYPES[i % TYPES.length] ?? ''}/${i}`;
  const ends = (e: number): readonly [number, number] => {
    const first = e < vertices - 1 ? e + 1 : Math.floor(random() * vertices);
    const begin = first - (first % COMMUNITY);
    if (e < vertices - 1)
      return [
        first,
        first === begin
          ? Math.floor(random() * random() * first)
          : begin + Math.floor(random() * (first - begin)),
      ];
    const near = Math.min(vertices - 1, begin + Math.floor(random() * COMMUNITY));
    return [first, random() < 0.9 ? near : Math.floor(random() * vertices)];
  };
  return {
    nodes: Array.from({ length: vertices }, (_, i) => ({
      id: name(i),
      type: TYPES[i % TYPES.length] ?? '',
      label: `${TYPES[i % TYPES.length] ?? ''} ${i}`,
    })),
    edges: Array.from({ length: edges }, (_, e) => {
      const [from, to] = ends(e);
      return { id: String(e), type: 'sends', from: name(from), to: name(to), directed: true };
    }),
  };
}
