import type { CloudClient } from '@acacia/api-client';
import { describe, expect, it } from 'vitest';
import { callsOf, createChain, CreationFailure, type CreationPlan } from './create-chain.ts';

const PLAN: CreationPlan = {
  workgroup: { create: { name: 'g', cloud_provider_id: 'p', platform: 'AWS', region: 'us-east-1' } },
  database: { name: 'd' },
  workspace: { name: 'w', tg_version: '4.2.1', workspace_type_name: 'TG-00' },
};

/** A cloud that refuses the named calls, and records all calls. */
function cloud(refused: readonly string[] = []) {
  const asked: string[] = [];
  const answer =
    (name: string, result: unknown = {}) =>
    () => {
      asked.push(name);
      return refused.includes(name) ? Promise.reject(new Error(`${name} refused`)) : Promise.resolve(result);
    };
  const api = {
    createWorkgroup: answer('createWorkgroup', { workgroup_id: 'g1', name: 'g' }),
    createDatabase: answer('createDatabase', { database_id: 'd1', name: 'd' }),
    createWorkspace: answer('createWorkspace', { workspace_id: 'w1' }),
    deleteDatabase: answer('deleteDatabase'),
    deleteWorkgroup: answer('deleteWorkgroup'),
  } as unknown as CloudClient;
  return { api, asked };
}

async function failure(refused: readonly string[]): Promise<{ failed: CreationFailure; asked: string[] }> {
  const { api, asked } = cloud(refused);
  try {
    await createChain(api, PLAN);
  } catch (error) {
    if (error instanceof CreationFailure) return { failed: error, asked };
    throw error;
  }
  throw new Error('It did not fail.');
}

describe('createChain', () => {
  it('makes workgroup, database and workspace in that order', async () => {
    const { api, asked } = cloud();
    expect(await createChain(api, PLAN)).toEqual({ groupID: 'g1', workspaceId: 'w1' });
    expect(asked).toEqual(['createWorkgroup', 'createDatabase', 'createWorkspace']);
  });

  it('makes only what is missing', async () => {
    const { api, asked } = cloud();
    await createChain(api, { ...PLAN, workgroup: { id: 'there' }, database: { id: 'd9' } });
    expect(asked).toEqual(['createWorkspace']);
  });

  it('stops at a workgroup that cannot be made', async () => {
    const { failed, asked } = await failure(['createWorkgroup']);
    expect(failed).toMatchObject({ step: 'workgroup', message: 'createWorkgroup refused', leftovers: [] });
    expect(asked).toEqual(['createWorkgroup']);
  });

  it('takes the workgroup back when its database cannot be made', async () => {
    const { failed, asked } = await failure(['createDatabase']);
    expect(failed).toMatchObject({ step: 'database', message: 'createDatabase refused', leftovers: [] });
    expect(asked).toEqual(['createWorkgroup', 'createDatabase', 'deleteWorkgroup']);
  });

  it('takes back what it made, last first', async () => {
    const { failed, asked } = await failure(['createWorkspace']);
    expect(failed).toMatchObject({ step: 'workspace', leftovers: [] });
    expect(asked.slice(3)).toEqual(['deleteDatabase', 'deleteWorkgroup']);
  });

  it('names what it could not take back', async () => {
    const { failed } = await failure(['createWorkspace', 'deleteDatabase']);
    expect(failed.leftovers).toEqual(['database d (deleteDatabase refused)']);
  });
});

it('is shown as the calls of the plan, with words for ids that are not there yet', () => {
  const workspace = { name: 'w', tg_version: '4.2.1', workspace_type_name: 'TG-00' };
  const create = { name: 'g', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' } as const;
  const params = { workgroup_id: 'WORKGROUP_ID' };
  expect(callsOf({ workgroup: { create }, database: { name: 'd' }, workspace })).toEqual([
    { call: 'createWorkgroup', input: { body: create } },
    { call: 'createDatabase', input: { params, body: { name: 'd' } } },
    { call: 'createWorkspace', input: { params, body: { ...workspace, tg_database_id: 'DATABASE_ID' } } },
  ]);
  expect(callsOf({ workgroup: { id: 'g1' }, database: { id: 'd1' }, workspace })).toEqual([
    {
      call: 'createWorkspace',
      input: { params: { workgroup_id: 'g1' }, body: { ...workspace, tg_database_id: 'd1' } },
    },
  ]);
});
