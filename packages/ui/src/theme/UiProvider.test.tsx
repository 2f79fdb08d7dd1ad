import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi } from '../testing.tsx';

afterEach(() => {
  vi.doUnmock('./ToastList.tsx');
  vi.resetModules();
});

it('keeps the page, and the toasts, while the component that draws them cannot be loaded', async () => {
  // Fills in what the document lacks.
  renderUi(<p>before</p>).unmount();
  vi.resetModules();
  const refused = vi.fn(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  vi.doMock('./ToastList.tsx', refused);
  const { toast } = await import('../toasts.ts');
  const { UiProvider } = await import('./UiProvider.tsx');
  render(
    <UiProvider>
      <p>page</p>
    </UiProvider>,
  );
  act(() => toast.error('This device is offline.'));
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  expect(screen.getByText('page')).toBeTruthy();
  vi.doUnmock('./ToastList.tsx');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('This device is offline.')).toBeTruthy();
});
