/**
 * A new workspace, with its cost an hour: name, sample and the recommended size in sight, all other choices (version,
 * sizes, database, replicas, add-ons, suspension) below "More options".
 */
import { said, t } from '@acacia/texts';
import {
  PROVIDER_UNAVAILABLE,
  READ_ONLY_HA,
  workspaceQuotaRefusal,
  type Database,
  type OrgQuota,
  type Workspace,
  type WorkspaceMeta,
  type WorkspaceType,
} from '@acacia/contract';
import { ActionButton, Card, Facts, Form, Notice, PriceFooter, toast } from '@acacia/ui';
import { Button, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useServices } from '../../services/services.ts';
import { addonsQuery } from '../../data/addons.ts';
import { nameProblem } from '../../data/name-rules.ts';
import { memoryRefusal } from '../../data/quota.ts';
import { useKnownSolutions } from '../../data/solutions.ts';
import { WORDS } from '../../data/words.ts';
import { workgroupKeys } from '../../data/workgroups.ts';
import { CopyAs } from '../../shell/copy-as/CopyAs.tsx';
import { RunsWith } from '../../shell/RunsWith.tsx';
import { SizeCards } from '../configuration/advanced/SizeCards.tsx';
import { browserTimeZone } from '../configuration/schedules/time-zones.ts';
import { AddonsCard } from './AddonsCard.tsx';
import { callsOf, createChain, CreationFailure, type CreationPlan } from './create-chain.ts';
import { CreationFailureDialog } from './CreationFailureDialog.tsx';
import { databaseChoices } from './database-choice.ts';
import { DatabaseCard } from './DatabaseCard.tsx';
import { ChosenSize } from './ChosenSize.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { MoreOptions } from './MoreOptions.tsx';
import { SolutionCard } from './SolutionCard.tsx';
import { initialValues, pricesOf, workspaceOf, type Values } from './workspace-values.ts';

export interface WorkspaceFormProps {
  readonly catalog: WorkspaceMeta;
  /** Sizes at the prices of the workgroup's region. */
  readonly types: readonly WorkspaceType[];
  readonly quota: OrgQuota;
  readonly workgroup: CreationPlan['workgroup'];
  readonly providerStatus: string;
  /** Databases and workspaces already in the workgroup. */
  readonly databases: readonly Database[];
  readonly workspaces: readonly Workspace[];
  /** Chosen initially. */
  readonly solutionId: string | undefined;
  readonly onBack: () => void;
}

export function WorkspaceForm(props: WorkspaceFormProps) {
  const { catalog, types, quota, workgroup, providerStatus, databases, workspaces, solutionId, onBack } =
    props;
  const { cloud, queryClient } = useServices();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [failure, setFailure] = useState<CreationFailure | null>(null);
  const [editing, setEditing] = useState(false);
  const [more, setMore] = useState(false);
  const solutions = useKnownSolutions();
  const { data: addons = [] } = useQuery(addonsQuery(useServices()));
  const workspaceNames = workspaces.map((workspace) => workspace.name);
  const databaseNames = databases.map((database) => database.name);
  const choices = databaseChoices(databases, workspaces);
  const form = useForm<Values>({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: initialValues({
      catalog,
      types,
      tier: quota.tier,
      workspaceNames,
      databaseNames,
      solutionId,
    }),
    validate: {
      name: (name) => nameProblem(name, workspaceNames),
      databaseName: (name, { source }) => (source === 'new' ? nameProblem(name, databaseNames) : null),
      databaseId: (id, { source }) => (source === 'existing' && id === '' ? t`Please select database` : null),
    },
  });
  const { values } = form;
  const [recommended] = useState(values.size);
  const chosen =
    values.source === 'existing'
      ? choices.find((each) => each.database.database_id === values.databaseId)
      : undefined;
  const writes = chosen?.writes ?? true;
  const size = types.find((type) => type.typeName === values.size);
  const ha = writes && values.ha;
  const chosenAddons = addons.filter(
    ({ AddonsID, ReadWriteOnly }) => values.addons.includes(AddonsID) && (writes || !ReadWriteOnly),
  );
  const overQuota = writes
    ? workspaceQuotaRefusal(true, quota.rw_workspace_count_usage, quota.rw_workspace_count_limit)
    : workspaceQuotaRefusal(false, quota.ro_workspace_count_usage, quota.ro_workspace_count_limit);

  const overMemory = size === undefined ? null : memoryRefusal(size, ha, quota);
  const refusal = providerStatus === 'Active' ? (overQuota ?? overMemory) : said(PROVIDER_UNAVAILABLE);

  /** A wrong field that is folded away is brought into sight. */
  const unfold = (problems: Readonly<Record<string, unknown>>): void => {
    if (Object.keys(problems).some((field) => field !== 'name')) setMore(true);
  };
  const planOf = (entered: Values): CreationPlan => ({
    workgroup,
    database: entered.source === 'new' ? { name: entered.databaseName } : { id: entered.databaseId },
    workspace: workspaceOf(
      { ...entered, addons: chosenAddons.map(({ AddonsID }) => AddonsID) },
      {
        writes,
        solution: solutions.find(({ id }) => id === entered.solutionId)?.name,
        timeZone: browserTimeZone(),
      },
    ),
  });
  const create = form.onSubmit(async (entered) => {
    setCreating(true);
    try {
      const { groupID, workspaceId } = await createChain(cloud, planOf(entered));
      if ('create' in workgroup) toast.success(t`Successfully created the workgroup.`);
      await queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
      await navigate({
        to: '/groups/$groupID',
        params: { groupID },
        search: { tab: 'workspaces' },
        state: { skipEmptyState: true, createdWorkspace: workspaceId },
        replace: true,
      });
    } catch (error) {
      const failed = error instanceof CreationFailure ? error : new CreationFailure('workspace', error, []);
      if (failed.step === 'workgroup') toast.error(failed);
      else setFailure(failed);
      setCreating(false);
    }
  }, unfold);

  return (
    <Form onSubmit={create}>
      <Stack gap="md" pb="md">
        <Card title="Workspace" description={WORDS.workspace}>
          <Stack gap="md">
            <TextInput
              label="Workspace name"
              spellCheck={false}
              autoComplete="off"
              maw={420}
              {...form.getInputProps('name')}
            />
            {size !== undefined && <ChosenSize size={size} isRecommended={size.typeName === recommended} />}
            <RunsWith sentence={size?.runs_with ?? ''} />
            {overMemory !== null && (
              <Notice tone="warning" title={`${values.size} takes more memory than is left`}>
                {overMemory}
              </Notice>
            )}
          </Stack>
        </Card>
        <SolutionCard form={form} writes={writes} />
        <MoreOptions opened={more} onToggle={() => setMore(!more)}>
          <Card title="Server">
            <Stack gap="md">
              <Select
                label="Version"
                data={catalog.tgVersions.map((version) => version.name)}
                allowDeselect={false}
                maw={420}
                {...form.getInputProps('version')}
              />
              <SizeCards
                name="size"
                types={types}
                value={values.size}
                onChange={(value) => form.setFieldValue('size', value)}
              />
              <Switch
                label="High availability"
                description={said(writes ? size?.high_availability : READ_ONLY_HA)}
                checked={ha}
                disabled={!writes}
                onChange={(event) => form.setFieldValue('ha', event.currentTarget.checked)}
              />
            </Stack>
          </Card>
          <DatabaseCard form={form} choices={choices} chosen={chosen} />
          <AddonsCard form={form} size={size} writes={writes} />
          <Card
            title="Workspace details"
            actions={
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPencil size={14} stroke={1.7} />}
                onClick={() => setEditing(true)}
              >
                Edit details
              </Button>
            }
          >
            <Facts
              facts={[
                {
                  label: t`Auto suspend`,
                  value: values.suspends ? t`After ${values.minutes} minutes` : t`Off`,
                },
                { label: t`Auto resume`, value: values.resumes ? t`On` : t`Off` },
              ]}
            />
          </Card>
        </MoreOptions>
      </Stack>

      <PriceFooter
        parts={size === undefined ? undefined : pricesOf(size, ha, chosenAddons)}
        note="While it is active. Nothing is billed on this machine."
      >
        <CopyAs calls={callsOf(planOf(values))} />
        <Button variant="default" onClick={onBack} disabled={creating}>
          Back
        </Button>
        <ActionButton type="submit" loading={creating} disabledReason={refusal ?? undefined}>
          Create
        </ActionButton>
      </PriceFooter>
      <DetailsDialog
        opened={editing}
        details={values}
        free={quota.tier === 'free'}
        onClose={() => setEditing(false)}
        onDone={(details) => form.setValues(details)}
      />
      <CreationFailureDialog failure={failure} onClose={() => setFailure(null)} />
    </Form>
  );
}
