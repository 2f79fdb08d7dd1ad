import { userEvent } from '@acacia/ui/testing';
import type { Workgroup } from '@acacia/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { workgroupKeys } from '../data/workgroups.ts';
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
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const room = screen.queryAllByRole('button', { name: /^(Previous|Next) tab/ }).length === 2 ? 300 : 400;
      const scrolled = this.parentElement?.scrollLeft ?? 0;
      return this.role === 'tab' ? new DOMRect(800 - scrolled, 0, 100, 40) : new DOMRect(0, 0, room, 40);
    });
    const { queryClient } = open('/groups/g1?tab=network_access');
    await screen.findByRole('button', { name: 'Previous tab: Backup and restore' });
    const row = screen.getByRole('tablist', { name: 'Workgroup' });
    await waitFor(() => expect(row.scrollLeft).toBe(600));
    // It stays where a person scrolls it, also when the workgroup is read again.
    row.scrollLeft = 0;
    const renamed = (group: Workgroup | undefined) => group && { ...group, name: 'Renamed' };
    act(() => void queryClient.setQueryData<Workgroup>(workgroupKeys.detail('g1'), renamed));
    await screen.findByRole('heading', { name: 'Renamed' });
    expect(row.scrollLeft).toBe(0);
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
