import { useEffect, useEffectEvent } from 'react';

export interface GlobalKeys {
  readonly palette: () => void;
  readonly shortcuts: () => void;
  readonly navigation: () => void;
}

/** Whether typing there enters text: single keys are not shortcuts then. */
function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/** The shortcuts that work on every page (listed in shortcuts.ts). */
export function useGlobalKeys(keys: GlobalKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      keys.palette();
      return;
    }
    if (takesText(event.target)) return;
    if (event.key === '?') keys.shortcuts();
    if (event.key === '[') keys.navigation();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
