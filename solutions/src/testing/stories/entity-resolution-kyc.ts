import { grouped } from '../csv.ts';
import { byId, ids, number, setsOf, table, text, type Story, type Tables } from './story.ts';

const stated = (tables: Tables, kind: string) =>
  table(tables, 'details').filter((row) => text(row, 'kind') === kind);

export const entityResolutionKyc: Story = {
  names: {
    match_parties: ['"best":[{'],
    unify_parties: ['"component":"P90001","parties":4'],
    screen_watchlist: ['P90001', 'P90003', 'P90004'],
    false_positives: ['P93001', 'W00002'],
    beneficial_owners: ['P90002', 'P90003', '"share":0.7'],
    circular_ownership: ['P92001'],
    exposure_to_list: ['P91002'],
    identity_profile: ['P90001', 'DOC9000003', '"accounts":4'],
    shared_documents: ['DOC9000041'],
    mail_drops: ['1 Harbor Court'],
    onboarding_check: ['P90004', 'W00001'],
    path_to_list: ['P91001', 'W00001', '"length":4'],
  },
  computed: {
    screen_watchlist: ({ hits }, tables) => {
      const names = new Map(stated(tables, 'name').map((row) => [text(row, 'party'), text(row, 'value')]));
      const listed = setsOf(
        table(tables, 'watchlist').map((row) => [text(row, 'name_sound'), text(row, 'birth_date')]),
      );
      const found = stated(tables, 'birth').filter((row) =>
        listed.get(names.get(text(row, 'party')) ?? '')?.has(text(row, 'value')),
      );
      return [ids(hits), found.map((row) => text(row, 'party')).sort()];
    },
    beneficial_owners: ({ owners }, tables) => {
      const above = grouped(table(tables, 'owners'), 'owned');
      const shares: Record<string, string> = {};
      const own = (id: string, share: number): void => {
        for (const row of above.get(id) ?? []) {
          const owner = text(row, 'owner');
          const part = share * number(row, 'share');
          shares[owner] = (Number(shares[owner] ?? 0) + part).toFixed(6);
          own(owner, part);
        }
      };
      own('P91001', 1);
      const told = Object.entries(byId(owners, 'share')).map(([id, share]) => [id, Number(share).toFixed(6)]);
      return [Object.fromEntries(told), shares];
    },
    shared_documents: ({ documents }, tables) => {
      const births = new Map(stated(tables, 'birth').map((row) => [text(row, 'party'), text(row, 'value')]));
      const used = setsOf(
        stated(tables, 'id').flatMap((row) => {
          const birth = births.get(text(row, 'party'));
          return birth === undefined ? [] : [[text(row, 'value'), birth] as const];
        }),
      );
      return [
        ids(documents).sort(),
        [...used]
          .filter(([, all]) => all.size > 1)
          .map(([id]) => id)
          .sort(),
      ];
    },
  },
};
