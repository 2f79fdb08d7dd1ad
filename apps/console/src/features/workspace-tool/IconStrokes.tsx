/** The strokes of pictures of types, read from the icons as they are drawn: the canvas paints them itself. */
import { useLayoutEffect, useRef } from 'react';
import { TypeMark } from './type-icons.tsx';

/** Path data of each type's picture. */
export type Strokes = Readonly<Record<string, readonly string[]>>;

interface IconStrokesProps {
  /** Names of pictures by type. */
  readonly icons: Readonly<Record<string, string>>;
  readonly onStrokes: (strokes: Strokes) => void;
}

export function IconStrokes({ icons, onStrokes }: IconStrokesProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const strokes: Record<string, readonly string[]> = {};
    for (const element of box.current?.children ?? []) {
      const type = element.getAttribute('data-type');
      const paths = [...element.querySelectorAll('path')].flatMap((path) => path.getAttribute('d') ?? []);
      if (type !== null && paths.length > 0) strokes[type] = paths;
    }
    onStrokes(strokes);
  }, [icons, onStrokes]);
  return (
    <div ref={box} hidden>
      {Object.entries(icons).map(([type, icon]) => (
        <span key={type} data-type={type}>
          <TypeMark icon={icon} color="currentColor" />
        </span>
      ))}
    </div>
  );
}
