/** Name and log collection of a workgroup. */
import { t } from '@acacia/texts';
import type { Workgroup } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { nameProblem } from '../../../data/name-rules.ts';
import { useUpdateWorkgroup, useKnownWorkgroups } from '../../../data/workgroups.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';

interface WorkgroupSettingsProps {
  readonly group: Workgroup;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function WorkgroupSettings(props: WorkgroupSettingsProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Workgroup settings" size={480}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ group, onClose }: WorkgroupSettingsProps) {
  const groups = useKnownWorkgroups();
  const update = useUpdateWorkgroup(group.workgroup_id);
  const [name, setName] = useState(group.name);
  const [log, setLog] = useState(group.enable_application_log);
  const others = groups.filter((each) => each.workgroup_id !== group.workgroup_id).map((each) => each.name);
  const problem = nameProblem(name, others);
  const changed = name !== group.name || log !== group.enable_application_log;
  const change = { workgroup_name: name, enable_application_log: log };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem !== null || !changed) return;
    update.mutate(change, {
      onSuccess: () => {
        toast.success(t`Workgroup settings updated successfully`);
        onClose();
      },
      onError: (error) => toast.error(error),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Workgroup name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problem}
          spellCheck={false}
          data-autofocus
        />
        <Switch
          label="Log collection"
          description="Keeps the logs of the workspaces for up to 15 days, billed at the same rate as data."
          checked={log}
          onChange={(event) => setLog(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <CopyAs
            calls={[
              formCall('updateWorkgroup', { params: { workgroup_id: group.workgroup_id }, body: change }),
            ]}
          />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={problem !== null || !changed} loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
