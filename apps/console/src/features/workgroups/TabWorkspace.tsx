/** The workspace that a tab of a workgroup is about: chosen here, kept in the address as `space_id`. */
import type { Workspace } from '@acacia/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { WorkspacePicker } from '../../shell/WorkspacePicker.tsx';

/** The workspace that the address names, else the first. Undefined when there is none. */
export function useTabWorkspace(workspaces: readonly Workspace[]): Workspace | undefined {
  const id = useSearch({ from: '/shell/groups/$groupID', select: (search) => search.space_id });
  return workspaces.find((workspace) => workspace.workspace_id === id) ?? workspaces[0];
}

interface TabWorkspaceSelectProps {
  readonly workspaces: readonly Workspace[];
  readonly chosen: Workspace;
  /**
   * Clears the other search parameters, which are about the workspace chosen before, unless this handler keeps them.
   */
  readonly onChoose?: (id: string) => void;
}

export function TabWorkspaceSelect({ workspaces, chosen, onChoose }: TabWorkspaceSelectProps) {
  const navigate = useNavigate({ from: '/groups/$groupID' });
  return (
    <WorkspacePicker
      workspaces={workspaces}
      chosen={chosen}
      labelled
      width={280}
      onChoose={({ workspace_id: space_id }) => {
        if (onChoose === undefined) void navigate({ search: ({ tab }) => ({ tab, space_id }) });
        else onChoose(space_id);
      }}
    />
  );
}
