/** Calls of the page of bills. */
import type { CloudInput } from '@acacia/api-client';
import type { CreditCards } from '@acacia/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { BILLING, billingStatusQuery } from '../../data/billing.ts';
import { useServices, type Services } from '../../services/services.ts';

type Cloud = Pick<Services, 'cloud'>;

export const overviewQuery = ({ cloud }: Cloud) =>
  queryOptions({
    queryKey: [...BILLING, 'overview'],
    queryFn: ({ signal }) => cloud.getBillingOverview({ signal }),
  });

export const invoicesQuery = ({ cloud }: Cloud) =>
  queryOptions({
    queryKey: [...BILLING, 'invoices'],
    queryFn: ({ signal }) => cloud.listInvoices({ signal }),
  });

export const invoiceQuery = ({ cloud }: Cloud, invoiceId: string) =>
  queryOptions({
    queryKey: [...BILLING, 'invoice', invoiceId],
    queryFn: ({ signal }) => cloud.getInvoice({ params: { invoice_id: invoiceId }, signal }),
  });

export type Usage = NonNullable<CloudInput<'getBillingUsage'>['query']>;

export const usageQuery = ({ cloud }: Cloud, query: Usage) =>
  queryOptions({
    queryKey: [...BILLING, 'usage', query],
    queryFn: ({ signal }) => cloud.getBillingUsage({ query, signal }),
  });

export const cardsQuery = ({ cloud }: Cloud) =>
  queryOptions({
    queryKey: [...BILLING, 'cards'],
    queryFn: ({ signal }) => cloud.listCreditCards({ signal }),
  });

export const customerQuery = ({ cloud }: Cloud) =>
  queryOptions({
    queryKey: [...BILLING, 'customer'],
    queryFn: ({ signal }) => cloud.getCustomer({ signal }),
  });

/** The credit gate and the notices follow from the cards. */
function keepCards(services: Services, cards: CreditCards): Promise<void> {
  services.queryClient.setQueryData(cardsQuery(services).queryKey, cards);
  return services.queryClient.invalidateQueries({ queryKey: billingStatusQuery(services).queryKey });
}

export function useChooseCard() {
  const services = useServices();
  return useMutation({
    mutationFn: (id: string) => services.cloud.chooseCreditCard({ params: { id } }),
    onSuccess: (cards) => keepCards(services, cards),
  });
}

export function useDeleteCard() {
  const services = useServices();
  return useMutation({
    mutationFn: (id: string) => services.cloud.deleteCreditCard({ params: { id } }),
    onSuccess: (cards) => keepCards(services, cards),
  });
}

/** Begins a visit to the payment provider, and leaves for it. */
export function useAddCard() {
  const { cloud, session } = useServices();
  return useMutation({
    mutationFn: () => cloud.createBillingSession({}),
    onSuccess: ({ url }) => session.leave(url),
  });
}

export function useSwitchMethod() {
  const services = useServices();
  return useMutation({
    mutationFn: (body: CloudInput<'switchPaymentMethod'>['body']) =>
      services.cloud.switchPaymentMethod({ body }),
    onSuccess: (status) => {
      services.queryClient.setQueryData(billingStatusQuery(services).queryKey, status);
      return services.queryClient.invalidateQueries({ queryKey: BILLING });
    },
  });
}

export function useUpdateCustomer() {
  const services = useServices();
  return useMutation({
    mutationFn: (body: CloudInput<'updateCustomer'>['body']) => services.cloud.updateCustomer({ body }),
    onSuccess: (customer) => {
      services.queryClient.setQueryData(customerQuery(services).queryKey, customer);
    },
  });
}
