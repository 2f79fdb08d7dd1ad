/** Cards and customer of an organisation at the payment provider. */
import type { BillingSession, CreditCard, CreditCards, Customer, UpdateCustomer } from '@acacia/contract';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { billingAccounts, billingSessions } from '../../database/billing-tables.ts';
import type { Db } from '../../database/database.ts';
import { organizations } from '../../database/schema.ts';
import { badField, notFound } from '../../errors/problem.ts';
import type { Provider } from './provider.ts';

type AccountRow = typeof billingAccounts.$inferSelect;

/** The organisation's row, made at the first need. @throws Problem when there is no such organisation */
export async function accountOf(db: Db, orgId: string): Promise<AccountRow> {
  await db.insert(billingAccounts).values({ orgId }).onConflictDoNothing();
  const [row] = await db.select().from(billingAccounts).where(eq(billingAccounts.orgId, orgId));
  if (row === undefined) throw notFound('organisation');
  return row;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Id of the organisation's customer, which is made at the first need: with the same key at each try, so that a try that
 * was cut off makes no second one.
 * @throws Problem when there is no such organisation, Unavailable when the provider is away
 */
export async function customerIdOf(db: Db, provider: Provider, orgId: string): Promise<string> {
  const { customerId } = await accountOf(db, orgId);
  if (customerId !== null) return customerId;
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, orgId));
  if (organization === undefined) throw notFound('organisation');
  const made = await provider.createCustomer(orgId);
  const { displayName: name, creator } = organization;
  await provider.updateCustomer(made, { name, ...(EMAIL.test(creator) ? { email: creator } : {}) });
  await db
    .update(billingAccounts)
    .set({ customerId: made })
    .where(and(eq(billingAccounts.orgId, orgId), isNull(billingAccounts.customerId)));
  return made;
}

/** Stores which card is charged. A card opens the credit gate. */
async function storeDefault(db: Db, orgId: string, cardId: string): Promise<void> {
  await db
    .update(billingAccounts)
    .set({ defaultCard: cardId, gatedSince: null })
    .where(eq(billingAccounts.orgId, orgId));
}

/** Takes over the card of a visit that has ended: where none is charged yet, it is from now on. */
export async function settleSession(db: Db, provider: Provider, id: string): Promise<void> {
  const [visit] = await db.select().from(billingSessions).where(eq(billingSessions.id, id));
  if (visit === undefined) return;
  const { status, customerId, cardId } = await provider.session(id);
  if (status === 'open') return;
  const account = await accountOf(db, visit.orgId);
  if (status === 'complete' && cardId !== null && customerId !== null && customerId === account.customerId) {
    if (account.defaultCard === null) {
      await provider.setDefault(customerId, cardId);
      await storeDefault(db, visit.orgId, cardId);
    }
  }
  await db.delete(billingSessions).where(eq(billingSessions.id, id));
}

/** Settles all visits of an organisation, where no event has told of their end. */
async function settleSessions(db: Db, provider: Provider, orgId: string): Promise<void> {
  const visits = await db.select().from(billingSessions).where(eq(billingSessions.orgId, orgId));
  for (const { id } of visits) await settleSession(db, provider, id);
}

/** Visits of an organisation that are followed: the provider is asked about each. */
const VISITS_MOST = 20;

/** Begins a visit for a card. Of many at once the newest are followed; a card of an older one is just listed. */
export async function beginVisit(db: Db, provider: Provider, orgId: string): Promise<BillingSession> {
  const { id, url } = await provider.beginSession(await customerIdOf(db, provider, orgId));
  await db.insert(billingSessions).values({ id, orgId });
  const older = db
    .select({ id: billingSessions.id })
    .from(billingSessions)
    .where(eq(billingSessions.orgId, orgId))
    .orderBy(desc(billingSessions.createdAt))
    .offset(VISITS_MOST);
  await db.delete(billingSessions).where(inArray(billingSessions.id, older));
  return { url };
}

export async function cardsOf(db: Db, provider: Provider, orgId: string): Promise<CreditCards> {
  const { customerId } = await accountOf(db, orgId);
  if (customerId === null) return { credit_cards: [], default_card: null };
  await settleSessions(db, provider, orgId);
  const credit_cards = await provider.cards(customerId);
  const { defaultCard } = await accountOf(db, orgId);
  if (defaultCard === null || credit_cards.some(({ card_id }) => card_id === defaultCard))
    return { credit_cards, default_card: defaultCard };
  // It was removed at the provider.
  await forgetDefault(db, orgId, defaultCard);
  return { credit_cards, default_card: null };
}

async function forgetDefault(db: Db, orgId: string, cardId: string): Promise<void> {
  await db
    .update(billingAccounts)
    .set({ defaultCard: null })
    .where(and(eq(billingAccounts.orgId, orgId), eq(billingAccounts.defaultCard, cardId)));
}

/** A card of the organisation's customer. @throws Problem Not-Found for any other one */
async function cardOf(
  db: Db,
  provider: Provider,
  orgId: string,
  cardId: string,
): Promise<{ readonly customerId: string; readonly card: CreditCard }> {
  const { customerId } = await accountOf(db, orgId);
  if (customerId === null) throw notFound('card');
  const card = (await provider.cards(customerId)).find(({ card_id }) => card_id === cardId);
  if (card === undefined) throw notFound('card');
  return { customerId, card };
}

/** @throws Problem Not-Found for a card that is not the organisation's */
export async function chooseCard(
  db: Db,
  provider: Provider,
  orgId: string,
  cardId: string,
): Promise<CreditCard> {
  const { customerId, card } = await cardOf(db, provider, orgId, cardId);
  await provider.setDefault(customerId, cardId);
  await storeDefault(db, orgId, cardId);
  return card;
}

/**
 * Removes a card. Where it was the one that is charged, none is from then on: another is not charged silently.
 * @throws Problem Not-Found for a card that is not the organisation's
 */
export async function removeCard(
  db: Db,
  provider: Provider,
  orgId: string,
  cardId: string,
): Promise<CreditCard> {
  const { card } = await cardOf(db, provider, orgId, cardId);
  await provider.detach(cardId);
  await forgetDefault(db, orgId, cardId);
  return card;
}

/** @throws Problem Conflict at `default_card_id` where no card is named and none is charged yet */
export async function demandCard(db: Db, orgId: string): Promise<void> {
  const { defaultCard } = await accountOf(db, orgId);
  if (defaultCard === null) throw badField('default_card_id', 'cardNeeded');
}

export async function readCustomer(db: Db, provider: Provider, orgId: string): Promise<Customer> {
  const { customerId } = await accountOf(db, orgId);
  return customerId === null ? { customer_email: null, address: null } : provider.customer(customerId);
}

/** Changes what is given; returns the customer before and after. */
export async function writeCustomer(
  db: Db,
  provider: Provider,
  orgId: string,
  { customer_email: email, address }: z.output<typeof UpdateCustomer>,
): Promise<{ readonly before: Customer; readonly after: Customer }> {
  const customerId = await customerIdOf(db, provider, orgId);
  const before = await provider.customer(customerId);
  const change = {
    ...(email === undefined || email === before.customer_email ? {} : { email }),
    ...(address === undefined || JSON.stringify(address) === JSON.stringify(before.address)
      ? {}
      : { address }),
  };
  if (Object.keys(change).length > 0) await provider.updateCustomer(customerId, change);
  return { before, after: await provider.customer(customerId) };
}
