import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { writeState } from './files.ts';
import type { State } from './model.ts';

it.each(['../outside', '/outside', '..', 'a/b', ''])(
  'writes nothing for a workgroup that a server names %j',
  async (name) => {
    const parent = await mkdtemp(path.join(tmpdir(), 'acacia-state-'));
    const state = { organization: {}, users: null, workgroups: [{ name }] } as unknown as State;
    await expect(writeState(path.join(parent, 'state'), state)).rejects.toThrow('is no name of a workgroup.');
    expect(await readdir(parent)).toEqual([]);
  },
);

it('removes the files of workgroups that are gone, and no others', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'acacia-state-'));
  const group = {
    name: 'Team',
    cloud_provider_id: 'local',
    platform: 'AWS',
    region: 'local',
    enable_application_log: false,
    allow_list: { enabled: false, entries: [] },
    databases: [],
    workspaces: [],
  };
  const state = { organization: {}, users: null, workgroups: [group] } as unknown as State;
  await writeState(folder, state);
  await mkdir(path.join(folder, 'workgroups'), { recursive: true });
  await writeFile(path.join(folder, 'workgroups', 'theirs.yaml'), 'replicas: 3\n');
  await writeFile(path.join(folder, 'workgroups', 'broken.yaml'), 'a: [');
  await writeState(folder, { ...state, workgroups: [] });
  expect((await readdir(path.join(folder, 'workgroups'))).toSorted()).toEqual(['broken.yaml', 'theirs.yaml']);
});
