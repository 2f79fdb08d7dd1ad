/** Supply Chain Management in a workspace server: each query against results computed from the generated files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateData } from './generate/generate-data.ts';
import { grouped, rowsOf, type Row } from './testing/csv.ts';
import { installed, kitOf } from './testing/installed.ts';
import type { WorkspaceProcess } from './testing/workspace-process.ts';

const GRAPH = 'Supply_Chain_Management';
const data = await generateData('supply-chain-management', { scale: 0.05 });
/** A part that one supplier alone makes and much depends on: the first parts are planted so. */
const CRITICAL = 'PR000001';

let workspace: WorkspaceProcess;
let products: Map<string, Row>;
let bills: Row[];
let production: Row[];
let routes: Row[];
let stock: Row[];
let orders: Row[];
let sites: Row[];
let machine: string;

const tried = new Set<string>();
async function run(name: string, parameters: Record<string, unknown> = {}) {
  tried.add(name);
  const [answer = {}] = await workspace.query(GRAPH, name, parameters);
  return answer;
}

interface Vertex {
  readonly v_id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
const vertices = (value: unknown): readonly Vertex[] => value as readonly Vertex[];
const ids = (value: unknown): string[] => vertices(value).map(({ v_id }) => v_id);
const attribute = (value: unknown, name: string): unknown[] =>
  vertices(value).map(({ attributes }) => attributes[name]);
const sum = (rows: readonly Row[], column: string): number =>
  rows.reduce((total, row) => total + Number(row[column]), 0);
const is = (column: string, value: string) => (row: Row) => row[column] === value;

/** Number of each component in one piece, over all levels. */
function explode(product: string, amount: number, into = new Map<string, number>()): Map<string, number> {
  for (const row of bills.filter(is('assembly', product))) {
    const needed = amount * Number(row['quantity']);
    const component = row['component'] ?? '';
    into.set(component, (into.get(component) ?? 0) + needed);
    explode(component, needed, into);
  }
  return into;
}
const users = (product: string): Set<string> =>
  new Set(
    bills
      .filter(is('component', product))
      .flatMap((row) => [row['assembly'] ?? '', ...users(row['assembly'] ?? '')]),
  );
const longestChain = (product: string): number =>
  Number(products.get(product)?.['lead_time']) +
  Math.max(0, ...bills.filter(is('assembly', product)).map((row) => longestChain(row['component'] ?? '')));
const makersOf = (product: string): string[] =>
  production.filter(is('product', product)).map((row) => row['site'] ?? '');
const late = (order: Row): boolean => (order['delivered_at'] ?? '') > (order['promised_at'] ?? '');
const delivered = is('status', 'delivered');

beforeAll(async () => {
  workspace = await installed('supply-chain-management', data);
  products = new Map((await rowsOf(data, 'products')).map((row) => [row['id'] ?? '', row]));
  bills = await rowsOf(data, 'bill_of_materials');
  production = await rowsOf(data, 'production');
  routes = await rowsOf(data, 'deliveries');
  stock = await rowsOf(data, 'stock');
  orders = await rowsOf(data, 'orders');
  sites = await rowsOf(data, 'sites');
  machine = [...products.values()].find(is('level', '3'))?.['id'] ?? '';
}, 120_000);
afterAll(async () => {
  await workspace.stop();
});

it('has a vertex and an edge for every row', async () => {
  expect(await workspace.counts(GRAPH)).toMatchObject({
    site: sites.length,
    product: products.size,
    usedBy: bills.length,
    produce: production.length,
    deliver: routes.length,
    stocking: stock.length,
    prodStocking: stock.length,
    siteStocking: stock.length,
    p_order: orders.length,
    prodOrder: orders.length,
    placedWith: orders.length,
    shippedTo: orders.length,
  });
});

describe('products', () => {
  it('check_stocking adds up what there is and what has to be made', async () => {
    const own = stock.filter(is('product', machine));
    const found = await run('check_stocking', { input_product: machine, amount: 100_000 });
    const toMake = 100_000 - sum(own, 'quantity');
    expect(found).toMatchObject({
      in_stock: sum(own, 'quantity'),
      to_make: toMake,
      components_suffice: false,
    });
    const bill = bills.filter(is('assembly', machine));
    expect(attribute(found['components'], 'needed').toSorted()).toEqual(
      bill.map((row) => Number(row['quantity']) * toMake).toSorted(),
    );
    const none = await run('check_stocking', { input_product: machine, amount: 1 });
    expect(none).toMatchObject({ to_make: 0, components_suffice: true });
  });

  it('bill_of_materials goes through all levels', async () => {
    const found = await run('bill_of_materials', { input_product: machine, amount: 2 });
    const needed = explode(machine, 2);
    expect(needed.size).toBeGreaterThan(20);
    expect(
      new Map(
        vertices(found['all_components']).map(({ v_id, attributes }) => [v_id, attributes['quantity']]),
      ),
    ).toEqual(needed);
    const cost = [...needed]
      .filter(([id]) => products.get(id)?.['level'] === '0')
      .reduce((total, [id, quantity]) => total + quantity * Number(products.get(id)?.['price']), 0);
    expect(found['cost_of_bought_parts']).toBeCloseTo(cost, 1);
  });

  it('where_used and price_prediction go up to the finished products', async () => {
    const expected = users(CRITICAL);
    const used = await run('where_used', { input_product: CRITICAL });
    expect(used['products']).toBe(expected.size);
    const prediction = await run('price_prediction', {
      input_product: CRITICAL,
      change_percent: 50,
      top_k: 10_000,
    });
    expect(prediction).toMatchObject({
      products: expected.size,
      finished_products: used['finished_products'],
    });
    const rise = Number(products.get(CRITICAL)?.['price']) / 2;
    for (const { v_id, attributes } of vertices(prediction['dearest']).slice(0, 20)) {
      const pieces = explode(v_id, 1).get(CRITICAL) ?? 0;
      expect(Number(attributes['predicted_price']) - Number(attributes['price'])).toBeCloseTo(
        pieces * rise,
        2,
      );
    }
  });

  it('lead_time is the longest chain', async () => {
    const found = await run('lead_time', { input_product: machine });
    expect(found['days']).toBe(longestChain(machine));
    const path = found['path'] as string[];
    expect(path.at(-1)).toBe(machine);
    expect(path.reduce((days, id) => days + Number(products.get(id)?.['lead_time']), 0)).toBe(found['days']);
  });

  it('bottleneck_parts puts the planted parts first', async () => {
    const { parts } = await run('bottleneck_parts', { min_lead_time: 20 });
    expect(ids(parts).slice(0, 2).sort()).toEqual([CRITICAL, 'PR000002']);
    const [part] = vertices(parts);
    expect(part?.attributes['needed_for']).toBe(users(part?.v_id ?? '').size);
    expect(part?.attributes['made_by']).toEqual(makersOf(part?.v_id ?? ''));
    expect(part?.attributes['days_of_stock']).toBeLessThan(15);
  });

  it('alternative_suppliers names the others, and those that could learn to', async () => {
    const shared = [...products.keys()].find((id) => makersOf(id).length > 2) ?? '';
    const [lost = '', ...others] = makersOf(shared);
    const found = await run('alternative_suppliers', { input_product: shared, lost_site: lost });
    expect(ids(found['makers']).sort()).toEqual(others.sort());
    const alone = await run('alternative_suppliers', {
      input_product: CRITICAL,
      lost_site: makersOf(CRITICAL)[0],
    });
    expect(ids(alone['makers'])).toEqual([]);
    expect(ids(alone['similar']).length).toBeGreaterThan(3);
  });
});

describe('sites', () => {
  it('impact_analysis follows what one site alone makes', async () => {
    const [site = ''] = makersOf(CRITICAL);
    const sole = production
      .filter(is('site', site))
      .map((row) => row['product'] ?? '')
      .filter((product) => makersOf(product).length === 1);
    const affected = new Set([...sole, ...sole.flatMap((product) => [...users(product)])]);
    const found = await run('impact_analysis', { input_site: site });
    expect(ids(found['sole']).sort()).toEqual(sole.sort());
    const open = orders.filter((order) => order['status'] === 'open' && affected.has(order['product'] ?? ''));
    expect(open.length).toBeGreaterThan(0);
    expect(found).toMatchObject({ affected_products: affected.size, open_orders: open.length });
    expect(ids(found['finished']).length).toBeGreaterThan(0);
  });

  it('bottleneck_sites puts the port first through which most routes lead', async () => {
    const { top } = await run('bottleneck_sites');
    const [before = 0, after = 0] = attribute(top, 'routes_through').map(Number);
    expect(ids(top)[0]).toBe('PT0001');
    expect(before).toBeGreaterThan(after * 1.5);
  });

  it('delivery_route is the fastest', async () => {
    const from = routes.find(is('to_site', 'PT0001'))?.['from_site'] ?? '';
    const to = sites.findLast(is('kind', 'warehouse'))?.['id'] ?? '';
    const days = new Map([[from, 0]]);
    for (let changed = true; changed;) {
      changed = false;
      for (const route of routes) {
        const through = (days.get(route['from_site'] ?? '') ?? Infinity) + Number(route['days']);
        if (through >= (days.get(route['to_site'] ?? '') ?? Infinity)) continue;
        days.set(route['to_site'] ?? '', through);
        changed = true;
      }
    }
    const found = await run('delivery_route', { from_site: from, to_site: to });
    expect(found['days']).toBe(days.get(to));
    const stops = found['stops_from_the_end'] as string[];
    expect([stops[0], stops.at(-1)]).toEqual([to, from]);
    const back = await run('delivery_route', { from_site: to, to_site: from });
    expect(back).toEqual({ days: -1, cost: -1, stops_from_the_end: [] });
  });

  it('late_deliveries and supplier_scorecard tell who is late', async () => {
    const { sites: found } = await run('late_deliveries', {
      start_date: '2025-01-01 00:00:00',
      end_date: '2026-01-01 00:00:00',
      min_orders: 10,
    });
    const shares = [...grouped(orders.filter(delivered), 'from_site').values()]
      .filter((rows) => rows.length >= 10)
      .map((rows) => rows.filter(late).length / rows.length);
    expect(attribute(found, 'late_share')[0]).toBeCloseTo(Math.max(...shares), 4);
    const site = ids(found)[0] ?? '';
    const own = orders.filter(is('from_site', site));
    expect(await run('supplier_scorecard', { input_site: site })).toMatchObject({
      products: production.filter(is('site', site)).length,
      orders: own.length,
      open_orders: own.filter(is('status', 'open')).length,
      late_orders: own.filter((order) => delivered(order) && late(order)).length,
    });
  });
});

describe('orders and stock', () => {
  it('seasonal_demand has its high in the season', async () => {
    const { months, orders: count } = await run('seasonal_demand', { category: 'heater' });
    const heaters = orders.filter((order) => products.get(order['product'] ?? '')?.['category'] === 'heater');
    expect(count).toBe(heaters.length);
    const index = (months as { season_index: number }[]).map(({ season_index: value }) => value);
    expect(index).toHaveLength(12);
    expect(index[0]).toBeGreaterThan(120);
    expect(index[6]).toBeLessThan(80);
  });

  it('stock_below_reorder counts what runs out before it can be had again', async () => {
    const short = stock.filter((row) => {
      const days = Number(row['quantity']) / Number(row['daily_demand']);
      const below = Number(row['quantity']) < Number(row['reorder_point']);
      return below && days < Number(products.get(row['product'] ?? '')?.['lead_time']);
    });
    const found = await run('stock_below_reorder');
    expect(found['shortages']).toBe(short.length);
    const worst = (found['most_pressing'] as { product_id: string }[])[0];
    expect(makersOf(worst?.product_id ?? '')).toHaveLength(1);
  });

  it('overdue_orders are open and promised for the past', async () => {
    const overdue = orders.filter(
      (order) => order['status'] === 'open' && (order['promised_at'] ?? '') < '2026-01-01 00:00:00',
    );
    const found = await run('overdue_orders', { as_of: '2026-01-01 00:00:00' });
    expect(overdue.length).toBeGreaterThan(0);
    expect(found['overdue_orders']).toBe(overdue.length);
    expect((found['most_valuable'] as unknown[]).length).toBe(Math.min(100, overdue.length));
  });
});

it('has no query that is not tried here', () => {
  expect([...tried].sort()).toEqual([...kitOf('supply-chain-management').queries.keys()]);
});
