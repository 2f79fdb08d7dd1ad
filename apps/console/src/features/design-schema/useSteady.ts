/** Handlers that stay the same functions: parts that take them are not drawn anew with each key. */
import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Readonly<Record<string, (...args: never[]) => void>>;

/** @param latest handlers that are called, always of the same names */
export function useSteady<Given extends Handlers>(latest: Given): Given {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(latest).map((name) => [name, (...args: never[]) => current.current[name]?.(...args)]),
      ) as Given,
  );
  return steady;
}
