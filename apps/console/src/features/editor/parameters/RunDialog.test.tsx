import { renderUi } from '@acacia/ui/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ComponentProps } from 'react';
import { RunDialog } from './RunDialog.tsx';

function show(props: Partial<ComponentProps<typeof RunDialog>>) {
  const onRun = vi.fn();
  renderUi(
    <RunDialog
      name="near"
      parameters={[
        { paramName: 'k', paramType: 'INT' },
        { paramName: 'seed', paramType: 'VERTEX<Airport>' },
      ]}
      vertexTypes={['Airport']}
      endpoint={{ origin: 'http://localhost:14240', graph: 'g', method: 'POST' }}
      limits={{ timeMs: 0, memoryMb: 0 }}
      effective={({ timeMs }) => (timeMs === 0 ? 'No limit of your own' : null)}
      onRun={onRun}
      onClose={() => undefined}
      {...props}
    />,
  );
  return { onRun, user: userEvent.setup() };
}

describe('the Run dialog', () => {
  it('says what is wrong and does not run, then runs', async () => {
    const { onRun, user } = show({});
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(screen.getByText('Please input a valid INT.')).toBeTruthy();
    expect(screen.getByText('Please input a valid vertex ID.')).toBeTruthy();
    expect(onRun).not.toHaveBeenCalled();
    await user.type(screen.getByRole('textbox', { name: 'k' }), '9007199254740993');
    await user.type(screen.getByRole('textbox', { name: 'seed: vertex ID' }), 'ATL');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onRun).toHaveBeenCalledWith({
      parameters: { k: 9007199254740993n, seed: { id: 'ATL', type: 'Airport' } },
      timeoutMs: 0,
      memoryLimitMb: 0,
      profile: true,
    });
  });

  it('takes JSON, and leads back to the form when a value is wrong', async () => {
    const { onRun, user } = show({});
    await user.click(screen.getByRole('tab', { name: 'JSON' }));
    const text = screen.getByRole('textbox', { name: 'Parameters as JSON' });
    await user.clear(text);
    await user.click(text);
    await user.paste('{"k": 3, "seed": ');
    expect(screen.getByText(/This is not JSON/)).toBeTruthy();
    await user.clear(text);
    await user.click(text);
    await user.paste('{"k": 3, "seed": "ATL"}');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onRun.mock.calls[0]?.[0]).toMatchObject({
      parameters: { k: 3, seed: { id: 'ATL', type: 'Airport' } },
    });
  });

  it('says that there are no parameters, and no snippets without an endpoint', async () => {
    const { user } = show({ parameters: [], endpoint: null });
    expect(screen.getByText('No parameters.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Code snippets' }));
    expect(screen.getByText('Code snippets are only available for installed queries.')).toBeTruthy();
  });

  it('shows programs once every value is valid, and copies say so for a second', async () => {
    const { user } = show({});
    await user.click(screen.getByRole('tab', { name: 'Code snippets' }));
    expect(screen.getByText('A value is missing or not valid; see Parameters.')).toBeTruthy();
    expect(screen.queryByLabelText('cURL code')).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Parameters' }));
    await user.type(screen.getByRole('textbox', { name: 'k' }), '3');
    await user.type(screen.getByRole('textbox', { name: 'seed: vertex ID' }), 'ATL');
    await user.click(screen.getByRole('tab', { name: 'Code snippets' }));
    expect(screen.getByLabelText('cURL code').textContent).toContain('{"k":3,"seed":');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Copy' }, { timeout: 1500 })).toBeTruthy();
  });

  it('sends nothing for a blank optional value, and refuses what cannot be a part of a path', async () => {
    const parameters = [
      { paramName: 'vertex_id', paramType: 'STRING', takes: 'path' },
      { paramName: 'limit', paramType: 'UINT', takes: 'optional' },
      { paramName: 'count_only', paramType: 'BOOL', takes: 'optional' },
    ] as const;
    const { onRun, user } = show({ parameters, profiled: false });
    expect(screen.queryByRole('switch', { name: 'Profile' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(screen.getByText('Please input a value.')).toBeTruthy();
    expect(onRun).not.toHaveBeenCalled();
    await user.type(screen.getByRole('textbox', { name: 'vertex_id' }), '..');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    const asked = onRun.mock.calls[0]?.[0] as { parameters: object };
    expect(asked.parameters).toMatchObject({ vertex_id: '..' });
    expect(Object.keys(asked.parameters)).toEqual(['vertex_id']);
  });
});
