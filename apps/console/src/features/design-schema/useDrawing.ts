/** The draft as the list and the canvas draw it. They follow the typing once it rests: a key costs its field alone. */
import { useDeferredValue, useEffect, useMemo, useState, type Dispatch, type RefObject } from 'react';
import type { DesignerAction } from './designer-state.ts';
import { EMPTY_DRAFT, type Draft } from './draft.ts';
import { isTooLarge, layoutKey, layoutOf } from './layout/layout-of-draft.ts';
import type { Arrangement } from './layout/shapes.ts';
import { useArrangement } from './layout/useArrangement.ts';
import type { CanvasHandle } from './canvas/useView.ts';
import { useRested } from './useRested.ts';

export interface Drawing {
  readonly shown: Draft;
  /** The schema has too many types to be drawn. */
  readonly tooLarge: boolean;
  /** Undefined until the layout has placed the boxes. */
  readonly arrangement: Arrangement | undefined;
  /** Moves the view to types, by key, once they are drawn and their panel stands beside the canvas. */
  readonly goTo: (keys: ReadonlySet<string>) => void;
}

/** @param isTyping whether the last edit was a key in a field, and not a choice */
export function useDrawing(
  draft: Draft,
  isTyping: boolean,
  dispatch: Dispatch<DesignerAction>,
  canvas: RefObject<CanvasHandle | null>,
): Drawing {
  const shown = useDeferredValue(useRested(draft, isTyping));
  const tooLarge = isTooLarge(shown);
  const key = useMemo(() => (tooLarge ? '' : layoutKey(shown)), [shown, tooLarge]);
  const [layout, setLayout] = useState(() => ({ key, input: layoutOf(tooLarge ? EMPTY_DRAFT : shown) }));
  if (layout.key !== key) setLayout({ key, input: layoutOf(tooLarge ? EMPTY_DRAFT : shown) });
  const arrangement = useArrangement(layout.input);
  useEffect(() => {
    if (arrangement !== undefined) dispatch({ kind: 'arranged', places: arrangement.positions });
  }, [arrangement, dispatch]);
  const [goal, goTo] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (goal === null || ![...shown.vertices, ...shown.edges].some(({ key: type }) => goal.has(type))) return;
    canvas.current?.show(goal);
    goTo(null);
  }, [goal, shown, arrangement, canvas]);
  return { shown, tooLarge, arrangement, goTo };
}
