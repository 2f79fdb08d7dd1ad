import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';
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
