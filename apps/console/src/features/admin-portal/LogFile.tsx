/** Logs: the end of the workspace's log file, searched, followed and downloaded. */
import { t } from '@acacia/texts';
import {
  ActionButton,
  EmptyState,
  ErrorState,
  formatNumber,
  LogView,
  PermissionNotice,
  toast,
} from '@acacia/ui';
import { Group, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconFileText, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Workspace } from '@acacia/contract';
import { useCan } from '../../data/me.ts';
import { useKnownWorkgroups } from '../../data/workgroups.ts';
import { idsOf } from '../../data/workspaces.ts';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { useLogDownload, useLogFile, type LogFileFilter } from './log-file.ts';
import type { PortalProps } from './portal-props.ts';

/** Milliseconds after the last key before a search is made. */
const DEBOUNCE = 500;

export function Tab({ workspace }: PortalProps) {
  if (useCan()('log.read', idsOf(workspace))) return <LogFile workspace={workspace} />;
  return (
    <PermissionNotice what="Logs are">
      Logs are for administrators of a workspace. Ask an administrator of the workgroup for that role.
    </PermissionNotice>
  );
}

function LogFile({ workspace }: Pick<PortalProps, 'workspace'>) {
  const search = useSearch({ from: '/shell/admin-portal' });
  const navigate = useNavigate({ from: '/admin-portal' });
  const { query = '', components = '' } = search;
  const [typed, setTyped] = useState(query);
  const [follows, setFollows] = useState(false);
  const filter = useMemo((): LogFileFilter => ({ query, components }), [query, components]);
  const file = useLogFile(workspace, filter, follows);
  const save = useLogDownload(workspace, filter);
  const change = (part: { readonly query?: string; readonly components?: string }): void => {
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  };
  const searchFor = useDebouncedCallback((text: string) => change({ query: text }), DEBOUNCE);
  const { logs = [], left_out: leftOut = 0, components: known = [] } = file.data ?? {};
  const chosen = components.split(',').filter((name) => name !== '');
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Search"
          placeholder="Words, or a text in quotes"
          type="search"
          leftSection={<IconSearch size={16} />}
          style={{ flex: '1 1 220px' }}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            searchFor(event.currentTarget.value);
          }}
        />
        <MultiSelect
          label="Components"
          placeholder={chosen.length === 0 ? 'All' : ''}
          w={220}
          clearable
          data={[...new Set([...known, ...chosen])]}
          value={chosen}
          onChange={(names) => change({ components: names.join(',') })}
        />
        <Switch
          label="Follow"
          checked={follows}
          onChange={(event) => setFollows(event.currentTarget.checked)}
          mb={8}
        />
        <ActionButton
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} />}
          loading={file.isFetching && !file.isPending && !follows}
          onClick={() => void file.refetch()}
        >
          Refresh
        </ActionButton>
        <ActionButton
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          loading={save.isPending}
          disabledReason={logs.length === 0 ? t`There are no lines to download.` : undefined}
          onClick={() => save.mutate(undefined, { onError: (error) => toast.error(error) })}
        >
          Download
        </ActionButton>
      </Group>
      {file.error !== null && file.data === undefined ? (
        <ErrorState what="The log" error={file.error} onRetry={() => void file.refetch()} compact />
      ) : (
        <LogView
          label={`Log of ${workspace.name}`}
          lines={logs}
          search={query}
          live
          height={480}
          empty={
            <EmptyState
              compact
              icon={<IconFileText size={22} stroke={1.6} />}
              title={file.isPending ? 'Reading the log …' : 'No lines'}
              description={
                query === '' && chosen.length === 0
                  ? 'The workspace has written nothing yet.'
                  : 'No line matches the search.'
              }
            />
          }
        />
      )}
      {leftOut > 0 && (
        <Text size="sm" c="dimmed">
          {formatNumber(leftOut)} older lines match too: the newest are shown, the download has all of them.
        </Text>
      )}
      <Collected workspace={workspace} />
    </Stack>
  );
}

/** The log file is short; a workgroup that collects logs has those of 15 days. */
function Collected({ workspace }: { readonly workspace: Workspace }) {
  const group = useKnownWorkgroups().find(({ workgroup_id }) => workgroup_id === workspace.workgroup_id);
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        The log file holds the newest 10 to 20 MB.
        {group?.enable_application_log === false &&
          ' Turn on the collection of logs in the settings of the workgroup to keep them for 15 days.'}
      </Text>
      {group?.enable_application_log === true && (
        <LinkButton
          variant="default"
          size="xs"
          to="/groups/$groupID"
          params={{ groupID: workspace.workgroup_id }}
          search={{ tab: 'log', space_id: workspace.workspace_id }}
        >
          Collected logs
        </LinkButton>
      )}
    </Group>
  );
}
