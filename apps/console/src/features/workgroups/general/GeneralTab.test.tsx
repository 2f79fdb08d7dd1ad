import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { aDatabase, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><item><title>Explore a graph</title>
<description>Vertex by vertex.</description><link>${window.location.origin}/groups?tab=databases</link></item></channel></rss>`;

/** More than the page shows at once. */
const MEMBERS = Array.from({ length: 17 }, (_, at) => ({
  user_id: `u${at}`,
  email: `person${at}@acacia.local`,
  name: `Person ${at}`,
  role: 'workgroup-admins',
  scope: 'workgroup',
  database_role: 'superuser',
}));

/** The tab; `feed` answers the feed, which is no call of the table. */
function open(group = aWorkgroup(), feed: () => Response = () => new Response(FEED)) {
  const console = renderConsole('/groups/g1?tab=general', {
    ...aCloud([group]),
    listWorkgroupMembers: () => MEMBERS,
  });
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url === '/api/config/feed' ? Promise.resolve(feed()) : others(url, init),
  );
  return console;
}

const MB = 1024 * 1024;
const group = aWorkgroup({
  cloud_provider_type: 'private',
  enable_allow_list: true,
  is_current_ip_allowed: false,
  tg_databases: [
    aDatabase({
      folder_statistics: {
        billed_size: 60 * MB,
        total_size: 30 * MB,
        snapshot_size: 20 * MB,
        backup_size: 10 * MB,
      },
    }),
    aDatabase({ database_id: 'd2', name: 'Spare', workspace_ids: [] }),
  ],
  workspaces: [
    aWorkspace({ name: 'Writer', enable_ha: true }),
    aWorkspace({ workspace_id: 'w2', name: 'Reader', is_rw: false, status: 'Idle' }),
    aWorkspace({ workspace_id: 'w3', name: 'Other', database_id: 'd2' }),
  ],
});

/** The value below a label. */
const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the General tab', () => {
  it('sums up what the workgroup is, holds and costs', async () => {
    open(group);
    expect(await screen.findByText('BYOC')).toBeTruthy();
    // Names of regions come by a call of their own.
    await waitFor(() => expect(fact('Region')).toMatch(/N\. Virginia/));
    expect(fact('Workspaces')).toBe('3');
    expect(fact('Storage')).toBe('106 MB');
    // One that runs with replicas (3), one that runs without (1); the idle one costs nothing.
    expect(fact('Cost of what runs')).toBe('$4.00 / hour');
    expect(fact('IP allow list')).toBe('On, your address is not allowed');
    const counts = within(screen.getByRole('list', { name: 'Workspaces by status' }));
    expect(counts.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['2 Active', '1 Idle']);
  });

  it('shows who administers the workgroup, fifteen of many', async () => {
    open(group);
    const people = within(await screen.findByRole('list', { name: /^Administrators of/ }));
    expect(await people.findByRole('img', { name: 'person14@acacia.local' })).toBeTruthy();
    expect(people.queryByRole('img', { name: 'person15@acacia.local' })).toBeNull();
    expect(people.getByRole('img', { name: /^2 more: / })).toBeTruthy();
  });

  it('has the ids and shortcuts of each workspace at hand', async () => {
    open(group);
    await userEvent.click(await screen.findByRole('button', { name: 'About Writer' }));
    const about = within(await screen.findByRole('dialog', { name: 'About Writer' }));
    expect(about.getByRole('button', { name: 'Copy workspace ID' })).toBeTruthy();
    expect(about.getByRole('link', { name: 'Query editor' }).getAttribute('href')).toBe(
      '/editor?workspace_id=w1',
    );
  });

  it('says in words what the diagram draws', async () => {
    open(group);
    await userEvent.click(await screen.findByRole('radio', { name: 'List' }));
    const list = within(screen.getByRole('list', { name: 'Databases and their workspaces' }));
    const items = list.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toContain('WriterR/WActive');
    expect(items).toContain('ReaderR/OIdle');
    expect(list.getByRole('link', { name: 'Reader' }).getAttribute('href')).toBe(
      '/groups/g1?tab=workspaces&space_id=w2',
    );
  });

  it('shows what there is to read, and leads to tabs of this workgroup', async () => {
    const { router } = open(group);
    await userEvent.click(await screen.findByRole('link', { name: /Explore a graph/ }));
    await waitFor(() => expect(router.state.location.href).toBe('/groups/g1?tab=databases'));
  });

  it.each([
    ['fails', () => new Response('', { status: 503 })],
    ['is no RSS', () => new Response('<html></html>')],
  ])('stands when the feed %s', async (_, feed) => {
    open(group, feed);
    expect(await screen.findByText('The news cannot be loaded now.')).toBeTruthy();
    expect(fact('Workspaces')).toBe('3');
  });
});
