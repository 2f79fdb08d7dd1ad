/** The force layout over d3-force, driven tick by tick so that it can be shown, steered and stopped. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import { seededRandom } from '../random.ts';
import type { LayoutInput, Positions } from './layout.ts';

export interface ForceRun {
  /** One step; false when the layout has come to rest. */
  tick(): boolean;
  positions(): Positions;
  /** Holds a node at a place, or lets it go. */
  pin(node: number, at: { readonly x: number; readonly y: number } | null): void;
  /** 1 at the beginning, towards 0 at rest. */
  heat(): number;
}

const REST = 0.005;
const LINK_LENGTH = 72;

/** Steps from full heat to rest: fewer for large graphs, whose steps are dear. */
const stepsFor = (count: number): number => (count > 2000 ? 140 : count > 500 ? 220 : 300);

export function startForce(input: LayoutInput): ForceRun {
  const nodes: SimulationNodeDatum[] = Array.from(input.x, (x, i) => {
    const y = input.y[i] ?? 0;
    return input.fixed[i] === 1 ? { index: i, x, y, fx: x, fy: y } : { index: i, x, y };
  });
  const links: SimulationLinkDatum<SimulationNodeDatum>[] = [];
  for (let e = 0; e < input.from.length; e += 1) {
    const source = input.from[e] ?? 0;
    const target = input.to[e] ?? 0;
    if (source !== target) links.push({ source, target });
  }
  const count = nodes.length;
  const large = count > 1500;
  const simulation = forceSimulation(nodes)
    .randomSource(seededRandom(input.seed))
    .force(
      'charge',
      forceManyBody()
        .strength(large ? -90 : -220)
        .theta(large ? 1.1 : 0.9)
        .distanceMax(large ? 2500 : 420),
    )
    .force('link', forceLink(links).distance(LINK_LENGTH))
    // A pull to the middle keeps parts that no edge joins from drifting apart.
    .force('x', forceX(0).strength(0.07))
    .force('y', forceY(0).strength(0.09))
    .alpha(input.heat)
    .alphaMin(REST)
    .alphaDecay(1 - Math.pow(REST, 1 / stepsFor(count)))
    .stop();
  if (!large)
    simulation.force(
      'collide',
      forceCollide<SimulationNodeDatum>((_, i) => (input.radius[i] ?? 8) + 5),
    );

  return {
    tick: () => {
      simulation.tick();
      return simulation.alpha() > REST;
    },
    positions: () => ({
      x: Float32Array.from(nodes, (node) => node.x ?? 0),
      y: Float32Array.from(nodes, (node) => node.y ?? 0),
    }),
    pin: (index, at) => {
      const node = nodes[index];
      if (node === undefined) return;
      node.fx = at === null ? null : at.x;
      node.fy = at === null ? null : at.y;
    },
    heat: () => simulation.alpha(),
  };
}
