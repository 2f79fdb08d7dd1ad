import { useEffect, useEffectEvent } from 'react';

/** Places where Mod+A keeps its own meaning: fields, and dialogs above the page. */
const OWN = 'input, textarea, [contenteditable], [role="dialog"]';

/** Mod+A selects everything on the canvas, wherever on the page the focus is, instead of the page's text. */
export function useSelectAllKey(selectAll: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key.toLowerCase() !== 'a') return;
    if (event.target instanceof Element && event.target.closest(OWN) !== null) return;
    event.preventDefault();
    selectAll();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
