import { renderUi } from '@acacia/ui/testing';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSelectAllKey } from './useSelectAllKey.ts';

function Page({ selectAll }: { readonly selectAll: () => void }) {
  useSelectAllKey(selectAll);
  return (
    <>
      <button type="button">Zoom in</button>
      <input aria-label="Value" />
    </>
  );
}

it('takes Mod+A everywhere but in fields', () => {
  const selectAll = vi.fn();
  renderUi(<Page selectAll={selectAll} />);
  const key = { key: 'a', ctrlKey: true };
  // fireEvent returns whether the browser's default action follows.
  expect(fireEvent.keyDown(screen.getByRole('button'), key)).toBe(false);
  expect(fireEvent.keyDown(document.body, { key: 'a', metaKey: true })).toBe(false);
  expect(selectAll).toHaveBeenCalledTimes(2);
  expect(fireEvent.keyDown(screen.getByRole('textbox'), key)).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'a' })).toBe(true);
  expect(selectAll).toHaveBeenCalledTimes(2);
});
