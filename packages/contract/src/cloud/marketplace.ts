/** Subscriptions of cloud marketplaces, with which people arrive (specification part 1, sections 3 and 4.1). */
import { z } from 'zod';

export const MARKETPLACES = {
  aws: 'AWS Marketplace',
  azure: 'Azure Marketplace',
  gcp: 'Google Cloud Marketplace',
};
export const MarketplaceProvider = z.enum(['aws', 'azure', 'gcp']);
export type MarketplaceProvider = z.infer<typeof MarketplaceProvider>;

/** The token by which a marketplace knows a subscription; it is nothing but text to Acacia. */
export const MarketplaceToken = z
  .string()
  .min(1, 'must be the token of the marketplace')
  .max(4096, 'must have at most 4096 characters')
  .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces');

export const MarketplaceSubscription = z
  .object({
    provider: MarketplaceProvider,
    /** The only status that Acacia knows of itself: the marketplace has not confirmed it. */
    status: z.literal('pending'),
    creator: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'MarketplaceSubscription' });
export type MarketplaceSubscription = z.infer<typeof MarketplaceSubscription>;

/** Subscriptions that an organisation may have at most. */
export const SUBSCRIPTIONS_MOST = 20;
