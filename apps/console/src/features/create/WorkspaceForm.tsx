/** Name, version, size, database and suspension of a new workspace, with its cost an hour. */
import '@mantine/core/styles/NumberInput.layer.css';
import {
  AUTO_STOP,
  AutoStopMinutes,
  nextName,
  type Database,
  type Workspace,
  type WorkspaceMeta,
} from '@acacia/contract';
import { Card, ChoiceCards, formatCostPerHour, Notice, toast } from '@acacia/ui';
import {
  Button,
  Group,
  NumberInput,
  Radio,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useServices } from '../../app/services.ts';
import { nameProblem } from '../../data/name-rules.ts';
import { workgroupKeys } from '../../data/workgroups.ts';
import { LATER } from '../../shell/navigation-items.ts';
import { createChain, CreationFailure, type CreationPlan } from './create-chain.ts';
import { CreationFailureDialog } from './CreationFailureDialog.tsx';
import { databaseChoices } from './database-choice.ts';
import classes from './WorkspaceForm.module.css';

interface WorkspaceFormProps {
  readonly catalog: WorkspaceMeta;
  readonly workgroup: CreationPlan['workgroup'];
  /** What the workgroup holds already. */
  readonly databases: readonly Database[];
  readonly workspaces: readonly Workspace[];
  readonly onBack: () => void;
}

const QUOTA =
  "The size is not available within your organization's current quota. Please contact sales to request an upgrade.";

interface Values {
  name: string;
  version: string;
  size: string;
  source: 'new' | 'existing';
  databaseName: string;
  databaseId: string;
  suspends: boolean;
  minutes: number | string;
  resumes: boolean;
}

function minutesProblem(minutes: number | string): string | null {
  // An empty field is a string; 0 would turn suspension off, which the switch is for.
  const parsed = AutoStopMinutes.safeParse(minutes === '' || minutes === 0 ? 1 : minutes);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}

export function WorkspaceForm({ catalog, workgroup, databases, workspaces, onBack }: WorkspaceFormProps) {
  const { cloud, queryClient } = useServices();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [failure, setFailure] = useState<CreationFailure | null>(null);
  const workspaceNames = workspaces.map((workspace) => workspace.name);
  const databaseNames = databases.map((database) => database.name);
  const choices = databaseChoices(databases, workspaces);
  const form = useForm<Values>({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: {
      name: nextName('Workspace', workspaceNames),
      version: catalog.tgVersions[0]?.name ?? '',
      size: catalog.workspaceTypes.find((type) => !type.disabled)?.typeName ?? '',
      source: 'new',
      databaseName: nextName('Database', databaseNames),
      databaseId: '',
      suspends: true,
      minutes: AUTO_STOP.default,
      resumes: true,
    },
    validate: {
      name: (name) => nameProblem(name, workspaceNames),
      databaseName: (name, { source }) => (source === 'new' ? nameProblem(name, databaseNames) : null),
      databaseId: (id, { source }) => (source === 'existing' && id === '' ? 'Please select database' : null),
      minutes: (minutes, { suspends }) => (suspends ? minutesProblem(minutes) : null),
    },
  });
  const { values } = form;
  const chosen =
    values.source === 'existing'
      ? choices.find((each) => each.database.database_id === values.databaseId)
      : undefined;
  const size = catalog.workspaceTypes.find((type) => type.typeName === values.size);

  const create = form.onSubmit(async (entered) => {
    setCreating(true);
    try {
      const groupID = await createChain(cloud, {
        workgroup,
        database: entered.source === 'new' ? { name: entered.databaseName } : { id: entered.databaseId },
        workspace: {
          name: entered.name,
          tg_version: entered.version,
          workspace_type_name: entered.size,
          is_rw: true,
          enable_auto_start: entered.resumes,
          auto_stop_minutes: entered.suspends ? Number(entered.minutes) : 0,
        },
      });
      if ('create' in workgroup) toast.success('Successfully created the workgroup.');
      await queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
      await navigate({
        to: '/groups/$groupID',
        params: { groupID },
        search: { tab: 'workspaces' },
        replace: true,
      });
    } catch (error) {
      const failed = error instanceof CreationFailure ? error : new CreationFailure('workspace', error, []);
      if (failed.step === 'workgroup') toast.error(failed);
      else setFailure(failed);
      setCreating(false);
    }
  });

  return (
    <form onSubmit={create} noValidate>
      <Stack gap="md">
        <Card title="Workspace">
          <Stack gap="md">
            <Group align="flex-start" gap="md" grow preventGrowOverflow={false} wrap="wrap">
              <TextInput
                label="Workspace name"
                spellCheck={false}
                autoComplete="off"
                {...form.getInputProps('name')}
              />
              <Select
                label="Version"
                data={catalog.tgVersions.map((version) => version.name)}
                allowDeselect={false}
                {...form.getInputProps('version')}
              />
            </Group>
            <ChoiceCards
              label="Size"
              name="size"
              minWidth={170}
              value={values.size}
              onChange={(value) => form.setFieldValue('size', value)}
              choices={catalog.workspaceTypes.map((type) => ({
                value: type.typeName,
                title: type.typeName,
                description: (
                  <>
                    {type.cpu} CPU · {type.memory} GB
                    <br />
                    {formatCostPerHour(type.cost_per_hour)}
                  </>
                ),
                disabledReason: type.disabled ? QUOTA : undefined,
              }))}
            />
          </Stack>
        </Card>

        <Card title="Database">
          <Stack gap="md">
            {databases.length > 0 && (
              <Radio.Group
                aria-label="Database"
                value={values.source}
                onChange={(value) => form.setFieldValue('source', value === 'existing' ? 'existing' : 'new')}
              >
                <Group gap="lg">
                  <Radio value="new" label="Create a new database" />
                  <Radio value="existing" label="Attach an existing database" />
                </Group>
              </Radio.Group>
            )}
            {values.source === 'new' ? (
              <TextInput
                label="Database name"
                description="It starts empty: design a schema or load data next."
                spellCheck={false}
                autoComplete="off"
                maw={420}
                {...form.getInputProps('databaseName')}
              />
            ) : (
              <Select
                label="Existing database"
                placeholder="Select database"
                maw={420}
                data={choices.map((choice) => ({
                  value: choice.database.database_id,
                  label: choice.database.name,
                  disabled: choice.refusal !== undefined,
                }))}
                renderOption={({ option }) => {
                  const refusal = choices.find(
                    (choice) => choice.database.database_id === option.value,
                  )?.refusal;
                  return refusal === undefined ? (
                    option.label
                  ) : (
                    <Tooltip label={refusal} position="right">
                      <span className={classes.refused}>{option.label}</span>
                    </Tooltip>
                  );
                }}
                {...form.getInputProps('databaseId')}
              />
            )}
            {chosen !== undefined && (
              <Notice tone="info">
                {`No workspace serves ${chosen.database.name} now: this one will be its read-write workspace.`}
              </Notice>
            )}
          </Stack>
        </Card>

        <Card title="Availability">
          <Stack gap="md">
            <Group align="flex-start" gap="xl">
              <Switch
                label="Auto suspend"
                description="Pauses the workspace when nothing has used it for a while."
                className={classes.setting}
                {...form.getInputProps('suspends', { type: 'checkbox' })}
              />
              <NumberInput
                label="Minutes without activity"
                w={220}
                disabled={!values.suspends}
                allowDecimal={false}
                allowNegative={false}
                {...form.getInputProps('minutes')}
                error={values.suspends ? form.errors['minutes'] : null}
              />
            </Group>
            <Switch
              label="Auto resume"
              description="The first request wakes the workspace and is answered."
              {...form.getInputProps('resumes', { type: 'checkbox' })}
            />
            <Tooltip label={`High availability: ${LATER.toLowerCase()}.`} position="top-start">
              <div>
                <Switch
                  label="High availability"
                  description={`Several replicas with a 99.9% SLA. ${LATER}.`}
                  checked={false}
                  disabled
                  readOnly
                />
              </div>
            </Tooltip>
          </Stack>
        </Card>
      </Stack>

      <div className={classes.footer}>
        <div>
          <Text size="xs" c="dimmed">
            Cost while active
          </Text>
          <Text fw={620} className={classes.cost}>
            {size === undefined ? '' : formatCostPerHour(size.cost_per_hour)}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="default" onClick={onBack} disabled={creating}>
            Back
          </Button>
          <Button type="submit" loading={creating}>
            Create
          </Button>
        </Group>
      </div>
      <CreationFailureDialog failure={failure} onClose={() => setFailure(null)} />
    </form>
  );
}
