import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PriceFooter } from './PriceFooter.tsx';
import { renderUi } from './testing.tsx';

const footer = (parts: Parameters<typeof PriceFooter>[0]['parts']) => (
  <PriceFooter parts={parts} note="Nothing is billed on this machine.">
    <button type="button">Create</button>
  </PriceFooter>
);

describe('PriceFooter', () => {
  it('sums what the price is made of', () => {
    renderUi(
      footer([
        { label: 'TG-1', cost: 1.25 },
        { label: 'Add-ons', cost: 0.125 },
      ]),
    );
    expect(screen.getByRole('status').textContent).toContain('$1.375 / hour');
    const parts = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(parts.map((part) => part.textContent)).toEqual(['TG-1 $1.25 / hour', 'Add-ons $0.125 / hour']);
    expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy();
  });

  it('does not repeat a price of one part, and says when it is not known', () => {
    const { unmount } = renderUi(footer([{ label: 'TG-1', cost: 1 }]));
    expect(screen.getByText('$1.00 / hour')).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
    unmount();
    renderUi(footer(undefined));
    expect(screen.getByText('–')).toBeTruthy();
  });
});
