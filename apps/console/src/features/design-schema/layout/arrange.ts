/** Positions of boxes and routes of the links between them. */
import { placeBoxes } from './place.ts';
import { routeLinks } from './route.ts';
import type { Arrangement, Box, LayoutInput } from './shapes.ts';

export function arrange(input: LayoutInput): Arrangement {
  const positions = placeBoxes(input);
  const boxes = new Map<string, Box>(
    input.boxes.map(({ id, width, height }) => [
      id,
      { ...(positions.get(id) ?? { x: 0, y: 0 }), width, height },
    ]),
  );
  return { positions, routes: routeLinks(boxes, input.links) };
}
