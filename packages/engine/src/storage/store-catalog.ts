/** A change of the catalog within a transaction: computed, then stored with its tables. */
import { storeCatalog } from './catalog-tables.ts';
import { eraseAllKept, keepDropped, recordKept } from './kept-data.ts';
import { noteVersions } from './schema-versions.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import { engineError } from '../errors/catalogue.ts';
import type { Transaction } from './transaction.ts';

export type CatalogChange = (catalog: Catalog) => Catalog | Promise<Catalog>;

/** @throws EngineError when the change has new vectors and the version has none */
export async function changeCatalogIn(
  transaction: Transaction,
  before: Catalog,
  change: CatalogChange,
  { author, keeps, vectors }: { readonly author: string; readonly keeps: boolean; readonly vectors: boolean },
): Promise<Catalog> {
  const after = await change(before);
  if (!vectors && hasNewVector(before, after)) throw engineError('vectorsNotInVersion');
  const kept = keeps ? await keepDropped(transaction, before, after) : [];
  await storeCatalog(transaction, before, after);
  const versions = await noteVersions(transaction, before, after, author);
  await recordKept(transaction, kept, (graph) => versions.get(graph), after.graphs);
  if (!keeps) await eraseAllKept(transaction);
  return after;
}

function hasNewVector(before: Catalog, after: Catalog): boolean {
  const tablesIn = ({ vertexTypes }: Catalog): string[] =>
    [...vertexTypes.values()].flatMap(vectorTablesOf).map(({ table }) => table);
  const known = new Set(tablesIn(before));
  return tablesIn(after).some((table) => !known.has(table));
}
