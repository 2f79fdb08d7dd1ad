/**
 * Customers of a bank as they are checked (know your customer): persons and firms, documents, owners, accounts and a
 * sanctions list. Planted: a listed man with four identities (`P90001` to `P90004`), who owns a firm over two others
 * (`P91001`), owners in a circle (`P92001` to `P92003`), a mail drop with many firms, a document of two people, and an
 * honest man of a listed name (`P93001`).
 */
import { dateTime, midnight } from './calendar.ts';
import { dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits } from './ids.ts';
import { personOf, type Person } from './persons.ts';
import { Chance } from './random.ts';
import { mistyped, soundOf } from './records.ts';
import { LAST_NAMES, STREETS } from './words.ts';

type Row = readonly (string | number)[];

const COUNTRIES = ['US', 'US', 'US', 'GB', 'DE', 'FR', 'CY', 'PA'];
const LISTS = ['sanctions', 'sanctions', 'politically_exposed'];
const DROP = '1 Harbor Court Suite 100 Westport 10000';

const dayOf = (seconds: number): string => dateTime(seconds).slice(0, 10);

class Files {
  readonly parties: Row[] = [];
  readonly details: Row[] = [];
  readonly owners: Row[] = [];
  readonly accounts: Row[] = [];
  readonly watchlist: Row[] = [];
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  person(id: string, person: Person, document: string, country = this.#chance.pick(COUNTRIES)): void {
    const onboarded = dateTime(midnight(-this.#chance.int(1, 2500)));
    this.parties.push([id, `${person.first} ${person.last}`, 'person', country, onboarded]);
    const kind = this.#chance.pick(['passport', 'national_id', 'driving_licence']);
    this.details.push(
      [id, 'name', soundOf(person.first, person.last), ''],
      [id, 'birth', dayOf(person.born), ''],
      [id, 'id', document, kind],
    );
    this.details.push(
      [id, 'phone', person.phone, ''],
      [id, 'email', person.email, ''],
      [id, 'address', `${person.street} ${person.city} ${person.zipcode}`, ''],
    );
    this.account(id);
  }

  firm(id: string, address: string, country = this.#chance.pick(COUNTRIES)): void {
    const name = `${this.#chance.pick(LAST_NAMES)} ${this.#chance.pick(STREETS)} Ltd`;
    this.parties.push([id, name, 'company', country, dateTime(midnight(-this.#chance.int(1, 2500)))]);
    this.details.push([id, 'address', address, ''], [id, 'id', `REG${id.slice(1)}`, 'register']);
    this.account(id);
  }

  account(party: string): void {
    this.accounts.push([
      `AC${digits(this.accounts.length + 1, 6)}`,
      party,
      Math.round(this.#chance.around(15_000, 1.2)),
      dateTime(midnight(-this.#chance.int(0, 2000))),
    ]);
  }

  listed(id: string, person: Person, list: string): void {
    this.watchlist.push([
      id,
      `${person.first} ${person.last}`,
      list,
      soundOf(person.first, person.last),
      dayOf(person.born),
    ]);
  }
}

function plant(files: Files, chance: Chance): void {
  const man: Person = { ...personOf(chance, 990_001), first: 'Odin', last: 'Sable' };
  files.person('P90001', man, 'DOC9000001', 'CY');
  // Three more identities: each shares two things with one that came before.
  files.person(
    'P90002',
    { ...man, first: 'Odinn', email: 'o.sable@example.com', street: '4 Quarry Way', city: 'Easthaven' },
    'DOC9000002',
    'PA',
  );
  files.person(
    'P90003',
    { ...man, first: 'Adam', last: 'Stone', email: 'o.sable@example.com', phone: '+15557770001' },
    'DOC9000003',
    'PA',
  );
  files.person(
    'P90004',
    {
      ...man,
      first: 'Adam',
      last: 'Stonne',
      phone: '+15557770001',
      email: 'a.stone@example.com',
      street: '8 Salt Road',
    },
    'DOC9000004',
    'GB',
  );
  files.listed('W00001', man, 'sanctions');
  // He owns a firm over two others, each time under another identity.
  for (const id of ['P91001', 'P91002', 'P91003']) files.firm(id, DROP, 'CY');
  files.owners.push(
    ['P91002', 'P91001', 0.6],
    ['P91003', 'P91001', 0.4],
    ['P90002', 'P91002', 0.5],
    ['P90003', 'P91003', 1],
    ['P00012', 'P91002', 0.5],
  );
  for (const id of ['P92001', 'P92002', 'P92003']) files.firm(id, DROP, 'PA');
  files.owners.push(['P92001', 'P92002', 1], ['P92002', 'P92003', 1], ['P92003', 'P92001', 1]);
  const honest: Person = { ...personOf(chance, 990_031), first: 'Vito', last: 'Kemp' };
  files.person('P93001', honest, 'DOC9000031', 'US');
  files.listed('W00002', { ...honest, born: honest.born - 12 * 31_557_600 }, 'sanctions');
  const borrowed = personOf(chance, 990_041);
  files.person('P94001', borrowed, 'DOC9000041', 'US');
  files.person('P94002', personOf(chance, 990_042), 'DOC9000041', 'US');
}

/** @param scale 1 gives 6,000 parties, of which one in six is a firm */
export function entityResolutionKycData(seed: number, scale: number): GeneratedFile[] {
  const chance = new Chance(seed, 'parties');
  const files = new Files(chance);
  plant(files, chance);
  const count = Math.round(6000 * scale);
  for (let at = 1; at <= count; at++) {
    const id = `P${digits(at, 5)}`;
    const person = personOf(chance, 2 * at);
    if (at % 6 === 5) {
      files.firm(id, at % 60 === 5 ? DROP : `${person.street} ${person.city} ${person.zipcode}`);
      // Persons before it own it; one in five belongs to the firm before.
      const above = at > 12 && chance.happens(0.2) ? at - 6 : at - 1;
      files.owners.push([`P${digits(above, 5)}`, id, chance.happens(0.5) ? 1 : 0.7]);
      continue;
    }
    files.person(id, person, `DOC${digits(at, 7)}`);
    // Some opened a second account under a name that was written in another way.
    if (chance.happens(0.06)) {
      const again = {
        ...person,
        first: mistyped(chance, person.first),
        ...(chance.happens(0.5) ? { email: `second.${person.email}` } : {}),
      };
      files.person(`P5${digits(at, 5)}`, again, `DOC5${digits(at, 6)}`);
    }
  }
  for (let at = 3; at <= Math.round(400 * scale) + 2; at++)
    files.listed(`W${digits(at, 5)}`, personOf(chance, 2_000_000 + at), chance.pick(LISTS));
  return [
    dataFileOf('parties', ['id', 'name', 'kind', 'country', 'onboarded_at'], files.parties),
    dataFileOf('details', ['party', 'kind', 'value', 'note'], files.details),
    dataFileOf('owners', ['owner', 'owned', 'share'], files.owners),
    dataFileOf('accounts', ['id', 'party', 'balance', 'opened_at'], files.accounts),
    dataFileOf('watchlist', ['id', 'name', 'list', 'name_sound', 'birth_date'], files.watchlist),
  ];
}
