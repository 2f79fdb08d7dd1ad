import { describe, expect, it } from 'vitest';
import { aDatabase, aWorkgroup, aWorkspace } from '../../../testing/records.ts';
import { layoutOf, NODE_HEIGHT } from './layout.ts';

const snapshot = {
  snapshot_id: 's1',
  workspace_id: 'w2',
  workspace_name: 'Reader',
  create_time: '2026-11-20T13:00:00.000Z',
  size_bytes: 1,
};
const group = aWorkgroup({
  tg_databases: [aDatabase({ snapshots: [snapshot] }), aDatabase({ database_id: 'd2', name: 'Spare' })],
  workspaces: [
    aWorkspace({ workspace_id: 'w2', name: 'Reader', is_rw: false, created_at: '2026-11-01T00:00:00.000Z' }),
    aWorkspace({ name: 'Writer' }),
  ],
});

describe('layoutOf', () => {
  const diagram = layoutOf(group, 900);
  const node = (id: string) => diagram.nodes.find((each) => each.id === id);

  it('joins writers to their database, and readers to a snapshot of their own', () => {
    expect(diagram.edges.map(({ source, target, label }) => [source, target, label])).toEqual([
      ['database/d1', 'workspace/w1', 'R/W'],
      ['database/d1', 'snapshot/w2', null],
      ['snapshot/w2', 'workspace/w2', 'R/O'],
    ]);
    expect(node('snapshot/w2')).toMatchObject({ kind: 'snapshot', snapshot: { snapshot_id: 's1' } });
  });

  it('stands databases left, snapshots between, workspaces right', () => {
    const x = (id: string) => node(id)?.x ?? NaN;
    expect(x('database/d1')).toBe(0);
    expect(x('database/d2')).toBe(0);
    expect(x('snapshot/w2')).toBeGreaterThan(diagram.nodeWidth);
    expect(node('workspace/w1')?.y).toBe(node('database/d1')?.y);
    expect(x('workspace/w1')).toBe(x('workspace/w2'));
    expect(x('workspace/w1')).toBe(900 - diagram.nodeWidth);
    expect(x('snapshot/w2') + diagram.snapshotWidth).toBeLessThan(x('workspace/w2'));
  });

  it.each([280, 310, 358, 679, 680, 700, 900, 2000])(
    'never lets two nodes overlap in %d pixels, and stays inside',
    (width) => {
      const { nodes, nodeWidth, snapshotWidth, height } = layoutOf(group, width);
      const boxes = nodes.map(({ x, y, kind }) => ({
        x,
        y,
        w: kind === 'snapshot' ? snapshotWidth : nodeWidth,
      }));
      for (const [i, a] of boxes.entries()) {
        expect(a.y + NODE_HEIGHT).toBeLessThanOrEqual(height);
        for (const b of boxes.slice(i + 1)) {
          const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || Math.abs(a.y - b.y) >= NODE_HEIGHT;
          expect(apart, JSON.stringify([a, b])).toBe(true);
        }
      }
      for (const { x, w } of boxes) expect(x + w).toBeLessThanOrEqual(width);
    },
  );

  it('names a reader whose snapshot is still being taken', () => {
    const reader = aWorkspace({ is_rw: false });
    const { nodes } = layoutOf(aWorkgroup({ workspaces: [reader] }), 900);
    expect(nodes.find(({ kind }) => kind === 'snapshot')).toMatchObject({ snapshot: null });
  });
});
