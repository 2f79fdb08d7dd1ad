/** Handlers of the calls of billing (specification part 3, sections 2, 3, 4 and 7). */
import type { BillingStatus } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { organizations } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import { isGated } from './gate.ts';
import { invoiceOf, listInvoices, type Accounts } from './invoices.ts';
import { creditBalance, overviewOf } from './overview.ts';
import {
  accountOf,
  beginVisit,
  cardsOf,
  chooseCard,
  demandCard,
  readCustomer,
  removeCard,
  writeCustomer,
} from './payment.ts';
import type { Provider } from './provider.ts';
import { usageOf } from './usage.ts';

type Calls =
  | 'getCredit'
  | 'getBillingStatus'
  | 'getBillingOverview'
  | 'listInvoices'
  | 'getInvoice'
  | 'getBillingUsage'
  | 'listCreditCards'
  | 'chooseCreditCard'
  | 'deleteCreditCard'
  | 'createBillingSession'
  | 'switchPaymentMethod'
  | 'getCustomer'
  | 'updateCustomer';

/** @throws Problem when there is no such organisation */
async function statusOf(db: Db, accounts: Accounts, orgId: string, at: Date): Promise<BillingStatus> {
  if (accounts.chargesSince === null)
    return { payment_method: 'NONE', status: 'no subscription', gated: false };
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, orgId));
  if (organization === undefined) throw notFound('organisation');
  const { defaultCard } = await accountOf(db, orgId);
  return {
    payment_method: 'STRIPE',
    status: defaultCard === null ? 'no subscription' : 'active',
    gated: await isGated(db, accounts, organization, defaultCard, at),
  };
}

/**
 * @param payment null: the installation charges nothing
 * @param cardsChanged called when something may be to be charged, or the gate to be judged again
 */
export function billingHandlers(
  accounts: Accounts,
  payment: Provider | null,
  cardsChanged: () => void,
): HandlersOf<Calls> {
  /** @throws Problem where the installation charges nothing */
  function provider(): Provider {
    if (payment === null) throw problem('chargesNothing');
    return payment;
  }
  return {
    getCredit: ({ actor, db }) => creditBalance(db, accounts, actor.orgId, new Date()),

    getBillingStatus: ({ actor, db }) => statusOf(db, accounts, actor.orgId, new Date()),

    getBillingOverview: ({ actor, db }) => overviewOf(db, accounts, actor.orgId, new Date()),

    listInvoices: ({ actor, db }) => listInvoices(db, accounts, actor.orgId, new Date()),

    getInvoice: ({ actor, params, db }) =>
      invoiceOf(db, accounts, actor.orgId, params.invoice_id, new Date()),

    getBillingUsage: ({ actor, query, db }) => usageOf(db, accounts.prices, actor.orgId, query, new Date()),

    listCreditCards: async ({ actor, db }) => cardsOf(db, provider(), actor.orgId),

    chooseCreditCard: async ({ actor, params, db, changed }) => {
      const { last_4_digits } = await chooseCard(db, provider(), actor.orgId, params.id);
      changed({ resource: `billing/${actor.orgId}`, after: { default_card: last_4_digits } });
      cardsChanged();
      return cardsOf(db, provider(), actor.orgId);
    },

    deleteCreditCard: async ({ actor, params, db, changed }) => {
      const { last_4_digits } = await removeCard(db, provider(), actor.orgId, params.id);
      changed({ resource: `billing/${actor.orgId}`, before: { card: last_4_digits } });
      return cardsOf(db, provider(), actor.orgId);
    },

    createBillingSession: async ({ actor, db, changed }) => {
      const session = await beginVisit(db, provider(), actor.orgId);
      changed({ resource: `billing/${actor.orgId}`, after: { adds_card: true } });
      return session;
    },

    switchPaymentMethod: async ({ actor, body, db, changed }) => {
      const asked = provider();
      // Marketplaces confirm no subscription to Acacia: all of them are pending.
      if (body.target_payment_method === 'AWS_MARKETPLACE')
        throw badField('target_payment_method', 'subscriptionNotConfirmed');
      if (body.default_card_id === undefined) await demandCard(db, actor.orgId);
      else await chooseCard(db, asked, actor.orgId, body.default_card_id);
      changed({ resource: `billing/${actor.orgId}`, after: { payment_method: body.target_payment_method } });
      cardsChanged();
      return statusOf(db, accounts, actor.orgId, new Date());
    },

    getCustomer: async ({ actor, db }) => readCustomer(db, provider(), actor.orgId),

    updateCustomer: async ({ actor, body, db, changed }) => {
      const { before, after } = await writeCustomer(db, provider(), actor.orgId, body);
      changed({ resource: `billing/${actor.orgId}`, before, after });
      return after;
    },
  };
}
