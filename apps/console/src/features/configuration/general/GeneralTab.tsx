/** General: identity and addresses of the workspace (specification part 2, section 2). */
import { said, t } from '@acacia/texts';
import type { Workspace } from '@acacia/contract';
import {
  CopyableId,
  CopyButton,
  Facts,
  formatBytes,
  formatDateTime,
  formatNumber,
  formatPercent,
  Section,
  Sections,
  toast,
} from '@acacia/ui';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { toolsAddress, UNUSABLE_HOST } from '../../../data/addons.ts';
import { nameProblem } from '../../../data/name-rules.ts';
import { useRegionName } from '../../../data/regions.ts';
import { sizeText } from '../../../data/workspace-types.ts';
import { idsOf, useUpdateWorkspace } from '../../../data/workspaces.ts';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { useRefusal } from '../../../shell/useWorkspaceActions.ts';
import classes from '../configuration.module.css';
import { useSaveable, type ConfigurationTabProps } from '../useSaveable.ts';

const READ_ONLY = t`The general settings of a read-only workspace cannot be changed.`;

export function Tab({ workspace, others, report }: ConfigurationTabProps) {
  const update = useUpdateWorkspace(workspace);
  const refusal = useRefusal(workspace);
  const [entered, setEntered] = useState<string | null>(null);
  const name = entered ?? workspace.name;
  const problem = nameProblem(name, others);
  const changed = name !== workspace.name;
  const change = { workspace_name: name };
  const save = (): void => {
    const shown = toast.progress(t`Updating workspace`);
    update.mutate(change, {
      onSuccess: () => {
        // A name that was typed since then stays.
        setEntered((now) => (now === name ? null : now));
        shown.success(t`Workspace updating request accepted.`);
      },
      onError: (error) => shown.error(error),
    });
  };
  useSaveable(report, {
    dirty: changed,
    refusal: workspace.is_rw ? (refusal('rename') ?? problem ?? undefined) : READ_ONLY,
    busy: update.isPending,
    onSave: save,
    calls: [formCall('updateWorkspace', { params: idsOf(workspace), body: change })],
  });
  return (
    <Sections open={['workspace', 'connection', 'data']}>
      <Section id="workspace" title="Workspace">
        <div className={classes.stack}>
          <TextInput
            label="Workspace name"
            value={name}
            onChange={(event) => setEntered(event.currentTarget.value)}
            error={problem}
            disabled={!workspace.is_rw}
            description={workspace.is_rw ? undefined : READ_ONLY}
            spellCheck={false}
            autoComplete="off"
            maw={420}
          />
          <Identity workspace={workspace} />
        </div>
      </Section>
      <Section id="connection" title="Connection">
        <Connection workspace={workspace} />
      </Section>
      <Section id="data" title="Data and memory">
        <Usage workspace={workspace} />
      </Section>
    </Sections>
  );
}

function Identity({ workspace }: { readonly workspace: Workspace }) {
  const regionName = useRegionName();
  const { workspace_type: size } = workspace;
  const id = (value: string, label: string) => (
    <CopyableId value={value} label={label} copiedMessage={`${label} copied successfully.`} />
  );
  return (
    <Facts
      facts={[
        { label: t`Workspace ID`, value: id(workspace.workspace_id, t`workspace ID`) },
        { label: t`Workgroup ID`, value: id(workspace.workgroup_id, t`workgroup ID`) },
        { label: t`Database`, value: workspace.database_name },
        { label: t`Database ID`, value: id(workspace.database_id, t`database ID`) },
        { label: t`Access`, value: workspace.is_rw ? t`Read-write` : t`Read-only` },
        { label: t`Version`, value: workspace.tg_version },
        { label: t.of('workspace')`Size`, value: sizeText(size) },
        ...(workspace.runs_with === '' ? [] : [{ label: t`Here`, value: said(workspace.runs_with) }]),
        { label: t`High availability`, value: workspace.enable_ha ? t`On` : t`Off` },
        { label: t`Region`, value: `${workspace.platform} · ${regionName(workspace.region)}` },
        { label: t`Created`, value: formatDateTime(workspace.created_at) },
        { label: t`Created by`, value: workspace.creator },
        { label: t`Changed`, value: formatDateTime(workspace.last_modified_time) },
      ]}
    />
  );
}

function Connection({ workspace: { nginx_host } }: { readonly workspace: Workspace }) {
  const base = toolsAddress(nginx_host, '');
  if (base === '') return <Facts facts={[{ label: t`Host`, value: UNUSABLE_HOST }]} />;
  const address = (value: string, label: string, copiedMessage?: string) => (
    <span className={classes.address}>
      <code>{value}</code>
      <CopyButton value={value} label={label} {...(copiedMessage === undefined ? {} : { copiedMessage })} />
    </span>
  );
  return (
    <Facts
      facts={[
        {
          label: t`Host`,
          value: address(nginx_host, t`workspace host`, t`Workspace host url copied successfully.`),
        },
        { label: t`REST endpoint`, value: address(`${base}/restpp`, t`REST endpoint`) },
        { label: t`GSQL endpoint`, value: address(`${base}/gsql`, t`GSQL endpoint`) },
      ]}
    />
  );
}

/** A figure that there may be no reading of yet. */
const shown = (value: number | null, format: (value: number) => string): string =>
  value === null ? t`Not read yet` : format(value);

function Usage({ workspace }: { readonly workspace: Workspace }) {
  return (
    <Facts
      facts={[
        { label: t`Vertices`, value: shown(workspace.vertex_count, formatNumber) },
        { label: t`Edges`, value: shown(workspace.edge_count, formatNumber) },
        { label: t`Graph in memory`, value: shown(workspace.graph_topology_size_bytes, formatBytes) },
        { label: t`Memory used`, value: shown(workspace.tigergraph_memory_usage_percent, formatPercent) },
        {
          label: t`Memory used by data`,
          value: shown(workspace.tigergraph_data_memory_usage_percent, formatPercent),
        },
        { label: t`Volume used`, value: shown(workspace.volume_usage_percent, formatPercent) },
      ]}
    />
  );
}
