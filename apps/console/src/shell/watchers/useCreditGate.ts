/**
 * Asks whether the organisation's credits are used up: once the first page stands, every few minutes, and when a call is
 * refused for it (specification part 3, section 4, "Credit gate").
 */
import { CloudError } from '@acacia/api-client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { billingStatusQuery } from '../../data/billing.ts';
import { useServices } from '../../services/services.ts';

const AGAIN_MS = 300_000;
/** Milliseconds within which refusals are one: a page may send several calls. */
const ONCE_IN_MS = 10_000;

/** A call that is refused for want of credits is refused as those over a quota are. */
const isRefusedForCredits = (error: unknown): boolean =>
  error instanceof CloudError && error.details.some(({ Type }) => Type === 'Quota-Exceed');

/** @param onGate called when the answer changes; while it cannot be asked, nothing changes */
export function useCreditGate(onGate: (gated: boolean) => void): void {
  const services = useServices();
  const { queryClient } = services;
  const { data, refetch } = useQuery({
    ...billingStatusQuery(services),
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  });
  const gated = data?.gated;
  useEffect(() => {
    if (gated !== undefined) onGate(gated);
  }, [gated, onGate]);
  useEffect(() => {
    let asked = 0;
    const look = (error: unknown): void => {
      if (!isRefusedForCredits(error) || Date.now() - asked < ONCE_IN_MS) return;
      asked = Date.now();
      void refetch();
    };
    const leaves = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
      }),
    ];
    return () => leaves.forEach((leave) => leave());
  }, [queryClient, refetch]);
}
