/** How the organisation pays, for the page of its bills and for the credit gate. */
import { queryOptions } from '@tanstack/react-query';
import type { Services } from '../services/services.ts';

/** All that is read about billing: an answer to a change of payment makes the others old. */
export const BILLING = ['billing'] as const;

export const billingStatusQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: [...BILLING, 'status'],
    queryFn: ({ signal }) => cloud.getBillingStatus({ signal }),
  });
