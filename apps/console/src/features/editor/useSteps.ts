/** A large page that is drawn in steps. */
import { startTransition, useEffect, useState } from 'react';

/**
 * How many parts of a page may be drawn: none with the first drawing, then one more after each, in a task of its own, so
 * that the browser answers in between.
 */
export function useSteps(parts: number): number {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn < parts) startTransition(() => setDrawn(drawn + 1));
  }, [drawn, parts]);
  return drawn;
}
