import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Menu } from '@mantine/core';
import { ActionButton, ActionMenuItem } from './ActionButton.tsx';
import { renderUi, userEvent } from './testing.tsx';

describe('ActionButton', () => {
  it('does what it says', async () => {
    const onClick = vi.fn();
    renderUi(<ActionButton onClick={onClick}>Pause</ActionButton>);
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(onClick).toHaveBeenCalledOnce();
  });

  it('stays reachable, does nothing and says why when it cannot', async () => {
    const onClick = vi.fn();
    renderUi(
      <ActionButton onClick={onClick} disabledReason="The workspace is Idle.">
        Pause
      </ActionButton>,
    );
    const button = screen.getByRole('button', { name: 'Pause' });
    expect(button.getAttribute('aria-description')).toBe('The workspace is Idle.');
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('ActionMenuItem', () => {
  it('is reached by the arrow keys when it cannot be used, and does nothing', async () => {
    const onClick = vi.fn();
    renderUi(
      <Menu opened>
        <Menu.Dropdown>
          <ActionMenuItem onClick={onClick}>Open</ActionMenuItem>
          <ActionMenuItem onClick={onClick} disabledReason="It is Idle.">
            Pause
          </ActionMenuItem>
        </Menu.Dropdown>
      </Menu>,
    );
    screen.getByRole('menuitem', { name: 'Open' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    const item = screen.getByRole('menuitem', { name: 'Pause' });
    expect(document.activeElement).toBe(item);
    expect(item.getAttribute('aria-description')).toBe('It is Idle.');
    await userEvent.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
  });
});
