/** CLEAR GRAPH STORE: deletes all rows of all graphs, and those that are kept of dropped types; types, jobs and queries stay. */
import { sql } from '../sql.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import { eraseAllKept } from '../storage/kept-data.ts';
import { abortLoads } from './drop.ts';
import type { ShellContext } from './shell.ts';

export async function clearStore(context: ShellContext): Promise<void> {
  context.print('Clear graph store, about 1 minute ...');
  await abortLoads(context);
  await context.store.write(async (transaction, catalog) => {
    const tables = [
      ...[...catalog.vertexTypes.values()].flatMap((entry) => [
        entry.table,
        ...vectorTablesOf(entry).map(({ table }) => table),
      ]),
      ...[...catalog.edgeTypes.values()].flatMap(({ pairs }) => pairs.map(({ table }) => table)),
    ];
    for (const table of tables) {
      const deleted = await transaction.run(sql`DELETE FROM ${table}`);
      if (deleted > 0) transaction.touchRows(table);
    }
    await eraseAllKept(transaction);
  }, context.options.signal);
  context.print('Successfully cleared graph store.');
}
