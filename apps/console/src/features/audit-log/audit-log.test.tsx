import { AUDIT_PAGE_SIZE, type AuditEntry } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aCloud } from '../../testing/cloud.ts';
import { anAdmin, aWorkgroup } from '../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../testing/render-console.tsx';
import { windowOf } from '../../testing/window-width.ts';

const anEntry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '7',
  at: '2026-11-20T12:00:00.000Z',
  actor: 'ada@example.org',
  actor_id: 'u1',
  action: 'updateWorkgroup',
  resource: 'workgroup/g1',
  resource_name: 'Workgroup-1',
  workgroup_id: 'g1',
  before: { name: 'Old', enable_application_log: false },
  after: { name: 'Workgroup-1', enable_application_log: false },
  outcome: 'ok',
  message: '',
  address: '192.0.2.7',
  user_agent: 'Firefox',
  ...given,
});

function open(more: Answers = {}, search = '') {
  return renderConsole(
    `/admin/audit-log${search}`,
    aCloud([aWorkgroup()], { listAuditEntries: () => [anEntry()], ...more }),
  );
}
const asked = (calls: ReturnType<typeof open>['calls']) =>
  calls.filter(({ call }) => call === 'listAuditEntries').map(({ query }) => query);

it('shows each entry in words, with a link to the thing while it lives', async () => {
  open({
    listAuditEntries: () => [
      anEntry(),
      anEntry({
        id: '6',
        action: 'wakeWorkspace',
        resource: 'workspace/w9',
        resource_name: null,
        workgroup_id: null,
      }),
      anEntry({ id: '5', action: 'signIn', outcome: 'failed', resource: 'user', address: '' }),
      anEntry({ id: '4', action: 'ofAnotherVersion', resource: '' }),
    ],
  });
  expect(await screen.findByText('4 entries, to the oldest.')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Audit log' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(4);
  const [first, second, third, fourth] = rows.map((row) => within(row));
  expect(first?.getByRole('link', { name: 'Workgroup-1' }).getAttribute('href')).toBe(
    '/groups/g1?tab=general',
  );
  expect(first?.getByText('Rename a workgroup or change its log collection')).toBeTruthy();
  expect(first?.getByText('192.0.2.7')).toBeTruthy();
  expect(second?.getByText('w9')).toBeTruthy();
  expect(second?.queryByRole('link')).toBeNull();
  expect(third?.getByText('Failed')).toBeTruthy();
  expect(fourth?.getByText('ofAnotherVersion')).toBeTruthy();
});

describe('filters', () => {
  it('are read from the address, and kept in it', async () => {
    const { calls, router } = open({}, '?text=shop&outcome=failed&from=2026-11-01T00:00:00.000Z&entry=x');
    await screen.findByRole('table', { name: 'Audit log' });
    expect(asked(calls)[0]).toEqual({
      text: 'shop',
      outcome: 'failed',
      from: '2026-11-01T00:00:00.000Z',
      limit: String(AUDIT_PAGE_SIZE),
    });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Person' }), 'ada');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ actor: 'ada', text: 'shop' }));
    await waitFor(() => expect(asked(calls).at(-1)).toMatchObject({ actor: 'ada', outcome: 'failed' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveProperty('value', '');
  });

  it('choose an action by its words', async () => {
    const { router } = open();
    await userEvent.type(await screen.findByRole('combobox', { name: 'Action' }), 'Sign in');
    await userEvent.click(await screen.findByRole('option', { name: 'Sign in' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ action: 'signIn' }));
  });

  it('that are at odds are said at their field, and nothing is asked', async () => {
    const { calls } = open({}, '?from=2026-11-02T00:00:00.000Z&to=2026-11-01T00:00:00.000Z');
    expect(await screen.findByText('The time range must begin before it ends.')).toBeTruthy();
    expect(asked(calls)).toEqual([]);
  });

  it('that nothing matches say so', async () => {
    open({ listAuditEntries: () => [] }, '?text=nothing');
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
  });
});

it('shows older entries on request, from the last that is shown', async () => {
  const entries = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => anEntry({ id: String(from - n) }));
  const { calls } = open({
    listAuditEntries: ({ query }) =>
      query['before'] === undefined ? entries(100, AUDIT_PAGE_SIZE) : entries(50, 2),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show older entries' }));
  expect(await screen.findByText(`${AUDIT_PAGE_SIZE + 2} entries, to the oldest.`)).toBeTruthy();
  expect(asked(calls).at(-1)).toMatchObject({ before: '51' });
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
});

describe('an entry', () => {
  it('opens with what changed, and the rest on request', async () => {
    const { router } = open();
    await userEvent.click(await screen.findByRole('button', { name: /^Rename a workgroup/ }));
    const dialog = await screen.findByRole('dialog');
    expect(router.state.location.search).toEqual({ entry: '7' });
    const changes = within(dialog).getByRole('table', { name: 'Changes' });
    const cells = () =>
      within(changes)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    expect(cells()).toEqual(['nameOldWorkgroup-1']);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show 1 unchanged field' }));
    expect(cells()).toEqual(['nameOldWorkgroup-1', 'enable_application_logfalsefalse']);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('of an address is found beyond the list, or said to be gone', async () => {
    const { calls, router } = open(
      {
        listAuditEntries: ({ query }) =>
          query['limit'] === '1' ? [anEntry({ id: '3', message: 'Found by itself' })] : [anEntry()],
      },
      '?entry=3',
    );
    expect(await screen.findByText('Found by itself')).toBeTruthy();
    expect(asked(calls)).toContainEqual({ before: '4', limit: '1' });
    await router.navigate({ to: '/admin/audit-log', search: { entry: '2' } });
    expect(await screen.findByText('No such entry')).toBeTruthy();
  });
});

describe('the export', () => {
  it('is the file of the server, by the same filters', async () => {
    const made: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          made.push(blob);
          return 'blob:x';
        },
        revokeObjectURL: () => undefined,
      }),
    );
    const { calls } = open({ exportAuditEntries: () => 'id,at\r\n' }, '?outcome=failed');
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(made).toHaveLength(1));
    expect(await made[0]?.text()).toBe('id,at\r\n');
    const call = calls.find((each) => each.call === 'exportAuditEntries');
    expect(call?.query).toEqual({ outcome: 'failed', format: 'csv' });
  });

  it('says why it failed', async () => {
    open({
      exportAuditEntries: () => {
        throw new Refused('Too many requests.', 'Too-Many-Requests');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Export JSON' }));
    expect(await screen.findByText('Too many requests.')).toBeTruthy();
  });
});

it('says why it could not be read, and reads it again', async () => {
  let fails = true;
  open({
    listAuditEntries: () => {
      if (fails) throw new Refused('The database is away.', 'Internal-Error');
      return [anEntry()];
    },
  });
  expect(await screen.findByText(/The database is away\./)).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Workgroup-1')).toBeTruthy();
});

it('is one column on a phone', async () => {
  windowOf(390);
  open();
  const table = await screen.findByRole('table', { name: 'Audit log' });
  expect(within(table).getAllByRole('columnheader')).toHaveLength(1);
  expect(await within(table).findByText('ada@example.org')).toBeTruthy();
});

it('is for administrators of the organisation: others are led to their workgroups, and see no link', async () => {
  const roles = [{ name: 'workgroup-admins' as const, workgroup_id: 'g1', workspace_id: null }];
  const { router, calls } = open({ getMe: () => ({ ...anAdmin, roles }) });
  await waitFor(() => expect(router.state.location.pathname).toBe('/groups/g1'));
  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  expect(within(navigation).queryByRole('link', { name: 'Audit log' })).toBeNull();
  expect(asked(calls)).toEqual([]);
});

it('folds all filters but the search on a phone, counts those that are set, and keeps what was typed', async () => {
  const resize = windowOf(390);
  const { calls } = open({}, '?outcome=failed&actor=ada');
  const fold = await screen.findByRole('button', { name: 'Filters (2)' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeTruthy();
  expect(screen.queryByRole('searchbox', { name: 'Person' })).toBeNull();
  expect(asked(calls)[0]).toMatchObject({ outcome: 'failed', actor: 'ada' });
  await userEvent.click(fold);
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Person' }).value).toBe('ada');
  await userEvent.click(fold);
  expect(screen.queryByRole('searchbox', { name: 'Person' })).toBeNull();
  resize(1280);
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Person' }).value).toBe('ada');
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull();
});

it('does not fold a fault of the times away', async () => {
  windowOf(390);
  open({}, '?from=2026-11-21T00:00:00.000Z&to=2026-11-20T00:00:00.000Z');
  expect(await screen.findByText('The time range must begin before it ends.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Filters (2)' }).getAttribute('aria-expanded')).toBe('true');
});
