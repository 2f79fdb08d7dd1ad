import type { Director } from '../director.ts';
import type { World } from '../world.ts';

/** One video. */
export interface Scene {
  /** Of the tutorial (apps/console/src/shell/tutorials/chapters.ts). */
  readonly id: number;
  readonly play: (director: Director, world: World) => Promise<void>;
}
