/**
 * Applications for credit in one year with planted fraud: synthetic identities that share a national number and grow
 * around one address, a ring that applies from one device under many names, velocity in one night, a dealer whose
 * applicants never pay, and a stolen identity. Planted applications have numbers of their own (`APP91…` to `APP95…`).
 */
import { dateTime, midnight, Rhythm } from './calendar.ts';
import { dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits, planted } from './ids.ts';
import { personOf, type Person } from './persons.ts';
import { Chance, Weighted, zipf } from './random.ts';
import { LAST_NAMES, STREETS } from './words.ts';

type Row = (string | number)[];

const DAYTIME = new Rhythm(
  [1, 1, 1.05, 1, 1, 1, 0.9, 0.85, 1, 1.05, 1.1, 1],
  [0.5, 1.1, 1.1, 1, 1, 1.1, 0.9],
  [1, 1, 1, 1, 1, 2, 5, 12, 22, 30, 32, 30, 28, 28, 28, 27, 26, 26, 25, 22, 18, 10, 4, 2],
);
const PRODUCTS = ['credit_card', 'personal_loan', 'car_loan', 'account'];

/** Details stated by an application; everything can be shared with others. */
interface Stated {
  readonly ssn: string;
  readonly phone: string;
  readonly email: string;
  readonly device: string;
  readonly ip: string;
  readonly address: string;
  readonly bank: string;
}

class Desk {
  readonly applicants: Row[] = [];
  readonly applications: { time: number; row: Row }[] = [];
  readonly details: Row[] = [];
  readonly dealers: Row[] = [];
  readonly #chance: Chance;

  constructor(seed: number, dealers: number) {
    this.#chance = new Chance(seed, 'desk');
    for (let at = 1; at <= dealers; at++) {
      this.dealers.push([
        `D${digits(at, 4)}`,
        `${this.#chance.pick(LAST_NAMES)} ${this.#chance.pick(STREETS)} Motors`,
      ]);
    }
  }

  person(): Person {
    return personOf(this.#chance, this.applicants.length);
  }

  /** An applicant with an application; both get the details. */
  apply(
    id: string,
    person: Person,
    stated: Partial<Stated>,
    time: number,
    dealer: string,
    fraud: 0 | 1,
  ): void {
    const at = this.applicants.length;
    const applicant = `P${id.slice(3)}`;
    this.applicants.push([applicant, `${person.first} ${person.last}`, dateTime(person.born)]);
    const all: Stated = {
      ssn: `900${digits(at, 6)}`,
      phone: person.phone,
      email: person.email,
      device: `DEV${digits(at, 6)}`,
      ip: `10.${(at >> 14) & 127}.${(at >> 6) & 255}.${at & 63}`,
      address: `${person.street} ${person.city} ${person.zipcode}`,
      bank: `BA${digits(at * 7 + 3, 9)}`,
      ...stated,
    };
    for (const [kind, value] of Object.entries(all)) this.details.push([id, applicant, kind, String(value)]);
    const amount = Math.round(this.#chance.around(9000, 0.7));
    const income = Math.round(this.#chance.around(fraud === 1 ? 90_000 : 42_000, 0.4));
    const approved = fraud === 1 ? this.#chance.happens(0.7) : this.#chance.happens(0.6);
    const known = fraud === 1 && this.#chance.happens(0.5);
    const status = approved
      ? known || this.#chance.happens(0.015)
        ? 'charged_off'
        : 'approved'
      : 'declined';
    this.applications.push({
      time,
      row: [
        id,
        applicant,
        this.#chance.pick(PRODUCTS),
        amount,
        income,
        status,
        fraud,
        dateTime(time),
        time,
        dealer,
      ],
    });
  }
}

/** Five to seven applications each that share what honest people do not; the first of each is charged off. */
function plantRings(desk: Desk, chance: Chance, scale: number, dealers: number): void {
  for (let ring = 1; ring <= planted(14, scale, 2); ring++) {
    const start = midnight(15 + ((ring * 29) % 300)) + 10 * 3600;
    // Synthetic identities: one national number, and one address for each two.
    for (let at = 1; at <= 6; at++) {
      const address = `${ring * 100 + Math.ceil(at / 2)} Hollow Street Northport 10999`;
      desk.apply(
        `APP91${digits(ring, 2)}${at}`,
        desk.person(),
        { ssn: `999${digits(ring, 6)}`, address },
        start + at * 9 * 86_400,
        'D0002',
        1,
      );
    }
    // One device and one line under many names, the phones in a chain: each shares one with the next.
    for (let at = 1; at <= 6; at++) {
      const phone = `+1559${digits(ring * 10 + Math.ceil(at / 2), 7)}`;
      desk.apply(
        `APP92${digits(ring, 2)}${at}`,
        desk.person(),
        { device: `RING${digits(ring, 4)}`, ip: `10.251.0.${ring}`, phone },
        start + at * 2 * 86_400,
        `D${digits(chance.int(3, dealers), 4)}`,
        1,
      );
    }
    // Many applications of one line within one night, all paid to one account.
    for (let at = 1; at <= 8; at++) {
      desk.apply(
        `APP93${digits(ring, 2)}${at}`,
        desk.person(),
        { ip: `10.252.0.${ring}`, bank: `BA7${digits(ring, 8)}` },
        start + 16 * 3600 + at * 400,
        `D${digits(chance.int(3, dealers), 4)}`,
        1,
      );
    }
    // A stolen identity: the national number and birthday of the victim, all else of the thief.
    const victim = desk.person();
    desk.apply(`APP94${digits(ring, 2)}1`, victim, { ssn: `998${digits(ring, 6)}` }, midnight(3), 'D0003', 0);
    desk.apply(
      `APP95${digits(ring, 2)}1`,
      { ...desk.person(), first: victim.first, last: victim.last, born: victim.born },
      { ssn: `998${digits(ring, 6)}`, device: `RING${digits(ring, 4)}` },
      start + 40 * 86_400,
      'D0001',
      1,
    );
  }
  // A dealer whose customers come with invented incomes and one employer's line.
  for (let at = 1; at <= 12; at++)
    desk.apply(
      `APP960${digits(at, 2)}`,
      desk.person(),
      { ip: '10.253.0.1' },
      midnight(40 + at * 12),
      'D0001',
      1,
    );
}

/** @param scale 1 gives about 12,000 applications */
export function applicationFraudData(seed: number, scale: number): GeneratedFile[] {
  const chance = new Chance(seed, 'applications');
  const dealers = Math.max(12, Math.round(150 * scale));
  const desk = new Desk(seed, dealers);
  plantRings(desk, chance, scale, dealers);
  const byDealer = new Weighted(zipf(dealers, 0.7, 3));
  for (let at = 1; desk.applications.length < Math.round(12_000 * scale); at++) {
    const person = desk.person();
    const dealer = `D${digits(byDealer.draw(chance) + 1, 4)}`;
    const time = DAYTIME.moment(chance);
    desk.apply(`APP${digits(at, 6)}`, person, {}, time, dealer === 'D0001' ? 'D0002' : dealer, 0);
    // A member of the household applies too, at times from the same device.
    if (chance.happens(0.15)) {
      const shared = {
        address: `${person.street} ${person.city} ${person.zipcode}`,
        ...(chance.happens(0.4) ? { phone: person.phone } : {}),
      };
      desk.apply(
        `APP5${digits(at, 5)}`,
        { ...desk.person(), last: person.last },
        shared,
        Math.min(time + chance.int(1, 60) * 86_400, midnight(364)),
        dealer === 'D0001' ? 'D0002' : dealer,
        0,
      );
    }
  }
  return [
    dataFileOf('dealers', ['id', 'name'], desk.dealers),
    dataFileOf('applicants', ['id', 'name', 'dob'], desk.applicants),
    dataFileOf(
      'applications',
      [
        'id',
        'applicant',
        'product',
        'amount',
        'stated_income',
        'status',
        'is_fraud',
        'applied_at',
        'unix_time',
        'dealer',
      ],
      desk.applications.toSorted((a, b) => a.time - b.time).map(({ row }) => row),
    ),
    dataFileOf('details', ['application', 'applicant', 'kind', 'value'], desk.details),
  ];
}
