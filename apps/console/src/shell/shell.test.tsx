import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it, vi } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../testing/records.ts';
import { Refused, renderConsole } from '../testing/render-console.tsx';
import { windowOf } from '../testing/window-width.ts';
// Loaded with the file, so that loading does not count against a test's timeout.
import '../features/explore/page.tsx';

const navigation = () => screen.findByRole('navigation', { name: 'Main' });

describe('shell', () => {
  it('names every area, each a link that leads to a page', async () => {
    const { router } = renderConsole('/', aCloud([]));
    const links = within(await navigation()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
      'Acacia home',
      'Design schema',
      'Load data',
      'Query editor',
      'Explore graph',
      'Workgroups',
      'Solutions',
      'Add-ons',
      'Users',
      'Audit log',
      'Billing',
      'Settings',
    ]);
    for (const link of links) {
      const [, , found] = router.getMatchedRoutes(link.getAttribute('href') ?? '');
      expect(found?.fullPath).toBe(link.getAttribute('href'));
    }
  });

  it('collapses, and is collapsed again next time', async () => {
    renderConsole('/', aCloud([]));
    await userEvent.click(await screen.findByRole('button', { name: 'Collapse navigation' }));
    expect(screen.getByRole('button', { name: 'Expand navigation' })).toBeTruthy();
    expect(localStorage.getItem('acacia.navigation.collapsed')).toBe('true');
  });

  it('shows the user agreement again, to be closed', async () => {
    renderConsole('/', aCloud([]));
    await userEvent.click(await screen.findByRole('button', { name: /^Organization menu/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Terms and conditions' }));
    const dialog = await screen.findByRole('dialog', { name: 'User agreement' });
    await userEvent.click(within(dialog).getByRole('tab', { name: 'Privacy Policy' }));
    expect(within(dialog).getByRole('region', { name: 'Privacy Policy' })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Accept' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens what the organisation menu holds, and signs out', async () => {
    renderConsole('/', aCloud([]));
    await userEvent.click(await screen.findByRole('button', { name: /^Organization menu/ }));
    expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
    // In the button and above the menu.
    expect(screen.getAllByText(anAdmin.email)).toHaveLength(2);
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
    await waitFor(() => expect(router.state.location.pathname).toBe('/editor'));
    expect(router.state.location.search).toMatchObject({ workspace_id: 'w1' });
  });

  it('lists the shortcuts on ?', async () => {
    renderConsole('/', aCloud([]));
    await navigation();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  it.each([
    [1024, 'mobile'],
    [1024.5, 'desktop'],
  ])('is one layout at %d px: %s', async (width, layout) => {
    windowOf(width);
    renderConsole('/editor', aCloud([]));
    if (layout === 'mobile') {
      await screen.findByRole('heading', { name: 'Screen Size Not Supported' });
      expect(screen.getByRole('button', { name: 'Open menu' })).toBeTruthy();
    } else {
      await navigation();
      expect(screen.queryByText('Screen Size Not Supported')).toBeNull();
    }
  });

  it.each([
    ['/', 'Home'],
    ['/groups', 'My workgroups'],
    ['/marketplace/addons', 'Addons'],
    ['/nowhere', 'Page'],
  ])('names %s above a narrow page', async (path, title) => {
    windowOf(390);
    renderConsole(path, aCloud([]));
    const header = within(await screen.findByRole('banner'));
    expect(await header.findByText(title)).toBeTruthy();
  });

  it('keeps a tool that is open while the window is narrow', async () => {
    const resize = windowOf(1280);
    renderConsole('/explore', aCloud([]));
    const tool = await screen.findByText('No workspace is active');
    resize(800);
    await screen.findByText('Screen Size Not Supported');
    resize(1280);
    expect(screen.getByText('No workspace is active')).toBe(tool);
  });

  it('sends a call that is refused with 401 again with another token', async () => {
    let refusals = 0;
    const listWorkgroups = () => {
      refusals += 1;
      if (refusals === 1) throw new Refused('The access token has expired.', 'Unauthorized');
      return [];
    };
    const getToken = vi.fn((refused?: string) => Promise.resolve(refused === 'one' ? 'two' : 'one'));
    renderConsole('/groups', aCloud([], { listWorkgroups }), true, undefined, { getToken });
    await screen.findByText('No workgroups yet');
    expect(refusals).toBe(2);
  });

  it('offers to sign in where there is no other token', async () => {
    const listWorkgroups = (): never => {
      throw new Refused('The access token has expired.', 'Unauthorized');
    };
    const { signIn } = renderConsole('/groups', aCloud([], { listWorkgroups }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(signIn).toHaveBeenCalledWith('/groups');
  });

  it('signs out when the catalogue is refused with 401', async () => {
    const getWorkspaceMeta = (): never => {
      throw new Refused('You are signed out.', 'Unauthorized');
    };
    const { signOut } = renderConsole('/groups/new', aCloud([], { getWorkspaceMeta }));
    await waitFor(() => expect(signOut).toHaveBeenCalled());
  });
});
