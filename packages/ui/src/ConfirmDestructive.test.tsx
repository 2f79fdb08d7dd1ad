import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDestructive } from './ConfirmDestructive.tsx';
import { renderUi, userEvent } from './testing.tsx';

function dialog(onConfirm: () => Promise<void>, onClose = vi.fn()) {
  renderUi(
    <ConfirmDestructive
      opened
      onClose={onClose}
      title="Delete database db?"
      losses={['All graphs of db']}
      acknowledgements={['I understand']}
      typeName="db"
      confirmLabel="Delete database"
      onConfirm={onConfirm}
    />,
  );
  return onClose;
}
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete database' });

describe('ConfirmDestructive', () => {
  it('asks for every box and the exact name before it does anything', async () => {
    const onConfirm = vi.fn(() => Promise.resolve());
    const onClose = dialog(onConfirm);
    expect(screen.getByText('All graphs of db')).toBeTruthy();
    expect(confirm().disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'I understand' }));
    await userEvent.type(screen.getByRole('textbox'), 'DB');
    expect(confirm().disabled).toBe(true);
    await userEvent.clear(screen.getByRole('textbox'));
    await userEvent.type(screen.getByRole('textbox'), 'db');
    await userEvent.click(confirm());
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays open and says why when it fails', async () => {
    const onClose = dialog(() => Promise.reject(new Error('A workspace still uses it.')));
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.type(screen.getByRole('textbox'), 'db');
    await userEvent.click(confirm());
    expect((await screen.findByRole('alert')).textContent).toBe('A workspace still uses it.');
    expect(onClose).not.toHaveBeenCalled();
  });
});
