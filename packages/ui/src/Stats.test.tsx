import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Stat, Stats } from './Stats.tsx';
import { renderUi } from './testing.tsx';

it('names values, with their units and how they changed', () => {
  renderUi(
    <Stats>
      <Stat
        label="Memory"
        value="12.4"
        unit="GB"
        delta={{ direction: 'up', text: '3% since yesterday', tone: 'negative' }}
      />
      <Stat label="Queries" value={undefined} unit="/s" />
    </Stats>,
  );
  const definitions = screen.getAllByRole('definition').map((each) => each.textContent);
  expect(screen.getAllByRole('term').map((each) => each.textContent)).toEqual(['Memory', 'Queries']);
  expect(definitions).toEqual(['12.4 GB', 'up 3% since yesterday', '–']);
});
