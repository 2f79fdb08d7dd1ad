import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { aWorkgroup } from '../testing/records.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { parseSearch, stringifySearch } from '../services/search-params.ts';

describe('addresses', () => {
  it('are these and no others', () => {
    const { router } = renderConsole('/', aCloud([]));
    expect(Object.keys(router.routesByPath).sort()).toMatchInlineSnapshot(`
      [
        "/",
        "/$",
        "/admin",
        "/admin-portal",
        "/admin/audit-log",
        "/admin/bills",
        "/admin/settings",
        "/admin/users",
        "/dashboard/$",
        "/design-schema",
        "/editor",
        "/emailSend",
        "/explore",
        "/groups",
        "/groups/$groupID",
        "/groups/$groupID/spaces/config",
        "/groups/new",
        "/groups/new/spaces/config",
        "/guides",
        "/guides/$guide",
        "/ingestion",
        "/marketplace/addons",
        "/marketplace/association",
        "/marketplace/solutions",
        "/marketplace/solutions/$solution",
        "/noPermission",
        "/onboarding",
        "/onboarding/ai-build-graph",
        "/onboarding/check-schema",
        "/onboarding/choose",
        "/onboarding/import-csv",
        "/onboarding/setting-up-workspace",
        "/onboarding/view-result",
        "/onboarding/view-sample-data",
        "/second-factor",
        "/signed-in",
        "/status",
        "/survey",
        "/terms",
      ]
    `);
  });

  it.each([
    ...['/', '/groups', '/groups/g1', '/groups/new', '/groups/g1/spaces/config', '/guides/gsql'],
    ...['/admin/users', '/admin/audit-log', '/admin/bills'],
    ...['/noPermission', '/nowhere', '/editor', '/design-schema', '/ingestion', '/explore'],
    ...['/onboarding/choose', '/onboarding/import-csv', '/onboarding/view-sample-data'],
    ...['/terms', '/survey', '/emailSend', '/signed-in', '/?error_description=Access+was+denied'],
  ])('%s has one heading, in sentence case', async (path) => {
    renderConsole(path, aCloud([aWorkgroup({ name: 'Workgroup-1', workspaces: [] })]));
    const headings = await screen.findAllByRole('heading', { level: 1 });
    expect(headings).toHaveLength(1);
    const words = headings[0]?.textContent.replaceAll(/Workgroup-1|GSQL|Acacia/g, 'x');
    expect(words).toMatch(/^[A-Zx][^A-Z]*$/);
  });

  it('hold text as it is', () => {
    const search = { name: '007', tab: 'general', flag: 'true' };
    expect(stringifySearch(search)).toBe('?name=007&tab=general&flag=true');
    expect(parseSearch('?name=007&tab=general&flag=true')).toEqual(search);
  });

  it('lead to signing in first, and remember where the person wanted to go', async () => {
    const { signIn } = renderConsole('/groups/g1?tab=databases', aCloud([aWorkgroup()]), false);
    await waitFor(() => expect(signIn).toHaveBeenCalledWith('/groups/g1?tab=databases'));
  });

  it('are shown to be opened at once: an empty page looks broken', async () => {
    vi.useFakeTimers();
    try {
      renderConsole('/groups', { ...aCloud([]), getMe: () => new Promise(() => undefined) });
      await act(() => vi.advanceTimersByTimeAsync(50));
      expect(screen.getByRole('main', { name: 'Loading Acacia' }).getAttribute('aria-busy')).toBe('true');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['/groups?error=access_denied&error_description=The+account+is+locked.', 'The account is locked.'],
    ['/editor?error=access_denied', 'access_denied'],
  ])('with an error of the identity provider show its description: %s', async (path, text) => {
    renderConsole(path, aCloud([]), false);
    await screen.findByRole('heading', { name: 'Signing in did not work' });
    expect(screen.getByRole('alert').textContent).toContain(text);
  });

  it('cut what somebody writes there', async () => {
    renderConsole(`/?error=${'x'.repeat(5000)}`, aCloud([]));
    const { textContent } = await screen.findByRole('alert');
    expect(textContent?.match(/x+/)?.[0]).toHaveLength(300);
  });

  it('that do not exist say so, inside the shell', async () => {
    renderConsole('/nowhere/at/all', aCloud([]));
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  it('of a workgroup that is gone say so', async () => {
    renderConsole('/groups/gone', aCloud([aWorkgroup()]));
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });

  it('with parameters that make no sense open with the defaults', async () => {
    renderConsole('/groups/g1?tab=nonsense', aCloud([aWorkgroup()]));
    const tab = await screen.findByRole('tab', { name: 'General' });
    expect(tab.getAttribute('aria-selected')).toBe('true');
  });
});
