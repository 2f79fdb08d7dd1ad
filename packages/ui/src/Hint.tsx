/**
 * Short explanations on hover and focus for the frame and the first page, without the weight of a
 * positioning library: an element carries `data-hint`, and one layer shows it. The element says the same to
 * screen readers by `aria-label` or `aria-description`.
 */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './Hint.module.css';

interface Shown {
  readonly text: string;
  readonly top: number;
  readonly left: number;
  readonly side: 'right' | 'bottom';
}

const GAP = 8;

/** Attributes of an element that explains itself. @param side where the text stands */
export function hint(text: string | undefined, side: Shown['side'] = 'bottom'): Record<string, string> {
  return text === undefined ? {} : { 'data-hint': text, 'data-hint-side': side };
}

function measured(element: HTMLElement): Shown | null {
  const text = element.dataset['hint'];
  if (text === undefined) return null;
  const box = element.getBoundingClientRect();
  return element.dataset['hintSide'] === 'right'
    ? { text, side: 'right', top: box.top + box.height / 2, left: box.right + GAP }
    : { text, side: 'bottom', top: box.bottom + GAP, left: box.left + box.width / 2 };
}

/** Shows the hint of the element under the pointer or in focus; mounted once on every page. */
export function HintLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const show = (event: Event): void => {
      const target =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-hint]') : null;
      if (event.type === 'focusin' && target?.matches(':focus-visible') !== true) return;
      setShown(target === null ? null : measured(target));
    };
    const hide = (): void => setShown(null);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('pointerover', show);
    document.addEventListener('focusin', show);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('focusout', hide);
    document.addEventListener('scroll', hide, true);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerover', show);
      document.removeEventListener('focusin', show);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('scroll', hide, true);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  if (shown === null) return null;
  return createPortal(
    <div
      role="tooltip"
      className={classes.hint}
      data-side={shown.side}
      style={{ top: shown.top, left: shown.left }}
    >
      {shown.text}
    </div>,
    document.getElementById('overlays') ?? document.body,
  );
}
