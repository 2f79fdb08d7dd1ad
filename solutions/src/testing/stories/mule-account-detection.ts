import { grouped } from '../csv.ts';
import { byId, hopsFrom, ids, number, setsOf, table, text, type Story } from './story.ts';

const HOUR = 3600;

export const muleAccountDetection: Story = {
  names: {
    pass_through_accounts: ['AC910101', 'AC910206'],
    blocked_accounts_nearby: ['AC910102', 'AC910202'],
    trace_money: ['AC910101', 'AC910100'],
    circular_transfers: ['AC930101'],
    structuring: ['AC920001'],
    collectors: ['AC910100', 'AC910200'],
    receiver_profile: ['AC910102'],
    average_money_of_neighbours: ['AC910103'],
    shortest_path: ['AC910102', 'AC910200'],
    mule_score: ['AC910101'],
    account_lookup: ['MULE001', 'AC910100'],
    tg_wcc_account: ['"accounts":6'],
    tg_pagerank_wt_account: ['business'],
  },
  computed: {
    pass_through_accounts: ({ accounts }, tables) => {
      const transfers = table(tables, 'transfers');
      const sent = grouped(transfers, 'from_account');
      const passed: Record<string, number> = {};
      for (const row of transfers.filter((each) => number(each, 'amount') >= 1000)) {
        for (const next of sent.get(text(row, 'to_account')) ?? []) {
          const wait = number(next, 'unix_time') - number(row, 'unix_time');
          const share = number(next, 'amount') / number(row, 'amount');
          if (wait <= 0 || wait > 12 * HOUR || share > 1 || share < 0.85) continue;
          passed[text(row, 'to_account')] = (passed[text(row, 'to_account')] ?? 0) + 1;
        }
      }
      return [
        byId(accounts, 'times'),
        Object.fromEntries(Object.entries(passed).filter(([, times]) => times >= 2)),
      ];
    },
    circular_transfers: ({ circles }, tables) => {
      const large = table(tables, 'transfers').filter((row) => number(row, 'amount') >= 10_000);
      const next = setsOf(large.map((row) => [text(row, 'from_account'), text(row, 'to_account')]));
      const lengths = [...next].flatMap(([id, receivers]) => {
        const hops = hopsFrom(receivers, (each) => next.get(each) ?? [], 5).get(id);
        return hops === undefined ? [] : [[id, hops + 1]];
      });
      return [byId(circles, 'circle_length'), Object.fromEntries(lengths)];
    },
    structuring: ({ senders }, tables) => {
      const below = table(tables, 'transfers').filter(
        (row) => number(row, 'amount') < 10_000 && number(row, 'amount') >= 9000,
      );
      const split = [...grouped(below, 'from_account')].filter(([, rows]) => {
        const times = rows.map((row) => number(row, 'unix_time'));
        return times.some((from) => times.filter((at) => at >= from && at - from <= 48 * HOUR).length >= 5);
      });
      return [ids(senders).sort(), split.map(([id]) => id).sort()];
    },
  },
};
