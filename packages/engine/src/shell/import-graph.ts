/** IMPORT GRAPH: what EXPORT GRAPH wrote, here or in TigerGraph. */
import path from 'node:path';
import type { Ast } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { withExported } from '../transfer/apply-exported.ts';
import { placeOf } from '../run/library/files.ts';
import { findForeign } from '../transfer/foreign.ts';
import { exportFolder } from '../transfer/place.ts';
import { importRows, onlyGraphs, readExport } from '../transfer/read-import.ts';
import { fileOf, rowTables } from '../transfer/tables.ts';
import { orFail } from './definitions.ts';
import { abortLoads } from './drop.ts';
import { describeGraphs } from './export-graph.ts';
import { importForeign } from './import-foreign.ts';
import type { ShellContext } from './shell.ts';

/** Where an export of TigerGraph may lie: beside ours, among the files to load, or anywhere that may be read. */
const foreignPlaces = ({ options, store }: ShellContext, given: string): readonly string[] => {
  const { baseDir, host } = options;
  const own = exportFolder(store.folder, given);
  const loaded = baseDir === undefined ? [] : [path.join(baseDir, placeOf(given.replace(/^\/+/, '')))];
  const anywhere = path.isAbsolute(given) && host?.mayRead(given) !== false ? [given] : [];
  return [own, ...loaded, ...anywhere];
};

/** `ALL` takes the place of all that is there; single graphs are put beside it. */
export const importGraph = async (context: ShellContext, statement: Ast.ImportGraph): Promise<void> => {
  const { store, loads, print, options } = context;
  const { graphs } = statement;
  await orFail(context, `Failed to import ${describeGraphs(graphs)}.`, async () => {
    const folder = exportFolder(store.folder, statement.path);
    const foreign = await findForeign(
      foreignPlaces(context, statement.path),
      store.folder,
      () => loads.budget(),
      options.signal,
    );
    if (foreign !== undefined) {
      try {
        return await importForeign(context, foreign, graphs);
      } finally {
        await foreign.close();
      }
    }
    const whole = await readExport(folder);
    const all = graphs === '*';
    const exported = all
      ? whole
      : onlyGraphs(
          whole,
          graphs.map(({ text }) => text),
        );
    if (all) await abortLoads(context);
    await store.changeCatalog(
      (catalog) => withExported(catalog, exported, all),
      async (transaction, catalog) => {
        for (const table of rowTables(catalog, exported)) {
          const file = fileOf(table);
          const known = exported.rows.find((each) => each.file === file);
          if (known === undefined) continue;
          const rows = await importRows(transaction, table, path.join(folder, file), exported.separator);
          if (rows !== known.rows)
            throw new EngineError(
              'GSQL-SEMANTIC',
              `${file} has ${rows} rows, but ${known.rows} were written.`,
            );
          print(`${file}: ${rows} rows`);
        }
      },
      options.signal,
    );
    if (all) context.session.graph = null;
    print(`Successfully imported ${describeGraphs(graphs)} from ${folder}`);
  });
};
