/** A component that is loaded when it is first drawn. */
import { lazy, type ComponentType } from 'react';

/** As React's `lazy`, but a load that failed is begun anew when the component is drawn again. */
export function lazyAgain<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const attempt = () =>
    lazy(async (): Promise<{ default: ComponentType<P> }> => {
      try {
        return { default: await load() };
      } catch (error) {
        Loaded = attempt();
        throw error;
      }
    });
  let Loaded = attempt();
  return function Part(props: P) {
    return <Loaded {...props} />;
  };
}
