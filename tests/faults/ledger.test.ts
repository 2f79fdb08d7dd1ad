import { expect, it } from 'vitest';
import { differences, Ledger } from './ledger.ts';

function ledgerOf(acknowledged: readonly number[], sent: readonly number[]): Ledger {
  const ledger = new Ledger();
  for (const number of [...acknowledged, ...sent]) ledger.send(number);
  for (const number of acknowledged) ledger.acknowledge(number);
  return ledger;
}
const whole = (...numbers: number[]) => new Map(numbers.map((number) => [number, 2]));

it('takes what was sent and not acknowledged as there or not', () => {
  const ledger = ledgerOf([1, 2], [3]);
  expect(differences(ledger, whole(1, 2))).toEqual([]);
  expect(differences(ledger, whole(1, 2, 3))).toEqual([]);
});

it('sees what is lost, half there, or there although it should not be', () => {
  const ledger = ledgerOf([1, 2], [3]);
  expect(differences(ledger, new Map([...whole(1, 4), [3, 1]]))).toEqual([
    'acknowledged and lost: 2',
    'written by half: 3',
    'there although they should not be: 4',
  ]);
});

it('does not let go of what was seen once', () => {
  const ledger = ledgerOf([1], [2]);
  ledger.saw(whole(1, 2));
  expect(differences(ledger, whole(1))).toEqual(['acknowledged and lost: 2']);
});

it('holds a restored database to the moment of its backup', () => {
  const ledger = ledgerOf([1], []);
  const content = ledger.now();
  ledger.send(2);
  ledger.acknowledge(2);
  ledger.rewind(content);
  expect(differences(ledger, whole(1))).toEqual([]);
  expect(differences(ledger, whole(1, 2))).toEqual(['there although they should not be: 2']);
});
