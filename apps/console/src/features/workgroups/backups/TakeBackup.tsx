/** Takes a backup manually, under a name (specification part 2, sections 5 and 9). */
import { said, t } from '@acacia/texts';
import { BackupName, nameTaken, type Backup } from '@acacia/contract';
import { ActionButton, errorText, Form } from '@acacia/ui';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useKnownQuota } from '../../../data/quota.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { GuideLink } from '../../../shell/GuideLink.tsx';
import { takeBackupInput, useTakeBackup, type WorkspaceIds } from './backups.ts';
import classes from './backups.module.css';

interface TakeBackupProps {
  readonly workspace: WorkspaceIds;
  /** Undefined while they load. */
  readonly backups: readonly Backup[] | undefined;
  /** Why none can be taken now. */
  readonly refusal: string | undefined;
}

/** Whether a backup counts and keeps its name; failed and forbidden ones do not. */
const isKept = ({ status }: Backup): boolean => status !== 'Failed' && status !== 'Forbidden';

function problemOf(name: string, kept: readonly Backup[]): string | undefined {
  const parsed = BackupName.safeParse(name);
  if (!parsed.success) return said(parsed.error.issues[0]?.message);
  return kept.some(({ tag }) => tag === name) ? said(nameTaken(name)) : undefined;
}

export function TakeBackup({ workspace, backups = [], refusal }: TakeBackupProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const quota = useKnownQuota();
  const take = useTakeBackup(workspace);
  const kept = backups.filter(isKept);
  const used = kept.filter(({ is_automatic }) => !is_automatic).length;
  const limit = quota?.workspace_manual_backup_count_limit;
  const full =
    limit !== undefined && used >= limit
      ? t`The quota is ${limit} manual backups for each workspace. Delete one first.`
      : undefined;

  const submit = async (): Promise<void> => {
    const found = problemOf(name, kept);
    setProblem(found);
    if (found !== undefined) return;
    try {
      await take.mutateAsync(name);
      setName('');
    } catch (error) {
      setProblem(errorText(error));
    }
  };

  return (
    <Form className={classes.take} onSubmit={() => void submit()} aria-label="Take a backup">
      <TextInput
        className={classes.name}
        label="Backup name"
        placeholder="before-the-upgrade"
        value={name}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setName(next);
          setProblem(next === '' ? undefined : problemOf(next, kept));
        }}
        error={problem}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={classes.beside}>
        <ActionButton type="submit" loading={take.isPending} disabledReason={refusal ?? full}>
          Take backup
        </ActionButton>
        <Text size="sm" c="dimmed">
          {limit === undefined ? '…' : `${used} of ${limit} manual backups used`}
        </Text>
        <CopyAs calls={[formCall('createBackup', takeBackupInput(workspace, name))]} />
        <GuideLink guide="backups" about="backups and restoring" />
      </div>
    </Form>
  );
}
