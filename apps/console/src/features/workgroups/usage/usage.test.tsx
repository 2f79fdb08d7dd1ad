import type { Workspace } from '@acacia/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@acacia/ui/testing';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAdmin, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { usagesOf } from './usages.ts';

const using = (memory: number | null, graph: number | null, volume: number | null): Partial<Workspace> => ({
  tigergraph_memory_usage_percent: memory,
  tigergraph_data_memory_usage_percent: graph,
  volume_usage_percent: volume,
});

describe('how full a workspace is', () => {
  it.each([
    [79.9, null],
    [80, 'warning'],
    [90, 'danger'],
    [95, 'critical'],
    [null, null],
  ])('%s per cent of the memory is of level %s', (percent, level) => {
    expect(usagesOf(aWorkspace(using(percent, null, null)))[0]?.level ?? null).toBe(level);
  });

  it('tells the fullest first, each with its figure', () => {
    expect(usagesOf(aWorkspace(using(81, 85.55, 96))).map(({ figures }) => figures)).toEqual([
      'data volume 96% used',
      'memory for graph data 85.6% used',
      'memory 81% used',
    ]);
  });

  it('knows nothing of the memory of one that sleeps, but of its disk', () => {
    const usages = usagesOf(aWorkspace({ ...using(99, 99, 91), status: 'Idle' }));
    expect(usages).toMatchObject([{ kind: 'volume', level: 'danger' }]);
  });
});

const open = (workspaces: Workspace[], tab = 'general', me = anAdmin) =>
  renderConsole(`/groups/g1?tab=${tab}`, aCloud([aWorkgroup({ workspaces })], { getMe: () => me }));

describe('the banner', () => {
  it('stands on top of the workgroup, whichever tab is open, the fullest workspace first', async () => {
    open([
      aWorkspace(using(82, 70, 10)),
      aWorkspace({ ...using(97, 60, 91), workspace_id: 'w2', name: 'Second' }),
      aWorkspace({ ...using(10, 10, 10), workspace_id: 'w3', name: 'Third' }),
    ]);
    const critical = await screen.findByRole('alert');
    expect(critical.textContent).toContain('Critical: Second: memory 97% used, data volume 91% used.');
    const warning = screen.getByText(/Workspace-1: memory 82% used/);
    expect(warning.closest('[role="status"]')).toBeTruthy();
    expect(critical.compareDocumentPosition(warning)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByText(/Third:/)).toBeNull();
    const link = within(critical).getByRole<HTMLAnchorElement>('link', { name: 'See what takes space' });
    expect(link.getAttribute('href')).toContain('tab=databases');
  });

  it('leads to the size in the configuration', async () => {
    const { router } = open([aWorkspace(using(82, null, null))]);
    await userEvent.click(await screen.findByRole('link', { name: 'Resize' }));
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        tab: 'workspaces',
        space_id: 'w1',
        configure: 'advanced',
      }),
    );
  });

  it('says why someone without the right cannot resize', async () => {
    const scope = { workgroup_id: 'g1', workspace_id: 'w1' };
    open([aWorkspace(using(82, null, null))], 'general', {
      ...anAdmin,
      roles: [{ name: 'workspace-users', ...scope }],
    });
    const button = await screen.findByRole('button', { name: 'Resize' });
    expect(button.getAttribute('aria-disabled') ?? button.getAttribute('data-disabled')).toBeTruthy();
  });

  it('stands on the card with what will happen', async () => {
    open([aWorkspace(using(82, null, 96))], 'workspaces');
    const card = within(await screen.findByRole('article', { name: 'Workspace-1' }));
    expect(card.getByRole('alert').textContent).toContain(
      'Data volume 96% used. When it is full, nothing can be written any more.',
    );
    expect(card.getByRole('status').textContent).toContain('Warning: Memory 82% used.');
  });

  it('is not there while there is room', async () => {
    open([aWorkspace(using(79, 50, 20))]);
    expect(await screen.findByRole('tab', { name: 'General' })).toBeTruthy();
    expect(screen.queryByText(/% used/)).toBeNull();
  });
});
