import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { signInAttempts } from '../database/sign-in-tables.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { createAttempts, sweepAttempts, type Attempt, type Attempts } from './attempts.ts';

let postgres: TestPostgres;
let db: Database['db'];
let attempts: Attempts;

beforeAll(async () => {
  postgres = await startTestPostgres();
  ({ db } = await postgres.migrated());
});
beforeEach(async () => {
  await db.delete(signInAttempts);
  attempts = createAttempts(db);
});
afterAll(() => postgres.stop());

const from = (address: string, email = 'a@b.c', device: string | null = null): Attempt => ({
  email,
  address,
  device,
});
/** Number of concurrent attempts that are admitted, of `times`. */
async function through(attempt: (n: number) => Attempt, times: number): Promise<number> {
  const counted = await Promise.all(Array.from({ length: times }, (_, n) => attempts.count(attempt(n))));
  return counted.filter((each) => !('seconds' in each)).length;
}
/** Attempts with wrong passwords by strangers from so many networks, ten from each. */
async function attack(email: string, networks: number): Promise<void> {
  for (let n = 0; n < networks; n++) {
    for (let time = 0; time < 10; time++) {
      const counted = await attempts.count(from(`203.0.113.${n}`, email));
      if ('wrong' in counted) await counted.wrong();
    }
  }
}
const later = (minutes: number) =>
  db
    .update(signInAttempts)
    .set({ endsAt: sql`${signInAttempts.endsAt} - make_interval(mins => ${minutes})` });

test('of many at once ten are let through, and the time to wait is told', async () => {
  expect(await through(() => from('10.0.0.1'), 150)).toBe(10);
  expect(await attempts.count(from('10.0.0.1'))).toMatchObject({ first: false });
  expect(attempts.heldFor(from('10.0.0.1'))).toBeGreaterThan(890);
  expect(attempts.heldFor(from('10.0.0.2'))).toBe(0);
});

test('mails that strangers ask for are limited by network and in all, also after a restart; an owner has mails of their own', async () => {
  const mails = async (attempt: (n: number) => Attempt, times: number) => {
    const counted = await Promise.all(
      Array.from({ length: times }, (_, n) => attempts.countMail(attempt(n))),
    );
    return counted.map((each) => ('seconds' in each ? 'held' : each.allowed));
  };
  const count = (answers: (string | boolean)[], answer: string | boolean) =>
    answers.filter((each) => each === answer).length;
  const ofNetwork = await mails((n) => from('10.0.0.1', `${n}@b.c`), 25);
  expect([count(ofNetwork, true), count(ofNetwork, 'held')]).toEqual([20, 5]);
  attempts = createAttempts(db);
  expect(await mails(() => from('10.0.0.1'), 1)).toEqual(['held']);
  const ofAddress = await mails((n) => from(`10.0.1.${n}`), 8);
  expect([count(ofAddress, true), count(ofAddress, false)]).toEqual([5, 3]);
  const ofOwner = await mails(() => from('10.0.0.1', 'a@b.c', 'known'), 6);
  expect([count(ofOwner, true), count(ofOwner, false)]).toEqual([5, 1]);
  await db.update(signInAttempts).set({ count: 500 });
  expect(await mails(() => from('10.0.2.1', 'new@b.c'), 1)).toEqual(['held']);
});

test('a restart forgives nothing, time does', async () => {
  await through(() => from('10.0.0.1'), 10);
  attempts = createAttempts(db);
  expect(attempts.heldFor(from('10.0.0.1'))).toBe(0);
  expect(await attempts.count(from('10.0.0.1'))).toMatchObject({ first: true });
  await later(16);
  attempts = createAttempts(db);
  expect(await through(() => from('10.0.0.1'), 20)).toBe(10);
});

test('addresses of one IPv6 network are one', async () => {
  expect(await through((n) => from(`2001:db8:1:2:${n.toString(16)}::1`), 30)).toBe(10);
  expect(await through(() => from('2001:db8:1:3::1'), 1)).toBe(1);
  expect(await through((n) => from(n % 2 === 0 ? '::ffff:10.9.9.9' : '10.9.9.9'), 30)).toBe(10);
});

test('a network that tries many accounts is held up for all of them', async () => {
  expect(await through((n) => from('10.0.0.1', `u${n}@b.c`), 80)).toBe(50);
  expect(await through(() => from('10.0.0.2', 'u79@b.c'), 1)).toBe(1);
});

test('what was right, or not looked at, is not held against anybody', async () => {
  for (let n = 0; n < 60; n++) {
    const counted = await attempts.count(from('10.0.0.1'));
    if ('seconds' in counted) throw new Error('held up');
    await (n % 2 === 0 ? counted.right() : counted.notTried());
  }
  expect(await through(() => from('10.0.0.1'), 20)).toBe(10);
});

test('what was refused does not count: those given back can be tried again', async () => {
  const counted = await Promise.all(Array.from({ length: 150 }, () => attempts.count(from('10.0.0.1'))));
  const admitted = counted.flatMap((each) => ('seconds' in each ? [] : [each]));
  expect(admitted).toHaveLength(10);
  await Promise.all(admitted.map((each) => each.notTried()));
  expect(await through(() => from('10.0.0.1'), 150)).toBe(10);
});

test('nobody elsewhere locks an owner out: neither one who was here before, nor one at a new place', async () => {
  await attack('owner@b.c', 12);
  await through(() => from('10.0.0.1', 'owner@b.c'), 20);
  const known = from('10.0.0.1', 'owner@b.c', 'device');
  expect(attempts.heldFor(known)).toBe(0);
  const counted = await attempts.count(known);
  expect(counted).toMatchObject({ known: true });
  // From a network without guesses, fewer attempts are allowed than otherwise, but some.
  expect(await through(() => from('10.0.0.9', 'owner@b.c'), 20)).toBe(3);
  expect(await through(() => from('10.0.0.9', 'other@b.c'), 20)).toBe(10);
});

test("a known browser's own tries are counted as well; then it is a stranger", async () => {
  expect(await through(() => from('10.0.0.1', 'a@b.c', 'device'), 40)).toBe(20);
  expect(attempts.heldFor(from('10.0.0.1', 'a@b.c', 'device'))).toBeGreaterThan(0);
});

test('the table holds what counts, and no more than it may', async () => {
  await through((n) => from(`10.0.1.${n}`), 30);
  expect(await db.$count(signInAttempts)).toBe(60);
  await sweepAttempts(db);
  expect(await db.$count(signInAttempts)).toBe(60);
  await sweepAttempts(db, 40);
  expect(await db.$count(signInAttempts)).toBe(40);
  await later(16);
  await sweepAttempts(db);
  expect(await db.$count(signInAttempts)).toBe(0);
});
