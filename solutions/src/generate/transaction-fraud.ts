/**
 * Card payments of one year with planted fraud: rings that share devices and test stolen cards with bursts of small
 * amounts before a large one, identities made up around one document, and merchants that collude with a circle of
 * cards. Planted payments are marked `is_fraud`. The full size has the people, cards, merchants and fraud of the sample
 * with the same ids, and seven times as many honest ones around them.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { dateTime, midnight, Rhythm } from './calendar.ts';
import { dataFile, dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits, planted } from './ids.ts';
import { Chance, Weighted, zipf } from './random.ts';
import { FIRST_NAMES, LAST_NAMES, PLACES, STATES, STREET_KINDS, STREETS } from './words.ts';

/** Category, its parent, the median of its amounts in dollars, their spread, and its frequency. */
const CATEGORIES = [
  ['grocery', 'shopping', 42, 0.7, 22],
  ['clothing', 'shopping', 58, 0.8, 8],
  ['electronics', 'shopping', 160, 0.9, 4],
  ['jewelry', 'shopping', 240, 0.9, 1],
  ['gift_cards', 'online', 35, 0.6, 3],
  ['online_retail', 'online', 47, 0.9, 14],
  ['streaming', 'online', 13, 0.3, 5],
  ['restaurant', 'leisure', 28, 0.6, 15],
  ['cinema', 'leisure', 24, 0.5, 3],
  ['gym', 'leisure', 45, 0.4, 2],
  ['fuel', 'transport', 46, 0.4, 9],
  ['taxi', 'transport', 19, 0.6, 4],
  ['airline', 'transport', 310, 0.7, 2],
  ['pharmacy', 'household', 22, 0.7, 5],
  ['furniture', 'household', 190, 0.9, 1],
  ['utilities', 'household', 95, 0.5, 2],
] as const;

const CARD_TYPES = ['credit', 'credit', 'debit', 'debit', 'debit', 'prepaid'];
const ID_TYPES = ['passport', 'driving_licence', 'national_id'];

const DAYTIME = new Rhythm(
  [0.92, 0.88, 0.96, 0.97, 1, 1, 0.98, 1, 0.99, 1.02, 1.12, 1.3],
  [0.85, 0.92, 0.94, 0.97, 1.02, 1.22, 1.15],
  [6, 3, 2, 2, 3, 6, 14, 28, 40, 46, 52, 62, 72, 64, 56, 56, 64, 78, 82, 70, 54, 38, 24, 12],
);

interface Party {
  readonly id: string;
  readonly name: string;
  readonly business: boolean;
  readonly born: number;
  readonly household: number;
  fraud: boolean;
  readonly cards: number[];
}

/** A link of a party to a phone, address of a network, device or document. */
type Detail = readonly [party: string, kind: string, value: string, note: string];

interface People {
  readonly parties: Party[];
  readonly addresses: (readonly [address: string, zipcode: string, city: string])[];
  readonly places: readonly (readonly [zipcode: string, city: string, population: number, state: string])[];
  readonly details: Detail[];
}

/** Households or payments that are made without a pause: the process has other work too. */
const EACH_TURN = 2_000;

/** Above every index of a payment: a second of the year and an index are one exact number. */
const MOST_PAYMENTS = 2 ** 25;

/** Times that people, cards, merchants and payments of the sample are in the full size. */
const FULL = 8;

/** Parties, merchants or cards of one data set. The planted fraud is among the first `sample` of them. */
interface Count {
  readonly sample: number;
  readonly all: number;
}

function countOf(atScaleOne: number, scale: number, full: boolean): Count {
  const sample = Math.round(atScaleOne * scale);
  return { sample, all: full ? sample * FULL : sample };
}

function placesOf(seed: number, scale: number): People['places'] {
  const chance = new Chance(seed, 'places');
  const count = Math.min(PLACES.length, Math.max(12, Math.round(90 * scale)));
  return PLACES.slice(0, count).flatMap((city, rank) => {
    const population = Math.round(chance.around(1_200_000 / (rank + 1) ** 0.9, 0.2));
    const state = chance.pick(STATES);
    const zipcodes = Math.min(8, 1 + Math.floor(population / 60_000));
    return Array.from(
      { length: zipcodes },
      (_, i) => [digits(10_000 + rank * 100 + i, 5), city, population, state] as const,
    );
  });
}

/** Adds people in households, who share an address and at times a phone, a device or a line, until there are `count`. */
async function addPeople(
  chance: Chance,
  people: People,
  hubs: readonly string[],
  count: number,
): Promise<void> {
  const { parties, addresses, places, details } = people;
  const byPopulation = new Weighted(places.map(([, , population]) => population));
  const businesses = parties.length + businessesOf(count - parties.length);

  while (parties.length < count) {
    const [zipcode = '', city = ''] = places[byPopulation.draw(chance)] ?? [];
    const household = addresses.length;
    if (household % EACH_TURN === 0) await turn();
    const street = `${chance.pick(STREETS)} ${chance.pick(STREET_KINDS)}`;
    // The number of the address in the list keeps two of one street apart.
    addresses.push([`${1 + household} ${street} ${city} ${zipcode}`, zipcode, city]);
    const business = parties.length < businesses;
    const size = business ? 1 : Math.min(count - parties.length, chance.pick([1, 1, 1, 2, 2, 2, 3, 4]));
    const family = chance.pick(LAST_NAMES);
    const line = `10.${(household >> 16) & 127}.${(household >> 8) & 255}.${household & 255}`;
    for (let member = 0; member < size; member++) {
      const at = parties.length;
      const id = `P${digits(at + 1, 6)}`;
      const first = chance.pick(FIRST_NAMES);
      const name = business ? `${family} and ${chance.pick(LAST_NAMES)} ${at + 1}` : `${first} ${family}`;
      const born = Math.floor(Date.UTC(chance.int(1945, 2006), chance.int(0, 11), chance.int(1, 28)) / 1000);
      parties.push({ id, name, business, born, household, fraud: false, cards: [] });
      const sharesPhone = member > 0 && chance.happens(0.25);
      details.push([id, 'phone', `+1555${digits(sharesPhone ? at - member : at, 7)}`, '']);
      details.push([id, 'email', `${name.toLowerCase().replaceAll(' ', '.')}.${at + 1}@example.com`, '']);
      details.push([id, 'id', `D${digits(at + 1, 7)}`, business ? 'company' : chance.pick(ID_TYPES)]);
      details.push([id, 'ip', line, 'false']);
      if (chance.happens(0.08)) details.push([id, 'ip', chance.pick(hubs), 'false']);
      const device = member > 0 && chance.happens(0.3) ? at - member : at;
      details.push([id, 'device', `DEV${digits(device, 7)}`, 'false']);
      if (chance.happens(0.35)) details.push([id, 'device', `MOB${digits(at, 7)}`, 'false']);
    }
  }
}

/** Of some parties, the first are businesses. */
const businessesOf = (parties: number): number => Math.round(parties * 0.12);

/** Returns all people, and the members of the rings that share a device. */
async function peopleOf(seed: number, scale: number, count: Count) {
  const chance = new Chance(seed, 'people');
  const people: People = { parties: [], addresses: [], places: placesOf(seed, scale), details: [] };
  const hubs = Array.from({ length: planted(20, scale, 2) }, (_, i) => `10.200.0.${i + 1}`);
  await addPeople(chance, people, hubs, count.sample);
  const deviceRings = plantRings(seed, scale, people);
  await addPeople(chance, people, hubs, count.all);
  return { people, deviceRings };
}

/** Persons who are in no planted ring yet, marked as fraud. */
function recruit(chance: Chance, parties: readonly Party[], from: number, size: number): number[] {
  const chosen: number[] = [];
  while (chosen.length < size) {
    const at = chance.int(from, parties.length - 1);
    const party = parties[at];
    if (party === undefined || party.fraud) continue;
    party.fraud = true;
    chosen.push(at);
  }
  return chosen;
}

/** Returns the members of the rings that share a device. */
function plantRings(seed: number, scale: number, { parties, details }: People): number[][] {
  const chance = new Chance(seed, 'rings');
  const businesses = businessesOf(parties.length);
  const rings = Array.from({ length: planted(14, scale, 2) }, (_, ring) => {
    const members = recruit(chance, parties, businesses, chance.int(5, 8));
    for (const member of members) {
      const id = parties[member]?.id ?? '';
      details.push([id, 'device', `RING${digits(ring + 1, 4)}`, String(ring % 4 === 0)]);
      details.push([id, 'ip', `10.250.${ring >> 8}.${ring & 255}`, String(ring % 4 === 0)]);
    }
    return members;
  });
  for (let group = 0; group < planted(8, scale, 1); group++) {
    for (const member of recruit(chance, parties, businesses, chance.int(4, 6))) {
      const id = parties[member]?.id ?? '';
      details.push([id, 'id', `S${digits(group + 1, 7)}`, 'national_id']);
      details.push([id, 'phone', `+1556${digits(group + 1, 7)}`, '']);
    }
  }
  return rings;
}

/** Businesses that merchants of the sample belong to, and those of the other merchants. */
interface Owners {
  readonly sample: readonly Party[];
  readonly others: readonly Party[];
}

interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly category: number;
  readonly party: string;
}

function merchantsOf(seed: number, scale: number, count: Count, owners: Owners) {
  const chance = new Chance(seed, 'merchants');
  const byFrequency = new Weighted(CATEGORIES.map(([, , , , weight]) => weight));
  const colluding = chance.distinct(planted(8, scale, 2), count.sample);
  const merchants = Array.from({ length: count.all }, (_, at): Merchant => {
    const category = byFrequency.draw(chance);
    const name = `${chance.pick(STREETS)} ${CATEGORIES[category]?.[0].replaceAll('_', ' ') ?? ''} ${at + 1}`;
    // Those that collude have one owner, pair by pair.
    const pair = colluding.indexOf(at);
    const own = at < count.sample ? owners.sample : owners.others;
    const owner = pair < 0 ? chance.pick(own) : own[pair >> 1];
    if (owner !== undefined && pair >= 0) owner.fraud = true;
    return { id: `M${digits(at + 1, 5)}`, name, category, party: owner?.id ?? '' };
  });
  return { merchants, colluding };
}

const cardNumber = (at: number): string => `9000${digits(at * 7 + 11, 12)}`;

/** Payments as numbers; texts are made when the file is written. */
interface Payments {
  readonly times: number[];
  readonly cards: number[];
  readonly merchants: number[];
  readonly cents: number[];
  readonly fraud: number[];
}

interface Stage {
  readonly parties: readonly Party[];
  readonly deviceRings: readonly (readonly number[])[];
  readonly cards: Count;
  readonly merchants: readonly Merchant[];
  readonly merchantsOfSample: number;
  readonly colluding: readonly number[];
}

async function paymentsOf(seed: number, scale: number, count: number, stage: Stage): Promise<Payments> {
  const { merchants, merchantsOfSample, colluding, cards } = stage;
  const chance = new Chance(seed, 'payments');
  const payments: Payments = { times: [], cards: [], merchants: [], cents: [], fraud: [] };
  const add = (time: number, card: number, merchant: number, cents: number, fraud: 0 | 1): void => {
    payments.times.push(time);
    payments.cards.push(card);
    payments.merchants.push(merchant);
    payments.cents.push(Math.max(50, Math.round(cents)));
    payments.fraud.push(fraud);
  };
  const usualCents = (merchant: number): number => {
    const [, , median = 0, spread = 0] = CATEGORIES[merchants[merchant]?.category ?? 0] ?? [];
    return chance.around(median * 100, spread);
  };

  /** Small amounts that test a card, one every few minutes at night, then a large one. */
  const online = merchants
    .slice(0, merchantsOfSample)
    .flatMap(({ category }, at) =>
      CATEGORIES[category]?.[1] === 'online' && !colluding.includes(at) ? [at] : [],
    );
  for (const ring of stage.deviceRings) {
    // A ring does its work within some days, at the same few shops.
    const firstDay = chance.int(20, 330);
    const shops = Array.from({ length: 3 }, () => chance.pick(online));
    for (const card of ring.flatMap((member) => stage.parties[member]?.cards ?? [])) {
      for (let burst = chance.int(1, 2); burst > 0; burst--) {
        let time = midnight(firstDay + chance.int(0, 6)) + 3600 + chance.int(0, 9000);
        for (let small = chance.int(6, 10); small > 0; small--) {
          add(time, card, chance.pick(shops), chance.int(100, 490), 1);
          time += chance.int(40, 400);
        }
        add(time, card, chance.pick(shops), chance.int(90_000, 400_000), 1);
      }
    }
  }
  /** Round amounts, again and again, from one circle of cards. */
  const circles = colluding.map((merchant) => ({ merchant, circle: chance.distinct(12, cards.sample) }));
  for (const { merchant, circle } of circles) {
    for (const card of circle) {
      for (let visit = chance.int(5, 9); visit > 0; visit--) {
        add(DAYTIME.moment(chance), card, merchant, chance.int(8, 30) * 5000, 1);
      }
    }
  }
  /** Cards that were stolen: one or two payments out of the ordinary. */
  for (let theft = planted(150, scale, 5); theft > 0; theft--) {
    const merchant = chance.int(0, merchantsOfSample - 1);
    add(
      DAYTIME.moment(chance),
      chance.int(0, cards.sample - 1),
      merchant,
      usualCents(merchant) * 9 + 30_000,
      1,
    );
  }

  // A merchant of the sample is met as often among all of them as among those of the sample.
  const ofSample = zipf(merchantsOfSample, 1, 6);
  const byRank = new Weighted(
    Float64Array.from({ length: merchants.length }, (_, at) => ofSample[at % merchantsOfSample] ?? 0),
  );
  const byUse = new Weighted(Float64Array.from({ length: cards.all }, () => chance.around(1, 0.8)));
  const favourites = Array.from({ length: cards.all }, () =>
    Array.from({ length: 6 }, () => byRank.draw(chance)),
  );
  for (let left = count - payments.times.length; left > 0; left--) {
    if (left % EACH_TURN === 0) await turn();
    const card = byUse.draw(chance);
    const merchant = chance.happens(0.65) ? chance.pick(favourites[card] ?? []) : byRank.draw(chance);
    add(DAYTIME.moment(chance), card, merchant, usualCents(merchant), 0);
  }
  return payments;
}

/**
 * Cards of persons: everybody has one, some have more. Those of the sample belong to its people.
 * @param parties whose lists of cards are filled
 */
function cardsOf(seed: number, count: Count, parties: readonly Party[], partiesOfSample: number) {
  const chance = new Chance(seed, 'cards');
  const persons = parties.slice(0, partiesOfSample).filter((party) => !party.business);
  const others = parties.slice(partiesOfSample).filter((party) => !party.business);
  return Array.from({ length: count.all }, (_, at) => {
    const party =
      at < count.sample
        ? (persons[at] ?? chance.pick(persons))
        : (others[at - count.sample] ?? chance.pick(others));
    party.cards.push(at);
    return { number: cardNumber(at), type: chance.pick(CARD_TYPES), party };
  });
}

/** @param scale 1 gives 100,000 payments, and 800,000 in full size */
export async function transactionFraudData(
  seed: number,
  scale: number,
  full: boolean,
): Promise<GeneratedFile[]> {
  const partyCount = countOf(8000, scale, full);
  const merchantCount = countOf(2000, scale, full);
  const cardCount = countOf(10_000, scale, full);
  const { people, deviceRings } = await peopleOf(seed, scale, partyCount);
  const { parties } = people;
  const { merchants, colluding } = merchantsOf(seed, scale, merchantCount, {
    sample: parties.slice(0, partyCount.sample).filter(({ business }) => business),
    others: parties.slice(partyCount.sample).filter(({ business }) => business),
  });
  const cards = cardsOf(seed, cardCount, parties, partyCount.sample);
  const payments = await paymentsOf(seed, scale, countOf(100_000, scale, full).all, {
    parties,
    deviceRings,
    cards: cardCount,
    merchants,
    merchantsOfSample: merchantCount.sample,
    colluding,
  });
  // By time; at one time in the order in which they were made.
  const keys = Float64Array.from(
    payments.times,
    (time, at) => (time - midnight(0)) * MOST_PAYMENTS + at,
  ).sort();
  const order = Uint32Array.from(keys, (key) => key % MOST_PAYMENTS);
  function* transactionRows() {
    for (const [at, row] of order.entries()) {
      const time = payments.times[row] ?? 0;
      const merchant = merchants[payments.merchants[row] ?? 0];
      yield [
        `T${digits(at + 1, 8)}`,
        dateTime(time),
        time,
        ((payments.cents[row] ?? 0) / 100).toFixed(2),
        payments.fraud[row] ?? 0,
        cards[payments.cards[row] ?? 0]?.number ?? '',
        merchant?.id ?? '',
        CATEGORIES[merchant?.category ?? 0]?.[0] ?? '',
      ];
    }
  }
  const genders = new Chance(seed, 'genders');
  return [
    dataFileOf(
      'categories',
      ['category', 'parent'],
      CATEGORIES.map(([category, parent]) => [category, parent]),
    ),
    dataFileOf('places', ['zipcode', 'city', 'population', 'state'], people.places),
    dataFileOf('addresses', ['address', 'zipcode', 'city'], people.addresses),
    dataFileOf(
      'parties',
      ['id', 'name', 'party_type', 'gender', 'dob', 'is_fraud', 'created_at', 'address'],
      parties.map((party) => [
        party.id,
        party.name,
        party.business ? 'business' : 'person',
        party.business ? '' : genders.pick(['F', 'M']),
        dateTime(party.born),
        party.fraud ? 1 : 0,
        dateTime(midnight(-genders.int(1, 2500))),
        people.addresses[party.household]?.[0] ?? '',
      ]),
    ),
    dataFileOf('party_details', ['party', 'kind', 'value', 'note'], people.details),
    dataFileOf(
      'cards',
      ['card_number', 'is_fraud', 'card_type', 'party'],
      cards.map(({ number, type, party }) => [number, party.fraud ? 1 : 0, type, party.id]),
    ),
    dataFileOf(
      'merchants',
      ['id', 'name', 'category', 'party'],
      merchants.map(({ id, name, category, party }) => [id, name, CATEGORIES[category]?.[0] ?? '', party]),
    ),
    dataFile(
      'transactions',
      ['id', 'transaction_time', 'unix_time', 'amount', 'is_fraud', 'card', 'merchant', 'category'],
      order.length,
      transactionRows,
    ),
  ];
}
