/** Suspension of a workspace: after how many minutes, and whether a request wakes it. */
import '@mantine/core/styles/NumberInput.layer.css';
import { AUTO_STOP, AutoStopMinutes, type Workspace } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { Button, Group, Modal, NumberInput, Stack, Switch } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { z } from 'zod';
import { useUpdateWorkspace } from '../../data/workspaces.ts';

export interface WorkspaceSettingsProps {
  readonly workspace: Workspace;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function WorkspaceSettings(props: WorkspaceSettingsProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={`Settings of ${props.workspace.name}`}
      size={480}
    >
      <Form {...props} />
    </Modal>
  );
}

/** While suspension is off, whatever the field holds is of no account. */
const Settings = z
  .object({ suspends: z.boolean(), minutes: z.union([z.number(), z.string()]), resumes: z.boolean() })
  .superRefine(({ suspends, minutes }, context) => {
    if (!suspends) return;
    // An empty field is a string; 0 would turn suspension off, which the switch is for.
    const parsed = AutoStopMinutes.safeParse(minutes === '' || minutes === 0 ? 1 : minutes);
    if (!parsed.success) {
      context.addIssue({ code: 'custom', path: ['minutes'], message: parsed.error.issues[0]?.message ?? '' });
    }
  });

function Form({ workspace, onClose }: WorkspaceSettingsProps) {
  const update = useUpdateWorkspace(workspace);
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: {
      suspends: workspace.auto_stop_minutes > 0,
      minutes:
        workspace.auto_stop_minutes > 0 ? workspace.auto_stop_minutes : (AUTO_STOP.min as number | string),
      resumes: workspace.enable_auto_start,
    },
    validate: schemaResolver(Settings, { sync: true }),
  });
  const submit = form.onSubmit(({ suspends, minutes, resumes }) => {
    const shown = toast.progress('Updating workspace');
    update.mutate(
      { auto_stop_minutes: suspends ? Number(minutes) : 0, enable_auto_start: resumes },
      {
        onSuccess: () => {
          shown.success('Workspace updating request accepted.');
          onClose();
        },
        onError: (error) => shown.error(error),
      },
    );
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Switch
          label="Auto suspend"
          description="Pauses the workspace when nothing has used it for a while. Its data stays."
          {...form.getInputProps('suspends', { type: 'checkbox' })}
        />
        <NumberInput
          label="Minutes without activity"
          description={`From ${AUTO_STOP.min} to ${AUTO_STOP.max} minutes`}
          disabled={!form.values.suspends}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('minutes')}
          error={form.values.suspends ? form.errors['minutes'] : null}
        />
        <Switch
          label="Auto resume"
          description="The first request wakes the workspace. Without it only Resume starts it, and it can be stopped but not paused."
          {...form.getInputProps('resumes', { type: 'checkbox' })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
