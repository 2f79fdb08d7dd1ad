/** Advanced settings: suspension, upgrades, schedules, size and replicas (specification part 2, section 2). */
import { gap, t } from '@acacia/texts';
import { Sections, toast } from '@acacia/ui';
import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { useServices } from '../../../services/services.ts';
import { resizeRefusal, useKnownQuota } from '../../../data/quota.ts';
import { minutesProblem } from '../../../data/workspace-rules.ts';
import { idsOf, useUpdateWorkspace } from '../../../data/workspaces.ts';
import { workspaceTypesQuery } from '../../../data/workspace-types.ts';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { SuspendedNotice } from '../../../shell/SuspendedNotice.tsx';
import { useRefusal } from '../../../shell/useWorkspaceActions.ts';
import { changeOf, valuesOf, type AdvancedValues } from './advanced.ts';
import { entered } from '../entered.ts';
import { editsLeft, type ScheduleEdits } from '../schedules/schedule-edits.ts';
import { SchedulesSection } from '../schedules/SchedulesSection.tsx';
import { SizeSection } from './SizeSection.tsx';
import { SuspensionSection } from './SuspensionSection.tsx';
import { UpgradeSection } from './UpgradeSection.tsx';
import { useSaveable, type ConfigurationTabProps } from '../useSaveable.ts';
import { scheduleCall, useSaveSchedules } from '../schedules/useSchedules.ts';

const NO_EDITS: ScheduleEdits = new Map();

export function Tab({ workspace, report }: ConfigurationTabProps) {
  const { data: types } = useSuspenseQuery(workspaceTypesQuery(useServices(), workspace));
  const update = useUpdateWorkspace(workspace);
  const saveSchedules = useSaveSchedules(workspace);
  const refusal = useRefusal(workspace);
  /** Values changed here; the others follow the workspace. */
  const [changes, dispatch] = useReducer(entered<AdvancedValues>, {});
  const [edits, setEdits] = useState(NO_EDITS);
  const [saving, setSaving] = useState(false);
  const values = { ...valuesOf(workspace), ...changes };
  const change = changeOf(workspace, values);
  const changesWorkspace = Object.keys(change).length > 0;
  const changed = changesWorkspace || edits.size > 0;
  const configure = refusal('configure');
  const quota = useKnownQuota();
  const size = types.find(({ typeName }) => typeName === values.size) ?? workspace.workspace_type;
  const overMemory = quota === undefined ? null : resizeRefusal(workspace, size, values.ha, quota);

  const set = (some: Partial<AdvancedValues>): void => dispatch({ kind: 'enter', change: some });
  const save = async (): Promise<void> => {
    const shown = toast.progress(t`Updating workspace`);
    setSaving(true);
    try {
      if (changesWorkspace) {
        await update.mutateAsync(change);
        dispatch({ kind: 'saved', sent: changes });
      }
      const { failed, problems } = await saveSchedules(edits);
      setEdits((now) => editsLeft(now, edits, failed));
      if (problems.length > 0) throw new Error(problems.join(gap));
      shown.success(t`Workspace updating request accepted.`);
    } catch (error) {
      shown.error(error);
    } finally {
      setSaving(false);
    }
  };

  useSaveable(report, {
    dirty: changed,
    refusal: (changesWorkspace ? configure : undefined) ?? minutesProblem(values) ?? overMemory ?? undefined,
    busy: saving,
    onSave: () => void save(),
    calls: [
      ...(changesWorkspace ? [formCall('updateWorkspace', { params: idsOf(workspace), body: change })] : []),
      ...[...edits].map((edit) => scheduleCall(workspace, edit)),
    ],
  });

  return (
    <Stack gap="sm">
      <SuspendedNotice workspace={workspace} />
      <Sections open={['suspend', 'upgrade', 'schedules', 'size', 'ha']}>
        <SuspensionSection values={values} onChange={set} refusal={configure} />
        <UpgradeSection workspace={workspace} values={values} onChange={set} />
        <SchedulesSection workspace={workspace} types={types} edits={edits} onEdits={setEdits} />
        <SizeSection
          workspace={workspace}
          types={types}
          values={values}
          onChange={set}
          refusal={refusal('resize')}
          overMemory={overMemory}
        />
      </Sections>
    </Stack>
  );
}
