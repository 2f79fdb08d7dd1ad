/** What the organisation may use. */
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../app/services.ts';

export function useQuota() {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['quota'],
    queryFn: ({ signal }) => cloud.getQuota({ signal }),
    staleTime: 60_000,
  });
}
