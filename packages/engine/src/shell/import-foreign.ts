/** IMPORT GRAPH of an export of TigerGraph: its GSQL runs as if someone had typed it. */
import type { Ast } from '@acacia/language';
import { engineError } from '../errors/catalogue.ts';
import type { ForeignExport } from '../transfer/foreign.ts';
import { emptied } from '../catalog/change-graphs.ts';
import { abortLoads } from './drop.ts';
import { CODES, StatementFailure, type ShellContext } from './shell.ts';

/**
 * Imports an export; `ALL` replaces everything in the store. Statements that fail are reported, the others run.
 * @throws EngineError when its graphs are not all asked for, or one is there already
 */
export async function importForeign(
  context: ShellContext,
  foreign: ForeignExport,
  graphs: readonly Ast.Name[] | '*',
): Promise<void> {
  const { options, print, store } = context;
  const chosen = graphs === '*' ? foreign.graphs : graphs.map(({ text }) => text);
  const differs =
    chosen.length !== foreign.graphs.length || chosen.some((name) => !foreign.graphs.includes(name));
  if (differs) {
    throw engineError('importedTogether', { graphs: foreign.graphs.join(', ') });
  }
  for (const [, text] of foreign.texts) await options.host?.judge(text);
  if (graphs === '*') {
    await abortLoads(context);
    await store.changeCatalog(emptied);
    await options.host?.dropped();
  } else {
    const taken = chosen.find((name) => store.catalog.graphs.has(name));
    if (taken !== undefined) throw engineError('importedGraphThere', { name: taken });
  }
  const failed: string[] = [];
  const session = { graph: null, imported: foreign.folder, goesOnAfterErrors: true, skipsFaults: true };
  for (const [name, text] of foreign.texts) {
    options.signal?.throwIfAborted();
    print(`---- ${name}`);
    if ((await context.execute(text, session)) !== CODES.success) failed.push(name);
    // The files set it back themselves.
    session.goesOnAfterErrors = true;
  }
  context.session.graph = null;
  if (failed.length === 0) return print(`Successfully imported ${chosen.join(', ')}.`);
  print(`Imported ${chosen.join(', ')}; what could not be done stands above, below ${failed.join(', ')}.`);
  throw new StatementFailure(CODES.runtime);
}
