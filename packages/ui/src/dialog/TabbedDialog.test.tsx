import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderUi, userEvent } from '../testing.tsx';
import { TabbedDialog } from './TabbedDialog.tsx';

const NOT_ACTIVE = 'The workspace is not active.';

function Configuration({
  onClose = () => undefined,
  onSave = () => undefined,
}: {
  readonly onClose?: () => void;
  readonly onSave?: () => void;
}) {
  const [tab, setTab] = useState('general');
  const [minutes, setMinutes] = useState('');
  return (
    <TabbedDialog
      opened
      title="Workspace Configuration"
      tab={tab}
      onTab={setTab}
      onClose={onClose}
      tabs={[
        {
          id: 'general',
          label: 'General',
          content: (
            <input
              aria-label="Minutes"
              value={minutes}
              onChange={(event) => setMinutes(event.currentTarget.value)}
            />
          ),
          dirty: minutes !== '',
        },
        { id: 'addons', label: 'Add-ons', content: <input aria-label="Note" /> },
        { id: 'admin', label: 'Graph Admin', content: 'Settings', disabledReason: NOT_ACTIVE },
      ]}
      save={
        tab === 'general'
          ? { onSave, disabledReason: minutes === '' ? 'Nothing has changed.' : undefined }
          : undefined
      }
    />
  );
}

const tab = (name: string): HTMLElement => screen.getByRole('tab', { name });
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('TabbedDialog', () => {
  it('shows one tab at a time and keeps what was typed in the others', async () => {
    renderUi(<Configuration />);
    expect(screen.getByRole('dialog', { name: 'Workspace Configuration' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    await userEvent.click(tab('Add-ons'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'x');
    await userEvent.click(tab('General'));
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    await userEvent.click(tab('Add-ons'));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('x');
  });

  it('does not open a tab that cannot be used, and says why, by mouse and by keyboard', async () => {
    renderUi(<Configuration />);
    const admin = tab('Graph Admin');
    expect(admin.getAttribute('aria-disabled')).toBe('true');
    expect(admin.getAttribute('aria-description')).toBe(NOT_ACTIVE);
    await userEvent.click(admin);
    expect(tab('General').getAttribute('aria-selected')).toBe('true');
    tab('Add-ons').focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(admin);
    expect(admin.getAttribute('aria-selected')).toBe('false');
  });

  it('saves, unless it says why not', async () => {
    const onSave = vi.fn();
    renderUi(<Configuration onSave={onSave} />);
    await userEvent.click(button('Save'));
    expect(onSave).not.toHaveBeenCalled();
    expect(button('Save').getAttribute('aria-description')).toBe('Nothing has changed.');
    await userEvent.type(screen.getByRole('textbox', { name: 'Minutes' }), '30');
    await userEvent.click(button('Save'));
    expect(onSave).toHaveBeenCalledOnce();
  });

  it('closes at once while nothing has changed', async () => {
    const onClose = vi.fn();
    renderUi(<Configuration onClose={onClose} />);
    await userEvent.click(button('Cancel'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('offers to close where there is nothing to save', async () => {
    const onClose = vi.fn();
    renderUi(<Configuration onClose={onClose} />);
    await userEvent.click(tab('Add-ons'));
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks before it loses what is not saved', async () => {
    const onClose = vi.fn();
    renderUi(<Configuration onClose={onClose} />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Minutes' }), '30');
    expect(tab('General (not saved)')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Discard unsaved changes?' })).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(button('Keep editing'));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Minutes' }).value).toBe('30');
    await userEvent.click(button('Cancel'));
    await userEvent.click(button('Discard changes'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks before the page is left with what is not saved', async () => {
    renderUi(<Configuration />);
    const leave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Minutes' }), '30');
    expect(leave()).toBe(false);
  });
});
