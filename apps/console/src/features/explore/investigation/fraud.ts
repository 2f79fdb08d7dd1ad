/**
 * The guided investigation of the sample Transaction Fraud: from one card to the ring behind it, by ids that queries of
 * the solution find in the loaded data. Pure.
 */
import { t } from '@acacia/texts';
import { formatNumber } from '@acacia/ui';
import { z } from 'zod';
import { vertexKey, type VertexRef, type WireGraphParts } from '../../workspace-tool/wire-graph.ts';

/** The value of `guide` in the address that shows it, and the solution that it leads through. */
export const FRAUD_GUIDE = 'fraud';
export const FRAUD_SOLUTION = 'transaction-fraud';

/** Queries of the solution that find the lead, and add up what it leads to. */
export const TESTED_CARDS = 'small_payments_then_large';
export const SHARED_DEVICES = 'shared_devices';

/** A device that several parties use, with their cards and what these paid. */
export interface Ring {
  readonly device: string;
  readonly parties: readonly string[];
  readonly cards: readonly string[];
  /** US dollars. */
  readonly total: number;
  readonly fraud: number;
}

/** The card that an investigation begins with, and the ring that it belongs to. */
export interface Lead {
  readonly card: string;
  readonly ring: Ring;
}

const Devices = z.array(
  z.object({
    v_id: z.string(),
    attributes: z.looseObject({
      parties: z.array(z.string()),
      cards: z.array(z.string()),
      total_amount: z.number(),
      fraud_transactions: z.number(),
    }),
  }),
);
const Cards = z.array(z.object({ v_id: z.string() }));

type Results = readonly Readonly<Record<string, unknown>>[];
const printed = (results: Results, name: string): unknown =>
  results.find((result) => Object.hasOwn(result, name))?.[name];

/** Rings of an answer of `shared_devices`, the largest first. @throws ZodError for another answer */
export const ringsIn = (results: Results): readonly Ring[] =>
  Devices.parse(printed(results, 'devices'))
    .map(({ v_id, attributes: { parties, cards, total_amount, fraud_transactions } }) => ({
      device: v_id,
      parties,
      cards,
      total: total_amount,
      fraud: fraud_transactions,
    }))
    .toSorted((a, b) => b.parties.length - a.parties.length);

/** Ids of the cards in an answer of `small_payments_then_large`. @throws ZodError for another answer */
export const testedCardsIn = (results: Results): ReadonlySet<string> =>
  new Set(Cards.parse(printed(results, 'cards')).map(({ v_id }) => v_id));

/** Null where no card that was tested belongs to a ring. */
export function leadOf(rings: readonly Ring[], tested: ReadonlySet<string>): Lead | null {
  for (const ring of rings) {
    const card = ring.cards.find((id) => tested.has(id));
    if (card !== undefined) return { card, ring };
  }
  return null;
}

/** Ids of the vertices of a type that edges of one type on the canvas join with a vertex. */
function joined(parts: WireGraphParts, edgeType: string, to: VertexRef, type: string): readonly string[] {
  const key = vertexKey(to);
  const found = new Set<string>();
  for (const edge of parts.edges.values()) {
    if (edge.e_type !== edgeType) continue;
    const ends = [
      { type: edge.from_type, id: edge.from_id },
      { type: edge.to_type, id: edge.to_id },
    ];
    if (!ends.some((end) => vertexKey(end) === key)) continue;
    for (const end of ends) if (end.type === type && vertexKey(end) !== key) found.add(end.id);
  }
  return [...found];
}

/** The action of a step: a vertex is brought onto the canvas, vertices are expanded, or a query is run. */
export type Act =
  | { readonly kind: 'find'; readonly vertex: VertexRef }
  | {
      readonly kind: 'expand';
      readonly vertices: readonly VertexRef[];
      readonly edgeTypes: readonly string[];
    }
  | { readonly kind: 'run'; readonly query: string };

export interface Step {
  readonly title: string;
  readonly text: string;
  /** The label of its button. */
  readonly label: string;
  readonly act: Act;
  /** The finding, in a sentence; null until it is made. A step that was taken by hand counts too. */
  readonly found: string | null;
}

const party = (id: string): VertexRef => ({ type: 'Party', id });
function nameOf(parts: WireGraphParts, id: string): string {
  const name = parts.vertices.get(vertexKey(party(id)))?.attributes['name'];
  return typeof name === 'string' && name !== '' ? `${name} (${id})` : id;
}

/** @param answer of the last step's query; undefined until it was run */
export function stepsOf(lead: Lead, parts: WireGraphParts, answer: Ring | undefined): readonly Step[] {
  const { ring } = lead;
  const card = { type: 'Card', id: lead.card };
  const device = { type: 'Device', id: ring.device };
  const holder = joined(parts, 'Party_Has_Card', card, 'Party').find((id) => ring.parties.includes(id));
  const users = joined(parts, 'Has_Device', device, 'Party');
  const uses = holder !== undefined && users.includes(holder);
  const cards = ring.cards.filter((id) => parts.vertices.has(vertexKey({ type: 'Card', id })));
  return [
    {
      title: t`Begin with a card`,
      text: t`Card ${card.id} made several payments of a few dollars and then a large one within two hours: so stolen cards are tested.`,
      label: t`Find the card`,
      act: { kind: 'find', vertex: card },
      found: parts.vertices.has(vertexKey(card)) ? t`The card is on the canvas.` : null,
    },
    {
      title: t`Who holds it?`,
      text: t`An edge leads from each card to its holder.`,
      label: t`Expand the card`,
      act: { kind: 'expand', vertices: [card], edgeTypes: ['Party_Has_Card'] },
      found: holder === undefined ? null : t`${nameOf(parts, holder)} holds it.`,
    },
    {
      title: t`What does the holder use?`,
      text: t`Devices, phones, documents and networks are vertices too: whoever shares one is a neighbour of it.`,
      label: t`Expand the holder`,
      act: {
        kind: 'expand',
        vertices: holder === undefined ? [] : [party(holder)],
        edgeTypes: ['Has_Device', 'Has_Phone', 'Has_ID', 'Has_IP'],
      },
      found: uses ? t`Device ${device.id} is among them.` : null,
    },
    {
      title: t`Who else uses the device?`,
      text: t`A family may share a device. Look who shares ${device.id}.`,
      label: t`Expand the device`,
      act: { kind: 'expand', vertices: [device], edgeTypes: ['Has_Device'] },
      found: users.length < ring.parties.length ? null : t`${formatNumber(users.length)} people use it.`,
    },
    {
      title: t`Which cards do they hold?`,
      text: t`One step further from all of them at once.`,
      label: t`Expand the people`,
      act: { kind: 'expand', vertices: users.map(party), edgeTypes: ['Party_Has_Card'] },
      found: cards.length < ring.cards.length ? null : t`${formatNumber(cards.length)} cards.`,
    },
    {
      title: t`Add it up`,
      text: t`The query ${SHARED_DEVICES} adds up what all cards behind a device paid.`,
      label: t`Run the query`,
      act: { kind: 'run', query: SHARED_DEVICES },
      found: answer === undefined ? null : t`The query has answered.`,
    },
  ];
}

const dollars = (amount: number): string => `$${formatNumber(Math.round(amount))}`;

/** The insight at the end, computed from the query's answer. */
export const insightOf = ({ device, parties, cards, total, fraud }: Ring): string =>
  t`${formatNumber(parties.length)} people share device ${device}. Their ${formatNumber(cards.length)} cards paid ${dollars(total)}, and ${formatNumber(fraud)} of these payments are marked as fraud. One card led to all of them.`;

/** The vertices that a step has brought, for selecting them. */
export const broughtBy = (act: Act, parts: WireGraphParts | null): readonly string[] =>
  act.kind === 'expand' && parts !== null
    ? [...parts.vertices.keys()].filter((key) => !act.vertices.some((vertex) => vertexKey(vertex) === key))
    : [];
