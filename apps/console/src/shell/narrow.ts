/** The one bound of the layout: mobile up to it, with tools that ask for more room; desktop above. */
import { useMediaQuery } from '@mantine/hooks';

/** Tools ask for a width over 1024 px (specification part 4, section 2); the shell is mobile below them. */
const NARROW = '(max-width: 1024px)';

export const useNarrow = (): boolean => useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
