import { mkdtemp, readdir } from 'node:fs/promises';
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
