import { Drawer, Modal } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../testing.tsx';

it.each([
  ['Modal', Modal],
  ['Drawer', Drawer],
] as const)(
  'the second click of a double click, which falls beside the new %s, does not close it',
  (name, Dialog) => {
    const onClose = vi.fn();
    renderUi(
      <Dialog opened onClose={onClose} title="Undo this load?">
        What it added is lost.
      </Dialog>,
    );
    screen.getByRole('dialog', { name: 'Undo this load?' });
    const overlay = document.querySelector(`.mantine-${name}-overlay`);
    if (overlay === null) throw new Error('There is nothing beside the dialog.');
    fireEvent.click(overlay, { detail: 2 });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(overlay, { detail: 1 });
    expect(onClose).toHaveBeenCalledOnce();
  },
);
