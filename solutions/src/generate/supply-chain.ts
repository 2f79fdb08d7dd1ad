/**
 * One year of a machine manufacturer: suppliers, ports, plants and warehouses, products with bills of material of
 * several levels, stock, and orders with a season. Planted bottlenecks: parts from a single supplier that many products
 * depend on, with long lead times and empty shelves; and a port on most routes.
 */
import { dateTime, midnight, Rhythm } from './calendar.ts';
import { dataFile, dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits } from './ids.ts';
import { Chance, Weighted, zipf } from './random.ts';
import { LAST_NAMES, PLACES, STREETS } from './words.ts';

const DAY = 86_400;
/** The moment at which the data was taken: nothing is delivered after it. */
const AS_OF = midnight(365);
/** GSQL's value for a date that is not known yet. */
const NO_DATE = '1970-01-01 00:00:00';

const SUMMER = [0.6, 0.6, 0.8, 1, 1.4, 1.9, 2, 1.7, 1, 0.7, 0.5, 0.5];
const WINTER = [1.7, 1.5, 1, 0.7, 0.5, 0.4, 0.4, 0.6, 1, 1.5, 1.9, 2];
const SPRING = [0.6, 0.9, 1.6, 2, 1.8, 1.3, 0.9, 0.7, 0.7, 0.6, 0.5, 0.5];
const STEADY = [0.95, 0.95, 1, 1, 1, 1, 0.9, 0.85, 1.05, 1.1, 1.1, 1];

/** Names of products by level, from bought parts to finished machines, with the season of their demand. */
const LEVELS: readonly {
  readonly share: number;
  readonly orders: number;
  readonly categories: readonly (readonly [name: string, months: readonly number[]])[];
}[] = [
  {
    share: 0.6,
    orders: 0.5,
    categories: ['steel', 'copper', 'resin', 'rubber', 'glass', 'silicon', 'fastener', 'paint'].map(
      (name) => [name, STEADY] as const,
    ),
  },
  {
    share: 0.25,
    orders: 0.25,
    categories: ['casting', 'board', 'motor', 'valve', 'cable', 'sensor'].map(
      (name) => [name, STEADY] as const,
    ),
  },
  {
    share: 0.12,
    orders: 0.15,
    categories: ['drive', 'control_unit', 'housing', 'pump_head'].map((name) => [name, STEADY] as const),
  },
  {
    share: 0.03,
    orders: 0.1,
    categories: [
      ['cooler', SUMMER],
      ['heater', WINTER],
      ['mower', SPRING],
      ['pump', STEADY],
      ['drill', STEADY],
    ],
  },
];

const WORKDAYS = [0.1, 1.2, 1.1, 1, 1, 0.9, 0.15];
const OFFICE_HOURS = [0, 0, 0, 0, 0, 0, 1, 4, 9, 12, 12, 10, 6, 10, 11, 10, 7, 4, 2, 1, 0, 0, 0, 0];

type SiteKind = 'supplier' | 'port' | 'plant' | 'warehouse';

interface Site {
  readonly id: string;
  readonly name: string;
  readonly kind: SiteKind;
  readonly city: string;
  /** Share of orders that come in time. */
  readonly reliability: number;
}

interface Product {
  readonly id: string;
  readonly name: string;
  readonly level: number;
  readonly category: string;
  readonly months: readonly number[];
  readonly critical: boolean;
  readonly leadTime: number;
  /** Index of the product, pieces of it in one of these. */
  readonly components: readonly (readonly [product: number, quantity: number])[];
  /** Cents. */
  readonly price: number;
  /** Indexes of sites. */
  readonly makers: readonly number[];
  readonly stores: readonly number[];
}

function sitesOf(seed: number, scale: number): Site[] {
  const chance = new Chance(seed, 'sites');
  const counts: readonly (readonly [SiteKind, number, string])[] = [
    ['supplier', Math.max(12, Math.round(250 * scale)), 'SU'],
    ['port', Math.max(3, Math.round(10 * scale)), 'PT'],
    ['plant', Math.max(4, Math.round(40 * scale)), 'PL'],
    ['warehouse', Math.max(4, Math.round(60 * scale)), 'WH'],
  ];
  return counts.flatMap(([kind, count, prefix]) =>
    Array.from({ length: count }, (_, at): Site => {
      const city = chance.pick(PLACES);
      const name =
        kind === 'supplier' ? `${chance.pick(LAST_NAMES)} ${chance.pick(STREETS)} Works` : `${city} ${kind}`;
      const reliability = Math.min(0.995, Math.max(0.6, 0.93 + chance.normal() * 0.05));
      return { id: `${prefix}${digits(at + 1, 4)}`, name, kind, city, reliability };
    }),
  );
}

const indexesOf = (sites: readonly Site[], kind: SiteKind): number[] =>
  sites.flatMap((site, at) => (site.kind === kind ? [at] : []));

function productsOf(seed: number, scale: number, sites: readonly Site[]): Product[] {
  const chance = new Chance(seed, 'products');
  const suppliers = indexesOf(sites, 'supplier');
  const plants = indexesOf(sites, 'plant');
  const warehouses = indexesOf(sites, 'warehouse');
  const products: Product[] = [];
  /** First index of each level. */
  const starts: number[] = [];
  const counts = LEVELS.map(({ share }) => Math.round(10_000 * scale * share));
  const critical = Math.max(2, Math.round(6 * scale));
  const popular = counts.map((count) => new Weighted(zipf(count, 0.7, 30)));

  /** Different components of one level, the popular ones more often. */
  const components = (level: number, low: number, high: number): [number, number][] => {
    const chosen = new Map<number, number>();
    for (let left = chance.int(low, high); left > 0; left--) {
      const at = (starts[level] ?? 0) + (popular[level]?.draw(chance) ?? 0);
      chosen.set(at, level === 0 ? chance.int(1, 8) : chance.int(1, 3));
    }
    return [...chosen];
  };
  const bills: readonly (() => [number, number][])[] = [
    () => [],
    () => {
      const parts = components(0, 2, 6);
      // Much depends on the critical parts.
      const at = chance.int(0, critical - 1);
      if (chance.happens(0.15) && !parts.some(([part]) => part === at)) parts.push([at, chance.int(1, 4)]);
      return parts;
    },
    () => [...components(1, 3, 7), ...components(0, 1, 3)],
    () => [...components(2, 4, 8), ...components(1, 0, 3)],
  ];

  for (const [level, { categories }] of LEVELS.entries()) {
    starts.push(products.length);
    for (let made = 0; made < (counts[level] ?? 0); made++) {
      const at = products.length;
      const isCritical = level === 0 && made < critical;
      const [category, months] = chance.pick(categories);
      const bill = bills[level]?.() ?? [];
      const material = bill.reduce(
        (sum, [part, quantity]) => sum + (products[part]?.price ?? 0) * quantity,
        0,
      );
      const makers = level === 0 ? suppliers : plants;
      const makerCount = isCritical
        ? 1
        : level === 0
          ? chance.pick([1, 2, 2, 3, 3, 4])
          : chance.pick([1, 2, 2]);
      products.push({
        id: `PR${digits(at + 1, 6)}`,
        name: `${chance.pick(STREETS)} ${category.replaceAll('_', ' ')} ${digits(made + 1, 4)}`,
        level,
        category,
        months,
        critical: isCritical,
        leadTime: isCritical ? chance.int(90, 120) : level === 0 ? chance.int(5, 30) : chance.int(2, 12),
        components: bill,
        price: Math.round(level === 0 ? Math.max(5, chance.around(180, 0.9)) : material * 1.25 + 300),
        makers: chance.distinct(makerCount, makers.length).map((index) => makers[index] ?? 0),
        stores: chance
          .distinct(chance.int(1, 3), level === 3 ? warehouses.length : plants.length)
          .map((index) => (level === 3 ? warehouses : plants)[index] ?? 0),
      });
    }
  }
  return products;
}

type Route = readonly [from: string, to: string, days: number, cost: string, carrier: string];

/** Suppliers over ports or by road to plants, plants to warehouses. */
function routesOf(seed: number, sites: readonly Site[]): Route[] {
  const chance = new Chance(seed, 'routes');
  const routes = new Map<string, Route>();
  const link = (from: number, to: number, low: number, high: number, carrier: string): void => {
    const [a, b] = [sites[from]?.id ?? '', sites[to]?.id ?? ''];
    const days = chance.int(low, high);
    routes.set(`${a} ${b}`, [a, b, days, chance.around(days * 120, 0.3).toFixed(2), carrier]);
  };
  const [mainPort = 0, ...otherPorts] = indexesOf(sites, 'port');
  const plants = indexesOf(sites, 'plant');
  const warehouses = indexesOf(sites, 'warehouse');
  for (const supplier of indexesOf(sites, 'supplier')) {
    // Most have no other way than the one port.
    if (chance.happens(0.55)) link(supplier, mainPort, 6, 20, 'ship');
    else if (chance.happens(0.5)) link(supplier, chance.pick(otherPorts), 6, 24, 'ship');
    else for (const at of chance.distinct(3, plants.length)) link(supplier, plants[at] ?? 0, 1, 5, 'truck');
  }
  for (const plant of plants) {
    link(mainPort, plant, 1, 3, 'rail');
    for (const at of chance.distinct(2, otherPorts.length)) link(otherPorts[at] ?? 0, plant, 1, 4, 'rail');
    for (const at of chance.distinct(2, plants.length)) {
      if (plants[at] !== plant) link(plant, plants[at] ?? 0, 1, 3, 'truck');
    }
    for (const at of chance.distinct(4, warehouses.length)) link(plant, warehouses[at] ?? 0, 1, 4, 'truck');
  }
  for (const warehouse of warehouses) link(chance.pick(plants), warehouse, 1, 4, 'truck');
  return [...routes.values()];
}

/** Daily demand for a product, over the year. */
const dailyDemand = (product: Product): number =>
  ([60, 20, 8, 3][product.level] ?? 1) * (product.critical ? 12 : 1);

function* stockRows(seed: number, products: readonly Product[], sites: readonly Site[]) {
  const chance = new Chance(seed, 'stock');
  for (const product of products) {
    for (const store of product.stores) {
      const site = sites[store]?.id ?? '';
      const demand = Math.max(0.2, chance.around(dailyDemand(product) / product.stores.length, 0.5));
      const reorder = Math.ceil(demand * product.leadTime * 1.2);
      const quantity = product.critical ? reorder * 0.08 : chance.around(reorder * 2, 0.45);
      yield [
        `${product.id}@${site}`,
        product.id,
        site,
        Math.round(quantity),
        reorder,
        demand.toFixed(2),
        dateTime(AS_OF - chance.int(1, 6) * DAY),
      ];
    }
  }
}

function* orderRows(seed: number, count: number, products: readonly Product[], sites: readonly Site[]) {
  const chance = new Chance(seed, 'orders');
  const rhythms = new Map<readonly number[], Rhythm>();
  const levels = LEVELS.map((_, level) => {
    const start = products.findIndex((product) => product.level === level);
    const size = products.filter((product) => product.level === level).length;
    return { start, popular: new Weighted(zipf(size, 0.7, 30)) };
  });
  const byOrders = new Weighted(LEVELS.map(({ orders }) => orders));
  for (let at = 0; at < count; at++) {
    const level = levels[byOrders.draw(chance)];
    const product = products[(level?.start ?? 0) + (level?.popular.draw(chance) ?? 0)];
    if (product === undefined) throw new Error('Every level has products.');
    let rhythm = rhythms.get(product.months);
    if (rhythm === undefined) {
      rhythm = new Rhythm(product.months, WORKDAYS, OFFICE_HOURS);
      rhythms.set(product.months, rhythm);
    }
    const maker = sites[chance.pick(product.makers)];
    const store = sites[chance.pick(product.stores)];
    const ordered = rhythm.moment(chance);
    const promised = ordered + product.leadTime * DAY;
    const inTime = chance.happens(product.critical ? 0.35 : (maker?.reliability ?? 1));
    const shift = inTime ? -chance.int(0, 2) : Math.ceil(chance.around(product.critical ? 18 : 5, 0.6));
    const delivered = Math.max(ordered + DAY, promised + shift * DAY);
    const open = delivered >= AS_OF;
    yield [
      `O${digits(at + 1, 8)}`,
      product.id,
      maker?.id ?? '',
      store?.id ?? '',
      dateTime(ordered),
      dateTime(promised),
      open ? NO_DATE : dateTime(delivered),
      open ? 'open' : 'delivered',
      Math.max(1, Math.round(chance.around(dailyDemand(product) * 5, 0.6))),
      ((product.price / 100) * (0.95 + chance.fraction() * 0.1)).toFixed(2),
    ];
  }
}

/** @param scale 1 gives about 10,000 products and 150,000 orders */
export function supplyChainData(seed: number, scale: number): GeneratedFile[] {
  const sites = sitesOf(seed, scale);
  const products = productsOf(seed, scale, sites);
  const orders = Math.round(150_000 * scale);
  const production = new Chance(seed, 'production');
  return [
    dataFileOf(
      'sites',
      ['id', 'name', 'kind', 'city', 'reliability'],
      sites.map(({ id, name, kind, city, reliability }) => [id, name, kind, city, reliability.toFixed(3)]),
    ),
    dataFileOf(
      'products',
      ['id', 'name', 'category', 'level', 'price', 'lead_time'],
      products.map(({ id, name, category, level, price, leadTime }) => [
        id,
        name,
        category,
        level,
        (price / 100).toFixed(2),
        leadTime,
      ]),
    ),
    dataFileOf(
      'bill_of_materials',
      ['component', 'assembly', 'quantity'],
      products.flatMap(({ id, components }) =>
        components.map(([part, quantity]) => [products[part]?.id ?? '', id, quantity]),
      ),
    ),
    dataFileOf(
      'production',
      ['site', 'product', 'unit_cost', 'lead_time', 'weekly_capacity'],
      products.flatMap((product) =>
        product.makers.map((maker) => [
          sites[maker]?.id ?? '',
          product.id,
          ((product.price / 100) * (0.7 + production.fraction() * 0.2)).toFixed(2),
          Math.max(1, product.leadTime + production.int(-2, 4)),
          Math.ceil(dailyDemand(product) * production.int(6, 14)),
        ]),
      ),
    ),
    dataFileOf('deliveries', ['from_site', 'to_site', 'days', 'cost', 'carrier'], routesOf(seed, sites)),
    dataFile(
      'stock',
      ['id', 'product', 'site', 'quantity', 'reorder_point', 'daily_demand', 'counted_at'],
      products.reduce((sum, { stores }) => sum + stores.length, 0),
      () => stockRows(seed, products, sites),
    ),
    dataFile(
      'orders',
      [
        'id',
        'product',
        'from_site',
        'to_site',
        'ordered_at',
        'promised_at',
        'delivered_at',
        'status',
        'quantity',
        'unit_price',
      ],
      orders,
      () => orderRows(seed, orders, products, sites),
    ),
  ];
}
