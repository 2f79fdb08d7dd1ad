/** The schedule of backups (specification part 2, sections 5 and 9). */
import { idsOf } from '../../../data/workspaces.ts';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { said, semicolon, t } from '@acacia/texts';
import {
  backupCron,
  backupCronFields,
  backupCronProblems,
  NO_FREE_AUTO_BACKUP,
  type BackupSchedule,
} from '@acacia/contract';
import { ActionButton, CronFields, formatDateTime, Notice, toast, type Cron } from '@acacia/ui';
import { Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useSuspenseQueries } from '@tanstack/react-query';
import { quotaQuery } from '../../../data/quota.ts';
import { useServices } from '../../../services/services.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { backupScheduleQuery, useSaveSchedule, type WorkspaceIds } from './backups.ts';
import { cronSentence, nextRuns } from './next-runs.ts';

interface ScheduleFormProps {
  readonly workspace: WorkspaceIds;
  /** Why the person may not change it. */
  readonly denied: string | undefined;
}

export function ScheduleForm(props: ScheduleFormProps) {
  return (
    <LoadBoundary
      compact
      what="The schedule"
      skeleton={
        <div role="status" aria-label="Loading the schedule" aria-busy="true">
          <Skeleton height={190} />
        </div>
      }
    >
      <LoadedForm {...props} />
    </LoadBoundary>
  );
}

function LoadedForm({ workspace, denied }: ScheduleFormProps) {
  const services = useServices();
  const [{ data: saved }, { data: quota }] = useSuspenseQueries({
    queries: [backupScheduleQuery(services, workspace), quotaQuery(services)],
  });
  const refusal = quota.tier === 'free' ? NO_FREE_AUTO_BACKUP : denied;
  return <Form key={saved.schedule} workspace={workspace} saved={saved} refusal={refusal} />;
}

const DAILY: Cron = { hour: '0', dayOfMonth: '*', month: '*', dayOfWeek: '*' };

interface FormProps {
  readonly workspace: WorkspaceIds;
  readonly saved: BackupSchedule;
  readonly refusal: string | undefined;
}

function Form({ workspace, saved, refusal }: FormProps) {
  const [cron, setCron] = useState<Cron>(() => backupCronFields(saved.schedule) ?? DAILY);
  const [pause, setPause] = useState(saved.pause);
  const save = useSaveSchedule(workspace);
  const problems = backupCronProblems(cron);
  const runs = pause ? [] : nextRuns(cron, new Date());
  const changed = pause !== saved.pause || backupCron(cron) !== saved.schedule;
  const unsavable =
    refusal ??
    (Object.keys(problems).length > 0
      ? t`Mend the fields first.`
      : changed
        ? undefined
        : t`Nothing has changed.`);

  const submit = async (): Promise<void> => {
    try {
      await save.mutateAsync({ pause, schedule: backupCron(cron) });
      toast.success(t`Schedule saved successfully.`);
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <Stack gap="md">
      {refusal === NO_FREE_AUTO_BACKUP && <Notice tone="info">{said(refusal)}</Notice>}
      <Switch
        label="Pause scheduled backups"
        description={`The newest ${saved.max_backup_files} automatic backups are kept, older ones are deleted.`}
        checked={pause}
        disabled={refusal !== undefined}
        onChange={(event) => setPause(event.currentTarget.checked)}
      />
      <CronFields
        value={cron}
        onChange={setCron}
        errors={problems}
        sentence={pause ? t`No backups are taken by themselves while this is paused.` : cronSentence(cron)}
        nextRuns={runs}
        disabled={refusal !== undefined}
      />
      {runs.length > 0 && (
        <Text size="sm" c="dimmed">
          In your time zone: {runs.map((at) => formatDateTime(at)).join(semicolon)}
        </Text>
      )}
      <Group>
        <ActionButton disabledReason={unsavable} loading={save.isPending} onClick={() => void submit()}>
          Save
        </ActionButton>
        <CopyAs
          calls={[
            formCall('updateBackupSchedule', {
              params: idsOf(workspace),
              body: { pause, schedule: backupCron(cron) },
            }),
          ]}
        />
      </Group>
    </Stack>
  );
}
