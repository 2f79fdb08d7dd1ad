import type { Row } from '../csv.ts';
import { byId, number, setsOf, table, text, type Story, type Tables } from './story.ts';

const interactions = (tables: Tables, kind: string): readonly Row[] =>
  table(tables, 'interactions').filter((row) => text(row, 'interaction') === kind);
const bought = (tables: Tables) =>
  setsOf(interactions(tables, 'purchase').map((row) => [text(row, 'customer'), text(row, 'product')]));

/** Scores by customer and product. */
function scores(tables: Tables): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const row of table(tables, 'interactions')) {
    const own = found.get(text(row, 'customer')) ?? new Map<string, number>();
    own.set(text(row, 'product'), (own.get(text(row, 'product')) ?? 0) + number(row, 'score'));
    found.set(text(row, 'customer'), own);
  }
  return found;
}
const dot = (a: Map<string, number>, b: Map<string, number>): number =>
  [...a].reduce((sum, [key, value]) => sum + value * (b.get(key) ?? 0), 0);

export const productRecommendation: Story = {
  names: {
    product_links: ['P0001', 'P0007'],
    bought_together: ['P0007'],
    similar_customers: ['C0'],
    recommend_by_customers: ['P0007'],
    recommend_by_products: ['P0007'],
    recommend_new_product: ['P0001', 'tent'],
    missing_accessories: ['P0007'],
    abandoned_carts: ['2025-12-'],
    robots: ['C90001'],
    trending: ['P0013'],
    cluster_profile: ['outdoor'],
    recommend_by_cluster: ['P0007'],
    tg_pagerank_product: ['P0001'],
  },
  computed: {
    bought_together: ({ others }, tables) => {
      const buyers = [...bought(tables).values()].filter((own) => own.has('P0001'));
      const counts = Map.groupBy(
        buyers.flatMap((own) => [...own]).filter((id) => id !== 'P0001'),
        (id) => id,
      );
      const often = [...counts].filter(([, all]) => all.length >= 3).map(([id, all]) => [id, all.length]);
      return [byId(others, 'bought_both'), Object.fromEntries(often)];
    },
    similar_customers: ({ others }, tables) => {
      const all = scores(tables);
      const own = all.get('C00001') ?? new Map<string, number>();
      const similar = Object.entries(byId(others, 'similarity')).map(([id, value]) => [
        id,
        Number(value).toFixed(6),
      ]);
      const best = [...all]
        .filter(([id]) => id !== 'C00001')
        .map(
          ([id, theirs]) => [id, dot(own, theirs) / Math.sqrt(dot(own, own) * dot(theirs, theirs))] as const,
        )
        .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
        .slice(0, 20);
      return [similar, best.map(([id, value]) => [id, value.toFixed(6)])];
    },
    abandoned_carts: ({ carts }, tables) => {
      const owned = bought(tables);
      const left = interactions(tables, 'cart').filter(
        (row) =>
          text(row, 'interacted_at') >= '2025-12-01' &&
          !(owned.get(text(row, 'customer'))?.has(text(row, 'product')) ?? false),
      );
      return [carts, left.length];
    },
  },
};
