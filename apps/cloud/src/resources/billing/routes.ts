/** Handlers of the calls of billing (specification part 3, sections 2, 3, 4 and 7). */
import { problem } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import { invoiceOf, listInvoices, type Accounts } from './invoices.ts';
import { creditBalance, overviewOf } from './overview.ts';
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

function chargesNothing(): never {
  throw problem('chargesNothing');
}

export const billingHandlers = (accounts: Accounts): HandlersOf<Calls> => ({
  getCredit: ({ actor, db }) => creditBalance(db, accounts, actor.orgId, new Date()),

  getBillingStatus: async () => ({ payment_method: 'NONE', status: 'no subscription', gated: false }),

  getBillingOverview: ({ actor, db }) => overviewOf(db, accounts, actor.orgId, new Date()),

  listInvoices: ({ actor, db }) => listInvoices(db, accounts, actor.orgId, new Date()),

  getInvoice: ({ actor, params, db }) => invoiceOf(db, accounts, actor.orgId, params.invoice_id, new Date()),

  getBillingUsage: ({ actor, query, db }) => usageOf(db, accounts.prices, actor.orgId, query, new Date()),

  listCreditCards: async () => chargesNothing(),
  chooseCreditCard: async () => chargesNothing(),
  deleteCreditCard: async () => chargesNothing(),
  createBillingSession: async () => chargesNothing(),
  switchPaymentMethod: async () => chargesNothing(),
  getCustomer: async () => chargesNothing(),
  updateCustomer: async () => chargesNothing(),
});
