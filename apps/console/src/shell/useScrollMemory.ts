import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';

/** Scroll positions of visited pages, by entry of the history. */
const positions = new Map<string, number>();

/** Back restores a page's scroll position; another page begins at its top. Search parameters alone do not scroll. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  const { pathname } = useLocation();
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const key = router.history.location.state.__TSR_key ?? pathname;
    element.scrollTop = positions.get(key) ?? 0;
    const remember = (): void => {
      positions.set(key, element.scrollTop);
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [router, pathname, scroller]);
}
