/** Installing a solution: where, under which name, with or without data. */
import { said, t } from '@acacia/texts';
import {
  workspaceCan,
  type SolutionCatalogEntry,
  DataSourceOrigin,
  type SolutionInstallRequest,
  type SolutionInstance,
  type Workspace,
} from '@acacia/contract';
import { ActionButton, errorText, formatNumber, Notice, toast } from '@acacia/ui';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useCan } from '../../../data/me.ts';
import { nameProblem } from '../../../data/name-rules.ts';
import { useInstallSolution } from '../../../data/solutions.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { WorkspacePicker } from '../../../shell/WorkspacePicker.tsx';
import { installRefusal, suggestedName } from './solution-state.ts';
import classes from './solutions.module.css';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';

interface InstallDialogProps {
  readonly workspaces: readonly Workspace[];
  readonly solution: SolutionCatalogEntry;
  readonly instances: readonly SolutionInstance[];
  /** The workspaces are of several workgroups. */
  readonly withWorkgroup?: boolean;
  /** Leads to a new workspace that begins with the solution. */
  readonly create: ReactNode;
  /** Chosen at first when the solution can be installed there. */
  readonly preferred: string | undefined;
  readonly onClose: () => void;
  readonly onStarted: (instance: SolutionInstance) => void;
}

export function InstallDialog(props: InstallDialogProps) {
  const { workspaces, solution, instances, preferred, onClose, onStarted } = props;
  const may = useCan();
  const install = useInstallSolution();
  const refusal = (workspace: Workspace) =>
    installRefusal(
      workspace,
      solution.id,
      instances.find((instance) => instance.workspace_id === workspace.workspace_id),
      may('solution.install', idsOf(workspace)),
    );
  /** Whether the solution could be installed if the workspace ran. */
  const resumable = (workspace: Workspace): boolean =>
    workspaceCan('resume', workspace).allowed && refusal({ ...workspace, status: 'Active' }) === undefined;
  const free = workspaces.filter((workspace) => refusal(workspace) === undefined);
  const first = free.find(({ workspace_id }) => workspace_id === preferred) ?? free[0];
  const [name, setName] = useState(suggestedName(solution.name));
  const [workspaceId, setWorkspaceId] = useState(first?.workspace_id ?? null);
  const [origin, setOrigin] = useState<SolutionInstallRequest['data_source_origin']>('sample');
  const workspace = free.find(({ workspace_id }) => workspace_id === workspaceId);
  const problem = nameProblem(name, []);

  const body = { name, solution_catalog_id: solution.id, data_source_origin: origin };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (workspace === undefined || problem !== null || install.isPending) return;
    install.mutate(
      { workspace, body },
      {
        onSuccess: (instance) => {
          toast.success(t`Request has been accepted`);
          onStarted(instance);
        },
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title={`Install ${said(solution.name)}`} size={520}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {free.length === 0 && (
            <Notice tone="warning" title="No workspace can take it now">
              A solution is installed in a read-write workspace that is Active and has none yet.
            </Notice>
          )}
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={problem}
            spellCheck={false}
            autoComplete="off"
            data-autofocus
          />
          <WorkspacePicker
            labelled
            width="100%"
            withWorkgroup={props.withWorkgroup === true}
            workspaces={workspaces}
            chosen={workspace}
            onChoose={({ workspace_id }) => setWorkspaceId(workspace_id)}
            resumable={resumable}
            refusal={(each) => (resumable(each) ? undefined : refusal(each))}
          />
          <Radio.Group
            label="Data"
            value={origin}
            onChange={(value) => setOrigin(DataSourceOrigin.parse(value))}
          >
            <Stack gap="xs" mt={4}>
              <Radio
                value="sample"
                label="Sample data"
                description={`${formatNumber(solution.sample_rows)} generated rows. ${said(solution.data_description)}`}
              />
              {solution.full_rows !== null && (
                <Radio
                  value="full"
                  label="Sample data in full size"
                  description={`${formatNumber(solution.full_rows)} generated rows. It takes a minute, and more memory.`}
                />
              )}
              <Radio
                value="none"
                label="No data"
                description="Schema, loading job and queries alone: load your own data."
              />
            </Stack>
          </Radio.Group>
          <div className={classes.explained}>
            <p>What will be made in the database of the workspace:</p>
            <ul>
              <li>
                the graph <code>{solution.graph}</code> with its types
              </li>
              <li>its loading job and queries, installed and ready to run</li>
              {origin !== 'none' && <li>the sample data, loaded, and features computed from it</li>}
            </ul>
            <p>
              The workspace can be used meanwhile, and cannot be paused, stopped or resized until it has
              ended.
            </p>
          </div>
          {install.error !== null && (
            <Notice tone="negative" title="The solution cannot be installed">
              {errorText(install.error)}
            </Notice>
          )}
          <Group justify="flex-end" gap="xs">
            <div className={classes.create}>{props.create}</div>
            {workspace !== undefined && (
              <CopyAs calls={[formCall('installSolution', { params: idsOf(workspace), body })]} />
            )}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton
              type="submit"
              loading={install.isPending}
              disabledReason={workspace === undefined ? t`Choose a workspace first.` : (problem ?? undefined)}
            >
              Install
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
