/** The bounds of the layout. */
import { useMediaQuery } from '@mantine/hooks';

/** Mobile up to it; tools ask for a width over 1024 px (specification part 4, section 2). */
const NARROW = '(max-width: 1024px)';

/** Tables put a row's values below each other. */
const PHONE = '(max-width: 640px)';

export const useNarrow = (): boolean => useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
export const usePhone = (): boolean => useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
