import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../testing/records.ts';
import { Refused, renderConsole } from '../testing/render-console.tsx';

const navigation = () => screen.findByRole('navigation', { name: 'Main' });

describe('shell', () => {
  it('names every area, and disables what is not there yet with the reason', async () => {
    renderConsole('/', aCloud([]));
    const links = within(await navigation());
    for (const name of ['Design Schema', 'Load Data', 'Query Editor', 'Explore Graph', 'Workgroups']) {
      expect(links.getByRole('link', { name }).getAttribute('href')).toMatch(/^\//);
    }
    await links.findByRole('link', { name: 'Audit Log' });
    for (const name of ['Solutions', 'Add-ons', 'Users', 'Audit Log', 'Billing', 'Settings']) {
      const link = links.getByRole('link', { name });
      expect(link.getAttribute('aria-disabled')).toBe('true');
      expect(link.getAttribute('aria-description')).toBe('Comes with a later release');
    }
  });

  it('shows administration to organisation admins alone', async () => {
    const member = { ...anAdmin, roles: [] };
    renderConsole('/', aCloud([], { getMe: () => member }));
    await screen.findByText('admin@acacia.local');
    expect(within(await navigation()).queryByRole('link', { name: 'Users' })).toBeNull();
  });

  it('collapses, and is collapsed again next time', async () => {
    renderConsole('/', aCloud([]));
    await userEvent.click(await screen.findByRole('button', { name: 'Collapse navigation' }));
    expect(screen.getByRole('button', { name: 'Expand navigation' })).toBeTruthy();
    expect(localStorage.getItem('acacia.navigation.collapsed')).toBe('true');
  });

  it('opens what the organisation menu holds, and signs out', async () => {
    renderConsole('/', aCloud([]));
    await userEvent.click(await screen.findByRole('button', { name: /^Organization menu/ }));
    expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: 'API reference' }).getAttribute('href')).toBe('/api/docs');
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark theme' }));
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  });

  it('finds a workspace by a few letters', async () => {
    const { router } = renderConsole(
      '/',
      aCloud([aWorkgroup({ workspaces: [aWorkspace({ name: 'fraud' })] })]),
    );
    await screen.findByRole('heading', { name: 'Welcome to the graph platform' });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByPlaceholderText(/Search pages/), 'frau');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/editor?workspace_id=w1'));
  });

  it('lists the shortcuts on ?', async () => {
    renderConsole('/', aCloud([]));
    await navigation();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  it('signs in again when the cloud says 401', async () => {
    const expired = (): never => {
      throw new Refused('The access token has expired.', 'Unauthorized');
    };
    const { signIn } = renderConsole('/groups', aCloud([], { listWorkgroups: expired }));
    await waitFor(() => expect(signIn).toHaveBeenCalled());
  });
});
