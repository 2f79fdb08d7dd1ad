/** Boxes and links of a draft, as the layout takes them. */
import type { Draft, DraftVertex } from '../draft.ts';
import { widthOf } from './labels.ts';
import { NODE_WIDTH, type LayoutInput } from './shapes.ts';

/** Attributes that a box shows besides its id. */
export const SHOWN_ATTRIBUTES = 6;
const HEAD_HEIGHT = 38;
const ROW_HEIGHT = 20;
const PADDING = 15;

/** Boxes and links that are drawn together at most (specification part 4, section 9). */
const MOST_ELEMENTS = 5000;

/** Whether a schema has too many boxes and links to be drawn: an edge type has a link for each of its pairs. */
export const isTooLarge = ({ vertices, edges }: Draft): boolean =>
  edges.reduce((sum, { pairs }) => sum + pairs.length, vertices.length) > MOST_ELEMENTS;

/** The height of a type's box, as its style sheet draws it. */
export function heightOf({ attributes, vectors, parts }: DraftVertex): number {
  const count = attributes.length + vectors.length;
  const id = parts === undefined ? 1 : 0;
  const rows = id + Math.min(count, SHOWN_ATTRIBUTES) + (count > SHOWN_ATTRIBUTES ? 1 : 0);
  return HEAD_HEIGHT + PADDING + rows * ROW_HEIGHT;
}

export const linkId = (edge: string, pair: number): string => `${edge}#${pair}`;
/** The key of the edge type that a link belongs to. */
export const edgeOfLink = (link: string): string => link.slice(0, link.lastIndexOf('#'));

/** Parts of a line that are seen beside its name. */
const BESIDE_NAME = 16;
const LONGEST = 244;
/** A name that grows by a letter moves no boxes. */
const STEP = 24;

const lengthOf = (name: string): number =>
  Math.min(LONGEST, Math.ceil((widthOf(name) + BESIDE_NAME) / STEP) * STEP);

/** The same text as long as the same boxes stand at the same places with the same links. */
export const layoutKey = ({ vertices, edges }: Draft): string =>
  JSON.stringify([
    vertices.map((vertex) => [vertex.key, heightOf(vertex), vertex.position?.x, vertex.position?.y]),
    edges.map(({ key, name, pairs }) => [
      key,
      lengthOf(name),
      ...pairs.flatMap(({ from, to }) => [from, to]),
    ]),
  ]);

export const layoutOf = ({ vertices, edges }: Draft): LayoutInput => ({
  boxes: vertices.map((vertex) => ({
    id: vertex.key,
    width: NODE_WIDTH,
    height: heightOf(vertex),
    at: vertex.position,
  })),
  links: edges.flatMap(({ key, name, pairs }) =>
    pairs.map(({ from, to }, index) => ({ id: linkId(key, index), from, to, length: lengthOf(name) })),
  ),
});
