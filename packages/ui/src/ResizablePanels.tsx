/** Panels side by side or stacked, resized by mouse or keyboard, that remember their sizes. */
import '@mantine/core/styles/Splitter.layer.css';
import { Splitter } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import classes from './ResizablePanels.module.css';

type Size = number | `${number}%` | `${number}px` | `${number}rem`;

interface Panel {
  readonly id: string;
  /** A number or `%` shares the room, `px` is fixed. */
  readonly size: Size;
  readonly min?: Size;
  readonly max?: Size;
  readonly collapsible?: boolean;
  readonly content: ReactNode;
}

interface ResizablePanelsProps {
  /** Key under which the sizes are remembered, e.g. `editor.files`. */
  readonly name: string;
  readonly panels: readonly Panel[];
  readonly orientation?: 'horizontal' | 'vertical';
}

const isSize = (value: unknown): value is Size =>
  typeof value === 'number' || (typeof value === 'string' && /^[\d.]+(%|px|rem)$/.test(value));

function remembered(key: string, count: number): readonly Size[] | null {
  const text = localStorage.getItem(key);
  if (text === null) return null;
  try {
    const sizes: unknown = JSON.parse(text);
    return Array.isArray(sizes) && sizes.length === count && sizes.every(isSize) ? sizes : null;
  } catch {
    // Written by another version or by hand: the panels start from their own sizes.
    return null;
  }
}

export function ResizablePanels({ name, panels, orientation = 'horizontal' }: ResizablePanelsProps) {
  const key = `acacia.panels.${name}.${panels.map((panel) => panel.id).join('-')}`;
  const smallest = orientation === 'horizontal' ? 'minWidth' : 'minHeight';
  const [start] = useState(() => remembered(key, panels.length));
  return (
    <Splitter
      orientation={orientation}
      lineSize={1}
      handleColor="var(--acacia-hairline-strong)"
      withHandle={false}
      classNames={{ handle: classes.divider }}
      style={{ height: '100%', width: '100%', minHeight: 0 }}
      onResizeEnd={(_, sizes) => localStorage.setItem(key, JSON.stringify(sizes))}
    >
      {panels.map((panel, index) => (
        <Splitter.Pane
          key={panel.id}
          defaultSize={start?.[index] ?? panel.size}
          collapsible={panel.collapsible ?? false}
          // The splitter looks at `min` while it is dragged; in a window that is too narrow, this alone holds it.
          style={panel.min === undefined ? {} : { [smallest]: panel.min }}
          {...(panel.min === undefined ? {} : { min: panel.min })}
          {...(panel.max === undefined ? {} : { max: panel.max })}
        >
          {panel.content}
        </Splitter.Pane>
      ))}
    </Splitter>
  );
}
