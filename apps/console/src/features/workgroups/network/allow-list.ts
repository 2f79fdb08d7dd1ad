/** Calls of the allow-list. */
import { CloudError } from '@acacia/api-client';
import type { AllowedIp, Workgroup } from '@acacia/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { FOLLOWED } from '../../../data/changes.ts';
import { workgroupKeys } from '../../../data/workgroups.ts';

const keys = {
  list: (group: string) => ['allow-list', group, 'ranges'] as const,
  current: (group: string) => ['allow-list', group, 'current'] as const,
};

export function useAllowedIps({ workgroup_id }: Workgroup) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: keys.list(workgroup_id),
    queryFn: ({ signal }) => cloud.listAllowedIps({ params: { workgroup_id }, signal }),
    meta: FOLLOWED,
  });
}

/** The address that the person's browser has for the server. */
export function useCurrentIp({ workgroup_id }: Workgroup) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: keys.current(workgroup_id),
    queryFn: ({ signal }) => cloud.getCurrentIp({ params: { workgroup_id }, signal }),
  });
}

export interface RangeInput {
  readonly cidr: string;
  readonly note: string;
}

/** A change of the list; with `accept_lockout` even one that shuts the person out. */
export type Change =
  | ({ readonly kind: 'add' } & RangeInput)
  | ({ readonly kind: 'update'; readonly id: string } & RangeInput)
  | { readonly kind: 'delete'; readonly range: AllowedIp }
  | { readonly kind: 'enable' }
  | { readonly kind: 'disable' };

export function useChangeAllowList({ workgroup_id }: Workgroup) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: async ({ change, accept_lockout }: { change: Change; accept_lockout: boolean }) => {
      const params = { workgroup_id };
      switch (change.kind) {
        case 'add':
          return cloud.addAllowedIp({ params, body: { cidr: change.cidr, note: change.note } });
        case 'update':
          return cloud.updateAllowedIp({
            params: { ...params, ip_id: change.id },
            body: { cidr: change.cidr, note: change.note, accept_lockout },
          });
        case 'delete':
          return cloud.deleteAllowedIp({
            params: { ...params, ip_id: change.range.id },
            query: { accept_lockout: String(accept_lockout) },
          });
        case 'enable':
          return cloud.enableAllowList({ params, body: { accept_lockout } });
        case 'disable':
          return cloud.disableAllowList({ params });
      }
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['allow-list', workgroup_id] }),
        queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
      ]),
  });
}

/** The server's warning that a change would shut the person out; undefined for any other error. */
export function lockoutWarning(error: unknown): string | undefined {
  if (!(error instanceof CloudError)) return undefined;
  return error.details.find(({ FieldName }) => FieldName === 'accept_lockout')?.Reason;
}

/** The server's error about one field. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof CloudError
    ? error.details.find(({ FieldName }) => FieldName === field)?.Reason
    : undefined;
}
