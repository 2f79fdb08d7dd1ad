import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CopyButton } from './CopyButton.tsx';
import { renderUi, userEvent } from './testing.tsx';

/** This document has no clipboard; the test supplies one. */
function clipboard(writeText: (text: string) => Promise<void>) {
  const write = vi.fn(writeText);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
  return write;
}
afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'));

/** Toasts outlive a test, so each has a distinct label. */
const draw = (label: string) =>
  renderUi(<CopyButton value="w-1" label={label} copiedMessage={`${label} copied successfully.`} />);

describe('a copy button', () => {
  it('copies and says so', async () => {
    draw('workspace ID');
    const write = clipboard(async () => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Copy workspace ID' }));
    expect(write).toHaveBeenCalledWith('w-1');
    expect(await screen.findByRole('button', { name: 'Copied workspace ID' })).toBeTruthy();
    expect(await screen.findByText('workspace ID copied successfully.')).toBeTruthy();
  });

  it('says why nothing was copied', async () => {
    draw('database ID');
    clipboard(() => Promise.reject(new Error('Write permission denied.')));
    await userEvent.click(screen.getByRole('button', { name: 'Copy database ID' }));
    expect(await screen.findByText(/Write permission denied/)).toBeTruthy();
    expect(screen.queryByText('database ID copied successfully.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy database ID' })).toBeTruthy();
  });
});

it('says what to do where the browser has no clipboard', async () => {
  draw('tag');
  await userEvent.click(screen.getByRole('button', { name: 'Copy tag' }));
  expect(await screen.findByText(/only pages with a secure connection/)).toBeTruthy();
});
