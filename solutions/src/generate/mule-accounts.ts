/**
 * Transfers of a bank's accounts in one year with planted money laundering: mules that pass stolen money on to a
 * collector within hours, sums that are split below the reporting threshold, and money that goes round in a circle.
 * Planted accounts have numbers of their own (`AC91…`, `AC92…`, `AC93…`), the same at every scale.
 */
import { dateTime, midnight, Rhythm } from './calendar.ts';
import { dataFileOf, type GeneratedFile } from './data-file.ts';
import { digits, planted } from './ids.ts';
import { personOf } from './persons.ts';
import { Chance, Weighted, zipf } from './random.ts';
import { LAST_NAMES, STREETS } from './words.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const DAYTIME = new Rhythm(
  [1, 0.95, 1, 1, 1, 1, 0.95, 0.95, 1, 1.02, 1.1, 1.25],
  [0.5, 1.2, 1.1, 1.1, 1.1, 1.2, 0.8],
  [1, 1, 1, 1, 1, 2, 8, 20, 40, 50, 52, 50, 48, 46, 46, 44, 42, 44, 46, 40, 30, 18, 8, 3],
);

type Detail = readonly [party: string, kind: string, value: string, blocked: string];
type Account = readonly [
  id: string,
  kind: string,
  opened: string,
  blocked: string,
  mule: number,
  party: string,
];

/** Transfers, and the tables that grow with the people who make them. */
class Bank {
  readonly parties: (readonly [id: string, name: string, born: string, mule: number])[] = [];
  readonly details: Detail[] = [];
  readonly accounts: Account[] = [];
  readonly transfers: { time: number; cents: number; from: string; to: string; channel: string }[] = [];
  readonly #chance: Chance;

  constructor(seed: number) {
    this.#chance = new Chance(seed, 'bank');
  }

  /** A person with phone, e-mail address, device and line of their own. */
  person(mule: 0 | 1): string {
    const at = this.parties.length;
    const person = personOf(this.#chance, at);
    const id = `P${digits(at + 1, 6)}`;
    this.parties.push([id, `${person.first} ${person.last}`, dateTime(person.born), mule]);
    const line = `10.${(at >> 14) & 127}.${(at >> 6) & 255}.${at & 63}`;
    this.details.push([id, 'phone', person.phone, ''], [id, 'email', person.email, '']);
    this.details.push([id, 'device', `DEV${digits(at, 6)}`, 'false'], [id, 'ip', line, 'false']);
    this.details.push([id, 'address', `${person.street} ${person.city}`, '']);
    return id;
  }

  firm(): string {
    const at = this.parties.length;
    const id = `P${digits(at + 1, 6)}`;
    const name = `${this.#chance.pick(LAST_NAMES)} ${this.#chance.pick(STREETS)} ${at + 1}`;
    this.parties.push([id, name, '1970-01-01 00:00:00', 0]);
    this.details.push([id, 'address', `${at + 1} ${this.#chance.pick(STREETS)} Street`, '']);
    return id;
  }

  transfer(from: string, to: string, time: number, cents: number, channel = 'online'): void {
    this.transfers.push({ time, cents: Math.max(100, Math.round(cents)), from, to, channel });
  }
}

/** Mules of a ring share a device and a line; victims pay them, and they pay the collector within hours. */
function plantMules(bank: Bank, chance: Chance, scale: number, victims: readonly string[]): void {
  for (let ring = 1; ring <= planted(12, scale, 2); ring++) {
    const collector = `AC91${digits(ring, 2)}00`;
    bank.accounts.push([collector, 'business', dateTime(midnight(-40)), 'false', 1, bank.firm()]);
    const start = 30 + ((ring * 23) % 280);
    for (let member = 1; member <= 6; member++) {
      const party = bank.person(1);
      const blocked = member === 1 ? 'true' : 'false';
      bank.details.push(
        [party, 'device', `MULE${digits(ring, 3)}`, 'true'],
        [party, 'ip', `10.250.0.${ring}`, 'true'],
      );
      const mule = `AC91${digits(ring, 2)}${digits(member, 2)}`;
      bank.accounts.push([mule, 'private', dateTime(midnight(start - chance.int(2, 20))), blocked, 1, party]);
      for (let haul = 0; haul < 3; haul++) {
        const victim = victims[(ring * 18 + member * 3 + haul - 21) % victims.length] ?? '';
        const time = midnight(start + haul * 4) + 8 * HOUR + chance.int(0, 4 * HOUR);
        const cents = chance.int(150_000, 480_000);
        bank.transfer(victim, mule, time, cents);
        bank.transfer(
          mule,
          collector,
          time + chance.int(HOUR, 9 * HOUR),
          cents * (0.9 + chance.fraction() * 0.07),
          'instant',
        );
      }
    }
  }
}

/** One account pays eight others just below 10,000 within two days. */
function plantSplits(bank: Bank, chance: Chance, scale: number, others: readonly string[]): void {
  for (let split = 1; split <= planted(6, scale, 1); split++) {
    const account = `AC92${digits(split, 4)}`;
    bank.accounts.push([account, 'business', dateTime(midnight(-200)), 'false', 1, bank.firm()]);
    const start = midnight(20 + ((split * 41) % 300)) + 9 * HOUR;
    for (let part = 0; part < 8; part++) {
      bank.transfer(account, chance.pick(others), start + part * 5 * HOUR, chance.int(910_000, 995_000));
    }
  }
}

/** Five accounts that hand a sum on in a circle, day by day. */
function plantCircles(bank: Bank, chance: Chance, scale: number): void {
  for (let circle = 1; circle <= planted(5, scale, 1); circle++) {
    const names = Array.from({ length: 5 }, (_, at) => `AC93${digits(circle, 2)}${digits(at + 1, 2)}`);
    for (const name of names) {
      bank.accounts.push([
        name,
        'business',
        dateTime(midnight(-chance.int(30, 400))),
        'false',
        1,
        bank.firm(),
      ]);
    }
    let cents = chance.int(2_000_000, 6_000_000);
    for (let round = 0; round < 10; round++) {
      const time = midnight(25 + circle * 50 + round) + 10 * HOUR + chance.int(0, 5 * HOUR);
      bank.transfer(names[round % 5] ?? '', names[(round + 1) % 5] ?? '', time, (cents *= 0.985));
    }
  }
}

/** Wages, rents and what people send each other. */
function payAsUsual(
  bank: Bank,
  chance: Chance,
  count: number,
  people: readonly string[],
  firms: readonly string[],
): void {
  const end = bank.transfers.length + count;
  for (const account of people) {
    const employer = chance.pick(firms);
    const wage = chance.around(260_000, 0.35);
    for (let month = 0; month < 12 && bank.transfers.length < end; month += 3) {
      bank.transfer(
        employer,
        account,
        midnight(month * 30 + 27) + 9 * HOUR + chance.int(0, HOUR),
        Math.min(wage, 790_000),
        'batch',
      );
    }
  }
  const popular = new Weighted(zipf(firms.length, 0.8, 4));
  while (bank.transfers.length < end) {
    const to = chance.happens(0.7) ? (firms[popular.draw(chance)] ?? '') : chance.pick(people);
    const from = chance.pick(people);
    if (from === to) continue;
    const cents = Math.min(chance.around(6500, 1), 790_000);
    bank.transfer(
      from,
      to,
      DAYTIME.moment(chance),
      cents,
      chance.pick(['online', 'online', 'branch', 'instant']),
    );
  }
}

/** @param scale 1 gives about 60,000 transfers between 6,000 accounts */
export function muleAccountData(seed: number, scale: number): GeneratedFile[] {
  const chance = new Chance(seed, 'transfers');
  const bank = new Bank(seed);
  const size = Math.round(6000 * scale);
  const firms: string[] = [];
  const people: string[] = [];
  for (let at = 1; at <= size; at++) {
    const business = at % 20 === 0;
    const id = `AC${digits(at, 6)}`;
    const blocked = chance.happens(0.004) ? 'true' : 'false';
    const opened = dateTime(midnight(-chance.int(100, 3000)) + chance.int(0, DAY - 1));
    bank.accounts.push([
      id,
      business ? 'business' : 'private',
      opened,
      blocked,
      0,
      business ? bank.firm() : bank.person(0),
    ]);
    (business ? firms : people).push(id);
  }
  plantMules(bank, chance, scale, people);
  plantSplits(bank, chance, scale, people);
  plantCircles(bank, chance, scale);
  payAsUsual(bank, chance, Math.round(60_000 * scale) - bank.transfers.length, people, firms);
  const transfers = bank.transfers.toSorted((a, b) => a.time - b.time);
  return [
    dataFileOf('parties', ['id', 'name', 'dob', 'is_fraud'], bank.parties),
    dataFileOf('details', ['party', 'kind', 'value', 'is_blocked'], bank.details),
    dataFileOf(
      'accounts',
      ['id', 'account_type', 'opened_at', 'is_blocked', 'is_mule', 'party'],
      bank.accounts,
    ),
    dataFileOf(
      'transfers',
      ['id', 'transfer_time', 'unix_time', 'amount', 'channel', 'from_account', 'to_account'],
      transfers.map(({ time, cents, from, to, channel }, at) => [
        `T${digits(at + 1, 7)}`,
        dateTime(time),
        time,
        (cents / 100).toFixed(2),
        channel,
        from,
        to,
      ]),
    ),
  ];
}
