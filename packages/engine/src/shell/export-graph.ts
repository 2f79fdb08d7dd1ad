/** EXPORT GRAPH. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import { graphEntry } from '../catalog/catalog.ts';
import { shownPath } from '../files/path-text.ts';
import { exportFolder } from '../transfer/place.ts';
import { writeExport } from '../transfer/write-export.ts';
import { orFail } from './definitions.ts';
import { personOf, type ShellContext } from './shell.ts';

export async function exportGraph(
  context: ShellContext,
  { graphs, content, separator, path }: Ast.ExportGraph,
): Promise<void> {
  const { store, access, print, options, session } = context;
  const names = graphs === '*' ? graphs : graphs.map(({ text }) => text);
  await orFail(context, `Failed to export ${describeGraphs(graphs)}.`, async () => {
    if (names !== '*') for (const name of names) graphEntry(store.catalog, name);
    if (store.readOnly) throw engineError('readOnly');
    const folder = exportFolder(access.outputs(personOf(context)), path);
    const signal = withTimeLimit(options.signal, session.exportTimeLimitMs);
    const exported = await writeExport(
      store,
      { folder, written: path },
      names,
      { content, separator },
      signal,
    ).catch((cause: unknown) => {
      if (signal?.aborted !== true || options.signal?.aborted === true) throw cause;
      throw engineError('exportTimedOut', { limit: String(session.exportTimeLimitMs) }).causedBy(cause);
    });
    access.outputRoom.recount();
    for (const { file, rows } of exported.rows) print(`${file}: ${rows} rows`);
    if (store.catalog.dataSources.size > 0) print('Data sources are not exported: they hold keys.');
    print(`Successfully exported ${describeGraphs(graphs)} to ${shownPath(path)}, below your outputs.`);
  });
}

/** The longest delay of a timer, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

function withTimeLimit(
  signal: AbortSignal | undefined,
  milliseconds: number | undefined,
): AbortSignal | undefined {
  if (milliseconds === undefined || milliseconds === 0) return signal;
  const limit = AbortSignal.timeout(Math.min(milliseconds, LONGEST_MS));
  return signal === undefined ? limit : AbortSignal.any([signal, limit]);
}

export const describeGraphs = (graphs: readonly Ast.Name[] | '*'): string =>
  graphs === '*' ? 'all graphs' : `the graph ${graphs.map(({ text }) => text).join(', ')}`;
