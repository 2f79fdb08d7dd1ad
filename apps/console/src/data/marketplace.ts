/**
 * A subscription of a marketplace with which a person has arrived, kept in the browser from the arrival until they have
 * signed in and an organisation is chosen (specification part 1, section 4.1: the stored redirect flag).
 */
import { MarketplaceProvider, MarketplaceToken } from '@acacia/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { useServices, type Services } from '../services/services.ts';

/** The page to which the control plane leads from a marketplace. */
export const ASSOCIATION = '/marketplace/association';
const KEY = 'acacia.marketplace';
const DAY = 86_400_000;

const Arrival = z.object({ provider: MarketplaceProvider, token: MarketplaceToken, at: z.number() });
export type Arrival = z.infer<typeof Arrival>;

/** Takes the arrival out of the fragment of the address before anything else sees it. */
export function takeArrival(): void {
  const { pathname, search, hash } = window.location;
  if (pathname !== ASSOCIATION || hash === '') return;
  const given = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const arrival = Arrival.safeParse({ ...given, at: Date.now() });
  if (arrival.success) localStorage.setItem(KEY, JSON.stringify(arrival.data));
  window.history.replaceState(null, '', `${pathname}${search}`);
}

/** The arrival of the last day that is not finished; undefined: there is none. */
export function pendingArrival(): Arrival | undefined {
  const stored = localStorage.getItem(KEY);
  if (stored === null) return undefined;
  try {
    const arrival = Arrival.parse(JSON.parse(stored));
    if (Date.now() - arrival.at < DAY) return arrival;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
  }
  forgetArrival();
  return undefined;
}

export const forgetArrival = (): void => localStorage.removeItem(KEY);

export const subscriptionsQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['marketplace-subscriptions'],
    queryFn: ({ signal }) => cloud.listMarketplaceSubscriptions({ signal }),
  });

/** Records the subscription for the organisation of the tab, and forgets the arrival. */
export function useAssociate() {
  const services = useServices();
  const { cloud, queryClient } = services;
  return useMutation({
    mutationFn: ({ provider, token }: Arrival) =>
      cloud.associateMarketplace({ params: { provider }, body: { token } }),
    onSuccess: () => {
      forgetArrival();
      return queryClient.invalidateQueries({ queryKey: subscriptionsQuery(services).queryKey });
    },
  });
}
