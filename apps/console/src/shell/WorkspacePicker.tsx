/** The one way to choose a workspace: searched by name and workgroup, each with its kind and status. */
import { said, t } from '@acacia/texts';
import '@mantine/core/styles/Combobox.layer.css';
import type { Workspace } from '@acacia/contract';
import { StatusBadge, Tag } from '@acacia/ui';
import { Combobox, InputBase, Tooltip, useCombobox, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { accessWord } from '../data/access-words.ts';
import classes from './WorkspacePicker.module.css';
import { ResumeDialog } from './ResumeDialog.tsx';
import { WORKSPACE_TONE } from './workspace-tone.ts';

/** Number of workspaces above which there is a search box. */
const SEARCH_FROM = 8;

interface WorkspacePickerProps {
  readonly workspaces: readonly Workspace[];
  readonly chosen: Workspace | undefined;
  readonly onChoose: (workspace: Workspace) => void;
  /** Why one cannot be chosen; undefined when it can. */
  readonly refusal?: (workspace: Workspace) => string | undefined;
  /** Workspaces that offer to be resumed when chosen, where only running ones can be used. */
  readonly resumable?: (workspace: Workspace) => boolean;
  /** Choices are from several workgroups: shows their names too. */
  readonly withWorkgroup?: boolean;
  /** Shows its label above, as the fields beside it do. */
  readonly labelled?: boolean;
  readonly width?: number | string;
}

export function WorkspacePicker(props: WorkspacePickerProps) {
  const { workspaces, chosen, onChoose, refusal, resumable, withWorkgroup = false } = props;
  const [resuming, setResuming] = useState<Workspace | null>(null);
  const [search, setSearch] = useState('');
  const searched = workspaces.length > SEARCH_FROM;
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => {
      combobox.selectActiveOption();
      if (searched) combobox.focusSearchInput();
    },
  });
  const wanted = search.trim().toLowerCase();
  const shown = workspaces.filter((each) =>
    `${withWorkgroup ? each.workgroup_name : ''} ${each.name}`.toLowerCase().includes(wanted),
  );
  const choose = (id: string): void => {
    const workspace = workspaces.find((each) => each.workspace_id === id);
    if (workspace === undefined || refusal?.(workspace) !== undefined) return;
    combobox.closeDropdown();
    if (resumable?.(workspace) === true) setResuming(workspace);
    else onChoose(workspace);
  };
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} width="target" position="bottom-start">
        <Combobox.Target targetType="button">
          <InputBase
            component="button"
            type="button"
            pointer
            w={props.width ?? 340}
            maw="100%"
            // The button's name is its content: a label element bound to it would replace that.
            {...(props.labelled === true ? { label: t`Workspace`, labelProps: { labelElement: 'div' } } : {})}
            rightSection={<Combobox.Chevron />}
            rightSectionPointerEvents="none"
            onClick={() => combobox.toggleDropdown()}
          >
            <VisuallyHidden>Workspace:</VisuallyHidden>{' '}
            {chosen === undefined ? (
              <span className={classes.placeholder}>Select workspace</span>
            ) : (
              <Line workspace={chosen} withWorkgroup={withWorkgroup} />
            )}
          </InputBase>
        </Combobox.Target>
        <Combobox.Dropdown>
          {searched && (
            <Combobox.Search
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value);
                combobox.updateSelectedOptionIndex();
              }}
              placeholder="Search workspaces"
              aria-label="Search workspaces"
            />
          )}
          <Combobox.Options mah={300} className={classes.options} aria-label="Workspaces">
            {shown.map((each) => {
              const reason = refusal?.(each);
              return (
                <Tooltip
                  key={each.workspace_id}
                  label={reason}
                  disabled={reason === undefined}
                  position="left"
                >
                  <div>
                    <Combobox.Option
                      value={each.workspace_id}
                      disabled={reason !== undefined}
                      active={each.workspace_id === chosen?.workspace_id}
                      {...(reason === undefined ? {} : { 'aria-description': reason })}
                    >
                      <Line workspace={each} withWorkgroup={withWorkgroup} />
                      {resumable?.(each) === true && reason === undefined && (
                        <span className={classes.resume}>Resume …</span>
                      )}
                    </Combobox.Option>
                  </div>
                </Tooltip>
              );
            })}
            {shown.length === 0 && (
              <Combobox.Empty>
                {workspaces.length === 0 ? 'There is no workspace here yet.' : 'No workspace of that name.'}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {resuming !== null && <ResumeDialog workspace={resuming} onClose={() => setResuming(null)} />}
    </>
  );
}

interface LineProps {
  readonly workspace: Workspace;
  readonly withWorkgroup: boolean;
}

function Line({ workspace, withWorkgroup }: LineProps) {
  return (
    <span
      className={classes.line}
      title={withWorkgroup ? `${workspace.workgroup_name} / ${workspace.name}` : workspace.name}
    >
      {withWorkgroup && (
        <>
          <span className={classes.group}>{workspace.workgroup_name} /</span>{' '}
        </>
      )}
      <span className={classes.name}>{workspace.name}</span> <Tag>{accessWord(workspace)}</Tag>{' '}
      <StatusBadge tone={WORKSPACE_TONE[workspace.status]}>{said(workspace.status)}</StatusBadge>
    </span>
  );
}
