/** Functions that stay the same from one drawing of a component to the next. */
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The same object each time, whose functions do what those given last do: components that get it are not drawn anew for
 * them. For handlers of events; while a component is drawn they still do what they did before.
 */
export function useStable<T extends { readonly [K in keyof T]: (...args: never[]) => unknown }>(given: T): T {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(given).map((name) => [
          name,
          (...args: never[]) => latest.current[name as keyof T](...args),
        ]),
        // Each name of the given functions has one of its own.
      ) as unknown as T,
  );
  return stable;
}
