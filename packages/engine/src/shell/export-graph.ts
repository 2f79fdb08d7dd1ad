/** EXPORT GRAPH. */
import type { Ast } from '@acacia/language';
import { graphEntry } from '../catalog/catalog.ts';
import { exportFolder } from '../transfer/place.ts';
import { writeExport } from '../transfer/write-export.ts';
import { orFail } from './definitions.ts';
import type { ShellContext } from './shell.ts';

export const exportGraph = async (
  context: ShellContext,
  { graphs, content, separator, path }: Ast.ExportGraph,
): Promise<void> => {
  const { store, print, options } = context;
  const names = graphs === '*' ? graphs : graphs.map(({ text }) => text);
  await orFail(context, `Failed to export ${describeGraphs(graphs)}.`, async () => {
    if (names !== '*') for (const name of names) graphEntry(store.catalog, name);
    const folder = exportFolder(store.folder, path);
    const exported = await writeExport(store, folder, names, { content, separator }, options.signal);
    for (const { file, rows } of exported.rows) print(`${file}: ${rows} rows`);
    if (store.catalog.dataSources.size > 0) print('Data sources are not exported: they hold keys.');
    print(`Successfully exported ${describeGraphs(graphs)} to ${folder}`);
  });
};

export const describeGraphs = (graphs: readonly Ast.Name[] | '*'): string =>
  graphs === '*' ? 'all graphs' : `the graph ${graphs.map(({ text }) => text).join(', ')}`;
