/**
 * Customers of a shop, and what they looked at and bought in one year. Planted: six interests, each with products of its
 * own; products that are bought together (`P0001` with `P0007`); a new product that nobody has seen (`P9001`); carts that
 * were left; a product that takes off in December (`P0013`); and a robot that looks at everything (`C90001`).
 */
import { dateTime, midnight, Rhythm } from './calendar.ts';
import { dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits } from './ids.ts';
import { personOf } from './persons.ts';
import { Chance, Weighted, zipf } from './random.ts';
import { STREETS } from './words.ts';

const EVENING = new Rhythm(
  [1, 0.9, 1, 1, 1, 0.95, 0.9, 0.9, 1, 1.1, 1.5, 1.7],
  [1.3, 0.9, 0.9, 0.9, 1, 1.1, 1.4],
  [2, 1, 1, 1, 1, 2, 4, 6, 8, 10, 11, 12, 12, 11, 11, 12, 13, 15, 18, 22, 22, 18, 10, 4],
);

/** Interests with their kinds of products; a kind fits the next one of its interest. */
const INTERESTS = [
  ['outdoor', ['tent', 'sleeping_bag', 'stove', 'rucksack', 'lamp']],
  ['baking', ['mixer', 'scale', 'mould', 'whisk', 'oven_stone']],
  ['gaming', ['console', 'controller', 'headset', 'chair', 'keyboard']],
  ['garden', ['mower', 'shears', 'hose', 'planter', 'gloves']],
  ['music', ['guitar', 'amplifier', 'cable', 'stand', 'tuner']],
  ['fitness', ['treadmill', 'dumbbell', 'mat', 'band', 'bottle']],
] as const;
const COLOURS = ['black', 'blue', 'green', 'red', 'grey'];
const SCORES = { view: 1, cart: 3, purchase: 5 } as const;

interface Product {
  readonly id: string;
  readonly interest: number;
  readonly kind: string;
}

const productsOf = (count: number): Product[] =>
  Array.from({ length: count }, (_, at) => {
    const interest = at % INTERESTS.length;
    const kinds = INTERESTS[interest]?.[1] ?? [];
    return {
      id: `P${digits(at + 1, 4)}`,
      interest,
      kind: kinds[Math.floor(at / INTERESTS.length) % kinds.length] ?? '',
    };
  });

/** Interactions of customers; no two of one customer, product and kind at the same second. */
class Journal {
  readonly rows = new Map<string, readonly [string, string, string, string, number]>();

  add(customer: string, product: string, at: number, interaction: keyof typeof SCORES): void {
    const time = dateTime(at);
    this.rows.set(`${customer} ${product} ${time} ${interaction}`, [
      customer,
      product,
      time,
      interaction,
      SCORES[interaction],
    ]);
  }

  /** Looks, mostly goes on to the cart, and often buys. */
  visit(chance: Chance, customer: string, product: string, at: number, buys: number): boolean {
    this.add(customer, product, at, 'view');
    if (!chance.happens(buys * 1.4)) return false;
    this.add(customer, product, at + 240, 'cart');
    if (!chance.happens(0.75)) return false;
    this.add(customer, product, at + 900, 'purchase');
    return true;
  }
}

function plant(journal: Journal, customers: readonly string[], products: readonly Product[]): void {
  // Robots look at everything within an hour, and buy nothing.
  products.slice(0, 100).forEach(({ id }, at) => journal.add('C90001', id, midnight(100) + at * 30, 'view'));
  // The first customer's cart is left.
  journal.add('C00001', 'P0019', midnight(340) + 72_000, 'cart');
  customers.forEach((customer, at) => {
    // One in three of the outdoor people buys tent and sleeping bag, the first customer the tent alone.
    if (at % 18 === 0) {
      journal.add(customer, 'P0001', midnight(120 + (at % 90)) + 64_800, 'purchase');
      if (at !== 0) journal.add(customer, 'P0007', midnight(121 + (at % 90)) + 68_400, 'purchase');
    }
    // In December many discover one product.
    if (at % 9 === 4) journal.add(customer, 'P0013', midnight(336 + (at % 25)) + 61_200, 'purchase');
  });
}

/** @param scale 1 gives about 90,000 interactions of 5,000 customers with 1,200 products */
export function productRecommendationData(seed: number, scale: number): GeneratedFile[] {
  const chance = new Chance(seed, 'shop');
  const products = productsOf(Math.max(180, Math.round(1200 * scale)));
  const count = Math.round(5000 * scale);
  const people = Array.from({ length: count }, (_, at) => ({
    id: `C${digits(at + 1, 5)}`,
    ...personOf(chance, at),
  }));
  const byInterest = INTERESTS.map((_, interest) =>
    products.filter((product) => product.interest === interest),
  );
  const popular = byInterest.map(({ length }) => new Weighted(zipf(length, 0.8, 5)));
  const journal = new Journal();
  plant(
    journal,
    people.map(({ id }) => id),
    products,
  );
  const wanted = Math.round(90_000 * scale);
  while (journal.rows.size < wanted) {
    const at = chance.int(0, count - 1);
    const interest = chance.happens(0.85) ? at % INTERESTS.length : chance.int(0, INTERESTS.length - 1);
    const product = byInterest[interest]?.[popular[interest]?.draw(chance) ?? 0];
    const customer = people[at]?.id ?? '';
    // What the first customer lacks is to be recommended, and the planted product waits for December.
    if (
      product === undefined ||
      product.id === 'P0013' ||
      (at === 0 && ['P0007', 'P0019'].includes(product.id))
    )
      continue;
    journal.visit(
      chance,
      customer,
      product.id,
      EVENING.moment(chance),
      interest === at % INTERESTS.length ? 0.3 : 0.08,
    );
  }
  const shown: (Product & { price: string; colour: string })[] = [
    ...products,
    { id: 'P9001', interest: 0, kind: 'tent' },
  ].map((product) => ({
    ...product,
    price: chance.around(60, 0.8).toFixed(2),
    colour: product.id === 'P9001' ? 'green' : chance.pick(COLOURS),
  }));
  return [
    dataFileOf(
      'categories',
      ['category', 'interest'],
      INTERESTS.flatMap(([interest, kinds]) => kinds.map((kind) => [kind, interest])),
    ),
    dataFileOf(
      'products',
      ['id', 'name', 'price', 'category', 'interest', 'colour'],
      shown.map(({ id, kind, interest, price, colour }) => [
        id,
        `${chance.pick(STREETS)} ${kind.replaceAll('_', ' ')}`,
        price,
        kind,
        INTERESTS[interest]?.[0] ?? '',
        colour,
      ]),
    ),
    dataFileOf(
      'variants',
      ['id', 'product', 'size', 'stock'],
      shown.flatMap(({ id }) => ['S', 'L'].map((size) => [`${id}-${size}`, id, size, chance.int(0, 200)])),
    ),
    dataFileOf(
      'compatible',
      ['product', 'accessory'],
      products.flatMap(({ id }, at) =>
        at % 5 === 0 && at + 6 < products.length ? [[id, products[at + 6]?.id ?? '']] : [],
      ),
    ),
    dataFileOf(
      'customers',
      ['id', 'name', 'city', 'age_group', 'since'],
      [
        ...people.map(({ id, first, last, city, born }) => [
          id,
          `${first} ${last}`,
          city,
          `${Math.floor((1.75e9 - born) / 31_557_600 / 10)}0s`,
          dateTime(midnight(-chance.int(1, 2000))),
        ]),
        ['C90001', 'Robo Shopper', 'Nowhere', '30s', dateTime(midnight(0))],
      ],
    ),
    dataFileOf(
      'interactions',
      ['customer', 'product', 'interacted_at', 'interaction', 'score'],
      [...journal.rows.values()].toSorted((a, b) => a[2].localeCompare(b[2])),
    ),
  ];
}
