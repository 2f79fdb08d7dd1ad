import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi, userEvent } from './testing.tsx';
import { toast } from './toasts.ts';

afterEach(() => vi.useRealTimers());

it('interrupts with a failure, and lets good news wait', async () => {
  renderUi(<p>page</p>);
  toast.success('Saved it.', { title: 'Done' });
  toast.error(new Error('The disk is full.'), { title: 'Failed' });
  expect((await screen.findByRole('status')).textContent).toBe('DoneSaved it.');
  expect((await screen.findByRole('alert')).textContent).toBe('FailedThe disk is full.');
});

it('leads to its page by the keyboard, and is closed then', async () => {
  const go = vi.fn();
  renderUi(<p>page</p>);
  toast.success('The profile is ready.', { action: { label: 'View', href: '/there', go }, autoClose: false });
  const link = await screen.findByRole('link', { name: 'View' });
  expect(link.getAttribute('href')).toBe('/there');
  await userEvent.tab();
  if (document.activeElement !== link) await userEvent.tab();
  expect(document.activeElement).toBe(link);
  await userEvent.keyboard('{Enter}');
  expect(go).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('stays until it is closed where it says so, and else goes by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderUi(<p>page</p>);
  toast.success('Stays.', { autoClose: false });
  toast.success('Goes.');
  expect(await screen.findByText('Goes.')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText('Goes.')).toBeNull();
  const [close] = screen.getAllByRole('button', { name: 'Close' });
  if (close === undefined) throw new Error('The toast cannot be closed.');
  act(() => close.click());
  await waitFor(() => expect(screen.queryByText('Stays.')).toBeNull());
});
