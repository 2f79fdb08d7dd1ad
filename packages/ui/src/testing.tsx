/** Renders with the theme in tests, and fills in APIs that jsdom lacks. */
import { MantineProvider } from '@mantine/core';
import { render, type RenderResult } from '@testing-library/react';
import * as library from '@testing-library/user-event';
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
  // The test environment defines some of its missing APIs as undefined.
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

/** Renders without motion, so that opened elements are there at once. */
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

/**
 * A person's actions in tests. The library's own types do not resolve under Node's module rules, so those used are
 * declared here.
 */
interface Person {
  readonly click: (element: Element) => Promise<void>;
  readonly hover: (element: Element) => Promise<void>;
  readonly type: (element: Element, text: string) => Promise<void>;
  readonly clear: (element: Element) => Promise<void>;
  readonly keyboard: (text: string) => Promise<void>;
  readonly tab: () => Promise<void>;
  readonly paste: (text: string) => Promise<void>;
  readonly selectOptions: (element: Element, value: string) => Promise<void>;
  readonly upload: (element: Element, file: File) => Promise<void>;
}

export const { userEvent } = library as unknown as { readonly userEvent: Person };
