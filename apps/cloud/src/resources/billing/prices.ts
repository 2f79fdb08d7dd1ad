/** List prices of what is used: those of the catalog, and for what it has no longer, those that it had last. */
import { AddonId, addonPerHour, computePerHour } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Catalog } from '../../catalog/catalog.ts';
import { lastPrices } from '../../database/billing-tables.ts';
import type { Db } from '../../database/database.ts';
import { addonOf } from '../addons/catalogue.ts';

/** Prices in dollars. What no catalog of this installation ever priced costs nothing. */
export interface Prices {
  /** An hour of a workspace of a size in a region. */
  hour(size: string, enableHa: boolean, region: string): number;
  /** An hour of an add-on (cloud product, overview/pricing). */
  addonHour(id: AddonId, size: string): number;
  /** A gigabyte (2^30 bytes) that is stored for a month. */
  storedMonth(region: string): number;
}

const SizePrice = z.object({ hour: z.number(), ha: z.number() });
const RegionPrice = z.object({ factor: z.number(), storage: z.number() });

/** Remembers the prices of the catalog, and reads those that earlier ones had. */
export async function loadPrices(db: Db, { prices }: Pick<Catalog, 'prices'>): Promise<Prices> {
  const rows = [
    ...[...prices.sizes].map(([name, price]) => ({ kind: 'size' as const, name, price })),
    ...[...prices.regions].map(([name, price]) => ({ kind: 'region' as const, name, price })),
  ];
  await db
    .insert(lastPrices)
    .values(rows)
    .onConflictDoUpdate({
      target: [lastPrices.kind, lastPrices.name],
      set: { price: sql`excluded.price` },
      setWhere: sql`${lastPrices.price} <> excluded.price`,
    });
  const kept = await db.select().from(lastPrices);
  const pricesOf = <T>(kind: string, schema: z.ZodType<T>) =>
    new Map(
      kept.filter((row) => row.kind === kind).map(({ name, price }) => [name, schema.parse(price)] as const),
    );
  const sizes = pricesOf('size', SizePrice);
  const regions = pricesOf('region', RegionPrice);
  const shares = new Map(AddonId.options.map((id) => [id, addonOf(id, new Set()).Amount] as const));
  return {
    hour(size, enableHa, region) {
      const { hour = 0, ha = 1 } = sizes.get(size) ?? {};
      return computePerHour(hour, enableHa ? ha : 1, regions.get(region)?.factor ?? 1);
    },
    addonHour: (id, size) => addonPerHour(shares.get(id) ?? 0, sizes.get(size)?.hour ?? 0),
    storedMonth: (region) => regions.get(region)?.storage ?? 0,
  };
}
