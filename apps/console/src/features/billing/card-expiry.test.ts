import { expect, it } from 'vitest';
import { aCard } from '../../testing/billing-records.ts';
import { brandName, expiryOf, expiryText } from './card-expiry.ts';

const card = aCard({ expire_month: 11, expire_year: 2026 });

it.each([
  ['2026-08-01T00:00:00Z', 'valid'],
  ['2026-10-02T00:00:00Z', 'soon'],
  ['2026-11-30T23:59:59Z', 'soon'],
  ['2026-12-01T00:00:00Z', 'expired'],
])('a card of November 2026 is, at %s, %s', (now, expiry) => {
  expect(expiryOf(card, Date.parse(now))).toBe(expiry);
});

it('writes the month with two digits, as on the card', () => {
  expect(expiryText(aCard({ expire_month: 4, expire_year: 2027 }))).toBe('04/2027');
});

it('names brands, and those that it does not know as they are', () => {
  expect([brandName('amex'), brandName('Visa'), brandName('girocard')]).toEqual([
    'American Express',
    'Visa',
    'girocard',
  ]);
});
