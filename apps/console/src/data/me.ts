/** The signed-in person, their organisation, and the permissions of their roles. */
import { can, NO_CREATE_RIGHT, type Permission, type Scope } from '@acacia/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../services/services.ts';

export function useMe() {
  const { cloud } = useServices();
  return useQuery({ queryKey: ['me'], queryFn: ({ signal }) => cloud.getMe({ signal }), staleTime: 60_000 });
}

export function useOrganization() {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['organization'],
    queryFn: ({ signal }) => cloud.getMyOrganization({ signal }),
    staleTime: 60_000,
  });
}

/** Asks the contract's policy; false until the roles are known. */
export function useCan(): (permission: Permission, scope?: Scope) => boolean {
  const { data } = useMe();
  return (permission, scope) => data !== undefined && can(data.roles, permission, scope);
}

const DENIED: Partial<Record<Permission, string>> = {
  'workgroup.create': NO_CREATE_RIGHT,
  'workspace.create': NO_CREATE_RIGHT,
};

const ROLES_UNKNOWN = 'Your roles are not known yet.';

/** Why the person may not do it; undefined when they may. */
export function useDenied(): (permission: Permission, scope?: Scope) => string | undefined {
  const { data } = useMe();
  const allowed = useCan();
  return (permission, scope) => {
    if (data === undefined) return ROLES_UNKNOWN;
    return allowed(permission, scope)
      ? undefined
      : (DENIED[permission] ?? "Your roles do not allow this. Ask your workgroup's administrator.");
  };
}
