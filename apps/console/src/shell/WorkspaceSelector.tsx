/** Chooses the workspace that a tool works on (specification part 1, section 2.6). */
import { workspaceCan, type Workspace } from '@acacia/contract';
import { StatusBadge, Tag } from '@acacia/ui';
import { Combobox, InputBase, Skeleton, Tooltip, useCombobox, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useSelectedWorkspace } from '../data/selected-workspace.ts';
import { useWorkspaces } from '../data/workgroups.ts';
import { ResumeDialog } from './ResumeDialog.tsx';
import { WORKSPACE_TONE } from './workspace-tone.ts';
import classes from './WorkspaceSelector.module.css';

const IP_NOT_ALLOWED = 'Your IP is not allowed to access this workspace';
/** With more than these a search box helps. */
const SEARCH_FROM = 8;

/** Why it cannot be chosen; undefined when it can, or when choosing it opens the dialog. */
function refusal(workspace: Workspace): string | undefined {
  if (!workspace.canAccess) return IP_NOT_ALLOWED;
  if (opensDialog(workspace)) return undefined;
  const verdict = workspaceCan('connect', workspace);
  return verdict.allowed ? undefined : verdict.reason;
}

/** Stopped and failed ones offer to be resumed instead of being chosen. */
const opensDialog = (workspace: Workspace): boolean =>
  workspace.status === 'Stopped' || workspace.status === 'Error';

const usable = (workspace: Workspace): boolean =>
  workspace.canAccess && workspaceCan('connect', workspace).allowed;

export function WorkspaceSelector({ width = 400 }: { readonly width?: number }) {
  const { workspaces } = useWorkspaces();
  const { workspace, workspaceId, select } = useSelectedWorkspace();
  const [last, setLast] = useLocalStorage<string>({
    key: 'acacia.workspace.last',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [resuming, setResuming] = useState<Workspace | null>(null);
  const [search, setSearch] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => setSearch('') });

  /** An address without a workspace opens the one used last, or the newest that can be used. */
  useEffect(() => {
    if (workspaceId !== undefined || workspaces === undefined) return;
    const candidates = workspaces.filter(usable);
    const chosen = candidates.find((each) => each.workspace_id === last) ?? candidates[0];
    if (chosen !== undefined) select(chosen.workspace_id, { replace: true });
  }, [workspaceId, workspaces, last, select]);

  if (workspaces === undefined) return <Skeleton height={36} width={width} maw="100%" />;
  const wanted = search.trim().toLowerCase();
  const shown = workspaces.filter((each) =>
    `${each.workgroup_name} ${each.name}`.toLowerCase().includes(wanted),
  );
  const choose = (id: string): void => {
    const chosen = workspaces.find((each) => each.workspace_id === id);
    if (chosen === undefined || refusal(chosen) !== undefined) return;
    combobox.closeDropdown();
    if (opensDialog(chosen)) {
      setResuming(chosen);
      return;
    }
    setLast(id);
    select(id);
  };

  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} width="target" position="bottom-start">
        <Combobox.Target targetType="button">
          <InputBase
            component="button"
            type="button"
            pointer
            w={width}
            maw="100%"
            rightSection={<Combobox.Chevron />}
            rightSectionPointerEvents="none"
            onClick={() => combobox.toggleDropdown()}
          >
            <VisuallyHidden>Workspace </VisuallyHidden>
            {workspace === undefined ? (
              <span className={classes.placeholder}>Select workspace</span>
            ) : (
              <Line workspace={workspace} />
            )}
          </InputBase>
        </Combobox.Target>
        <Combobox.Dropdown>
          {workspaces.length > SEARCH_FROM && (
            <Combobox.Search
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              placeholder="Search workspaces"
              aria-label="Search workspaces"
            />
          )}
          <Combobox.Options mah={300} className={classes.options} aria-label="Workspaces">
            {shown.map((each) => {
              const reason = refusal(each);
              const option = (
                <Combobox.Option
                  key={each.workspace_id}
                  value={each.workspace_id}
                  disabled={reason !== undefined}
                  active={each.workspace_id === workspaceId}
                >
                  <Line workspace={each} />
                </Combobox.Option>
              );
              return reason === undefined ? (
                option
              ) : (
                <Tooltip key={each.workspace_id} label={reason} position="left">
                  <div>{option}</div>
                </Tooltip>
              );
            })}
            {shown.length === 0 && <Combobox.Empty>There is no workspace here yet.</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {resuming !== null && <ResumeDialog workspace={resuming} onClose={() => setResuming(null)} />}
    </>
  );
}

function Line({ workspace }: { readonly workspace: Workspace }) {
  return (
    <span className={classes.line}>
      <span className={classes.group}>{workspace.workgroup_name} /</span>
      <span className={classes.name}>{workspace.name}</span>
      <Tag>{workspace.is_rw ? 'R/W' : 'R/O'}</Tag>
      <StatusBadge tone={WORKSPACE_TONE[workspace.status]}>{workspace.status}</StatusBadge>
    </span>
  );
}
