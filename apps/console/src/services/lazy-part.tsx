/** A component that is loaded when it is first drawn. */
import { lazy, type ComponentType } from 'react';
import { part } from './part.ts';

/** As React's `lazy`, but a load that failed is begun anew when the component is drawn again. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const attempt = () =>
    lazy(async (): Promise<{ default: ComponentType<P> }> => {
      try {
        return { default: await part(load) };
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
