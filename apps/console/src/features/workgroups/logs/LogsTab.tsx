/** Collected logs: search and live tail. */
import '@mantine/core/styles/Combobox.layer.css';
import { LOG_KEPT_DAYS, type Workgroup, type Workspace } from '@acacia/contract';
import { Banner, DateField, EmptyState, errorText, LogView } from '@acacia/ui';
import { Group, MultiSelect, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCan } from '../../../data/me.ts';
import { fromLocalInput, toLocalInput } from '../../../services/local-input.ts';
import { SuspendedNotice } from '../../../shell/SuspendedNotice.tsx';
import { TabWorkspaceSelect, useTabWorkspace } from '../TabWorkspace.tsx';
import { FoundLogs } from './FoundLogs.tsx';
import { useLogSources, useLogTail, type LogFilter } from './logs.ts';
import { defaultRange, QUICK_RANGES, rangeProblem, rangeUntil } from './time-range.ts';

/** Milliseconds after the last key before a search is made (specification part 2, section 9). */
const DEBOUNCE = 500;

export function Tab({ group }: { readonly group: Workgroup }) {
  const can = useCan();
  const { workgroup_id } = group;
  const seen = group.workspaces.filter(({ workspace_id }) => can('log.read', { workgroup_id, workspace_id }));
  const chosen = useTabWorkspace(seen);
  if (chosen === undefined) {
    return (
      <EmptyState
        icon={<IconFileText size={22} stroke={1.6} />}
        title="No workspaces"
        description="There is no workspace whose logs you may read."
      />
    );
  }
  return <Logs key={chosen.workspace_id} workspaces={seen} workspace={chosen} />;
}

const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((part) => part !== '');
const joined = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : values.join(',');

interface LogsProps {
  readonly workspaces: readonly Workspace[];
  readonly workspace: Workspace;
}

function Logs({ workspaces, workspace }: LogsProps) {
  const search = useSearch({ from: '/shell/groups/$groupID' });
  const navigate = useNavigate({ from: '/groups/$groupID' });
  const { hosts, components } = useLogSources(workspace);
  const [typed, setTyped] = useState(search.query ?? '');
  const [fallback] = useState(() => defaultRange(Date.now()));
  const range = { from: search.from ?? fallback.from, to: search.to ?? fallback.to };
  const filter = useMemo(
    (): LogFilter => ({
      query: search.query ?? '',
      hosts: listOf(search.hosts),
      components: listOf(search.components),
    }),
    [search.query, search.hosts, search.components],
  );
  const live = search.live === 'true';
  /** A changed search begins at its first page. */
  const change = (part: Partial<typeof search>): void => {
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true });
  };
  const searchFor = useDebouncedCallback((query: string) => {
    change({ query: query === '' ? undefined : query });
  }, DEBOUNCE);
  const problem = rangeProblem(range);
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <TabWorkspaceSelect workspaces={workspaces} chosen={workspace} />
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
          label="Hosts"
          placeholder={filter.hosts.length === 0 ? 'All' : ''}
          w={160}
          clearable
          data={hosts}
          value={[...filter.hosts]}
          onChange={(values) => change({ hosts: joined(values) })}
        />
        <MultiSelect
          label="Components"
          placeholder={filter.components.length === 0 ? 'All' : ''}
          w={200}
          clearable
          data={components}
          value={[...filter.components]}
          onChange={(values) => change({ components: joined(values) })}
        />
      </Group>
      <Group align="flex-end" gap="sm">
        <DateField
          label="From"
          withTime
          disabled={live}
          error={problem}
          value={toLocalInput(range.from)}
          onChange={(from) => change({ from: fromLocalInput(from) ?? range.from })}
        />
        <DateField
          label="To"
          withTime
          disabled={live}
          value={toLocalInput(range.to)}
          onChange={(to) => change({ to: fromLocalInput(to) ?? range.to })}
        />
        <Select
          label="Quick range"
          placeholder="Choose"
          w={170}
          disabled={live}
          data={QUICK_RANGES.map(({ label }) => label)}
          value={null}
          onChange={(label) => {
            const quick = QUICK_RANGES.find((each) => each.label === label);
            if (quick !== undefined) change(rangeUntil(Date.now(), quick.length));
          }}
        />
        <Switch
          label="Live tail"
          checked={live}
          onChange={(event) => change({ live: event.currentTarget.checked ? 'true' : undefined })}
          mb={8}
        />
      </Group>
      <SuspendedNotice workspace={workspace}>
        What it wrote while it ran can be read as ever; a live tail waits until it runs.
      </SuspendedNotice>
      {live ? (
        <LiveLogs workspace={workspace} filter={filter} />
      ) : (
        problem === null && (
          <FoundLogs
            workspace={workspace}
            filter={filter}
            range={range}
            page={search.page ?? 1}
            onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
          />
        )
      )}
      <Text size="sm" c="dimmed">
        Logs are kept for {LOG_KEPT_DAYS} days.
      </Text>
    </Stack>
  );
}

function LiveLogs({ workspace, filter }: { readonly workspace: Workspace; readonly filter: LogFilter }) {
  const { lines, problem } = useLogTail(workspace, filter);
  return (
    <Stack gap="xs">
      {problem !== null && (
        <Banner level="warning">The live tail broke off and is tried again: {errorText(problem)}</Banner>
      )}
      <LogView
        label={`Live log of ${workspace.name}`}
        lines={lines}
        search={filter.query}
        live
        empty={
          <EmptyState
            icon={<IconFileText size={22} stroke={1.6} />}
            title="Waiting for lines"
            description="What the workspace writes from now on appears here."
          />
        }
      />
    </Stack>
  );
}
