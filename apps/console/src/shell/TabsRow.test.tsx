import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCloud } from '../testing/cloud.ts';
import { anAdmin, aWorkgroup } from '../testing/records.ts';
import { renderConsole, type Answers } from '../testing/render-console.tsx';

const open = (address: string, more: Answers = {}) => renderConsole(address, aCloud([aWorkgroup()], more));
const selected = () => screen.getByRole('tab', { selected: true }).textContent;

/** Total width of the tabs in pixels; the row of the tests has no width. */
const tabsTake = (pixels: number) =>
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(pixels);

afterEach(() => vi.restoreAllMocks());

describe('the tabs of a workgroup', () => {
  it('have no arrows where all of them fit', async () => {
    open('/groups/g1?tab=workspaces');
    await waitFor(() => expect(selected()).toBe('Workspaces'));
    expect(screen.queryByRole('button', { name: /tab: / })).toBeNull();
  });

  it('are stepped through by arrows, and stay about the same workspace', async () => {
    tabsTake(900);
    const { router } = open('/groups/g1?tab=workspaces&space_id=w1');
    await userEvent.click(await screen.findByRole('button', { name: 'Next tab: Databases' }));
    await waitFor(() => expect(selected()).toBe('Databases'));
    expect(router.state.location.search).toEqual({ tab: 'databases', space_id: 'w1' });
    await userEvent.click(screen.getByRole('button', { name: 'Previous tab: Workspaces' }));
    await waitFor(() => expect(selected()).toBe('Workspaces'));
  });

  it('show the selected one in the room that the arrows leave', async () => {
    tabsTake(900);
    const arrows: number[] = [];
    const count = () =>
      void arrows.push(screen.queryAllByRole('button', { name: /^(Previous|Next) tab/ }).length);
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(count);
    open('/groups/g1?tab=network_access');
    await screen.findByRole('button', { name: 'Previous tab: Backup and restore' });
    await waitFor(() => expect(arrows.at(-1)).toBe(2));
  });

  it('end at the first and the last', async () => {
    tabsTake(900);
    open('/groups/g1?tab=general');
    const previous = await screen.findByRole<HTMLButtonElement>('button', { name: 'Previous tab' });
    expect(previous.disabled).toBe(true);
    await userEvent.click(await screen.findByRole('tab', { name: 'Network access' }));
    const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Next tab' });
    expect(next.disabled).toBe(true);
  });

  it('are those that the person’s roles let them see', async () => {
    const roles = [{ name: 'workspace-users' as const, workgroup_id: 'g1', workspace_id: 'w1' }];
    open('/groups/g1?tab=network_access', { getMe: () => ({ ...anAdmin, roles }) });
    await waitFor(() => expect(selected()).toBe('General'));
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'General',
      'Workspaces',
      'Databases',
      'Monitor',
      'Solution',
      'Data profile',
    ]);
  });
});

describe('a tab of no workgroup in particular', () => {
  it('is that of the first one', async () => {
    const { router } = open('/groups?tab=databases');
    await waitFor(() => expect(router.state.location.href).toBe('/groups/g1?tab=databases'));
  });
});
