import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ActionButton } from './ActionButton.tsx';
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
