/** Calls of the settings. */
import type { CloudInput } from '@acacia/api-client';
import { API_KEY_USERS, listedUser, type ApiKey, type ListedUser } from '@acacia/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { FOLLOWED } from '../../data/changes.ts';
import { organizationQuery } from '../../data/me.ts';
import { usersQuery } from '../../data/users.ts';
import { useServices, type Services } from '../../services/services.ts';

type Cloud = Pick<Services, 'cloud'>;

export const apiKeysQuery = ({ cloud }: Cloud) =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: ({ signal }): Promise<readonly ApiKey[]> => cloud.listApiKeys({ signal }),
    staleTime: 60_000,
    meta: FOLLOWED,
  });

/** The accounts of the keys, whose roles are the permissions; read again with the people. */
export const keyUsersQuery = ({ cloud }: Cloud) =>
  queryOptions({
    queryKey: [...usersQuery({ cloud }).queryKey, 'of API keys'],
    queryFn: async ({ signal }): Promise<readonly ListedUser[]> =>
      (await cloud.listUsers({ query: { path: API_KEY_USERS }, signal })).map(listedUser),
    staleTime: 60_000,
    meta: FOLLOWED,
  });

const readAgain = ({ cloud, queryClient }: Services): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: apiKeysQuery({ cloud }).queryKey }),
    queryClient.invalidateQueries({ queryKey: keyUsersQuery({ cloud }).queryKey }),
  ]);

interface NewKey {
  readonly description: string;
  /** Lifetime; 0: it does not expire. */
  readonly seconds: number;
}

/** Input of the call that creates a key. */
export const newKeyInput = ({ description, seconds }: NewKey): CloudInput<'createApiKey'> => ({
  body: { description, life_time_in_seconds: seconds <= 0 ? null : seconds },
});

export function useCreateKey() {
  const services = useServices();
  return useMutation({
    mutationFn: (key: NewKey) => services.cloud.createApiKey(newKeyInput(key)),
    onSettled: () => readAgain(services),
  });
}

export function useDeleteKey() {
  const services = useServices();
  return useMutation({
    mutationFn: ({ key_name }: ApiKey) => services.cloud.deleteApiKey({ body: { key_name } }),
    onSettled: () => readAgain(services),
  });
}

export function useUpdateOrganization() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (body: CloudInput<'updateOrganization'>['body']) => cloud.updateOrganization({ body }),
    onSuccess: (organization) =>
      queryClient.setQueryData(organizationQuery({ cloud }).queryKey, organization),
  });
}

export function useRequireSecondFactor() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (require_second_factor: boolean) =>
      cloud.updateOrganizationSecurity({ body: { require_second_factor } }),
    onSuccess: (organization) =>
      queryClient.setQueryData(organizationQuery({ cloud }).queryKey, organization),
  });
}
