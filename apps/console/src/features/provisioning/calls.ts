/** Calls on provisioning by a directory. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import { usersQuery } from '../../data/users.ts';
import { useServices, type Services } from '../../services/services.ts';

export const provisioningQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['provisioning'],
    queryFn: ({ signal }) => cloud.getProvisioning({ signal }),
  });

/** A change of provisioning; what it may have changed is read again. */
export function useProvisioningChange<Input, Result>(
  change: (cloud: Services['cloud'], input: Input) => Promise<Result>,
) {
  const services = useServices();
  const { cloud, queryClient } = services;
  return useMutation({
    mutationFn: (input: Input) => change(cloud, input),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: provisioningQuery(services).queryKey }),
        queryClient.invalidateQueries({ queryKey: usersQuery(services).queryKey }),
      ]),
  });
}
