import { TestProvider, userEvent } from '@acacia/ui/testing';
import { render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aWorkspace } from '../testing/records.ts';
import { GraphPicker } from './GraphPicker.tsx';
import { WorkspacePicker } from './WorkspacePicker.tsx';

const many = Array.from({ length: 12 }, (_, n) => aWorkspace({ workspace_id: `w${n}`, name: `space-${n}` }));

it('finds one of many workspaces by keyboard alone', async () => {
  const onChoose = vi.fn();
  render(
    <TestProvider>
      <WorkspacePicker workspaces={many} chosen={many[0]} onChoose={onChoose} />
    </TestProvider>,
  );
  screen.getByRole('button', { name: /^Workspace: .*space-0 .*Active/ }).focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('option', { name: /space-11/ });
  await userEvent.type(screen.getByRole('textbox', { name: 'Search workspaces' }), '11{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenCalledWith(many[11]);
});

it('shows a graph that is not listed any more, and says when there is none', () => {
  render(
    <TestProvider>
      <GraphPicker graphs={['b', 'a']} graph="gone" onChoose={() => undefined} labelled />
      <GraphPicker graphs={[]} graph={null} onChoose={() => undefined} />
    </TestProvider>,
  );
  expect(screen.getAllByRole('combobox', { name: 'Graph' })[0]).toHaveProperty('value', 'gone');
  expect(screen.getByPlaceholderText('No graph yet')).toHaveProperty('disabled', true);
});

it('says the whole of a long name, and offers to resume what would do if it ran', async () => {
  const workgroup_name = 'a-workgroup-with-a-name-of-48-characters-1234567';
  const stopped = aWorkspace({ name: 'asleep', workgroup_name, status: 'Stopped' });
  const onChoose = vi.fn();
  render(
    <WorkspacePicker
      workspaces={[stopped]}
      chosen={stopped}
      withWorkgroup
      resumable={({ status }) => status === 'Stopped'}
      onChoose={onChoose}
    />,
    { wrapper: TestProvider },
  );
  const chosen = screen.getByRole('button', { name: /asleep/ });
  expect(within(chosen).getByTitle(`${workgroup_name} / asleep`)).toBeTruthy();
  await userEvent.click(chosen);
  expect((await screen.findByRole('option', { name: /asleep/ })).textContent).toContain('Resume …');
});
