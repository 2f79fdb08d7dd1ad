/** A change of the catalog within a transaction: computed, then stored with its tables. */
import { storeCatalog } from './catalog-tables.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Transaction } from './transaction.ts';

export type CatalogChange = (catalog: Catalog) => Catalog | Promise<Catalog>;

export async function changeCatalogIn(
  transaction: Transaction,
  before: Catalog,
  change: CatalogChange,
): Promise<Catalog> {
  const after = await change(before);
  await storeCatalog(transaction, before, after);
  return after;
}
