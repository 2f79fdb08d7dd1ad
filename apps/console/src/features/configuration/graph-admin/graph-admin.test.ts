import type { WorkspaceClient } from '@acacia/api-client';
import { describe, expect, it } from 'vitest';
import { configDiff, configProblems, saveGraphAdmin } from './graph-admin.ts';

const TIMEOUT = 'RESTPP.Factory.DefaultQueryTimeoutSec';
const RESPONSE = 'GSQL.QueryResponseMaxSizeByte';
const TWIN = 'GUI.RESTPPResponseMaxSizeBytes';
const stored = { [TIMEOUT]: '16', [RESPONSE]: '1024', [TWIN]: '1024', 'GSQL.GithubPath': '' };

/** A workspace that records its requests, and refuses one path. */
function host(refused = '') {
  const asked: { method: string | undefined; path: string; query?: unknown; json?: unknown }[] = [];
  const request = ({ method, path, query, json }: Parameters<WorkspaceClient['request']>[0]) => {
    asked.push({ method, path, ...(query && { query }), ...(json === undefined ? {} : { json }) });
    if (path === refused) return Promise.reject(new Error('it is busy.'));
    const results =
      path === '/api/config' ? { restart: ['restpp', 'gui'] } : { restarted: ['restpp', 'gui'] };
    return Promise.resolve({ error: false, message: '', results });
  };
  return { client: { request } as unknown as WorkspaceClient, asked };
}

describe('configDiff', () => {
  it('holds only what differs', () => {
    expect(configDiff(stored, { [TIMEOUT]: '16' })).toEqual({});
    expect(configDiff(stored, { [TIMEOUT]: '60' })).toEqual({ [TIMEOUT]: '60' });
  });

  it('takes the limit of the GUI along with that of GSQL', () => {
    expect(configDiff(stored, { [RESPONSE]: '2048' })).toEqual({ [RESPONSE]: '2048', [TWIN]: '2048' });
  });
});

it('names what is wrong with a value, and lets optional ones be empty', () => {
  const problems = configProblems(
    { ...stored, 'GSQL.GithubPath': 'a' },
    { [TIMEOUT]: '', 'GSQL.GithubPath': '' },
  );
  expect([...problems]).toEqual([[TIMEOUT, 'Default query timeout is required.']]);
});

describe('saveGraphAdmin', () => {
  it('stores files and values, then restarts what needs it, once', async () => {
    const { client, asked } = host();
    expect(await saveGraphAdmin(client, { [TIMEOUT]: '60' }, { ExprUtil: 'text' })).toEqual({
      restarted: true,
    });
    expect(asked).toEqual([
      { method: 'PUT', path: '/api/udf/ExprUtil', json: { udf: 'text' } },
      { method: 'POST', path: '/api/config', json: { [TIMEOUT]: '60' } },
      { method: 'POST', path: '/api/service/restart', query: { serviceName: ['gsql', 'restpp', 'gui'] } },
    ]);
  });

  it.each([
    ['/api/config', 'Failed to apply the new configurations: it is busy.'],
    ['/api/service/restart', 'Failed to restart the services: it is busy.'],
  ])('says which step failed: %s', async (path, message) => {
    const { client } = host(path);
    await expect(saveGraphAdmin(client, { [TIMEOUT]: '60' }, {})).rejects.toThrow(message);
  });
});
