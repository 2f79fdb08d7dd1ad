import { lazyAgain } from '@acacia/ui';
import type { ComponentType } from 'react';
import { part } from './part.ts';

/** A part of the console that is loaded when it is first drawn. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazyAgain(() => part(load));
