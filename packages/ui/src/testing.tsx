/** For tests: draws in the theme, and fills in what jsdom lacks. */
import { MantineProvider } from '@mantine/core';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { theme } from './theme/theme.ts';
import ToastList from './theme/ToastList.tsx';

/** Observes nothing: jsdom has no layout. */
class NoResizeObserver implements ResizeObserver {
  observe(): void {
    return;
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
}

function fillIn(target: object, name: string, value: unknown): void {
  // The test environment names some of what it lacks, with undefined as its value.
  if (Reflect.get(target, name) !== undefined) return;
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

function noLayout(): void {
  fillIn(window, 'matchMedia', (media: string) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  fillIn(window, 'ResizeObserver', NoResizeObserver);
  fillIn(Element.prototype, 'scrollIntoView', () => undefined);
  fillIn(document, 'fonts', new EventTarget());
}

/** Draws without motion, so that what opens is there at once. */
export function TestProvider({ children }: { readonly children: ReactNode }) {
  noLayout();
  return (
    <MantineProvider theme={theme} env="test">
      <ToastList />
      {children}
      <div id="overlays" />
    </MantineProvider>
  );
}

export function renderUi(element: ReactNode): RenderResult {
  return render(<TestProvider>{element}</TestProvider>);
}
