/** The signed-in person, their organisation, and the permissions of their roles. */
import { said, t } from '@acacia/texts';
import {
  can,
  NO_CREATE_RIGHT,
  type MyOrganization,
  type Permission,
  type Scope,
  type User,
} from '@acacia/contract';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useServices, type Services } from '../services/services.ts';
import { FOLLOWED } from './changes.ts';

export const meQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => cloud.getMe({ signal }),
    staleTime: 60_000,
    meta: FOLLOWED,
  });

/** Remembers that the person came to this console, not to an older one. Pages do not wait for this. */
export function markVisit({ cloud, queryClient }: Services, me: User): void {
  const metadata = { ...me.metadata, last_visit_cloud: 'new' as const };
  queryClient.setQueryData(meQuery({ cloud }).queryKey, { ...me, metadata });
  // Where it was not stored, the next load of the console does it.
  cloud.updateMyMetadata({ body: { last_visit_cloud: 'new' } }).catch(() => undefined);
}

/** The signed-in person, whom the shell's route has loaded. */
export const useMe = (): User => useSuspenseQuery(meQuery(useServices())).data;

export const organizationQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['organization'],
    queryFn: ({ signal }) => cloud.getMyOrganization({ signal }),
    staleTime: 60_000,
  });

export const useOrganization = () => useQuery(organizationQuery(useServices()));

/** The organisations that the person belongs to, as far as they are known. */
export function useMyOrganizations(): readonly MyOrganization[] {
  const { cloud } = useServices();
  const { data } = useQuery({
    queryKey: ['organizations'],
    queryFn: ({ signal }) => cloud.listMyOrganizations({ query: {}, signal }),
  });
  return data ?? [];
}

/** Which other organisation of the person holds a workgroup or workspace; null: none; undefined: not known yet. */
export function useElsewhere(id: string | undefined): MyOrganization | null | undefined {
  const { cloud } = useServices();
  const { org_id: current } = useMe();
  const { data, isLoading } = useQuery({
    queryKey: ['organizations', id],
    queryFn: ({ signal }) => cloud.listMyOrganizations({ query: { holds: id }, signal }),
    enabled: id !== undefined,
  });
  return isLoading ? undefined : (data?.find(({ org_id }) => org_id !== current) ?? null);
}

/** Asks the contract's policy. */
export function useCan(): (permission: Permission, scope?: Scope) => boolean {
  const { roles } = useMe();
  return (permission, scope) => can(roles, permission, scope);
}

const DENIED: Partial<Record<Permission, string>> = {
  'workgroup.create': said(NO_CREATE_RIGHT),
  'workspace.create': said(NO_CREATE_RIGHT),
  'workspace.resume': t`Only an administrator of the workspace can resume it.`,
};

/** Why the person may not do it; undefined when they may. */
export function useDenied(): (permission: Permission, scope?: Scope) => string | undefined {
  const allowed = useCan();
  return (permission, scope) =>
    allowed(permission, scope)
      ? undefined
      : (DENIED[permission] ?? t`Your roles do not allow this. Ask your workgroup's administrator.`);
}
