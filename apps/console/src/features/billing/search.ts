import { z } from 'zod';

const BILLING_TABS = ['Overview', 'Invoices', 'PaymentMethods'] as const;
export type BillingTab = (typeof BILLING_TABS)[number];

const PERIODS = ['month', 'last', 'quarter', 'year'] as const;
export type UsagePeriod = (typeof PERIODS)[number];

/** Search parameters of `/admin/bills` (specification part 3, section 2). */
export const billingSearch = z.object({
  tab: z.enum(BILLING_TABS).optional().catch(undefined),
  /** Id of the invoice that is open. */
  invoice: z.string().optional().catch(undefined),
  /** Asks whether to go to the payment provider to add a card. */
  addCreditCard: z.literal('true').optional().catch(undefined),
  /** Set by the payment provider's page when it leads back. */
  card: z.literal('added').optional().catch(undefined),
  /** The usage graph: the meter, absent for cost of all; by what it is divided; its days. */
  meter: z.enum(['compute', 'addons', 'storage']).optional().catch(undefined),
  by: z.enum(['workgroup', 'resource', 'size', 'region']).optional().catch(undefined),
  period: z.enum(PERIODS).optional().catch(undefined),
});
export type BillingSearch = z.infer<typeof billingSearch>;
