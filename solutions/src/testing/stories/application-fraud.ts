import { grouped } from '../csv.ts';
import { byId, components, ids, number, setsOf, table, text, type Story, type Tables } from './story.ts';

const STRONG = new Set(['ssn', 'phone', 'device', 'ip', 'bank']);
const stated = (tables: Tables, kind: string) =>
  table(tables, 'details').filter((row) => text(row, 'kind') === kind);

export const applicationFraud: Story = {
  names: {
    tg_wcc_application: ['APP92011', 'APP93011'],
    synthetic_identities: ['999000001', 'APP91016'],
    stolen_identities: ['APP94011', 'APP95011'],
    shared_devices: ['RING0001'],
    velocity: ['10.252.0.1'],
    shared_bank_accounts: ['BA700000001'],
    risk_by_neighbours: ['APP9'],
    dealer_risk: ['"dealers":[{"v_id":"D0001"'],
    similar_applications: ['APP92012'],
    network_of_application: ['APP92016', 'RING0001'],
    shortest_path: ['RING0001'],
    tg_pagerank_detail: ['10.253.0.1'],
  },
  computed: {
    synthetic_identities: ({ numbers }, tables) => {
      const born = new Map(table(tables, 'applicants').map((row) => [text(row, 'id'), text(row, 'dob')]));
      const births = setsOf(
        stated(tables, 'ssn').map((row) => [text(row, 'value'), born.get(text(row, 'applicant')) ?? '']),
      );
      const shared = [...births].filter(([, dates]) => dates.size >= 3).map(([id]) => id);
      return [ids(numbers).sort(), shared.sort()];
    },
    velocity: ({ lines }, tables) => {
      const times = new Map(
        table(tables, 'applications').map((row) => [text(row, 'id'), number(row, 'unix_time')]),
      );
      const most = [...grouped(stated(tables, 'ip'), 'value')].map(([line, rows]) => {
        const all = rows.map((row) => times.get(text(row, 'application')) ?? 0);
        return [
          line,
          Math.max(...all.map((from) => all.filter((at) => at >= from && at - from <= 7200).length)),
        ] as const;
      });
      return [byId(lines, 'within_time'), Object.fromEntries(most.filter(([, count]) => count >= 5))];
    },
    tg_wcc_application: ({ groups }, tables) => {
      const links = table(tables, 'details')
        .filter((row) => STRONG.has(text(row, 'kind')))
        .map((row) => [text(row, 'application'), `${text(row, 'kind')} ${text(row, 'value')}`] as const);
      const found = components(links);
      const sizes = Map.groupBy(
        table(tables, 'applications').map((row) => found.get(text(row, 'id')) ?? ''),
        (id) => id,
      );
      const large = [...sizes].map(([id, all]) => [id, all.length] as const).filter(([, size]) => size >= 4);
      const told = (groups as { com_id: string; applications: number }[]).map((each) => [
        each.com_id,
        each.applications,
      ]);
      return [Object.fromEntries(told), Object.fromEntries(large)];
    },
  },
};
