/** IMPORT GRAPH of exports that EXPORT GRAPH wrote, here or in TigerGraph. */
import { engineError } from '../errors/catalogue.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Ast } from '@acacia/language';
import { mayName, realOr } from '../files/judge-file.ts';
import { checkPathText, shownPath } from '../files/path-text.ts';
import { placeOf } from '../library/files.ts';
import { syntaxFault } from '../run/functions/sandbox.ts';
import { withExported } from '../transfer/apply-exported.ts';
import { MANIFEST } from '../transfer/exported.ts';
import { findForeign, type ForeignPlace } from '../transfer/foreign.ts';
import type { Manifest } from '../transfer/manifest.ts';
import { importRows, onlyGraphs, readExport, type FoundExport } from '../transfer/read-import.ts';
import { rowsOf, rowTables } from '../transfer/tables.ts';
import { orFail } from './definitions.ts';
import { abortLoads } from './drop.ts';
import { describeGraphs } from './export-graph.ts';
import { importForeign } from './import-foreign.ts';
import { authorOf, personOf, type ShellContext } from './shell.ts';

/** Where an export may lie: among the outputs that the person sees, the files to load, or anywhere that may be read. */
function placesOf(context: ShellContext, written: string): readonly ForeignPlace[] {
  const { access, options } = context;
  const person = personOf(context);
  checkPathText('path of the export', written);
  const below = placeOf(written.replace(/^\/+/, ''));
  const baseDir = options.baseDir === undefined ? [] : [options.baseDir];
  const folders = [...access.outputsSeen(person), ...baseDir];
  const anywhere = path.isAbsolute(written) ? [written] : [];
  const readable = access.readable(person);
  return [...folders.map((folder) => path.join(folder, below)), ...anywhere]
    .filter((place) => mayName(readable, place))
    .map((place) => ({ place: realOr(place), written, readable }));
}

/**
 * An export of Acacia, which must be in a folder of outputs: DuckDB reads its rows there.
 * @throws EngineError when there is none
 */
function ownExport(context: ShellContext, written: string): FoundExport {
  const { access } = context;
  const person = personOf(context);
  const below = placeOf(written.replace(/^\/+/, ''));
  const folders = access.outputsSeen(person).map((folder) => path.join(folder, below));
  const found = folders.find((folder) => existsSync(path.join(folder, MANIFEST)));
  if (found === undefined) {
    throw engineError('exportMissing', { path: shownPath(written), manifest: MANIFEST });
  }
  return { folder: found, written, readable: { folders: access.outputsSeen(person) } };
}

/** @throws EngineError when the export has functions and the caller may not store functions: they are code */
async function checkFunctions({ options }: ShellContext, { functionFiles }: Manifest): Promise<void> {
  if (functionFiles.length === 0) return;
  if (options.host?.mayStoreFunctions() === false) {
    throw engineError('importOfFunctions');
  }
  for (const { name, code } of functionFiles) {
    const fault = await syntaxFault(code);
    if (fault !== null) throw engineError('functionFileRefused', { name, faults: fault });
  }
}

/** `ALL` replaces everything in the store; single graphs are added to it. */
export async function importGraph(context: ShellContext, statement: Ast.ImportGraph): Promise<void> {
  const { store, loads, print, options } = context;
  const { graphs } = statement;
  await orFail(context, `Failed to import ${describeGraphs(graphs)}.`, async () => {
    const places = placesOf(context, statement.path);
    const foreign = await findForeign(places, store.folder, () => loads.budget(), options.signal);
    if (foreign !== undefined) {
      try {
        return await importForeign(context, foreign, graphs);
      } finally {
        await foreign.close();
      }
    }
    const found = ownExport(context, statement.path);
    const whole = readExport(found);
    const all = graphs === '*';
    const exported = all
      ? whole
      : onlyGraphs(
          whole,
          graphs.map(({ text }) => text),
        );
    await checkFunctions(context, exported);
    if (all) await abortLoads(context);
    await store.changeCatalog((catalog) => withExported(catalog, exported, all), {
      author: authorOf(context),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      fill: async (transaction, catalog) => {
        for (const table of rowTables(catalog, exported)) {
          const known = rowsOf(exported.rows, table);
          if (known === undefined) continue;
          const { file } = known;
          const rows = await importRows(transaction, table, file, found, exported.separator);
          if (rows !== known.rows) throw engineError('exportRowsLost', { file, rows, written: known.rows });
          print(`${file}: ${rows} rows`);
        }
      },
    });
    if (all) context.session.graph = null;
    print(`Successfully imported ${describeGraphs(graphs)} from ${shownPath(statement.path)}`);
  });
}
