import { NO_CREATE_RIGHT, PROVIDER_UNAVAILABLE, type WorkspaceStatus } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { anAdmin, aQuota, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { renderConsole, type Answers } from '../../../testing/render-console.tsx';
import { quotaRefusal } from '../useCreateRefusal.ts';
import { chosenWorkspaces, statusCounts } from './workspace-list.ts';

const STATUSES: readonly WorkspaceStatus[] = ['Active', 'Idle', 'Stopped'];

/** The given number of workspaces, the last one the newest, with statuses in turn. */
const many = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    aWorkspace({
      workspace_id: `w${i + 1}`,
      name: `Workspace-${i + 1}`,
      status: STATUSES[i % STATUSES.length] ?? 'Active',
      created_at: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
    }),
  );
const open = (count: number, more: Answers = {}, search = '') =>
  renderConsole(
    `/groups/g1?tab=workspaces${search}`,
    aCloud([aWorkgroup({ workspaces: many(count) })], more),
  );
const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));

describe('a workspace that was just created', () => {
  it.each([
    ['Pending', 'Workspace-1 is on its way. What next?', 0],
    ['Active', 'Workspace-1 is ready. What next?', 3],
  ] as const)('leads on once it can: %s', async (status, title, links) => {
    const group = aWorkgroup({ workspaces: [aWorkspace({ status })] });
    const { router } = renderConsole('/groups/g1?tab=workspaces', aCloud([group]));
    await screen.findByRole('article', { name: 'Workspace-1' });
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
    await router.navigate({
      to: '/groups/$groupID',
      params: { groupID: 'g1' },
      search: { tab: 'workspaces' },
      state: { createdWorkspace: 'w1' },
    });
    await screen.findByRole('heading', { name: title });
    const ways = within(screen.getByRole('main')).queryAllByRole('link', {
      name: /^(Load data|Open editor|Explore)$/,
    });
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(
      ['/ingestion?workspace_id=w1', '/editor?workspace_id=w1', '/explore?workspace_id=w1'].slice(0, links),
    );
  });
});

describe('the Workspaces tab', () => {
  it('shows a few as they are, newest first', async () => {
    open(3);
    await screen.findByRole('article', { name: 'Workspace-1' });
    expect(names()).toEqual(['Workspace-3', 'Workspace-2', 'Workspace-1']);
    expect(screen.queryByRole('searchbox', { name: 'Filter workspaces' })).toBeNull();
  });

  it('filters many by text and status, in the address', async () => {
    const { router } = open(9);
    const filter = await screen.findByRole('searchbox', { name: 'Filter workspaces' });
    await userEvent.click(screen.getByRole('button', { name: '3 Idle' }));
    await waitFor(() => expect(names()).toEqual(['Workspace-8', 'Workspace-5', 'Workspace-2']));
    await userEvent.type(filter, 'space-5');
    await waitFor(() => expect(names()).toEqual(['Workspace-5']));
    expect(router.state.location.search).toEqual({ tab: 'workspaces', find: 'space-5', status: 'Idle' });
    await userEvent.type(filter, ' nothing');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(names()).toHaveLength(9));
  });

  it('draws the first of very many, and more when asked', async () => {
    open(45);
    await screen.findByRole('article', { name: 'Workspace-45' });
    expect(names()).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Show 20 more of 25' }));
    expect(names()).toHaveLength(40);
  });

  it('draws as many as it takes to show the one that is looked for', async () => {
    open(45, {}, '&space_id=w3');
    await screen.findByRole('article', { name: 'Workspace-3' });
    expect(names()).toHaveLength(45);
  });
});

describe('creating a workspace', () => {
  const reason = async () => {
    const [button] = await screen.findAllByRole('button', { name: 'Create workspace' });
    return button?.getAttribute('aria-description');
  };

  it('is a link for those who may', async () => {
    open(1);
    const [link] = await screen.findAllByRole('link', { name: 'Create workspace' });
    expect(link?.getAttribute('href')).toBe('/groups/g1/spaces/config');
  });

  it('is dimmed for others, with the reason', async () => {
    const roles = [{ name: 'workspace-admins' as const, workgroup_id: 'g1', workspace_id: 'w1' }];
    open(1, { getMe: () => ({ ...anAdmin, roles }) });
    await waitFor(async () => expect(await reason()).toBe(NO_CREATE_RIGHT));
  });

  it('waits for a provider that is away', async () => {
    const group = aWorkgroup({ cloud_provider_status: 'Unavailable' });
    renderConsole('/groups/g1?tab=workspaces', aCloud([group]));
    await waitFor(async () => expect(await reason()).toBe(PROVIDER_UNAVAILABLE));
  });

  it('ends at the quota of the organisation', async () => {
    const quota = aQuota({ rw_workspace_count_usage: 2, ro_workspace_count_usage: 3 });
    open(1, { getQuota: () => quota });
    await waitFor(async () => expect(await reason()).toMatch(/quota is 2 read-write workspaces/));
  });
});

describe('quotaRefusal', () => {
  it('lets a workspace of the other kind be created', () => {
    expect(quotaRefusal(aQuota({ rw_workspace_count_usage: 2 }))).toBeUndefined();
    expect(quotaRefusal(aQuota({ ro_workspace_count_usage: 3 }))).toBeUndefined();
  });
  it('names the memory when all of it is taken', () => {
    expect(quotaRefusal(aQuota({ memory_usage: 5120 }))).toMatch(/5120 GiB of memory/);
  });
});

describe('chosenWorkspaces', () => {
  const nine = many(9);
  const ids = (choice: Parameters<typeof chosenWorkspaces>[1]) =>
    chosenWorkspaces(nine, choice).map(({ workspace_id }) => workspace_id);
  it('orders by name as people count', () => {
    expect(
      chosenWorkspaces(many(11), { order: 'name' })
        .map(({ name }) => name)
        .slice(0, 3),
    ).toEqual(['Workspace-1', 'Workspace-2', 'Workspace-3']);
  });
  it('orders by status, the newest of each first', () => {
    expect(ids({ order: 'status' })).toEqual(['w7', 'w4', 'w1', 'w8', 'w5', 'w2', 'w9', 'w6', 'w3']);
  });
  it('looks in databases, hosts and ids too', () => {
    expect(ids({ find: 'database-1 W7' })).toEqual(['w7']);
    expect(ids({ find: 'localhost' })).toHaveLength(9);
    expect(ids({ find: 'nowhere' })).toEqual([]);
  });
  it('counts each status', () => {
    expect(statusCounts(many(4))).toEqual([
      { status: 'Active', count: 2 },
      { status: 'Idle', count: 1 },
      { status: 'Stopped', count: 1 },
    ]);
  });
});
