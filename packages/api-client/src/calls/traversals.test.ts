import type { WireEdge } from '@acacia/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { createWorkspaceClient } from '../workspace-client.ts';

afterEach(() => vi.unstubAllGlobals());

it('hands a large graph over in another task than it was read in', async () => {
  const vertices = Array.from({ length: 10_001 }, (_, at) => ({
    v_id: `${at}`,
    v_type: 'T',
    attributes: {},
  }));
  const tasksFor = async (count: number): Promise<number> => {
    const results = [{ vertices: vertices.slice(0, count), edges: [] as WireEdge[] }];
    const answer = { error: false, message: '', results };
    vi.stubGlobal('fetch', async () => ({ status: 200, text: async () => JSON.stringify(answer) }));
    const client = createWorkspaceClient('http://localhost/', () => Promise.resolve(null));
    let tasks = 0;
    const timers = [0, 0, 0].map(() => setTimeout(() => (tasks += 1)));
    const found = await client.subgraph('G', { vertices: [{ type: 'T', id: '0' }] });
    for (const timer of timers) clearTimeout(timer);
    expect(found.vertices).toHaveLength(count);
    return tasks;
  };
  expect(await tasksFor(10)).toBe(0);
  expect(await tasksFor(10_001)).toBe(3);
});
