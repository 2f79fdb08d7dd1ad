import type { WireEdge, WireVertex } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../workspace-tool/wire-graph.ts';
import { insightOf, leadOf, ringsIn, stepsOf, testedCardsIn } from './fraud.ts';

const device = (v_id: string, parties: readonly string[], cards: readonly string[]) => ({
  v_id,
  v_type: 'Device',
  attributes: { 'devices.is_blocked': false, parties, cards, total_amount: 1234.5, fraud_transactions: 7 },
});
const RINGS = [
  { devices: [device('SMALL', ['P1'], ['C1']), device('RING', ['P1', 'P2'], ['C2', 'C3', 'C4'])] },
];
const TESTED = [{ transactions: [] }, { cards: [{ v_id: 'C3', v_type: 'Card', attributes: {} }] }];

const vertex = (v_type: string, v_id: string, attributes = {}): WireVertex => ({ v_type, v_id, attributes });
const edge = (e_type: string, from: readonly [string, string], to: readonly [string, string]): WireEdge => ({
  e_type,
  from_type: from[0],
  from_id: from[1],
  to_type: to[0],
  to_id: to[1],
  directed: false,
  attributes: {},
});

describe('the lead', () => {
  it('is a card that was tested, of the largest ring that has one', () => {
    const rings = ringsIn(RINGS);
    expect(rings.map(({ device: id }) => id)).toEqual(['RING', 'SMALL']);
    expect(leadOf(rings, testedCardsIn(TESTED))).toEqual({ card: 'C3', ring: rings[0] });
    expect(leadOf(rings, new Set(['C1']))?.ring.device).toBe('SMALL');
  });

  it('is none where no card of a ring was tested, or there is no ring', () => {
    expect(leadOf(ringsIn(RINGS), new Set(['C9']))).toBeNull();
    expect(leadOf([], new Set(['C3']))).toBeNull();
  });

  it('is refused to be read from another answer', () => {
    expect(() => ringsIn([{ devices: 'no' }])).toThrow();
    expect(() => testedCardsIn([{ transactions: [] }])).toThrow();
  });
});

describe('the steps', () => {
  const lead = leadOf(ringsIn(RINGS), testedCardsIn(TESTED));
  if (lead === null) throw new Error('no lead');
  const done = (elements: readonly (WireVertex | WireEdge)[], answered = false) =>
    stepsOf(lead, partsOf(elements), answered ? lead.ring : undefined).map(({ found }) => found);

  it('are done by what is on the canvas, in whichever way it came there', () => {
    const card = vertex('Card', 'C3');
    const holder = [
      vertex('Party', 'P2', { name: 'Ann' }),
      edge('Party_Has_Card', ['Party', 'P2'], ['Card', 'C3']),
    ];
    const used = [vertex('Device', 'RING'), edge('Has_Device', ['Party', 'P2'], ['Device', 'RING'])];
    const others = [vertex('Party', 'P1'), edge('Has_Device', ['Device', 'RING'], ['Party', 'P1'])];
    const cards = [vertex('Card', 'C2'), vertex('Card', 'C4')];
    expect(done([])).toEqual([null, null, null, null, null, null]);
    expect(done([card, ...holder]).slice(0, 3)).toEqual([
      'The card is on the canvas.',
      'Ann (P2) holds it.',
      null,
    ]);
    expect(done([card, ...holder, ...used]).slice(2, 4)).toEqual(['Device RING is among them.', null]);
    const all = [card, ...holder, ...used, ...others];
    expect(done(all).slice(3, 5)).toEqual(['2 people use it.', null]);
    expect(done([...all, ...cards], true).slice(4)).toEqual(['3 cards.', 'The query has answered.']);
  });

  it('expand what is on the canvas: the holder, then everybody who uses the device', () => {
    const parts = partsOf([
      vertex('Party', 'P1'),
      vertex('Party', 'P2'),
      edge('Party_Has_Card', ['Party', 'P2'], ['Card', 'C3']),
      edge('Has_Device', ['Party', 'P2'], ['Device', 'RING']),
      edge('Has_Device', ['Party', 'P1'], ['Device', 'RING']),
    ]);
    const acts = stepsOf(lead, parts, undefined).map(({ act }) => act);
    expect(acts[2]).toMatchObject({ vertices: [{ type: 'Party', id: 'P2' }] });
    expect(acts[4]).toMatchObject({ vertices: [{ id: 'P2' }, { id: 'P1' }] });
  });

  it('end in a sentence of the answer', () => {
    expect(insightOf(lead.ring)).toBe(
      '2 people share device RING. Their 3 cards paid $1,235, and 7 of these payments are marked as fraud. One card led to all of them.',
    );
  });
});
