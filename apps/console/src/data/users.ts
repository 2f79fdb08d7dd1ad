/** People of the organisation. */
import { listedUser, type ListedUser } from '@acacia/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Services } from '../services/services.ts';
import { FOLLOWED } from './changes.ts';

export const usersQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['users'],
    queryFn: async ({ signal }): Promise<readonly ListedUser[]> =>
      (await cloud.listUsers({ query: {}, signal })).map(listedUser),
    staleTime: 60_000,
    meta: FOLLOWED,
  });
