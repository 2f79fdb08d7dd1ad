/**
 * Records of customers from four systems, in which one person has up to four records: mistyped, moved, married, with
 * another phone. Planted: a woman whose five records (`E90001` to `E90005`) only a chain joins, twins (`E90011`,
 * `E90012`) and couples who are two customers, father and son of one name (`E90021`, `E90022`), and an office phone that
 * many state. `known_customer` is the truth, as a
 * clerk found it out.
 */
import { dateTime, midnight } from './calendar.ts';
import { dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits } from './ids.ts';
import { personOf, type Person } from './persons.ts';
import { Chance } from './random.ts';
import { mistyped, soundOf } from './records.ts';
import { LAST_NAMES } from './words.ts';

type Row = readonly (string | number)[];

const SOURCES = ['crm', 'shop', 'support', 'newsletter'];
const OFFICE = '+15559999999';

const addressOf = ({ street, city, zipcode }: Person): string => `${street} ${city} ${zipcode}`;

/** Records, and the values in them. */
class Records {
  readonly entities: Row[] = [];
  readonly values: Row[] = [];
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  add(
    id: string,
    source: string,
    person: Person,
    customer: string,
    has = { phone: true, email: true, address: true, birth: true },
  ): void {
    const created = dateTime(midnight(-this.#chance.int(0, 1500)) + this.#chance.int(0, 86_399));
    this.entities.push([id, source, person.first, person.last, created, customer]);
    const all: [string, string][] = [['name', soundOf(person.first, person.last)]];
    if (has.phone) all.push(['phone', person.phone]);
    if (has.email) all.push(['email', person.email]);
    if (has.address) all.push(['address', addressOf(person)], ['city', person.city]);
    if (has.birth) all.push(['birth', dateTime(person.born).slice(0, 10)]);
    for (const [kind, value] of all) this.values.push([id, kind, value]);
  }
}

/** The same person as another system has them. */
function changed(chance: Chance, person: Person, at: number): Person {
  const fresh = personOf(chance, at);
  return {
    ...person,
    ...(chance.happens(0.35) ? { first: mistyped(chance, person.first) } : {}),
    ...(chance.happens(0.2) ? { last: mistyped(chance, person.last) } : {}),
    ...(chance.happens(0.06) ? { last: chance.pick(LAST_NAMES) } : {}),
    ...(chance.happens(0.25) ? { phone: fresh.phone } : {}),
    ...(chance.happens(0.3) ? { email: fresh.email } : {}),
    ...(chance.happens(0.3) ? { street: fresh.street, city: fresh.city, zipcode: fresh.zipcode } : {}),
  };
}

function plant(records: Records, chance: Chance): void {
  const all = { phone: true, email: true, address: true, birth: true };
  // Each record shares with the next what the one after has changed.
  const first: Person = { ...personOf(chance, 990_001), first: 'Flora', last: 'Blythe' };
  const second: Person = { ...first, email: 'flora.blythe@example.com' };
  const married: Person = { ...second, last: 'Marsh', phone: '+15558880001' };
  const moved: Person = {
    ...married,
    email: 'flora.marsh@example.com',
    street: '9 Far Road',
    city: 'Redport',
    zipcode: '19999',
  };
  const abroad: Person = { ...moved, first: 'Florence', phone: '+15558880002' };
  records.add('E90001', 'crm', first, 'K90001', { ...all, birth: false });
  records.add('E90002', 'shop', second, 'K90001');
  records.add('E90003', 'support', married, 'K90001');
  records.add('E90004', 'newsletter', moved, 'K90001');
  records.add('E90005', 'crm', abroad, 'K90001');
  // Father and son of one name: the match goes too far.
  const father: Person = { ...personOf(chance, 990_021), first: 'Otto', last: 'Vance' };
  records.add('E90021', 'crm', father, 'K90021', { ...all, email: false });
  records.add('E90022', 'shop', { ...father, born: father.born + 25 * 31_557_600 }, 'K90022', {
    ...all,
    email: false,
  });
  const twin: Person = { ...personOf(chance, 990_011), first: 'Nico', last: 'Quill' };
  records.add('E90011', 'crm', twin, 'K90011');
  records.add(
    'E90012',
    'crm',
    { ...twin, first: 'Rosa', phone: '+15558880003', email: 'rosa.quill@example.com' },
    'K90012',
  );
}

/** @param scale 1 gives about 10,000 records of 5,600 customers */
export function entityResolutionData(seed: number, scale: number): GeneratedFile[] {
  const chance = new Chance(seed, 'records');
  const records = new Records(chance);
  plant(records, chance);
  const wanted = Math.round(10_000 * scale);
  let customers = 0;
  const add = (source: string, person: Person, customer: string): void => {
    const has = {
      phone: chance.happens(0.9),
      email: chance.happens(0.85),
      address: chance.happens(0.85),
      birth: chance.happens(0.8),
    };
    records.add(
      `E${digits(records.entities.length + 1, 5)}`,
      source,
      chance.happens(0.06) ? { ...person, phone: OFFICE } : person,
      customer,
      has,
    );
  };
  while (records.entities.length < wanted) {
    const person = personOf(chance, 2 * records.entities.length);
    const customer = `K${digits(++customers, 5)}`;
    const copies = chance.pick([1, 1, 1, 2, 2, 3, 4]);
    for (let copy = 0; copy < copies; copy++) {
      const written = copy === 0 ? person : changed(chance, person, 2 * records.entities.length + 1_000_000);
      add(SOURCES[copy] ?? 'crm', written, customer);
    }
    // A spouse: the same house and phone, another person.
    if (chance.happens(0.1)) {
      const { first, born, email } = personOf(chance, 2 * records.entities.length + 1);
      add('shop', { ...person, first, born, email }, `K${digits(++customers, 5)}`);
    }
  }
  return [
    dataFileOf(
      'entities',
      ['id', 'source', 'first_name', 'last_name', 'created_at', 'known_customer'],
      records.entities,
    ),
    dataFileOf('details', ['entity', 'kind', 'value'], records.values),
  ];
}
