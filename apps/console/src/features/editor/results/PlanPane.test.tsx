import type { QueryPlanStep } from '@acacia/contract';
import { renderUi } from '@acacia/ui/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PlanPane } from './PlanPane.tsx';

const STEPS: readonly QueryPlanStep[] = [
  {
    ...{ depth: 0, kind: 'statement', operator: 'SELECT', text: 'T = SELECT p FROM Person:p', line: 2 },
    ...{ rowsIn: 5, rowsOut: 3, cost: 5000, choices: 1 },
  },
  {
    ...{ depth: 1, kind: 'operator', operator: 'scan', text: 'Person:p', line: 2 },
    ...{ rowsIn: 5, rowsOut: 3, cost: 5000, choices: 2 },
  },
  {
    ...{ depth: 0, kind: 'statement', operator: 'PRINT', text: 'PRINT T', line: 3 },
    ...{ rowsIn: null, rowsOut: null, cost: null, choices: 1 },
  },
];

it('shows the estimates, and leads back to the results', async () => {
  const onClose = vi.fn();
  renderUi(<PlanPane plan={{ name: 'near', answer: { steps: STEPS } }} hasRuns onClose={onClose} />);
  expect(screen.getByText('near, not run')).toBeTruthy();
  // The operators of a statement are counted with it.
  expect(screen.getByText(/^About 5K vertices and edges/)).toBeTruthy();
  const rows = within(screen.getByRole('table', { name: 'Plan' })).getAllByRole('row');
  const cells = rows.map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  expect(cells[2]).toEqual(['2', 'scanPerson:pthe likeliest of 2 plans', '5', '3', '5,000']);
  expect(cells[3]).toEqual(['3', 'PRINT T', '', '', '']);
  await userEvent.click(screen.getByRole('tab', { name: 'Results' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('says why there is none', () => {
  const error = new Error('(SEM-45) line 1, col 3: The type Nobody is not known.');
  renderUi(<PlanPane plan={{ name: 'near', answer: { error } }} hasRuns={false} onClose={() => undefined} />);
  expect(screen.getByText('The query cannot be planned')).toBeTruthy();
  expect(screen.getByText(error.message)).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Results' })).toBeNull();
});
