/** 'Configure {add-on title}': the co-pilot's provider and the queries that it may use. */
import { CopilotSettings, type Addon, type Workspace } from '@acacia/contract';
import { ActionButton, ErrorState, Notice, Section, Sections, toast, useOnTop } from '@acacia/ui';
import { Anchor, Drawer, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../../../services/services.ts';
import { useCan } from '../../../data/me.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { useProviders } from './copilot.ts';
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
          <ProviderChoice workspace={workspace} />
        </Section>
        <Section
          id="queries"
          title="Register queries"
          description="Those that the co-pilot may run to answer a question."
        >
          {workspace.status === 'Active' && workspace.canAccess ? (
            <RegisterQueries workspace={workspace} />
          ) : (
            <Notice tone="info">{`The workspace is ${workspace.status}. Queries can be registered while it is Active and you may reach it.`}</Notice>
          )}
        </Section>
      </Sections>
    </Drawer>
  );
}

const ASK_ADMIN = 'Administrators of the organization configure providers.';

function ProviderChoice({ workspace }: { readonly workspace: Workspace }) {
  const { cloud, queryClient } = useServices();
  const can = useCan();
  const [configuring, setConfiguring] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const params = idsOf(workspace);
  const queryKey = ['copilot-settings', workspace.workspace_id];
  const settings = useQuery({
    queryKey,
    queryFn: ({ signal }) => cloud.getCopilotSettings({ params, signal }),
  });
  const providers = useProviders();
  const save = useMutation({
    mutationFn: (body: CopilotSettings) => cloud.updateCopilotSettings({ params, body }),
    onSuccess: (after) => {
      queryClient.setQueryData(queryKey, after);
      setChosen(null);
      toast.success('Saved successfully.');
    },
    onError: (error) => toast.error(error),
  });
  const failure = settings.error ?? providers.error;
  if (settings.data === undefined || providers.data === undefined) {
    return failure === null ? (
      <Skeleton height={62} aria-label="Loading providers" />
    ) : (
      <ErrorState
        what="The settings"
        error={failure}
        onRetry={() => void Promise.all([settings.refetch(), providers.refetch()])}
      />
    );
  }
  const stored = settings.data.llm_provider_id;
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
        placeholder={providers.data.length === 0 ? 'No provider is configured' : 'Select LLM provider'}
        data={providers.data.map((provider) => ({
          value: provider.id,
          label: `${provider.Name} · ${provider.Provider}`,
        }))}
        value={value}
        onChange={setChosen}
        error={tried && !parsed.success ? parsed.error.issues[0]?.message : undefined}
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
        <ActionButton
          size="xs"
          loading={save.isPending}
          disabledReason={value !== null && value === stored ? 'Nothing has changed.' : undefined}
          onClick={apply}
        >
          Save
        </ActionButton>
      </Group>
      {configuring && <LlmProvidersDialog onClose={() => setConfiguring(false)} />}
    </Stack>
  );
}
