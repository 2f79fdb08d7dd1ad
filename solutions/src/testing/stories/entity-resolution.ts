import { components, setsOf, table, text, type Story, type Tables } from './story.ts';

const WEIGHTS: Readonly<Record<string, number>> = {
  email: 0.8,
  phone: 0.5,
  birth: 0.35,
  address: 0.3,
  name: 0.4,
};

/** Pairs of records by score: values that two to twenty records state add up. */
function scores(tables: Tables): Map<string, number> {
  const rows = table(tables, 'details').filter((row) => text(row, 'kind') in WEIGHTS);
  const holders = setsOf(
    rows.map((row) => [`${text(row, 'kind')} ${text(row, 'value')}`, text(row, 'entity')]),
  );
  const found = new Map<string, number>();
  for (const [value, records] of holders) {
    if (records.size > 20) continue;
    const sorted = [...records].sort();
    sorted.forEach((first, at) => {
      for (const second of sorted.slice(at + 1)) {
        const pair = `${first} ${second}`;
        found.set(pair, (found.get(pair) ?? 0) + (WEIGHTS[value.split(' ')[0] ?? ''] ?? 0));
      }
    });
  }
  return found;
}
const matches = (tables: Tables): (readonly [string, string])[] =>
  [...scores(tables)]
    .filter(([, score]) => score > 0.9999)
    .map(([pair]) => pair.split(' '))
    .map(([first = '', second = '']) => [first, second]);

const pairsOf = (sizes: Iterable<number>): number =>
  [...sizes].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
const sizesOf = (keys: readonly string[]): number[] =>
  [...Map.groupBy(keys, (key) => key).values()].map((all) => all.length);

export const entityResolution: Story = {
  names: {
    match_entities: ['"best":[{'],
    unify_entities: ['"component":"E90001","records":5'],
    golden_record: ['Flora', 'Florence', 'Marsh', '"records":5'],
    why_same: ['"links":4', 'E90003'],
    review_candidates: ['E90011', 'E90012'],
    match_quality: ['precision'],
    find_customer: ['E90003', 'E90004'],
    conflicting_customers: ['E90021'],
    households: ['E90011', 'E90012'],
    source_overlap: ['crm + shop'],
    common_values: ['+15559999999'],
    customer_graph: ['E90005', 'Same_As'],
  },
  computed: {
    match_entities: ({ matches: found, compared_pairs }, tables) => [
      [found, compared_pairs],
      [matches(tables).length, scores(tables).size],
    ],
    unify_entities: ({ customers }, tables) => {
      const joined = components(matches(tables));
      const all = table(tables, 'entities').map((row) => joined.get(text(row, 'id')) ?? text(row, 'id'));
      return [customers, new Set(all).size];
    },
    match_quality: ({ true_pairs, found_pairs, right_pairs }, tables) => {
      const joined = components(matches(tables));
      const keys = table(tables, 'entities').map((row) => ({
        customer: text(row, 'known_customer'),
        component: joined.get(text(row, 'id')) ?? text(row, 'id'),
      }));
      return [
        [true_pairs, found_pairs, right_pairs],
        [
          pairsOf(sizesOf(keys.map(({ customer }) => customer))),
          pairsOf(sizesOf(keys.map(({ component }) => component))),
          pairsOf(sizesOf(keys.map(({ customer, component }) => `${customer} ${component}`))),
        ],
      ];
    },
  },
};
