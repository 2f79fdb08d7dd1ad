/** The width of the text beside the canvas: set by the border between them, by mouse or keyboard, and remembered. */
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './SchemaText.module.css';

const STORED_AT = 'acacia.designer.text-width';
/** Widths in pixels. */
const LEAST = 280;
const MOST = 960;
const AT_FIRST = 380;
const STEP = 24;

const within = (width: number): number => Math.round(Math.min(MOST, Math.max(LEAST, width)));

function stored(): number {
  const width = Number(localStorage.getItem(STORED_AT) ?? AT_FIRST);
  return Number.isFinite(width) ? within(width) : AT_FIRST;
}

export interface TextWidth {
  /** In pixels. */
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

export function useTextWidth(): TextWidth {
  const [width, setWidth] = useState(stored);
  return {
    width,
    onWidth: (next) => {
      const kept = within(next);
      setWidth(kept);
      localStorage.setItem(STORED_AT, String(kept));
    },
  };
}

/** The border at the left of the text. */
export function TextBorder({ width, onWidth }: TextWidth) {
  const drag = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLDivElement>): void => {
    const pane = currentTarget.parentElement;
    if (pane === null || !currentTarget.hasPointerCapture(pointerId)) return;
    onWidth(pane.getBoundingClientRect().right - clientX);
  };
  const press = (event: KeyboardEvent): void => {
    const widths = new Map([
      ['ArrowLeft', width + STEP],
      ['ArrowRight', width - STEP],
      ['Home', LEAST],
      ['End', MOST],
    ]);
    const next = widths.get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    onWidth(next);
  };
  return (
    <div
      role="separator"
      aria-label="Width of the text"
      aria-orientation="vertical"
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width}
      tabIndex={0}
      className={classes.border}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
