import type { GraphData } from '@acacia/graph-view';
import { describe, expect, it } from 'vitest';
import { savedGraph } from './saved-graph.ts';

const DATA: GraphData = {
  nodes: [
    { id: 'Person/a/1', type: 'Person', label: 'Ann, "A"', data: { city: '=1+1', tags: ['x', 1n] } },
    { id: 'Person/b', type: 'Person', label: 'b' },
  ],
  edges: [{ id: 'e', type: 'Paid', from: 'Person/a/1', to: 'Person/b', directed: true, data: { amount: 5 } }],
};
const view = { toPng: () => Promise.resolve(new Blob(['png'])), toSvg: () => '<svg/>' };

async function saved(kind: Parameters<typeof savedGraph>[0]): Promise<readonly string[]> {
  const { ending, content } = await savedGraph(kind, view, DATA);
  return [ending, ...(await content.text()).trim().split('\r\n')];
}

describe('a graph that is saved', () => {
  it('is a picture, vectors, or a table with ids, in which no cell is a formula', async () => {
    expect(await saved('png')).toEqual(['.png', 'png']);
    expect(await saved('svg')).toEqual(['.svg', '<svg/>']);
    expect(await saved('nodes')).toEqual([
      '-vertices.csv',
      'Type,ID,Label,Edges,city,tags',
      `Person,a/1,"Ann, ""A""",1,'=1+1,"[""x"",""1""]"`,
      'Person,b,b,1,,',
    ]);
    expect(await saved('edges')).toEqual([
      '-edges.csv',
      'Type,From type,From ID,To type,To ID,amount',
      'Paid,Person,a/1,Person,b,5',
    ]);
  });
});
