/** A window of a given width for tests of media queries. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Sets the width of the window, in pixels; returns a function that changes it. */
export function windowOf(width: number): (next: number) => void {
  let now = width;
  const fits = (media: string): boolean => {
    const most = /max-width: ([\d.]+)px/.exec(media)?.[1];
    return most !== undefined && now <= Number(most);
  };
  const asked = new Map<EventTarget, string>();
  vi.stubGlobal('matchMedia', (media: string) => {
    const list = new EventTarget();
    asked.set(list, media);
    return Object.defineProperty(list, 'matches', { get: () => fits(media) });
  });
  return (next) => {
    now = next;
    act(() => {
      for (const [list, media] of asked) {
        list.dispatchEvent(Object.assign(new Event('change'), { matches: fits(media), media }));
      }
    });
  };
}
