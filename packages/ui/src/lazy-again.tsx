/** A component that is loaded when it is first drawn. */
import { lazy, type ComponentType } from 'react';

/**
 * Milliseconds in which a load that failed is not begun anew: the failure has to come to a boundary first, for which React
 * draws the component again.
 */
const PAUSE_MS = 1_000;

/** As React's `lazy`, but a load that failed is begun anew when the component is drawn again later. */
export function lazyAgain<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let failedAt = Infinity;
  const attempt = () => {
    failedAt = Infinity;
    return lazy(async (): Promise<{ default: ComponentType<P> }> => {
      try {
        return { default: await load() };
      } catch (error) {
        failedAt = performance.now();
        throw error;
      }
    });
  };
  let Loaded = attempt();
  return function Part(props: P) {
    if (performance.now() - failedAt > PAUSE_MS) Loaded = attempt();
    return <Loaded {...props} />;
  };
}
