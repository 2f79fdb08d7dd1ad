import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { aWorkgroup } from '../../testing/records.ts';

afterEach(() => {
  vi.doUnmock('../feedback/FeedbackDialog.tsx');
  vi.resetModules();
});

it('keeps the page when a dialog cannot be loaded, says so, and opens it once the server answers', async () => {
  // Other files of the worker may have loaded the dialog.
  vi.resetModules();
  vi.doMock('../feedback/FeedbackDialog.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { renderConsole } = await import('../../testing/render-console.tsx');
  let away = false;
  renderConsole('/', {
    ...aCloud([aWorkgroup()]),
    getClientConfig() {
      if (away) throw new TypeError('Failed to fetch');
      return {
        ...{ issuer: 'http://console/oidc', client_id: 'c', audience: null, scopes: 'openid', mode: 'local' },
        ...{ device_client_id: null, app_version: '1.0.0', chat_url: null, features: [] },
      };
    },
  });
  const tile = await screen.findByRole('button', { name: /Give feedback/ });
  away = true;
  // The test's network knows no page of the server itself, and so refuses to say that it is there.
  await userEvent.click(tile);
  expect(await screen.findByText(/^The server cannot be reached\./)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Welcome to the graph platform' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  vi.doUnmock('../feedback/FeedbackDialog.tsx');
  away = false;
  expect(await screen.findByRole('dialog', { name: 'Give feedback' })).toBeTruthy();
});
