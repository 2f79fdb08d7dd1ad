/** The workspace that a tab of a workgroup is about: chosen here, kept in the address as `space_id`. */
import '@mantine/core/styles/Combobox.layer.css';
import type { Workspace } from '@acacia/contract';
import { Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** The one that the address names, else the first. Undefined when there is none to choose. */
export function useTabWorkspace(workspaces: readonly Workspace[]): Workspace | undefined {
  const id = useSearch({ from: '/shell/groups/$groupID', select: (search) => search.space_id });
  return workspaces.find((workspace) => workspace.workspace_id === id) ?? workspaces[0];
}

interface TabWorkspaceSelectProps {
  readonly workspaces: readonly Workspace[];
  readonly chosen: Workspace;
  /** What else the address says is about the workspace chosen before, and goes, unless this says what stays. */
  readonly onChoose?: (id: string) => void;
}

export function TabWorkspaceSelect({ workspaces, chosen, onChoose }: TabWorkspaceSelectProps) {
  const navigate = useNavigate({ from: '/groups/$groupID' });
  return (
    <Select
      label="Workspace"
      w={240}
      allowDeselect={false}
      searchable={workspaces.length > 8}
      data={workspaces.map(({ workspace_id, name, status }) => ({
        value: workspace_id,
        label: `${name} (${status})`,
      }))}
      value={chosen.workspace_id}
      onChange={(space_id) => {
        if (space_id === null) return;
        if (onChoose === undefined) void navigate({ search: ({ tab }) => ({ tab, space_id }) });
        else onChoose(space_id);
      }}
    />
  );
}
