/** The bounds of the layout. */
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** Mobile up to it; tools ask for a width over 1024 px (specification part 4, section 2). */
const NARROW = '(max-width: 1024px)';

/** Tables put a row's values below each other. */
const PHONE = '(max-width: 640px)';

const AT_ONCE = { getInitialValueInEffect: false };

/** Whether the window is as narrow. A sheet of paper is narrow too: while the page is printed, the window counts. */
function useWindow(query: string): boolean {
  const now = useMediaQuery(query, undefined, AT_ONCE);
  const wasPrinting = useMediaQuery('print', undefined, AT_ONCE);
  // The change of the width may be told before that of the medium.
  const isPrinting = wasPrinting || window.matchMedia('print').matches;
  const [onScreen, setOnScreen] = useState(now);
  if (onScreen !== now && !isPrinting) setOnScreen(now);
  return isPrinting ? onScreen : now;
}

export const useNarrow = (): boolean => useWindow(NARROW);
export const usePhone = (): boolean => useWindow(PHONE);
