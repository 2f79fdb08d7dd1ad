/** Messages between the view and its layout worker. */
import type { LayoutInput, LayoutName, Positions } from './layout.ts';

export type ToWorker =
  | { readonly kind: 'start'; readonly run: number; readonly name: LayoutName; readonly input: LayoutInput }
  | { readonly kind: 'stop' }
  | {
      readonly kind: 'pin';
      readonly node: number;
      readonly at: { readonly x: number; readonly y: number } | null;
    };

/** Positions of one run; `done` with the last. */
export interface FromWorker {
  readonly run: number;
  readonly positions: Positions;
  readonly done: boolean;
}
