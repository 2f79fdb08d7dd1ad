/** The parts of the view that its input reads and moves. */
import type { Choice } from '../choice.ts';
import type { Viewport } from '../geometry/viewport.ts';
import type { Point } from '../model.ts';
import type { GraphViewOptions } from '../options.ts';
import type { Scene } from '../scene.ts';

export interface InputHost {
  readonly canvas: HTMLCanvasElement;
  readonly options: GraphViewOptions;
  scene(): Scene;
  view(): Viewport;
  setView(view: Viewport): void;
  choice(): Choice;
  choose(nodes: ReadonlySet<number>, edges: ReadonlySet<number>): void;
  hover(node: number, edge: number): void;
  /** Puts a node at a position in the world and pins it; selected ones move together. */
  holdNode(node: number, at: Point): void;
  letNodeGo(): void;
  boxSelect(box: { readonly from: Point; readonly to: Point } | null): void;
  setCursor(node: number): void;
  /** Brings a node into the window when it is outside. */
  reveal(node: number): void;
  fit(): void;
  zoomBy(factor: number): void;
}

interface Modifiers {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Whether a click or key adds to the selection. */
export const adds = (event: Modifiers): boolean => event.shiftKey || event.ctrlKey || event.metaKey;
