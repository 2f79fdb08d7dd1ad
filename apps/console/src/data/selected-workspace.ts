/** The workspace that the address names (`workspace_id`). */
import type { Workspace } from '@acacia/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useWorkspaces } from './workgroups.ts';

interface SelectedWorkspace {
  /** Undefined when none is named, or when the person cannot see the one of that id. */
  readonly workspace: Workspace | undefined;
  readonly workspaceId: string | undefined;
  /** @param options.replace does not add a step to the history */
  readonly select: (workspaceId: string, options?: { readonly replace: boolean }) => void;
}

export function useSelectedWorkspace(): SelectedWorkspace {
  const named: unknown = useSearch({ strict: false, select: (search) => search.workspace_id });
  const workspaceId = typeof named === 'string' ? named : undefined;
  const workspaces = useWorkspaces();
  const navigate = useNavigate();
  const select = useCallback(
    (id: string, options = { replace: false }) => {
      void navigate({ to: '.', search: (previous) => ({ ...previous, workspace_id: id }), ...options });
    },
    [navigate],
  );
  return {
    workspace: workspaces.find((each) => each.workspace_id === workspaceId),
    workspaceId,
    select,
  };
}
