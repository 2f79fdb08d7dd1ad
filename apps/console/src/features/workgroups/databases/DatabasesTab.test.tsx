import type { Snapshot } from '@acacia/contract';
import { userEvent } from '@acacia/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCloud } from '../../../testing/cloud.ts';
import { aDatabase, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { Refused, renderConsole, type Answers } from '../../../testing/render-console.tsx';
import { lossesOf, sizeParts } from './database-rows.ts';

const MB = 1024 * 1024;
const snapshot: Snapshot = {
  snapshot_id: 's1',
  workspace_id: 'w2',
  workspace_name: 'Reader',
  create_time: '2026-11-20T13:00:00.000Z',
  size_bytes: 30 * MB,
};
const sizes = {
  billed_size: 120 * MB,
  total_size: 40 * MB,
  snapshot_size: 30 * MB,
  backup_size: 50 * MB,
};
const shared = aDatabase({
  name: 'Shared',
  folder_statistics: sizes,
  snapshots: [snapshot],
  backup_count: 2,
  workspace_ids: ['w1', 'w2'],
});
const spare = aDatabase({ database_id: 'd2', name: 'Spare', workspace_ids: [], backup_count: 1 });
const group = aWorkgroup({
  tg_databases: [shared, spare],
  workspaces: [
    aWorkspace({ name: 'Writer' }),
    aWorkspace({ workspace_id: 'w2', name: 'Reader', is_rw: false, snapshot_time: snapshot.create_time }),
  ],
});
const open = (more: Answers = {}) => renderConsole('/groups/g1?tab=databases', aCloud([group], more));

describe('the Databases tab', () => {
  it('unfolds the snapshots of a database, with who shows them and an id to copy', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show snapshots of Shared' }));
    const row = within(screen.getByRole('row', { name: /^Snapshot/ }));
    expect(row.getByText('30 MB')).toBeTruthy();
    expect(row.getByRole('link', { name: 'Reader' }).getAttribute('href')).toBe(
      '/groups/g1?tab=workspaces&space_id=w2',
    );
    expect(row.getByRole('button', { name: 'Copy snapshot ID' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show snapshots of Spare' })).toBeNull();
  });

  it('says who uses a database and how, and what its size is made of', async () => {
    open();
    const row = within(await screen.findByRole('row', { name: /^.*Shared/ }));
    expect(row.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Writer R/W',
      'Reader R/O',
    ]);
    expect(row.getByText('120 MB').getAttribute('aria-description')).toBe(
      'Data 40 MB · 1 snapshot 30 MB · 2 backups 50 MB',
    );
  });

  it('is filtered by names, also of workspaces', async () => {
    open();
    const filter = await screen.findByRole('searchbox', { name: 'Filter databases' });
    await userEvent.type(filter, 'writer');
    await waitFor(() => expect(screen.queryByText('Spare')).toBeNull());
    expect(screen.getByText('Shared')).toBeTruthy();
  });

  it('leads to the diagram', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Diagram' });
    expect(link.getAttribute('href')).toBe('/groups/g1?tab=general#diagram');
  });

  it('says why a database cannot be deleted after all, and stays open', async () => {
    open({
      deleteDatabase: () => {
        throw new Refused("The database 'Spare' is used by the workspace 'New'.", 'Conflict');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete database Spare' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^1 backup \(/)).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox'), 'Spare');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete database' }));
    expect(await dialog.findByText(/is used by the workspace 'New'/)).toBeTruthy();
  });

  it('renames where the name stands, and takes a refusal back', async () => {
    open({
      updateDatabase: () => {
        throw new Refused("'Shared2' is exist, please use another name", 'Conflict', 'tg_database_name');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rename database Shared' }));
    const input = screen.getByRole('textbox', { name: /New name/ });
    await userEvent.clear(input);
    await userEvent.type(input, 'Shared2{Enter}');
    expect((await screen.findAllByText(/is exist, please use another name/)).length).toBeGreaterThan(0);
    expect(screen.getByText('Shared')).toBeTruthy();
  });
});

describe('texts of a database', () => {
  it('name what goes with it, and nothing that is not there', () => {
    expect(lossesOf(shared)).toEqual([
      'All graphs, vertices and edges of Shared (40 MB)',
      'Its schema, queries and loading jobs',
      '1 snapshot (30 MB)',
      '2 backups (50 MB)',
    ]);
    expect(lossesOf({ ...spare, backup_count: 0 })).toHaveLength(2);
  });
  it('count one and many', () => {
    expect(sizeParts({ ...shared, snapshots: [], backup_count: 1 })).toMatch(/0 snapshots .* 1 backup /);
  });
});
