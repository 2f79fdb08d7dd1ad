/** Transaction Fraud in a workspace server: its counts, and that its queries find the planted fraud. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateData } from './generate/generate-data.ts';
import { grouped, rowsOf, type Row } from './testing/csv.ts';
import { installed, kitOf } from './testing/installed.ts';
import type { WorkspaceProcess } from './testing/workspace-process.ts';

const GRAPH = 'Transaction_Fraud';
const data = await generateData('transaction-fraud', { scale: 0.05 });

let workspace: WorkspaceProcess;
let payments: Row[];
let payer: Map<string, Row[]>;
/** Parties by the planted device that they share. */
let rings: Map<string, string[]>;
let ringCards: Set<string>;
let colluding: string[];

/** The names of queries that a test has run. */
const tried = new Set<string>();
const year = { start_date: '2025-01-01 00:00:00', end_date: '2026-01-01 00:00:00' };

/** The first object that a query prints. */
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
function first<T>(items: Iterable<T>): T {
  for (const item of items) return item;
  throw new Error('There is nothing.');
}

beforeAll(async () => {
  workspace = await installed('transaction-fraud', data);
  payments = await rowsOf(data, 'transactions');
  payer = grouped(payments, 'card');
  const details = await rowsOf(data, 'party_details');
  rings = new Map(
    [...grouped(details, 'value')]
      .filter(([value]) => value.startsWith('RING'))
      .map(([value, rows]) => [value, rows.map((row) => row['party'] ?? '')]),
  );
  const members = new Set([...rings.values()].flat());
  const cards = await rowsOf(data, 'cards');
  ringCards = new Set(
    cards.filter((card) => members.has(card['party'] ?? '')).map((card) => card['card_number'] ?? ''),
  );
  const fraud = grouped(
    payments.filter((payment) => payment['is_fraud'] === '1' && Number(payment['amount']) % 50 === 0),
    'merchant',
  );
  colluding = [...fraud].filter(([, rows]) => rows.length > 40).map(([merchant]) => merchant);
}, 120_000);
afterAll(async () => {
  await workspace.stop();
});

it('has a vertex and an edge for every row', async () => {
  const counts = await workspace.counts(GRAPH);
  const rows = Object.fromEntries(data.map((file) => [file.name, file.rows]));
  expect(counts).toMatchObject({
    Payment_Transaction: rows['transactions.csv'],
    Card_Send_Transaction: rows['transactions.csv'],
    Merchant_Receive_Transaction: rows['transactions.csv'],
    Party: rows['parties.csv'],
    Card: rows['cards.csv'],
    Party_Has_Card: rows['cards.csv'],
    Merchant: rows['merchants.csv'],
    Merchant_Assigned: rows['merchants.csv'],
    Is_Merchant: rows['merchants.csv'],
    Address: rows['addresses.csv'],
    Has_Address: rows['parties.csv'],
    Zipcode: rows['places.csv'],
    Is_SubCategory: rows['categories.csv'],
  });
  const details = ['Has_Phone', 'Has_Email', 'Has_IP', 'Has_Device', 'Has_ID'].map(
    (type) => counts[type] ?? 0,
  );
  expect(details.reduce((a, b) => a + b)).toBe(rows['party_details.csv']);
  expect(rings.size).toBe(2);
  expect(colluding).toHaveLength(2);
});

it('finds the devices of the rings, their pairs and their communities', async () => {
  const { devices } = await run('shared_devices', { min_parties: 5 });
  expect(ids(devices).sort()).toEqual([...rings.keys()].sort());
  for (const device of vertices(devices)) {
    expect([...(device.attributes['parties'] as string[])].sort()).toEqual(
      rings.get(device.v_id)?.toSorted(),
    );
    expect(device.attributes['fraud_transactions']).toBeGreaterThan(0);
  }
  const { pairs } = (await run('parties_sharing_pii', { same_household: true, top_k: 10_000 })) as {
    pairs: { first_party: string; second_party: string; shared: number }[];
  };
  for (const members of rings.values()) {
    const within = pairs.filter((pair) =>
      [pair.first_party, pair.second_party].every((id) => members.includes(id)),
    );
    expect(within).toHaveLength((members.length * (members.length - 1)) / 2);
  }
  const found = await run('tg_wcc_party');
  expect(found['communities']).toBeGreaterThan(2);
  const { communities } = await run('community_size', { kind: 'party', top_k: 1000 });
  const groups = vertices(communities).map(({ attributes }) => attributes['member_ids'] as string[]);
  for (const members of rings.values()) {
    expect(groups.filter((group) => members.every((member) => group.includes(member)))).toHaveLength(1);
  }
  const stats = await run('community_transaction_stats', { top_k: 1 });
  expect(Number(attribute(stats['communities'], 'fraud_transactions')[0])).toBeGreaterThan(10);
});

it('finds the network around a member of a ring', async () => {
  const members = first(rings.values());
  const [member = '', other = ''] = members;
  const around = await run('attributes_to_party_traversal', { input_party: member });
  expect(ids(around['network'])).toEqual(expect.arrayContaining(members));
  const pii = await run('single_party_pii', { input_party: member });
  expect([member, ...ids(pii['others'])]).toEqual(expect.arrayContaining(members));
  expect(await run('shortest_path', { from_party: member, to_party: other })).toMatchObject({ length: 2 });
  const { addresses } = (await run('party_full_address', { input_party: member })) as {
    addresses: { address: string; zipcode: string; city: string; state: string }[];
  };
  const party = (await rowsOf(data, 'parties')).find((row) => row['id'] === member);
  const places = await rowsOf(data, 'places');
  expect(addresses.map(({ address }) => address)).toEqual([party?.['address']]);
  for (const { zipcode, city, state } of addresses) {
    expect(places).toContainEqual(expect.objectContaining({ zipcode, city, state }));
  }
  const cards = await rowsOf(data, 'cards');
  const card = cards.find((row) => row['party'] === member)?.['card_number'] ?? '';
  const near = await run('fraud_near_card', { input_card: card });
  expect(near['marked_cards_of_connected_parties']).toBeGreaterThanOrEqual(members.length - 1);
});

it('finds the bursts of small payments before a large one', async () => {
  const bursts = await run('small_payments_then_large', { top_k: 1000 });
  expect(new Set(ids(bursts['cards']))).toEqual(ringCards);
  expect(new Set(attribute(bursts['transactions'], 'transactions.is_fraud'))).toEqual(new Set([1]));
  const busy = await run('card_merchant_max_txn_count_in_interval', { min_count: 6 });
  expect(ids(busy['cards']).length).toBeGreaterThan(0);
  for (const card of ids(busy['cards'])) expect(ringCards).toContain(card);
  const single = await run('card_with_single_large_transaction');
  expect(ids(single['cards']).some((card) => ringCards.has(card))).toBe(true);
  const merchants = await run('merchant_with_single_large_transaction', { times_usual: 5 });
  expect(ids(merchants['merchants']).length).toBeGreaterThan(0);
});

it('finds the merchants that collude and their circle', async () => {
  const found = await run('number_of_repeated_card');
  expect(ids(found['merchants']).sort()).toEqual(colluding.sort());
  for (const cards of attribute(found['merchants'], 'cards'))
    expect((cards as string[]).length).toBeGreaterThan(8);
  expect(ids(found['owners'])).toHaveLength(1);
  expect(attribute(found['owners'], 'owners.is_fraud')).toEqual([1]);
});

it('sums up cards, merchants and categories as the data says', async () => {
  const frequent = await run('card_has_frequent_transactions', { ...year, min_count: 1, top_k: 1 });
  const most = Math.max(...[...payer.values()].map((rows) => rows.length));
  expect(attribute(frequent['cards'], 'transactions')).toEqual([most]);
  const january = payments.filter((row) => row['transaction_time']?.startsWith('2025-01'));
  const inJanuary = await run('merchant_has_frequent_transactions', {
    start_date: '2025-01-01 00:00:00',
    end_date: '2025-02-01 00:00:00',
    min_count: 1,
    top_k: 10_000,
  });
  const total = attribute(inJanuary['merchants'], 'transactions').reduce((a: number, b) => a + Number(b), 0);
  expect(total).toBe(january.length);
  const [card, ofCard] = first(payer);
  const stats = await run('card_transactions_stats', { input_card: card });
  expect(stats).toMatchObject({ transactions: ofCard.length });
  expect(stats['total_amount']).toBeCloseTo(sum(ofCard, 'amount'), 2);
  const large = await run('card_has_large_total_amount', { ...year, min_total: 1, top_k: 100_000 });
  expect(vertices(large['cards']).find(({ v_id }) => v_id === card)?.attributes['total_amount']).toBeCloseTo(
    sum(ofCard, 'amount'),
    2,
  );
  const [merchant, ofMerchant] = first(grouped(payments, 'merchant'));
  const merchantStats = await run('merchant_transactions_stats', { input_merchant: merchant });
  expect(merchantStats).toMatchObject({
    transactions: ofMerchant.length,
    distinct_cards: grouped(ofMerchant, 'card').size,
  });
  const totals = await run('merchant_has_large_total_amount', { ...year, min_total: 1, top_k: 100_000 });
  expect(ids(totals['merchants'])).toHaveLength(grouped(payments, 'merchant').size);
  const categories = await run('merchant_category_transactions_stats');
  const counted = attribute(categories['categories'], 'transactions').reduce(
    (a: number, b) => a + Number(b),
    0,
  );
  expect(counted).toBe(payments.length);
  const { by_hour: hours } = (await run('transactions_by_hour', year)) as {
    by_hour: { hour_of_day: number; transactions: number }[];
  };
  expect(hours.reduce((a, { transactions }) => a + transactions, 0)).toBe(payments.length);
  expect(hours[12]?.transactions).toBeGreaterThan((hours[4]?.transactions ?? 0) * 3);
});

it('looks up a payment, a card and a merchant with what is around them', async () => {
  const [payment = {}] = payments;
  const found = await run('single_transaction_lookup', { input_transaction: payment['id'] });
  expect([ids(found['card']), ids(found['merchant'])]).toEqual([[payment['card']], [payment['merchant']]]);
  expect(ids(found['holder'])).toHaveLength(1);
  const card = await run('single_card_lookup', { input_card: payment['card'], max_transactions: 1000 });
  expect(ids(card['transactions'])).toHaveLength(payer.get(payment['card'] ?? '')?.length ?? -1);
  const merchant = await run('single_merchant_lookup', {
    input_merchant: payment['merchant'],
    max_transactions: 5,
  });
  expect(ids(merchant['category'])).toEqual([payment['category']]);
  expect(ids(merchant['transactions'])).toHaveLength(5);
  const far = await run('shortest_path_length', {
    from_card: payment['card'],
    to_merchant: payment['merchant'],
  });
  expect(far['direct_transactions']).toBeGreaterThan(0);
  expect(far['shortest_path_length']).toBeGreaterThan(2);
});

it('links cards and merchants, ranks them, and stores features with payments', async () => {
  expect((await run('card_card_with_weights'))['inserted_edges']).toBeGreaterThan(100);
  expect((await run('merchant_merchant_with_weights'))['inserted_edges']).toBeGreaterThan(100);
  for (const name of ['tg_pagerank_wt_card', 'tg_pagerank_wt_merchant']) {
    const ranks = attribute((await run(name))['top'], 'pagerank') as number[];
    expect(ranks).toHaveLength(20);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    expect(ranks[0]).toBeGreaterThan(1.5);
  }
  expect((await run('tg_wcc_card'))['communities']).toBeGreaterThan(0);
  expect((await run('tg_louvain_merchant'))['communities']).toBeGreaterThan(1);
  for (const name of ['merchant_category_features', 'community_features', 'interval_features']) {
    let updated = 0;
    for (const part of [0, 1, 2])
      updated += Number((await run(name, { part, parts: 3 }))['updated_transactions']);
    expect(updated).toBe(payments.length);
  }
  const [payment = {}] = payments;
  const ofCategory = grouped(payments, 'category').get(payment['category'] ?? '') ?? [];
  const { payment: stored } = await run('single_transaction_lookup', { input_transaction: payment['id'] });
  expect(vertices(stored)[0]?.attributes).toMatchObject({
    mer_cat_cnt: ofCategory.length,
    outdegree: payer.get(payment['card'] ?? '')?.length,
  });
});

it('takes away what the queries put in', async () => {
  const before = await workspace.counts(GRAPH);
  const links = (before['Card_Card'] ?? 0) + (before['Merchant_Merchant'] ?? 0);
  expect(await run('delete_inserted_edges')).toEqual({
    deleted_links: links,
    deleted_communities: before['Community'],
  });
  expect(await workspace.counts(GRAPH)).toMatchObject({ Card_Card: 0, Merchant_Merchant: 0, Community: 0 });
});

it('has no query that is not tried here', () => {
  expect([...tried].sort()).toEqual([...kitOf('transaction-fraud').queries.keys()]);
});
