import { userEvent } from '@acacia/ui/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../../testing/records.ts';
import { renderConsole } from '../../testing/render-console.tsx';

it('says that the workspace of the address has gone, why, and what to do', async () => {
  renderConsole('/explore?workspace_id=gone', aCloud([aWorkgroup()]));
  expect(await screen.findByText('Workspace not found')).toBeTruthy();
  expect(
    screen.getByText(
      /^It was terminated, or you have no access to it\. Choose another in the selector above/,
    ),
  ).toBeTruthy();
});

it('offers to resume only to those who may, and tells the others who can', async () => {
  const role = { name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' };
  const group = aWorkgroup({ workspaces: [aWorkspace({ status: 'Stopped' })] });
  renderConsole(
    '/explore?workspace_id=w1',
    aCloud([group], { getMe: () => ({ ...anAdmin, roles: [role] }) }),
  );
  expect(
    await screen.findByText('It cannot be used now. Only an administrator of the workspace can resume it.'),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
