/**
 * The graph that is shown, as a file: a picture, or a table of its vertices or edges. Headings of tables are English:
 * programs read them.
 */
import { t } from '@acacia/texts';
import { csvOf } from '@acacia/base';
import { cellsOf, graphTable, type GraphData, type GraphView } from '@acacia/graph-view';
import { vertexOfKey } from './wire-graph.ts';

export const SAVED_AS = [
  { kind: 'png', name: t`Picture (PNG)` },
  { kind: 'svg', name: t`Vectors (SVG)` },
  { kind: 'nodes', name: t`Vertices (CSV)` },
  { kind: 'edges', name: t`Edges (CSV)` },
] as const;
export type SavedAs = (typeof SAVED_AS)[number]['kind'];

interface SavedFile {
  /** The end of its name. */
  readonly ending: string;
  readonly content: Blob;
}

/** @throws Error when the browser cannot paint the picture */
export async function savedGraph(
  kind: SavedAs,
  view: Pick<GraphView, 'toPng' | 'toSvg'>,
  data: GraphData,
): Promise<SavedFile> {
  switch (kind) {
    case 'png':
      return { ending: '.png', content: await view.toPng() };
    case 'svg':
      return { ending: '.svg', content: new Blob([view.toSvg()], { type: 'image/svg+xml' }) };
    case 'nodes': {
      const table = graphTable(data, 'nodes');
      const rows = table.rows.map((row) => {
        const [type = '', label = '', ...rest] = cellsOf(table, row);
        return [type, vertexOfKey(row.id).id, label, ...rest];
      });
      return csv('-vertices.csv', [['Type', 'ID', 'Label', 'Edges', ...table.columns.slice(3)], ...rows]);
    }
    case 'edges': {
      const table = graphTable(data, 'edges');
      const ends = new Map(data.edges.map(({ id, from, to }) => [id, [from, to].map(vertexOfKey)]));
      const rows = table.rows.map((row) => {
        const [type = '', , , ...rest] = cellsOf(table, row);
        return [type, ...(ends.get(row.id) ?? []).flatMap((end) => [end.type, end.id]), ...rest];
      });
      const headings = ['Type', 'From type', 'From ID', 'To type', 'To ID'];
      return csv('-edges.csv', [[...headings, ...table.columns.slice(3)], ...rows]);
    }
  }
}

const csv = (ending: string, rows: readonly (readonly string[])[]): SavedFile => ({
  ending,
  content: new Blob([csvOf(rows)], { type: 'text/csv' }),
});
