/** 'Register queries': pick a graph, tick its queries (specification part 2, sections 2, 4 and 8). */
import { t } from '@acacia/texts';
import '@mantine/core/styles/Table.layer.css';
import type { WorkspaceClient } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { ActionButton, EmptyState, toast, useOnTop } from '@acacia/ui';
import { Button, Checkbox, Group, Modal, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspaceClient } from '../../../data/workspace-client.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import { GraphPicker } from '../../../shell/GraphPicker.tsx';
import classes from '../configuration.module.css';
import { readRegistry, registryDiff, saveRegistry } from './registered-queries.ts';

const SWITCH_ANYWAY = t`Are you sure to switch graph without mutating registered queries?`;

export function RegisterQueries({ workspace }: { readonly workspace: Workspace }) {
  return (
    <LoadBoundary
      what="The graphs"
      skeleton={<Skeleton height={62} role="img" aria-label="Loading graphs" />}
    >
      <Graphs workspace={workspace} />
    </LoadBoundary>
  );
}

function Graphs({ workspace }: { readonly workspace: Workspace }) {
  const client = useWorkspaceClient(workspace);
  const { data: graphs } = useSuspenseQuery({
    queryKey: ['copilot-graphs', workspace.workspace_id],
    queryFn: ({ signal }) => client.graphs({ signal }),
  });
  const [picked, setPicked] = useState<string | null>(null);
  /** The graph to switch to, while a dialog asks about unsaved ticks; null: none. */
  const [wanted, setWanted] = useState<string | null>(null);
  const [dirty, setDirty] = useState(false);
  const keep = useOnTop(wanted !== null, () => setWanted(null));
  const names = graphs.map(({ graphName }) => graphName);
  const graph = picked ?? names[0] ?? null;
  const pick = (name: string): void => {
    setDirty(false);
    setWanted(null);
    setPicked(name);
  };
  return (
    <Stack gap="sm">
      <GraphPicker
        labelled
        graphs={names}
        graph={graph}
        onChoose={(name) => {
          if (name === null || name === graph) return;
          if (dirty) setWanted(name);
          else pick(name);
        }}
      />
      {graph !== null && (
        <LoadBoundary
          key={graph}
          what="The queries"
          skeleton={<Skeleton height={300} role="img" aria-label="Loading queries" />}
        >
          <Queries client={client} workspace={workspace} graph={graph} onDirty={setDirty} />
        </LoadBoundary>
      )}
      <Modal opened={wanted !== null} onClose={keep} title="Switch graph?" size={440}>
        <Text size="sm">{SWITCH_ANYWAY}</Text>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={() => setWanted(null)} data-autofocus>
            Cancel
          </Button>
          <Button onClick={() => wanted !== null && pick(wanted)}>Switch</Button>
        </Group>
      </Modal>
    </Stack>
  );
}

interface QueriesProps {
  readonly client: WorkspaceClient;
  readonly workspace: Workspace;
  readonly graph: string;
  readonly onDirty: (dirty: boolean) => void;
}

function Queries({ client, workspace, graph, onDirty }: QueriesProps) {
  const queryClient = useQueryClient();
  const queryKey = ['registered-queries', workspace.workspace_id, graph];
  const {
    data: { queries, registered },
    refetch,
  } = useSuspenseQuery({
    queryKey,
    queryFn: ({ signal }) => readRegistry(client, graph, signal),
  });
  /** The queries ticked here; null until something was ticked: then the registered ones. */
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const checked = ticked ?? registered;
  const diff = registryDiff(registered, checked);
  const changed = diff.upserts.length + diff.deletes.length > 0;
  const save = useMutation({
    mutationFn: () => saveRegistry(client, graph, diff),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      setTicked(null);
      onDirty(false);
      toast.success(t`Saved successfully.`);
    },
    onError: (failure) => {
      toast.error(failure.message === '' ? t`register error` : failure);
      void refetch();
    },
  });
  if (queries.length === 0) {
    return (
      <EmptyState
        compact
        icon={<IconCode size={22} stroke={1.6} />}
        title="No query descriptions"
        description="Give the queries of this graph a description, so that the co-pilot can tell what they answer."
      />
    );
  }
  const tick = (name: string, on: boolean): void => {
    const next = new Set(checked);
    if (on) next.add(name);
    else next.delete(name);
    setTicked(next);
    const after = registryDiff(registered, next);
    onDirty(after.upserts.length + after.deletes.length > 0);
  };
  return (
    <>
      <div className={classes.queries} tabIndex={0} role="group" aria-label="Queries">
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={40} aria-label="Registered" />
              <Table.Th>Query name</Table.Th>
              <Table.Th>Description</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queries.map(({ queryName, description }) => (
              <Table.Tr key={queryName}>
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={queryName}
                    checked={checked.has(queryName)}
                    onChange={(event) => tick(queryName, event.currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td>
                  <code>{queryName}</code>
                </Table.Td>
                <Table.Td>{description}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Group justify="flex-end">
        <ActionButton
          size="xs"
          loading={save.isPending}
          disabledReason={changed ? undefined : t`Nothing has changed.`}
          onClick={() => save.mutate()}
        >
          Register
        </ActionButton>
      </Group>
    </>
  );
}
