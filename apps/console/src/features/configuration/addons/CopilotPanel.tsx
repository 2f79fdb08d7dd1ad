/** 'Configure {add-on title}': the co-pilot's provider and the queries that it may use. */
import { said, t } from '@acacia/texts';
import { CopilotSettings, type Addon, type Workspace } from '@acacia/contract';
import { ActionButton, Notice, Section, Sections, toast, useOnTop } from '@acacia/ui';
import { Anchor, Drawer, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useSuspenseQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../../services/services.ts';
import { useCan } from '../../../data/me.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { providersQuery } from './copilot.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { LlmProvidersDialog } from './LlmProvidersDialog.tsx';
import { RegisterQueries } from './RegisterQueries.tsx';

interface CopilotPanelProps {
  readonly addon: Addon;
  readonly workspace: Workspace;
  readonly onClose: () => void;
}

export function CopilotPanel({ addon, workspace, onClose }: CopilotPanelProps) {
  const close = useOnTop(true, onClose);
  return (
    <Drawer opened onClose={close} position="right" size={560} title={`Configure ${addon.Title}`}>
      <Sections open={['provider', 'queries']}>
        <Section id="provider" title="Choose LLM provider">
          <LoadBoundary
            what="The settings"
            skeleton={<Skeleton height={62} role="img" aria-label="Loading providers" />}
          >
            <ProviderChoice workspace={workspace} />
          </LoadBoundary>
        </Section>
        <Section
          id="queries"
          title="Register queries"
          description="Those that the co-pilot may run to answer a question."
        >
          {workspace.status === 'Active' && workspace.canAccess ? (
            <RegisterQueries workspace={workspace} />
          ) : (
            <Notice tone="info">{`The workspace is ${said(workspace.status)}. Queries can be registered while it is Active and you may reach it.`}</Notice>
          )}
        </Section>
      </Sections>
    </Drawer>
  );
}

const ASK_ADMIN = t`Administrators of the organization configure providers.`;

function ProviderChoice({ workspace }: { readonly workspace: Workspace }) {
  const services = useServices();
  const { cloud, queryClient } = services;
  const can = useCan();
  const [configuring, setConfiguring] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const params = idsOf(workspace);
  const queryKey = ['copilot-settings', workspace.workspace_id];
  const settingsQuery = queryOptions({
    queryKey,
    queryFn: ({ signal }) => cloud.getCopilotSettings({ params, signal }),
  });
  const [{ data: settings }, { data: providers }] = useSuspenseQueries({
    queries: [settingsQuery, providersQuery(services)],
  });
  const save = useMutation({
    mutationFn: (body: CopilotSettings) => cloud.updateCopilotSettings({ params, body }),
    onSuccess: (after) => {
      queryClient.setQueryData(queryKey, after);
      setChosen(null);
      toast.success(t`Saved successfully.`);
    },
    onError: (error) => toast.error(error),
  });
  const stored = settings.llm_provider_id;
  const value = chosen ?? stored;
  const parsed = CopilotSettings.safeParse({ llm_provider_id: value ?? '' });
  const apply = (): void => {
    setTried(true);
    if (parsed.success) save.mutate(parsed.data);
  };
  const manages = can('addonConfig.update');
  return (
    <Stack gap="sm">
      <Select
        label="LLM provider"
        placeholder={providers.length === 0 ? 'No provider is configured' : 'Select LLM provider'}
        data={providers.map((provider) => ({
          value: provider.id,
          label: `${provider.Name} · ${provider.Provider}`,
        }))}
        value={value}
        onChange={setChosen}
        error={tried && !parsed.success ? said(parsed.error.issues[0]?.message) : undefined}
      />
      <Group justify="space-between">
        {manages ? (
          <Anchor component="button" type="button" size="sm" onClick={() => setConfiguring(true)}>
            Configure LLM providers
          </Anchor>
        ) : (
          <Text size="xs" c="dimmed">
            {ASK_ADMIN}
          </Text>
        )}
        <Group gap="xs">
          {parsed.success && (
            <CopyAs calls={[formCall('updateCopilotSettings', { params, body: parsed.data })]} />
          )}
          <ActionButton
            size="xs"
            loading={save.isPending}
            disabledReason={value !== null && value === stored ? t`Nothing has changed.` : undefined}
            onClick={apply}
          >
            Save
          </ActionButton>
        </Group>
      </Group>
      {configuring && <LlmProvidersDialog onClose={() => setConfiguring(false)} />}
    </Stack>
  );
}
