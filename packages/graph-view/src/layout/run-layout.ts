/** Runs any layout to its end, for layouts that the worker need not show step by step. */
import { startForce } from './force.ts';
import { geographicLayout } from './geographic.ts';
import type { LayoutInput, LayoutName, Positions } from './layout.ts';
import { circleLayout, gridLayout, randomLayout } from './simple.ts';
import { hierarchyLayout, radialLayout } from './tree.ts';

export function runLayout(name: LayoutName, input: LayoutInput): Positions {
  switch (name) {
    case 'circle':
      return circleLayout(input);
    case 'grid':
      return gridLayout(input);
    case 'random':
      return randomLayout(input);
    case 'hierarchy':
      return hierarchyLayout(input);
    case 'radial':
      return radialLayout(input);
    case 'geographic':
      return geographicLayout(input);
    case 'force': {
      const run = startForce(input);
      while (run.tick());
      return run.positions();
    }
  }
}
