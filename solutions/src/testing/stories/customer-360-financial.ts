import { grouped } from '../csv.ts';
import { byId, number, table, text, type Story } from './story.ts';

const rounded = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value).toFixed(6)]));

export const customer360Financial: Story = {
  names: {
    customer_journey: ['campaign responded', 'CMP001', 'CMP003'],
    similar_contacts: ['CON000'],
    similar_customers: ['ACC00'],
    cross_sell: ['treasury'],
    group_exposure: ['ACC0006'],
    campaign_attribution: ['CMP001', 'CMP003'],
    winning_pairs: ['CMP001 > CMP003'],
    churn_risk: ['ACC0010'],
    influential_contacts: ['CON00001'],
    introduction: ['ADV002', 'CON00001'],
    lead_sources: ['referral'],
    tg_wcc_account: ['"firms":6'],
    tg_pagerank_contact: ['CON00001'],
  },
  computed: {
    group_exposure: ({ members }, tables) => {
      const owned = grouped(table(tables, 'ownership'), 'owner');
      const shares: Record<string, number> = {};
      const own = (id: string, share: number): void => {
        shares[id] = (shares[id] ?? 0) + share;
        for (const row of owned.get(id) ?? []) own(text(row, 'owned'), share * number(row, 'share'));
      };
      own('ACC0001', 1);
      return [rounded(byId(members, 'effective_share')), rounded(shares)];
    },
    winning_pairs: ({ pairs }, tables) => {
      const answered = grouped(
        table(tables, 'members').filter((row) => text(row, 'status') === 'responded'),
        'contact',
      );
      const decided: Record<string, [number, number]> = {};
      for (const deal of table(tables, 'opportunities')) {
        const won = text(deal, 'stage') === 'won';
        if (!won && text(deal, 'stage') !== 'lost') continue;
        const touches = answered.get(text(deal, 'contact')) ?? [];
        for (const first of touches) {
          for (const second of touches) {
            const times = [first, second, deal].map((row) => number(row, 'unix_time'));
            if (!times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0))) continue;
            const [count, wins] = (decided[`${text(first, 'campaign')} > ${text(second, 'campaign')}`] ??= [
              0, 0,
            ]);
            decided[`${text(first, 'campaign')} > ${text(second, 'campaign')}`] = [
              count + 1,
              wins + (won ? 1 : 0),
            ];
          }
        }
      }
      const found = (pairs as { pair: string; decided: number; won: number }[]).map((each) => [
        each.pair,
        [each.decided, each.won],
      ]);
      return [
        Object.fromEntries(found),
        Object.fromEntries(Object.entries(decided).filter(([, [count]]) => count >= 20)),
      ];
    },
    lead_sources: ({ sources }, tables) => {
      const converted = table(tables, 'leads').filter((row) => text(row, 'status') === 'converted');
      const counts = [...grouped(converted, 'source')].map(([source, rows]) => [source, rows.length]);
      return [byId(sources, 'converted'), Object.fromEntries(counts)];
    },
  },
};
