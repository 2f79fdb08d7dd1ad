/** The colours, sprites and fonts of a scene, computed when they are first needed and kept until they change. */
import type { GraphStyles } from './model.ts';
import { paintOf, type Paint } from './render/paint.ts';
import { createSpriteCache, type SpriteCache } from './render/sprites.ts';
import { createColorReader, DEFAULT_THEME, resolveTheme, type GraphTheme } from './render/theme.ts';
import type { Scene } from './scene.ts';

export interface Looks {
  readonly paint: Paint;
  readonly sprites: SpriteCache;
}

export interface LooksHolder {
  readonly of: (scene: Scene, styles: GraphStyles, ratio: number) => Looks;
  /** Those computed last; null: none since they were forgotten. */
  readonly known: () => Looks | null;
  readonly forget: () => void;
}

export function createLooks(canvas: HTMLCanvasElement, theme: Partial<GraphTheme> | undefined): LooksHolder {
  let looks: Looks | null = null;
  return {
    of: (scene, styles, ratio) => {
      if (looks !== null) return looks;
      const read = createColorReader(canvas);
      const resolved = resolveTheme(canvas, { ...DEFAULT_THEME, ...theme }, read);
      looks = {
        paint: paintOf(scene, styles, resolved, read),
        sprites: createSpriteCache(canvas.ownerDocument, resolved, ratio),
      };
      return looks;
    },
    known: () => looks,
    forget: () => {
      looks = null;
    },
  };
}
