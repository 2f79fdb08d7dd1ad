/** Invented people with what forms ask of them. */
import { digits } from './ids.ts';
import type { Chance } from './random.ts';
import { FIRST_NAMES, LAST_NAMES, PLACES, STREET_KINDS, STREETS } from './words.ts';

export interface Person {
  readonly first: string;
  readonly last: string;
  /** Seconds since 1970. */
  readonly born: number;
  readonly street: string;
  readonly city: string;
  readonly zipcode: string;
  readonly phone: string;
  readonly email: string;
}

/** A person of their own: no other number has the same phone, e-mail address or house. */
export function personOf(chance: Chance, at: number): Person {
  const first = chance.pick(FIRST_NAMES);
  const last = chance.pick(LAST_NAMES);
  const place = chance.int(0, PLACES.length - 1);
  return {
    first,
    last,
    born: Math.floor(Date.UTC(chance.int(1945, 2006), chance.int(0, 11), chance.int(1, 28)) / 1000),
    street: `${at + 1} ${chance.pick(STREETS)} ${chance.pick(STREET_KINDS)}`,
    city: PLACES[place] ?? '',
    zipcode: digits(10_000 + place * 100 + chance.int(0, 9), 5),
    phone: `+1555${digits(at, 7)}`,
    email: `${first}.${last}.${at + 1}@example.com`.toLowerCase(),
  };
}
