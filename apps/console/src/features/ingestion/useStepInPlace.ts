/** Keeps a step where it stands on the screen while files that are read make the page longer above it. */
import { useEffect, type RefObject } from 'react';

/**
 * The browser keeps whatever is topmost in sight in its place instead, often a file above the new ones: the step under the
 * person's hands would move away, and its open menus hide with their buttons. Pages with this have
 * `overflow-anchor: none`.
 * @param step null while it is not shown
 */
export function useStepInPlace(page: RefObject<HTMLElement | null>, step: HTMLElement | null): void {
  useEffect(() => {
    const scroller = page.current;
    const content = scroller?.firstElementChild ?? null;
    if (step === null || scroller === null || content === null) return undefined;
    let top = step.offsetTop;
    const observer = new ResizeObserver(() => {
      const grown = step.offsetTop - top;
      const isPassed = top < scroller.scrollTop;
      top += grown;
      if (grown !== 0 && (isPassed || isInUse(step, scroller))) scroller.scrollTop += grown;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [page, step]);
}

/** Whether the focus is in the step, or in one of its menus, which stand outside of the page. */
function isInUse(step: HTMLElement, page: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return false;
  return step.contains(activeElement) || !page.contains(activeElement);
}
